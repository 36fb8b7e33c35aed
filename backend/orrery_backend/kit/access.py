"""Who may do what: tokens with roles, and the cookie that a browser gets for one.

Tokens are compared in constant time and never stored in clear. A cookie is the role and an end,
signed with a key that is derived from the tokens: changing a token ends every session of the
console.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b, sha256

MIN_TOKEN_LENGTH = 16
SESSION_SECONDS = 30 * 24 * 3600
COOKIE = "orrery_session"


class Role(StrEnum):
    """`agent` may join as a node and nothing else; `operator` may do everything."""

    AGENT = "agent"
    OPERATOR = "operator"


class BadTokensError(ValueError):
    """The token text is not usable; the message says why."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Digests of the tokens in use. Empty: everyone is let in, which only loopback allows."""

    digests: tuple[tuple[Role, bytes], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Tokens:
        """Lines (or entries between commas) `role=token`; # begins a comment line."""
        found: list[tuple[Role, bytes]] = []
        for line in text.replace(",", "\n").splitlines():
            entry = line.strip()
            if not entry or entry.startswith("#"):
                continue
            name, equals, token = (part.strip() for part in entry.partition("="))
            roles = ", ".join(role.value for role in Role)
            if not equals or name not in Role.__members__.values():
                raise BadTokensError(f"A token entry is `role=token`; roles are {roles}.")
            if len(token) < MIN_TOKEN_LENGTH:
                raise BadTokensError(
                    f"The {name} token has {len(token)} characters; use at least "
                    f"{MIN_TOKEN_LENGTH}."
                )
            found.append((Role(name), _digest(token)))
        if len({digest for _, digest in found}) < len(found):
            raise BadTokensError("Two tokens are equal; each role needs a token of its own.")
        return cls(tuple(found))

    @property
    def complete(self) -> bool:
        """There is a token for each role."""
        return {role for role, _ in self.digests} == set(Role)

    @property
    def required(self) -> bool:
        return bool(self.digests)

    def role_of(self, token: str) -> Role | None:
        given = _digest(token)
        found: Role | None = None
        for role, digest in self.digests:
            if hmac.compare_digest(digest, given):
                found = role
        return found

    # Sessions.

    def make_cookie(self, role: Role, now_s: int) -> str:
        body = f"{role.value}.{now_s + SESSION_SECONDS}"
        return f"{body}.{self._sign(body)}"

    def read_cookie(self, cookie: str, now_s: int) -> Role | None:
        body, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(self._sign(body).encode(), signature.encode()):
            return None
        role, _, end = body.partition(".")
        if not end.isdecimal() or int(end) < now_s or role not in Role.__members__.values():
            return None
        return Role(role)

    def _sign(self, body: str) -> str:
        key = sha256(b"orrery session" + b"".join(digest for _, digest in self.digests)).digest()
        return blake2b(body.encode(), key=key, digest_size=24).hexdigest()


def _digest(token: str) -> bytes:
    return sha256(b"orrery token" + token.encode()).digest()
