"""The console's host: the real console on the simulated disk and network.

The HTTP server uses uvicorn's protocol code and serves only the two WebSockets. All other requests
are calls of the services, like those of the routers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import uvicorn
from fastapi import WebSocket
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console
from orrery_backend.features.fleet import link
from orrery_backend.features.live import socket
from orrery_backend.kit.authorize import ANONYMOUS
from orrery_backend.kit.db import store_file
from uvicorn.server import ServerState

from orrery_campaign.disk import SimulatedDisk
from orrery_campaign.driver import StoreConnection
from orrery_campaign.history import History
from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.process import Process
from orrery_campaign.receiver import Receiver

Answer = TypeVar("Answer")
HOST, PORT = "console", 8000
URL = f"http://{HOST}:{PORT}"


class UnknownOutcome(Exception):  # noqa: N818 - not a failure
    """The console died or did not answer in time: the call may have had an effect or not."""


class ConsoleHost:
    """Starts, kills and ends consoles on one disk."""

    def __init__(
        self,
        loop: SimulatedLoop,
        random: Random,
        history: History,
        folder: Path,
        disk: SimulatedDisk,
        receiver: Receiver,
    ) -> None:
        self._loop = loop
        self._random = random
        self._history = history
        self._folder = folder
        self._receiver = receiver
        self.disk = disk
        self.disks = [disk]
        self.process: Process | None = None
        self.console: Console | None = None
        self.lives = 0
        self._stop: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.alive

    @property
    def store_path(self) -> str:
        return str(store_file(self._folder))

    def start(self) -> None:
        if self.runs:
            return
        self.lives += 1
        self.console = None
        process = self.process = Process(f"console#{self.lives}", HOST)
        StoreConnection.disks[id(process)] = self.disk
        self.disk.on_death = lambda: self._die(process)
        self._history.note(HOST, "console starts")
        self._task = self._loop.start(process, self._main())

    async def _main(self) -> None:
        try:
            config = BackendConfig(self._folder, host="127.0.0.1")
            console = Console(config, post=self._receiver.post)
            async with console.running(), self._serving(console):
                self.console = console
                self._history.note(HOST, "console answers")
                self._stop = asyncio.Event()
                await self._stop.wait()
        finally:
            self.console = None

    @asynccontextmanager
    async def _serving(self, console: Console) -> Any:
        config = uvicorn.Config(
            _application(console),
            ws_max_size=9 << 20,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            access_log=False,
            log_config=None,
            server_header=False,
            lifespan="off",
        )
        config.load()
        state = ServerState()
        server = await self._loop.create_server(
            lambda: config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=state, app_state={}
            ),
            HOST,
            PORT,
        )
        yield
        server.close()
        for connection in list(state.connections):
            connection.shutdown()
        async with asyncio.timeout(30):
            while state.connections or state.tasks:  # noqa: ASYNC110 - uvicorn has no event for it
                await asyncio.sleep(0.1)

    def kill(self, *, power_lost: bool) -> None:
        if self.process is None or not self.process.alive:
            return
        self.disk.dead = True
        self._end(power_lost=power_lost)

    def _die(self, process: Process) -> None:
        """The disk has reached the operation at which the console dies."""
        if process is self.process:
            self._end(power_lost=self._random.random() < 0.7)

    def _end(self, *, power_lost: bool) -> None:
        assert self.process is not None
        self._history.note(
            HOST,
            f"console killed{', power lost' if power_lost else ''} ({self.disk.operations} writes)",
        )
        self._loop.kill(self.process)
        self.console = None
        self.disk = self.disk.restart(power_lost=power_lost)
        self.disks.append(self.disk)

    async def end(self) -> None:
        """Like SIGTERM: asks the console to end and waits."""
        if self.process is None or not self.process.alive or self._stop is None:
            return
        assert self._task is not None
        self._history.note(HOST, "console is told to end")
        self._stop.set()
        await asyncio.wait({self._task}, timeout=60)
        self._history.check(self._task.done(), "the console does not end")
        if self._task.done() and self._task.exception() is not None:
            self._history.fail(f"the console failed: {self._task.exception()!r}")

    def failed_to_start(self) -> BaseException | None:
        """Returns the error that ended the console's main coroutine; None without one."""
        if self._task is not None and self._task.done() and not self._task.cancelled():
            return self._task.exception()
        return None

    async def ask(
        self, call: Callable[[Console], Awaitable[Answer]], patience_s: float = 20.0
    ) -> Answer:
        """Calls a service within the console's process.

        Raises `UnknownOutcome` if the console dies or takes longer than `patience_s`, and the
        service's own errors.
        """
        console, process = self.console, self.process
        if console is None or process is None or not process.runs:
            raise UnknownOutcome

        async def asked() -> Answer:
            return await call(console)

        task = self._loop.start(process, asked())
        begun = self._loop.time()
        while not task.done():
            if not process.alive or self._loop.time() - begun > patience_s:
                raise UnknownOutcome
            await asyncio.wait({task}, timeout=0.25)
        return task.result()


def _application(console: Console) -> Any:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        connection = WebSocket(scope, receive, send)
        if scope["path"] == "/api/v1/agents/link":
            await link.serve(connection, console.fleet, ANONYMOUS)
        else:
            await socket.serve(connection, console.live)

    return application
