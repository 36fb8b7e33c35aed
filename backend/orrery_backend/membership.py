"""One console of several over one store: leads runs, or passes calls on to the console that does.

Every console takes every call. One that does not lead answers from the store what is asked of runs
that have ended, also while no console leads, and passes on the rest, agents' links included.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import parse_qs

import structlog
from orrery_contracts.errors import ProblemCode
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from orrery_backend import migrations
from orrery_backend.console import Console
from orrery_backend.features.consoles.service import Election
from orrery_backend.kit.admission import Admission, keep_connection, occupy_connection
from orrery_backend.kit.problems import ProblemError
from orrery_backend.kit.refusal import refuse
from orrery_backend.kit.store_kind import StoreUnavailableError
from orrery_backend.relay import (
    CLIENT,
    HOST,
    MISDIRECTED,
    RELAYED,
    SCHEME,
    NoLeaderError,
    Relay,
    refuse_without_leader,
    target_of,
)

_ONE_RUN = re.compile(r"/api/v1/runs/([^/]+)(/(series|export|events|log))?")
_COMPARE = "/api/v1/compare"
_HEALTH = "/api/v1/health"
_AGENTS = "/api/v1/agents/link"
#: Answered from the store when no console leads.
_STORED = re.compile(
    r"/api/v1/(runs|groups|compare|presets|suites|reference|studies|schemas)(/.*)?"
)
_CREDENTIALS_S = 1.0
_AFTER_FAILURE_S = 2.0
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Served:
    """A console and its application."""

    console: Console
    app: ASGIApp


class Membership:
    """The application of a console process. `make` makes a console that has not begun: there is a
    new one after each that led.
    """

    def __init__(
        self, make: Callable[[], Served], election: Election, relay: Relay, wait_s: float = 2.0
    ) -> None:
        self._make = make
        self._election = election
        self._relay = relay
        self._wait_s = wait_s
        self._here = make()
        self._leads = False
        self._sockets: set[asyncio.Task[object]] = set()
        self._looked = float("-inf")
        self._admitted = Admission(self._pass_on)

    @property
    def console(self) -> Console:
        return self._here.console

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._leads:
            await self._serve(scope, receive, send)
        elif RELAYED in Headers(scope=scope):
            await refuse(_misdirected(), scope, receive, send)
        else:
            try:
                target_of(scope)
            except ProblemError as problem:
                await refuse(problem, scope, receive, send)
                return
            await self._follow(scope, receive, send)

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._pass_socket_on(scope, receive, send)
        elif not scope["path"].startswith(("/api", "/metrics")):
            await self._here.app(scope, receive, send)
        elif scope["path"] == _HEALTH:
            await self._health(scope, receive, send)
        else:
            await self._admitted(scope, receive, send)

    # Leading.

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        living = asyncio.create_task(self._go_on())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        living.cancel()
        with suppress(asyncio.CancelledError):
            await living
        await self._relay.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _go_on(self) -> None:
        while True:
            try:
                await self._election.campaign()
                await self._lead()
            except StoreUnavailableError as error:
                _log.warning("this console does not lead any more", error=error.words)
            except Exception:  # noqa: BLE001 - another console may lead, and later this one again
                _log.exception("this console cannot lead")
                await asyncio.sleep(_AFTER_FAILURE_S)
            finally:
                await self._election.give_up()
                await self._here.console.database.close()
            self._here = self._make()

    async def _lead(self) -> None:
        console = self._here.console
        await migrations.upgrade(console.database)
        await self._election.take_office(console.database)
        async with console.running():
            self._leads = True
            try:
                await self._election.hold()
            finally:
                self._leads = False
                for task in self._sockets:
                    task.cancel()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = self._as_first_seen(scope)
        if scope["type"] != "websocket":
            await self._here.app(scope, receive, send)
            return
        task = asyncio.current_task()
        assert task is not None  # a server calls an application in a task
        self._sockets.add(task)
        try:
            await self._here.app(scope, receive, send)
        finally:
            self._sockets.discard(task)

    def _as_first_seen(self, scope: Scope) -> Scope:
        """A call that another console has passed on, as that one saw it."""
        headers = Headers(scope=scope)
        leader = self._election.leader
        if leader is None or headers.get(RELAYED) != leader.secret:
            return scope
        scheme = headers.get(SCHEME, "http")
        if scope["type"] == "websocket":
            scheme = scheme.replace("http", "ws", 1)
        host = (b"host", headers.get(HOST, "").encode("latin-1"))
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        client = (headers.get(CLIENT, ""), 0)
        return {**scope, "client": client, "scheme": scheme, "headers": [host, *others]}

    # Following.

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_read = scope["method"] in ("GET", "HEAD")
        is_stored = is_read and _STORED.fullmatch(scope["path"]) is not None
        if is_stored and await self._can_answer(scope):
            await self._here.app(scope, receive, send)
            return
        try:
            await self._relay.http(scope, receive, send, self._wait_s if is_stored else None)
        except ProblemError as problem:
            await refuse(problem, scope, receive, send)
        except NoLeaderError as error:
            if is_stored:
                await self._look_up_credentials()
                await self._here.app(scope, receive, send)
                return
            await refuse_without_leader(str(error), scope, receive, send)

    async def _pass_socket_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        def admit() -> bool:
            if scope["path"] == _AGENTS:
                keep_connection(scope)
                return True
            return occupy_connection(scope)

        try:
            await self._relay.socket(scope, receive, send, admit)
        except NoLeaderError as error:
            await refuse_without_leader(str(error), scope, receive, send, connected=True)

    async def _health(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            status, body = await self._relay.fetch(scope)
        except NoLeaderError as error:
            await refuse_without_leader(str(error), scope, receive, send)
            return
        leader = self._election.leader
        if status == 200 and leader is not None:
            body = json.dumps({**json.loads(body), "leader": leader.address}).encode()
        kind = b"application/json" if status == 200 else b"application/problem+json"
        headers = [
            (b"content-type", kind),
            (b"content-length", str(len(body)).encode()),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _can_answer(self, scope: Scope) -> bool:
        """Whether all that is asked for is in the store, and the caller is known here."""
        keys = _runs_asked_for(scope)
        if not keys:
            return False
        try:
            await self._look_up_credentials()
            if self.console.credentials.caller_of(Headers(scope=scope)) is None:
                return False
            await self.console.runs.transferred.ended(keys)
        except (ProblemError, StoreUnavailableError):
            return False
        return True

    async def _look_up_credentials(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._looked >= _CREDENTIALS_S:
            await self.console.access.look_up()
            self._looked = now


def _runs_asked_for(scope: Scope) -> list[str]:
    one = _ONE_RUN.fullmatch(scope["path"])
    if one is not None:
        return [one[1]]
    if scope["path"] != _COMPARE:
        return []
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    keys = [*query.get("runs", [""])[0].split(","), *query.get("baseline", [])]
    return [key.strip() for key in keys if key.strip()]


def _misdirected() -> ProblemError:
    return ProblemError(
        ProblemCode.UNAVAILABLE, "This console does not lead any more.", status=MISDIRECTED
    )
