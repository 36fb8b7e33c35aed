"""Viewers, each of which builds the page's picture from the live stream alone.

A viewer reconnects for ever and resumes after its last message, as the page does.
"""

from __future__ import annotations

import asyncio

from orrery_contracts.stream import Subscribe
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from orrery_campaign.console import HOST, PORT
from orrery_campaign.history import History
from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.pictures import TO_VIEWER, Picture
from orrery_campaign.process import Process

_PAUSE_S = 0.5


class Viewer:
    """A browser."""

    def __init__(self, name: str, loop: SimulatedLoop, history: History) -> None:
        self.name = name
        self._loop = loop
        self._history = history
        self.process = Process(name, name)
        self.picture = Picture()
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._history.note(self.name, "viewer comes")
        self._task = self._loop.start(self.process, self._view())

    def leave(self) -> None:
        """Closes the browser."""
        self._history.note(self.name, "viewer leaves")
        self._loop.kill(self.process)

    def follow(self, run_id: str) -> None:
        """Opens a run's page."""
        topic = f"run/{run_id}"
        if topic not in self.picture.positions:
            self.picture.positions[topic] = None
            if self._connection is not None and self.process.runs:
                connection = self._connection
                asked = Subscribe(topic=topic).model_dump_json()
                self._loop.start(self.process, _send(connection, asked))

    async def _view(self) -> None:
        while True:
            try:
                async with connect(
                    f"ws://{HOST}:{PORT}/api/v1/stream",
                    compression=None,
                    proxy=None,
                    open_timeout=5,
                ) as connection:
                    for asked in self.picture.subscriptions():
                        await connection.send(asked.model_dump_json())
                    self._connection = connection
                    async for message in connection:
                        if isinstance(message, str):
                            self.picture.take(TO_VIEWER.validate_json(message))
            except (OSError, WebSocketException, TimeoutError):
                pass
            self._connection = None
            await asyncio.sleep(_PAUSE_S)


async def _send(connection: ClientConnection, text: str) -> None:
    try:
        await connection.send(text)
    except WebSocketException:
        return
