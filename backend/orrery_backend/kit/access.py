"""Who is calling: tokens with scopes, and the cookie that a browser gets for one.

Tokens are compared in constant time and never stored in clear. A cookie is a random secret; its
session is kept by the console and ends at sign-out, after 30 days, or when a token changes.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256

from orrery_contracts.access import AccessScope

MIN_TOKEN_LENGTH = 16
SESSION_SECONDS = 30 * 24 * 3600
COOKIE = "orrery_session"


class BadTokensError(ValueError):
    """The token text is not usable; the message says why."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Digests of the tokens in use. Empty: everyone is let in, which only loopback allows."""

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
        """Whether somebody with one of the tokens can launch runs."""
        return any(scope.includes(AccessScope.OPERATOR) for scope, _ in self.digests)

    @property
    def required(self) -> bool:
        return bool(self.digests)

    def scope_of(self, token: str) -> AccessScope | None:
        given = _digest(token)
        found: AccessScope | None = None
        for scope, digest in self.digests:
            if hmac.compare_digest(digest, given):
                found = scope
        return found

    @property
    def fingerprint(self) -> str:
        """Changes when any token does."""
        return sha256(b"orrery tokens" + b"".join(d for _, d in self.digests)).hexdigest()


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has signed in. The console keeps the cookie's digest, never the cookie."""

    digest: str
    scope: AccessScope
    expires_s: int


class Sessions:
    """Every session that has not ended. Lives in the event loop; `features.access` stores it."""

    def __init__(self) -> None:
        self._by_digest: dict[str, Session] = {}

    def open(self, scope: AccessScope, now_s: int) -> tuple[Session, str]:
        """A new session and the cookie that proves it."""
        cookie = secrets.token_urlsafe(32)
        session = Session(_session_digest(cookie), scope, now_s + SESSION_SECONDS)
        self.add(session)
        return session, cookie

    def add(self, session: Session) -> None:
        self._by_digest[session.digest] = session

    def close(self, cookie: str) -> Session | None:
        """The session that ended; None if the cookie proved none."""
        return self._by_digest.pop(_session_digest(cookie), None)

    def scope_of(self, cookie: str, now_s: int) -> AccessScope | None:
        session = self._by_digest.get(_session_digest(cookie))
        return session.scope if session is not None and now_s < session.expires_s else None


def _session_digest(cookie: str) -> str:
    return sha256(b"orrery session" + cookie.encode()).hexdigest()


def _digest(token: str) -> bytes:
    return sha256(b"orrery token" + token.encode()).digest()
