"""The live stream's messages (docs/formats/live-stream.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.api import (
    LogLine,
    NodeList,
    NodeView,
    RunDocument,
    RunEvent,
    RunPage,
    RunSummary,
    SeriesColumn,
)
from orrery_contracts.base import Contract, Count, Index, Label, RunId
from orrery_contracts.group import GroupSummary
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.telemetry import FrameSchema


class StreamPosition(Contract):
    """A place in a topic's log."""

    epoch: Label
    sequence: Count


class Subscribe(Contract):
    """Follow a topic: `fleet`, `runs`, `run/<id>` or `group/<id>`."""

    kind: Literal["subscribe"] = "subscribe"
    topic: Label
    after: StreamPosition | None = None
    """The last message seen; null for a fresh start."""


class Unsubscribe(Contract):
    """Stop following a topic."""

    kind: Literal["unsubscribe"] = "unsubscribe"
    topic: Label


class Ping(Contract):
    """Asks for a `pong`."""

    kind: Literal["ping"] = "ping"
    id: Count


FromViewer = Annotated[Subscribe | Unsubscribe | Ping, Field(discriminator="kind")]


class FleetSnapshot(Contract):
    """The current fleet."""

    kind: Literal["fleet"] = "fleet"
    fleet: NodeList


class RunsSnapshot(Contract):
    """The newest runs."""

    kind: Literal["runs"] = "runs"
    runs: RunPage


class RunSnapshot(Contract):
    """The current state of a run. Its recent window frames follow as binary messages."""

    kind: Literal["run"] = "run"
    run: RunDocument
    log: list[LogLine]


class NodeChanged(Contract):
    """On `fleet`."""

    kind: Literal["node_changed"] = "node_changed"
    node: NodeView


class RunChanged(Contract):
    """On `runs` and `run/<id>`: state, progress, repeat, headline."""

    kind: Literal["run_changed"] = "run_changed"
    run: RunSummary


class RunUpdated(Contract):
    """On `run/<id>`: the complete document, after placing and after each repeat's result."""

    kind: Literal["run_updated"] = "run_updated"
    run: RunDocument


class EventAdded(Contract):
    """On `run/<id>`."""

    kind: Literal["event_added"] = "event_added"
    event: RunEvent


class LogAdded(Contract):
    """On `run/<id>`."""

    kind: Literal["log_added"] = "log_added"
    line: LogLine


class SchemaAdded(Contract):
    """On `run/<id>`: before the first frame that needs it."""

    kind: Literal["schema_added"] = "schema_added"
    frame_schema: FrameSchema


class GroupSnapshot(Contract):
    """The current state of a group."""

    kind: Literal["group"] = "group"
    group: GroupDocument


class GroupChanged(Contract):
    """On `runs` and `group/<id>`: state, progress and counts of a group, also of a new group."""

    kind: Literal["group_changed"] = "group_changed"
    group: GroupSummary


class CellChanged(Contract):
    """On `group/<id>`: a cell's run has a new state or new results."""

    kind: Literal["cell_changed"] = "cell_changed"
    group: RunId
    cell: GroupCell


class GroupUpdated(Contract):
    """On `group/<id>`: the complete document, after its runs ended or were retried."""

    kind: Literal["group_updated"] = "group_updated"
    group: GroupDocument


StreamData = Annotated[
    FleetSnapshot
    | RunsSnapshot
    | RunSnapshot
    | NodeChanged
    | RunChanged
    | RunUpdated
    | EventAdded
    | LogAdded
    | SchemaAdded
    | GroupSnapshot
    | GroupChanged
    | CellChanged
    | GroupUpdated,
    Field(discriminator="kind"),
]


class Subscribed(Contract):
    """The topic is subscribed. If it was not resumed, discard older state: a snapshot follows."""

    kind: Literal["subscribed"] = "subscribed"
    topic: Label
    channel: Index
    """Number of the topic in binary messages."""
    epoch: Label
    sequence: Count
    resumed: bool


class Message(Contract):
    """An entry of a topic's log, or its snapshot."""

    kind: Literal["message"] = "message"
    topic: Label
    sequence: Count
    data: StreamData


class Dropped(Contract):
    """Number of frames dropped for this viewer because it is slow. Events are never dropped."""

    kind: Literal["dropped"] = "dropped"
    topic: Label
    frames: Count


class Refusal(Contract):
    """The requested topic does not exist."""

    kind: Literal["refusal"] = "refusal"
    topic: Label
    message: Label


class Pong(Contract):
    """Answer to `ping`."""

    kind: Literal["pong"] = "pong"
    id: Count


ToViewer = Annotated[Subscribed | Message | Dropped | Refusal | Pong, Field(discriminator="kind")]


class DecodedFrame(Contract):
    """A frame as text, in place of a binary message; only with `?format=json`."""

    kind: Literal["frame"] = "frame"
    topic: Label
    sequence: Count
    node_index: Index
    repeat: Index
    done: Count
    time_ns: Count
    dropped: Count
    columns: list[SeriesColumn]
