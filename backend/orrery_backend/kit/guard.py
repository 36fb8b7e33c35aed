"""The gate in front of every request: host, origin, sign-in, size.

- Host: on loopback only names of loopback are answered, so that a page elsewhere cannot reach the
  console through a name that it points at 127.0.0.1 (DNS rebinding).
- Origin: a WebSocket, and a request that changes something, is refused if a browser says it comes
  from another site.
- Sign-in: finds out who calls, by a bearer header or the session's cookie. What the caller may do
  is decided by the route (`kit.authorize`).
- Rate: what changes something, and sign-in even more so, is bounded for each caller. A caller that
  gives wrong tokens is locked out for a while, and the log says so.
- Size: a body larger than 1 MiB is refused before it is read whole.

Pure ASGI: it works alike for HTTP and WebSockets and does not buffer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import structlog
from orrery_contracts.documents import MOST_BYTES
from orrery_contracts.errors import ProblemCode
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orrery_backend.kit.audit import (
    AuditedAnswer,
    AuditedCall,
    audited_call,
    set_wrong_credentials,
)
from orrery_backend.kit.authorize import ANONYMOUS, Caller, caller_in, set_caller
from orrery_backend.kit.credentials import Credentials, cookie_of
from orrery_backend.kit.problems import ProblemError
from orrery_backend.kit.rates import RateLimit
from orrery_backend.kit.refusal import refuse

_log = structlog.get_logger()
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
#: Close code of a socket whose caller has lost access.
ENDED = 4401
_SIGN_IN_PATH = "/api/v1/session"
_PROVIDER_PATH = f"{_SIGN_IN_PATH}/provider"
_GUARDED_PATHS = ("/api", "/metrics")


@dataclass(frozen=True, slots=True)
class GuardRules:
    """What the gate lets through."""

    credentials: Credentials
    record: Callable[[AuditedCall], Awaitable[None]]
    """Takes what belongs in the audit log; an entry of a change is stored when this returns."""
    loopback_only: bool
    extra_hosts: tuple[str, ...] = ()
    large_bodies: frozenset[str] = frozenset()
    """Paths of calls that bound their bodies themselves, after the caller's scope is checked."""

    def host_allowed(self, host: str) -> bool:
        if not self.loopback_only:
            return True
        return host in _LOOPBACK_NAMES or host in self.extra_hosts


class Guard:
    """See the module's comment."""

    def __init__(self, app: ASGIApp, rules: GuardRules) -> None:
        self._app = app
        self._rules = rules
        self._changes = RateLimit(per_second=50, burst=200)
        self._sign_ins = RateLimit(per_second=0.5, burst=10)
        self._wrong = RateLimit(per_second=0.2, burst=20)
        #: Entries of refused calls, by who; a flood must not push the others out of the log.
        self._refusals = RateLimit(per_second=0.5, burst=100)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        await self._serve(
            scope, receive, AuditedAnswer(send, lambda status: self._record(scope, status))
        )

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            self._check(scope, headers)
            if scope["type"] == "http" and scope["path"] not in self._rules.large_bodies:
                _check_length(headers)
                receive = _limited(receive)
        except ProblemError as problem:
            await refuse(problem, scope, receive, send)
            return
        caller = caller_in(scope)
        if scope["type"] == "websocket" and caller is not None:
            await self._serve_socket(caller, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _record(self, scope: Scope, status: int) -> None:
        call = audited_call(scope, _address(scope), status)
        if call is None:
            return
        if status < 400 or self._refusals.take(call.who, time.monotonic()):
            await self._rules.record(call)

    async def _serve_socket(
        self, caller: Caller, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """A socket whose caller loses access is closed; its route sees a client that has gone."""
        closing: list[asyncio.Task[None]] = []

        async def close() -> None:
            with suppress(RuntimeError):
                await send({"type": "websocket.close", "code": ENDED, "reason": "access has ended"})

        def end() -> None:
            if not closing:
                closing.append(asyncio.create_task(close()))

        closed = self._rules.credentials.socket_opened(caller, end)
        try:
            await self._app(scope, receive, send)
        finally:
            closed()
            await asyncio.gather(*closing)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = _host_name(headers.get("host", ""))
        if not self._rules.host_allowed(host):
            raise ProblemError(
                ProblemCode.FORBIDDEN,
                f"This console answers on loopback only, not as {host[:100]!r}."
                " Open it as http://127.0.0.1:PORT or http://localhost:PORT.",
            )
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        origin = headers.get("origin")
        if changes and origin is not None and not _same_origin(origin, headers.get("host", "")):
            raise ProblemError(
                ProblemCode.FORBIDDEN,
                f"The request comes from another site ({origin[:100]}). Use the console's own "
                "page, or a client without an Origin header.",
            )
        path: str = scope["path"]
        if scope["type"] == "http" and (changes or path.startswith(_PROVIDER_PATH)):
            self._check_rate(scope, path)
        if path.startswith(_GUARDED_PATHS):
            set_caller(scope, self._identify(scope, headers))

    def _identify(self, scope: Scope, headers: Headers) -> Caller | None:
        """Who calls; None if the caller has not signed in. Counts wrong tokens and cookies, except
        those that were valid: an agent with a revoked token asks again and again.

        A caller with too many is locked out, also with a right one: otherwise it could go on
        guessing.
        """
        if not self._rules.credentials.required:
            return ANONYMOUS
        if "authorization" not in headers and not cookie_of(headers):
            return None
        address, now = _address(scope), time.monotonic()
        if not self._wrong.has(address, now):
            raise ProblemError(
                ProblemCode.TOO_MANY,
                f"Too many wrong tokens came from {address}. Wait a minute, then use the right "
                "one.",
            )
        caller = self._rules.credentials.caller_of(headers)
        if caller is not None:
            return caller
        if self._rules.credentials.was_valid(headers):
            return None
        self._wrong.take(address, now)
        set_wrong_credentials(scope)
        _log.warning("wrong token or session", caller=address, path=scope["path"][:100])
        if not self._wrong.has(address, now):
            _log.warning("caller locked out after wrong tokens", caller=address)
        return None

    def _check_rate(self, scope: Scope, path: str) -> None:
        address = _address(scope)
        signs_in = path == _SIGN_IN_PATH or path.startswith(_PROVIDER_PATH)
        limit = self._sign_ins if signs_in else self._changes
        if not limit.take(address, time.monotonic()):
            raise ProblemError(
                ProblemCode.TOO_MANY,
                f"More than {limit.per_second:g} such requests a second came from {address}."
                " Wait a few seconds, then go on more slowly.",
            )


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _host_name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _same_origin(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def _check_length(headers: Headers) -> None:
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > MOST_BYTES:
        raise _too_large()


def _too_large() -> ProblemError:
    return ProblemError(
        ProblemCode.TOO_LARGE,
        f"The body is larger than {MOST_BYTES >> 10} KiB. No document of this interface is; see "
        "that the right file was sent.",
    )


def _limited(receive: Receive) -> Receive:
    """Also for a body that does not say its length."""
    read = 0

    async def counted() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise _too_large()
        return message

    return counted
