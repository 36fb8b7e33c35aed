"""Who may come in: tokens the console was started with, users, API tokens, sessions of browsers.

Held in memory for the gate; `features.access` stores all but the first and changes it. Secrets are
random and long, so their digests are plain SHA-256; passwords are hashed by `features.access`.
Not thread-safe; lives in the event loop.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie

from orrery_contracts.access import AccessScope
from starlette.datastructures import Headers

from orrery_backend.kit.authorize import ANONYMOUS, Caller
from orrery_backend.kit.file_tokens import Tokens

COOKIE = "orrery_session"
#: Over TLS: browsers accept the prefix only from this host, for all paths, with `Secure`.
TLS_COOKIE = f"__Host-{COOKIE}"
_MOST_SESSIONS = 50
_MOST_ENDED = 10_000
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
    """The credential: `user:NAME`, `token:NAME`, `file:DIGEST` or `oidc:DIGEST`."""
    address: str
    """Where the sign-in came from."""
    opened_s: int
    used_s: int
    """Of the last call, or of the last second of an open WebSocket."""
    name: str = ""
    """Of a person who signed in through a provider; empty for other sources."""
    scope: AccessScope | None = None
    """What the provider's claims gave; None for other sources, whose scope is looked up."""

    @property
    def id(self) -> str:
        """Names the session in documents; does not prove it."""
        return self.digest[:16]


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """Seconds after which a session ends."""

    idle_s: int = 30 * 60
    """Without a call or an open WebSocket."""
    total_s: int = 12 * 3600
    """After the sign-in, also if the session is in use."""

    def ends_s(self, session: Session) -> int:
        """When the session ends if it is not used again, seconds since 1970."""
        return min(session.used_s + self.idle_s, session.opened_s + self.total_s)


