"""What a viewer shows, built like the page from the live stream alone, and where it resumes."""

from __future__ import annotations

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

TO_VIEWER: TypeAdapter[ToViewer] = TypeAdapter(ToViewer)


@dataclass
class Picture:
    """The documents that a viewer shows."""

    nodes: dict[str, NodeView] = field(default_factory=dict)
    runs: dict[str, RunSummary] = field(default_factory=dict)
    documents: dict[str, RunDocument] = field(default_factory=dict)
    events: dict[str, dict[int, str]] = field(default_factory=dict)
    """Texts of a run's events by number."""
    lines: dict[str, list[str]] = field(default_factory=dict)

    positions: dict[str, StreamPosition | None] = field(
        default_factory=lambda: {"fleet": None, "runs": None}
    )
    """The position of the last message by topic."""

    def subscriptions(self) -> list[Subscribe]:
        """The subscriptions of a new connection."""
        return [Subscribe(topic=topic, after=at) for topic, at in self.positions.items()]

    def take(self, message: ToViewer) -> None:
        match message:
            case Subscribed(resumed=False) as said:
                self.positions[said.topic] = StreamPosition(
                    epoch=said.epoch, sequence=said.sequence
                )
            case Message(topic=topic, sequence=sequence, data=data):
                at = self.positions.get(topic)
                if at is not None and sequence > at.sequence:
                    self.positions[topic] = StreamPosition(epoch=at.epoch, sequence=sequence)
                self._show(topic, data)
            case Refusal(topic=topic):
                self.positions.pop(topic, None)
            case _:
                pass

    def _show(self, topic: str, data: Any) -> None:
        run = topic.removeprefix("run/")
        match data:
            case FleetSnapshot(fleet=fleet):
                self.nodes = {node.name: node for node in fleet.items}
            case NodeChanged(node=node):
                self.nodes[node.name] = node
            case RunsSnapshot(runs=page):
                self.runs = {summary.id: summary for summary in page.items}
            case RunChanged(run=summary):
                if topic == "runs":
                    self.runs[summary.id] = summary
                elif run in self.documents:
                    self.documents[run] = self.documents[run].model_copy(
                        update={"summary": summary}
                    )
            case RunSnapshot(run=document, log=log):
                self.documents[run] = document
                self.events[run] = {event.sequence: event.text for event in document.events}
                self.lines[run] = [line.text for line in log]
            case RunUpdated(run=document):
                self.documents[run] = document
            case EventAdded(event=event):
                self.events.setdefault(run, {})[event.sequence] = event.text
            case LogAdded(line=line):
                self.lines.setdefault(run, []).append(line.text)
            case _:
                pass
