"""The tokens that a console is started with, each with a scope. Only digests are kept."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256

from orrery_contracts.access import AccessScope

MIN_TOKEN_LENGTH = 16


class BadTokensError(ValueError):
    """The token text is not usable; the message says why."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Digests of the tokens in use. Empty: no token is required, which only loopback allows."""

    digests: tuple[tuple[AccessScope, bytes], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Tokens:
        """Lines (or entries between commas) `scope=token`; # begins a comment line."""
        found: list[tuple[AccessScope, bytes]] = []
        for line in text.replace(",", "\n").splitlines():
            entry = line.strip()
            if not entry or entry.startswith("#"):
                continue
            name, equals, token = (part.strip() for part in entry.partition("="))
            if not equals or name not in AccessScope.__members__.values():
                scopes = ", ".join(AccessScope)
                raise BadTokensError(f"A token entry is `scope=token`; scopes are {scopes}.")
            if len(token) < MIN_TOKEN_LENGTH:
                raise BadTokensError(
                    f"The {name} token has {len(token)} characters; use at least "
                    f"{MIN_TOKEN_LENGTH}."
                )
            found.append((AccessScope(name), _digest(token)))
        if len({digest for _, digest in found}) < len(found):
            raise BadTokensError("Two tokens are equal; each entry needs a token of its own.")
        return cls(tuple(found))

    @property
    def can_operate(self) -> bool:
        """Whether one of the tokens can launch runs."""
        return any(scope.includes(AccessScope.OPERATOR) for scope, _ in self.digests)

    @property
    def required(self) -> bool:
        return bool(self.digests)

    @property
    def has_admin(self) -> bool:
        return any(scope is AccessScope.ADMIN for scope, _ in self.digests)

    def find(self, token: str) -> tuple[AccessScope, str] | None:
        """The token's scope and identity. Compares in constant time."""
        given = _digest(token)
        found: tuple[AccessScope, str] | None = None
        for scope, digest in self.digests:
            if hmac.compare_digest(digest, given):
                found = scope, digest.hex()
        return found

    def scope_of(self, identity: str) -> AccessScope | None:
        """The scope of the token with this identity; None if the console was started without it."""
        for scope, digest in self.digests:
            if digest.hex() == identity:
                return scope
        return None


def _digest(token: str) -> bytes:
    return sha256(b"orrery token" + token.encode()).digest()
