"""Who may do what: tokens with roles, and the cookie that a browser gets for one.

Tokens are compared in constant time and never stored in clear. A cookie is a random secret; its
session is kept by the console and ends at sign-out, after 30 days, or when a token changes.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

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

    @property
    def fingerprint(self) -> str:
        """Changes when any token does."""
        return sha256(b"orrery tokens" + b"".join(d for _, d in self.digests)).hexdigest()


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has signed in. The console keeps the cookie's digest, never the cookie."""

    digest: str
    role: Role
    expires_s: int


class Sessions:
    """Every session that has not ended. Lives in the event loop; `features.access` stores it."""

    def __init__(self) -> None:
        self._by_digest: dict[str, Session] = {}

    def open(self, role: Role, now_s: int) -> tuple[Session, str]:
        """A new session and the cookie that proves it."""
        cookie = secrets.token_urlsafe(32)
        session = Session(_session_digest(cookie), role, now_s + SESSION_SECONDS)
        self.add(session)
        return session, cookie

    def add(self, session: Session) -> None:
        self._by_digest[session.digest] = session

    def close(self, cookie: str) -> Session | None:
        """The session that ended; None if the cookie proved none."""
        return self._by_digest.pop(_session_digest(cookie), None)

    def role_of(self, cookie: str, now_s: int) -> Role | None:
        session = self._by_digest.get(_session_digest(cookie))
        return session.role if session is not None and now_s < session.expires_s else None


def _session_digest(cookie: str) -> str:
    return sha256(b"orrery session" + cookie.encode()).hexdigest()


def _digest(token: str) -> bytes:
    return sha256(b"orrery token" + token.encode()).digest()
