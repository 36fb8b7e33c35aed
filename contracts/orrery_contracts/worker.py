"""The conversation between a node agent and its worker: JSON lines on the worker's standard input
and output.

Order: `plan` > `prepared` > `peers` > `ready` > `start` > `running` > (`event`, `log`)* > `result`,
then exit status 0; the master may get a `move` at any time from `start` on. At any time the worker
may say `failure` and exit with a non-zero status; `stop` or the end of input ends it in order.
Telemetry frames go over a pipe of their own (docs/formats/telemetry.md).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import BigInt, Contract, Count, Index, Label, SchemaVersion, Slug, Text
from orrery_contracts.move import MoveOrder
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.results import Migration, WorkerResult
from orrery_contracts.telemetry import FrameSchema


class Phase(StrEnum):
    """Where in its life a run is when something happens to it."""

    PLACING = "placing"
    PREPARING = "preparing"
    READY = "ready"
    RUNNING = "running"
    COLLECTING = "collecting"


class GivePlan(Contract):
    """First line: what to do."""

    kind: Literal["plan"] = "plan"
    plan: WorkerPlan


class GivePeers(Contract):
    """Where every worker of the run listens, by node index; the worker's own entry included."""

    kind: Literal["peers"] = "peers"
    endpoints: list[str]


class Start(Contract):
    """All workers are ready: begin."""

    kind: Literal["start"] = "start"


class Stop(Contract):
    """End in order, without a result."""

    kind: Literal["stop"] = "stop"
    reason: Text


class GiveMove(Contract):
    """To the master, while the run is on: move entities by hand. Answered by an event `move.done`
    or `move.refused`."""

    kind: Literal["move"] = "move"
    number: Count
    order: MoveOrder


AgentSays = Annotated[GivePlan | GivePeers | Start | GiveMove | Stop, Field(discriminator="kind")]


class Prepared(Contract):
    """The worker has made its entities and managers and listens for its peers."""

    kind: Literal["prepared"] = "prepared"
    endpoint: str
    """Empty if the run has a single node."""
    schemas: list[FrameSchema]
    """Of the frames that it will send."""
    total_steps: BigInt
    """Steps, cycles or events that the measured part will have: what progress is counted in."""


class Ready(Contract):
    """Connected to every peer."""

    kind: Literal["ready"] = "ready"


class Running(Contract):
    """The measured part has begun."""

    kind: Literal["running"] = "running"


class Event(Contract):
    """Something that happened in the run and belongs in its account."""

    kind: Literal["event"] = "event"
    name: Slug
    text: Text
    step: BigInt
    """The step at which it happened; "0" before the first."""
    migration: Migration | None = None
    """Of an event `migration`: what `text` says, as data."""


class LogLevel(StrEnum):
    """How much a log line matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Log(Contract):
    """A line for the run's log."""

    kind: Literal["log"] = "log"
    level: LogLevel
    text: Text


class Result(Contract):
    """The measurement is complete."""

    kind: Literal["result"] = "result"
    result: WorkerResult


class Failure(Contract):
    """The run cannot go on; the worker ends after this."""

    kind: Literal["failure"] = "failure"
    code: Slug
    phase: Phase
    process: Label
    """Which process failed: `universe manager`, `entity 17`, `manager 0`."""
    message: Text
    remedy: Text


WorkerSays = Annotated[
    Prepared | Ready | Running | Event | Log | Result | Failure, Field(discriminator="kind")
]


class Calibration(Contract):
    """What `orrery-worker calibrate` prints: what this machine's clock, CPU and build can do."""

    schema_version: SchemaVersion
    rating: Annotated[float, Field(ge=0)]
    """Millions of integer calibration rounds a second of wall time, CPU limits included."""
    clock_resolution_ns: float
    clock_read_ns: float
    """Cost of reading the clock once."""
    transports: list[Slug]
    """Compiled in and usable here."""
    rti_peers: list[Slug]
    """Other RTIs whose libraries are installed here and can be loaded."""
    third_party_transports: list[Slug]
    """Transports on other parties' libraries that this worker was built with."""
    worker_version: Label
    build: Label
    """Compiler, build type, sanitizers."""
    commit: Label
    cores: Index