class Credentials:
    """Every way in. A caller's scope is that of its source at the time of the call."""

    def __init__(
        self,
        tokens: Tokens,
        now_s: Callable[[], int] = lambda: int(time.time()),
        limits: SessionLimits | None = None,
        *,
        has_provider: bool = False,
        provider_gives_admin: bool = False,
    ) -> None:
        self.file_tokens = tokens
        self.limits = limits or SessionLimits()
        self._has_provider = has_provider
        self._provider_gives_admin = provider_gives_admin
        self.users: dict[str, User] = {}
        self.tokens: dict[str, ApiToken] = {}
        """By name."""
        self.sessions: dict[str, Session] = {}
        """By digest of the cookie."""
        self.used: set[str] = set()
        """Names of tokens that were used since `features.access` stored the times of use."""
        self.used_sessions: set[str] = set()
        """Digests of sessions that were used or ended since then."""
        self._now_s = now_s
        self._names: dict[str, str] = {}
        self._open_sockets: dict[str, set[Callable[[], None]]] = {}
        """By source, and by session as `session:DIGEST`."""
        self._ended: OrderedDict[str, None] = OrderedDict()
        """Digests of cookies whose sessions ended lately."""

    @property
    def required(self) -> bool:
        """Whether callers must sign in. True for ever once there is a user or a token."""
        return (
            self._has_provider or self.file_tokens.required or bool(self.users) or bool(self.tokens)
        )

    def has_admin(self) -> bool:
        """Whether an administrator can sign in."""
        return (
            self._provider_gives_admin
            or self.file_tokens.has_admin
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
        if session is None:
            return None
        if not self._lasts(session):
            self.end_session(session.digest)
            return None
        caller = self._caller_by_source(session.source, session)
        if caller is None:
            return None
        self._use(session)
        return replace(caller, session=session.digest)

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
        if kind == "oidc":
            return self._has_provider
        if kind == "user":
            return name in self.users and not self.users[name].disabled
        return name in self.tokens and self.tokens[name].is_valid(self._now_s())

    def _caller_by_source(self, source: str, session: Session | None = None) -> Caller | None:
        if not self.is_known(source):
            return None
        kind, _, name = source.partition(":")
        if kind == "oidc":
            if session is None or session.scope is None:
                return None
            return Caller(session.scope, session.name, source)
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

    def replace(
        self, users: Iterable[User], tokens: Iterable[ApiToken], sessions: Iterable[Session]
    ) -> None:
        """These and no others."""
        self.users = {user.name: user for user in users}
        self.tokens = {token.name: token for token in tokens}
        self._names = {token.digest: name for name, token in self.tokens.items()}
        self.sessions = {session.digest: session for session in sessions}

    def open_session(self, caller: Caller, address: str = "") -> tuple[Session, str]:
        """A new session and the cookie that proves it. With too many sessions of one source, the
        one that was not used for longest ends.
        """
        cookie, now_s = secrets.token_urlsafe(32), self._now_s()
        is_provided = caller.source.startswith("oidc:")
        session = Session(
            _cookie_digest(cookie),
            caller.source,
            address,
            now_s,
            now_s,
            caller.name if is_provided else "",
            caller.scope if is_provided else None,
        )
        own = sorted(self.sessions_of(caller.source), key=lambda kept: kept.used_s, reverse=True)
        for unused in own[_MOST_SESSIONS - 1 :]:
            self.end_session(unused.digest)
        self.sessions[session.digest] = session
        return session, cookie

    def sessions_of(self, source: str) -> list[Session]:
        return [session for session in self.sessions.values() if session.source == source]

    def session_by_cookie(self, cookie: str) -> Session | None:
        return self.sessions.get(_cookie_digest(cookie))

    def was_valid(self, headers: Headers) -> bool:
        """Whether the call brings a stored token that was revoked or has expired, or the cookie of
        a session that ended lately: it is stale, not a guess.
        """
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return token_digest(token.strip()) in self._names
        return _cookie_digest(cookie_of(headers)) in self._ended

    def forget_session(self, digest: str) -> None:
        """Remembers a session that ended, so that its cookie does not count as a guess."""
        self._ended[digest] = None
        while len(self._ended) > _MOST_ENDED:
            self._ended.popitem(last=False)

    def end_session(self, digest: str) -> Session | None:
        """The session, which has ended, and so have its sockets; None if there is none."""
        session = self.sessions.pop(digest, None)
        if session is not None:
            self.forget_session(digest)
            self.used_sessions.add(digest)
            self._close_sockets(_of_session(digest))
        return session

    def end_source(self, source: str) -> None:
        """Ends the sessions of a source and closes the sockets that it opened."""
        for session in self.sessions_of(source):
            self.end_session(session.digest)
        self._close_sockets(source)

    def end_expired(self) -> None:
        """Ends sessions past their limits and closes the sockets of tokens that have expired."""
        for session in list(self.sessions.values()):
            if _of_session(session.digest) in self._open_sockets:
                self._use(session)
            if not self._lasts(self.sessions[session.digest]):
                self.end_session(session.digest)
        for token in self.tokens.values():
            if not token.is_valid(self._now_s()):
                self.end_source(f"token:{token.name}")

    def socket_opened(self, caller: Caller, close: Callable[[], None]) -> Callable[[], None]:
        """`close` is called when the caller's source or session ends. Call the result once the
        socket has closed.
        """
        keys = [caller.source]
        if caller.session:
            keys.append(_of_session(caller.session))
        for key in keys:
            self._open_sockets.setdefault(key, set()).add(close)

        def closed() -> None:
            for key in keys:
                sockets = self._open_sockets.get(key, set())
                sockets.discard(close)
                if not sockets:
                    self._open_sockets.pop(key, None)

        return closed

    def _close_sockets(self, key: str) -> None:
        # A socket stands under its source and under its session; `close` may be called twice.
        for close in self._open_sockets.pop(key, set()):
            close()

    def _lasts(self, session: Session) -> bool:
        return self._now_s() < self.limits.ends_s(session)

    def _use(self, session: Session) -> None:
        if session.used_s != self._now_s() and self._lasts(session):
            self.sessions[session.digest] = replace(session, used_s=self._now_s())
            self.used_sessions.add(session.digest)


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
    cookie = cookies.get(TLS_COOKIE) or cookies.get(COOKIE)
    return cookie.value if cookie else ""


def _of_session(digest: str) -> str:
    return f"session:{digest}"


def _cookie_digest(cookie: str) -> str:
    return sha256(b"orrery session" + cookie.encode()).hexdigest()
