"""Who may come in: tokens the console was started with, users, API tokens, sessions of browsers.

Held in memory for the gate; `features.access` stores all but the first and changes it. Secrets are
random and long, so their digests are plain SHA-256; passwords are hashed by `features.access`.
Not thread-safe; lives in the event loop.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie

from orrery_contracts.access import AccessScope
from starlette.datastructures import Headers

from orrery_backend.kit.authorize import ANONYMOUS, Caller
from orrery_backend.kit.file_tokens import Tokens

SESSION_SECONDS = 30 * 24 * 3600
COOKIE = "orrery_session"
_PREFIX = "orrery_"


@dataclass(frozen=True, slots=True)
class User:
    """A person who signs in with a password."""

    name: str
    scope: AccessScope
    password_hash: str
    disabled: bool
    created_ms: int
    last_sign_in_ms: int | None = None


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token for a program or an agent. `digest` is of its secret."""

    name: str
    digest: str
    scope: AccessScope
    node: str | None
    created_ms: int
    created_by: str
    expires_s: int | None
    last_used_s: int | None = None
    revoked_ms: int | None = None

    def is_valid(self, now_s: int) -> bool:
        return self.revoked_ms is None and (self.expires_s is None or now_s < self.expires_s)


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has signed in. The console keeps the cookie's digest, never the cookie."""

    digest: str
    source: str
    """What was signed in with: `user:NAME`, `token:NAME` or `file:DIGEST`."""
    expires_s: int


class Credentials:
    """Every way in. A caller's scope is that of its source at the time of the call."""

    def __init__(self, tokens: Tokens, now_s: Callable[[], int] = lambda: int(time.time())) -> None:
        self.file_tokens = tokens
        self.users: dict[str, User] = {}
        self.tokens: dict[str, ApiToken] = {}
        """By name."""
        self.sessions: dict[str, Session] = {}
        """By digest of the cookie."""
        self.used: set[str] = set()
        """Names of tokens that were used since `features.access` stored the times of use."""
        self._now_s = now_s
        self._names: dict[str, str] = {}
        self._open_sockets: dict[str, set[Callable[[], None]]] = {}

    @property
    def required(self) -> bool:
        """Whether callers must sign in. True for ever once there is a user or a token."""
        return self.file_tokens.required or bool(self.users) or bool(self.tokens)

    def has_admin(self) -> bool:
        """Whether anybody can sign in who may manage access."""
        return (
            self.file_tokens.has_admin
            or any(u.scope is AccessScope.ADMIN and not u.disabled for u in self.users.values())
            or any(
                token.scope is AccessScope.ADMIN and token.is_valid(self._now_s())
                for token in self.tokens.values()
            )
        )

    def caller_of(self, headers: Headers) -> Caller | None:
        """By bearer header, else by cookie. `ANONYMOUS` where no sign-in is required."""
        if not self.required:
            return ANONYMOUS
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self.caller_by_token(token.strip())
        session = self.sessions.get(_cookie_digest(cookie_of(headers)))
        if session is None or session.expires_s <= self._now_s():
            return None
        return self._caller_by_source(session.source)

    def caller_by_token(self, secret: str) -> Caller | None:
        in_file = self.file_tokens.find(secret)
        if in_file is not None:
            return self._caller_by_source(f"file:{in_file[1]}")
        name = self._names.get(token_digest(secret))
        return self._caller_by_source(f"token:{name}") if name is not None else None

    def is_known(self, source: str) -> bool:
        """Whether the credential is still valid; does not count as a use of a token."""
        kind, _, name = source.partition(":")
        if kind == "file":
            return self.file_tokens.scope_of(name) is not None
        if kind == "user":
            return name in self.users and not self.users[name].disabled
        return name in self.tokens and self.tokens[name].is_valid(self._now_s())

    def _caller_by_source(self, source: str) -> Caller | None:
        if not self.is_known(source):
            return None
        kind, _, name = source.partition(":")
        if kind == "file":
            scope = self.file_tokens.scope_of(name)
            return Caller(scope, scope.value, source) if scope is not None else None
        if kind == "user":
            return Caller(self.users[name].scope, name, source)
        token = self.tokens[name]
        self.tokens[name] = replace(token, last_used_s=self._now_s())
        self.used.add(name)
        return Caller(token.scope, name, source, node=token.node)

    def keep_user(self, user: User) -> None:
        self.users[user.name] = user

    def keep_token(self, token: ApiToken) -> None:
        self.tokens[token.name] = token
        self._names[token.digest] = token.name

    def open_session(self, caller: Caller) -> tuple[Session, str]:
        """A new session and the cookie that proves it."""
        cookie = secrets.token_urlsafe(32)
        session = Session(_cookie_digest(cookie), caller.source, self._now_s() + SESSION_SECONDS)
        self.sessions[session.digest] = session
        return session, cookie

    def close_session(self, cookie: str) -> Session | None:
        """The session that ended; None if the cookie proved none."""
        return self.sessions.pop(_cookie_digest(cookie), None)

    def end_source(self, source: str) -> None:
        """Ends the sessions of a source and closes the sockets that it opened."""
        for digest in [d for d, session in self.sessions.items() if session.source == source]:
            del self.sessions[digest]
        for close in self._open_sockets.pop(source, set()):
            close()

    def end_expired(self) -> None:
        """Closes the sockets of tokens that have expired."""
        for token in self.tokens.values():
            if not token.is_valid(self._now_s()):
                self.end_source(f"token:{token.name}")

    def socket_opened(self, source: str, close: Callable[[], None]) -> Callable[[], None]:
        """`close` is called when the source ends. Call the result once the socket has closed."""
        self._open_sockets.setdefault(source, set()).add(close)

        def closed() -> None:
            sockets = self._open_sockets.get(source, set())
            sockets.discard(close)
            if not sockets:
                self._open_sockets.pop(source, None)

        return closed


def new_secret() -> str:
    """A token's secret, recognisable by scanners for leaked secrets."""
    return _PREFIX + secrets.token_urlsafe(32)


def token_digest(secret: str) -> str:
    return sha256(b"orrery api token" + secret.encode()).hexdigest()


def cookie_of(headers: Headers) -> str:
    """The session's cookie; empty if there is none."""
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    cookie = cookies.get(COOKIE)
    return cookie.value if cookie else ""


def _cookie_digest(cookie: str) -> str:
    return sha256(b"orrery session" + cookie.encode()).hexdigest()
