"""Viewers: each keeps the picture that the page would show, from the live stream alone.

A viewer dials again for ever and resumes from the last message it saw, as the page does.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from orrery_contracts.api import NodeView, RunDocument, RunSummary
from orrery_contracts.stream import (
    EventAdded,
    FleetSnapshot,
    LogAdded,
    Message,
    NodeChanged,
    Refusal,
    RunChanged,
    RunSnapshot,
    RunsSnapshot,
    RunUpdated,
    StreamPosition,
    Subscribe,
    Subscribed,
    ToViewer,
)
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from orrery_campaign.console import HOST, PORT
from orrery_campaign.history import History
from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.process import Process

_TO_VIEWER: TypeAdapter[ToViewer] = TypeAdapter(ToViewer)
_PAUSE_S = 0.5


@dataclass
class Picture:
    """What is shown."""

    nodes: dict[str, NodeView] = field(default_factory=dict)
    runs: dict[str, RunSummary] = field(default_factory=dict)
    documents: dict[str, RunDocument] = field(default_factory=dict)
    events: dict[str, dict[int, str]] = field(default_factory=dict)
    """Texts of a run's events by number."""
    lines: dict[str, list[str]] = field(default_factory=dict)


class Viewer:
    """One browser."""

    def __init__(self, name: str, loop: SimulatedLoop, history: History) -> None:
        self.name = name
        self._loop = loop
        self._history = history
        self.process = Process(name, name)
        self.picture = Picture()
        self._positions: dict[str, StreamPosition | None] = {"fleet": None, "runs": None}
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
        if topic not in self._positions:
            self._positions[topic] = None
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
                    for topic, after in list(self._positions.items()):
                        await connection.send(Subscribe(topic=topic, after=after).model_dump_json())
                    self._connection = connection
                    async for message in connection:
                        if isinstance(message, str):
                            self._take(_TO_VIEWER.validate_json(message))
            except (OSError, WebSocketException, TimeoutError):
                pass
            self._connection = None
            await asyncio.sleep(_PAUSE_S)

    def _take(self, message: ToViewer) -> None:
        match message:
            case Subscribed(resumed=False) as said:
                self._positions[said.topic] = StreamPosition(
                    epoch=said.epoch, sequence=said.sequence
                )
            case Message(topic=topic, sequence=sequence, data=data):
                at = self._positions.get(topic)
                if at is not None and sequence > at.sequence:
                    self._positions[topic] = StreamPosition(epoch=at.epoch, sequence=sequence)
                self._show(topic, data)
            case Refusal(topic=topic):
                self._positions.pop(topic, None)
            case _:
                pass

    def _show(self, topic: str, data: Any) -> None:
        picture, run = self.picture, topic.removeprefix("run/")
        match data:
            case FleetSnapshot(fleet=fleet):
                picture.nodes = {node.name: node for node in fleet.items}
            case NodeChanged(node=node):
                picture.nodes[node.name] = node
            case RunsSnapshot(runs=page):
                picture.runs = {summary.id: summary for summary in page.items}
            case RunChanged(run=summary):
                if topic == "runs":
                    picture.runs[summary.id] = summary
                elif run in picture.documents:
                    picture.documents[run] = picture.documents[run].model_copy(
                        update={"summary": summary}
                    )
            case RunSnapshot(run=document, log=log):
                picture.documents[run] = document
                picture.events[run] = {event.sequence: event.text for event in document.events}
                picture.lines[run] = [line.text for line in log]
            case RunUpdated(run=document):
                picture.documents[run] = document
            case EventAdded(event=event):
                picture.events.setdefault(run, {})[event.sequence] = event.text
            case LogAdded(line=line):
                picture.lines.setdefault(run, []).append(line.text)
            case _:
                pass


async def _send(connection: ClientConnection, text: str) -> None:
    try:
        await connection.send(text)
    except WebSocketException:
        return
