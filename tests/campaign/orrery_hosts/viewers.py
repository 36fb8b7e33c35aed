"""Browsers on the console's live stream. Each builds the picture that the page would show."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from contextlib import suppress

from orrery_campaign.pictures import TO_VIEWER, Picture
from orrery_contracts.stream import Subscribe
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

_PAUSE_S = 0.3
_MAX_MESSAGE_BYTES = 16 << 20


class Viewer:
    """A browser in its own thread. It reconnects until `leave`."""

    def __init__(self, name: str, url: str, headers: Mapping[str, str]) -> None:
        self.name = name
        self.picture = Picture()
        self._address = f"ws{url.removeprefix('http')}/api/v1/stream"
        self._headers = dict(headers)
        self._loop = asyncio.new_event_loop()
        self._reads = asyncio.Event()
        self._reads.set()
        self._connection: ClientConnection | None = None
        self._task = self._loop.create_task(self._view())
        self._thread = threading.Thread(target=self._run, name=name)
        self._thread.start()

    def follow(self, run: str) -> None:
        """Opens a run's page."""
        self._loop.call_soon_threadsafe(self._follow, run)

    def stall(self) -> None:
        """Stops reading until `go_on`."""
        self._loop.call_soon_threadsafe(self._reads.clear)

    def go_on(self) -> None:
        self._loop.call_soon_threadsafe(self._reads.set)

    def leave(self) -> None:
        """Closes the browser."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)
        self._loop.close()

    def _follow(self, run: str) -> None:
        topic = f"run/{run}"
        if topic in self.picture.positions:
            return
        self.picture.positions[topic] = None
        if self._connection is not None:
            asked = [Subscribe(topic=topic)]
            self._asking = self._loop.create_task(_ask(self._connection, asked))

    async def _view(self) -> None:
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    self._address,
                    additional_headers=self._headers,
                    compression=None,
                    proxy=None,
                    open_timeout=5,
                    max_size=_MAX_MESSAGE_BYTES,
                ) as connection:
                    self._connection = connection
                    await _ask(connection, self.picture.subscriptions())
                    async for message in connection:
                        if isinstance(message, str):
                            self.picture.take(TO_VIEWER.validate_json(message))
                        await self._reads.wait()
            self._connection = None
            await asyncio.sleep(_PAUSE_S)


async def _ask(connection: ClientConnection, subscriptions: list[Subscribe]) -> None:
    with suppress(WebSocketException):
        for asked in subscriptions:
            await connection.send(asked.model_dump_json())
