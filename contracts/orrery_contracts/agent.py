"""The link between backend and node agent: one WebSocket, dialled by the agent, at
`/api/v1/agents/link`.

Text messages are the documents below. Binary messages carry telemetry frames
(docs/formats/agent-link.md). Everything that a worker says is an output record with a sequence
number; the agent keeps records on disk until the backend has acknowledged them, and repeats what is
not acknowledged after a reconnection.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from orrery_contracts.base import (
    BigInt,
    Contract,
    Count,
    Index,
    Instant,
    Label,
    RunId,
    SchemaVersion,
    Slug,
    Text,
    Whole,
)
from orrery_contracts.links import LinkFailed, LinkMeasured, LinkServed, MeasureLink, ServeLink
from orrery_contracts.move import MoveOrder
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.surroundings import Surroundings
from orrery_contracts.worker import Phase, WorkerSays

LaunchId = Annotated[str, StringConstraints(pattern=r"^[0-9a-z-]{0,40}$")]
"""One launch of a run's repeat, given by the console: output of another launch is never taken for
it. Empty: from a console or an agent of an older version."""


#: Names that Orrery gives to lent nodes, up to the hyphen after the job.
_LENT = re.compile(r"(slurm-[0-9]+|kubernetes-orrery-[a-z0-9]{5})-")


def lent_prefix(name: str) -> str:
    """`slurm-7-` of `slurm-7-a`; empty if the name is not one of a lent node."""
    found = _LENT.match(name)
    return found[0] if found else ""


class Allocation(Contract):
    """What a workload manager has lent: a node of it goes when its time ends."""

    manager: Slug
    """Which workload manager: slurm, kubernetes."""
    job: Slug
    partition: Label
    """What the job was taken from: a partition of Slurm, a namespace of Kubernetes."""
    ends_at: Instant | None = None
    """None: the job has no time limit."""


class NodeFacts(Contract):
    """What a node is; a copy is stored with every run."""

    hostname: Label
    os: Label
    kernel: Label
    architecture: Label
    cpu_model: Label
    cores: Index
    """Logical CPUs that the agent may use."""
    cpu_limit: Annotated[float, Field(ge=0)]
    """CPUs' worth of time that a control group allows; equals `cores` where there is no limit."""
    memory_bytes: Count
    machine_id: Label
    """Equal for agents on one machine: they can share memory."""
    address: str
    """Where this node's workers can be reached by other nodes."""
    rating: float
    """Millions of integer calibration rounds a second."""
    clock_resolution_ns: float
    clock_read_ns: float
    transports: list[Slug]
    allocation: Allocation | None = None
    """None: nobody takes the node away."""
    rti_peers: list[Slug] = Field([])
    """Other RTIs that its worker can use."""
    third_party_transports: list[Slug] = Field([])
    """On other parties' libraries, that its worker was built with."""
    agent_version: Label
    worker_version: Label
    build: Label
    commit: Label


class HeldOutput(Contract):
    """Output of a run that the agent holds: on disk, or still growing."""

    run_id: RunId
    repeat: Index
    last_seq: Count
    """Sequence number of the newest record; records start at 1."""
    active: bool
    """The worker is alive."""
    launch: LaunchId = Field("")


class Hello(Contract):
    """First message of a link."""

    kind: Literal["hello"] = "hello"
    schema_version: SchemaVersion
    name: Slug
    instance: Label
    """New for each start of the agent: tells a reconnection from a second agent of the same
    name."""
    key: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")] = Field("")
    """A secret that the agent made at its first start and keeps: the node's name is its own. Empty:
    an agent of an older version."""
    facts: NodeFacts
    held: list[HeldOutput]


class LastWorker(Contract):
    """The worker that a node had last."""

    run_id: RunId
    repeat: Index


class Heartbeat(Contract):
    """Every second, and a moment after a worker has ended."""

    kind: Literal["heartbeat"] = "heartbeat"
    load: float
    """One-minute load average."""
    busy_share: Annotated[float, Field(ge=0, le=1)]
    """Of all CPUs, since the last heartbeat or since the end of the last worker."""
    memory_available_bytes: Count
    after: LastWorker | None = None
    """The worker that had ended when `busy_share` began to be measured. Null: the node had a worker
    in that time or has had none yet, or the agent is of an older version."""


class ClockReply(Contract):
    """Answer to `ClockProbe`."""

    kind: Literal["clock_reply"] = "clock_reply"
    id: Count
    agent_ns: BigInt
    """The agent's wall clock, nanoseconds since 1970."""


class OutputOpened(Contract):
    """Names a stream number of this link for a run's output; binary messages use the number."""

    kind: Literal["output_opened"] = "output_opened"
    stream: Index
    run_id: RunId
    repeat: Index
    node_index: Index
    launch: LaunchId = Field("")


class Output(Contract):
    """One thing that a worker said."""

    kind: Literal["output"] = "output"
    stream: Index
    seq: Count
    at_ns: BigInt
    """The agent's wall clock, nanoseconds since 1970."""
    says: WorkerSays


class WorkerExited(Contract):
    """The worker has ended; the last record of a run's output."""

    kind: Literal["worker_exited"] = "worker_exited"
    stream: Index
    seq: Count
    at_ns: BigInt
    status: Whole
    """Exit status, or minus the signal's number."""
    phase: Phase
    last_output: Annotated[list[Text], Field(max_length=50)]
    """The last lines of its standard error."""


class Surrounded(Contract):
    """What else the machine did during the repeat; comes before the worker's result."""

    kind: Literal["surrounded"] = "surrounded"
    stream: Index
    seq: Count
    at_ns: BigInt
    surroundings: Surroundings


class Refused(Contract):
    """The agent cannot do what it was asked."""

    kind: Literal["refused"] = "refused"
    run_id: RunId
    repeat: Index
    code: Slug
    message: Text
    remedy: Text


FromAgent = Annotated[
    Hello
    | Heartbeat
    | ClockReply
    | OutputOpened
    | Output
    | Surrounded
    | WorkerExited
    | Refused
    | LinkServed
    | LinkMeasured
    | LinkFailed,
    Field(discriminator="kind"),
]


class Keep(Contract):
    """What the backend wants of output that the agent holds."""

    run_id: RunId
    repeat: Index
    acked_seq: Count
    """Send what comes after this."""
    wanted: bool
    """False: the run is over or unknown; end the worker and drop the output."""


class Welcome(Contract):
    """Answer to `hello`."""

    kind: Literal["welcome"] = "welcome"
    heartbeat_ms: Count
    window_bytes: Count = Field(0)
    """Of each output: send no further record while this much is not acknowledged. 0: no bound."""
    held: list[Keep]


class ClockProbe(Contract):
    """Asks for the agent's clock, to estimate its offset."""

    kind: Literal["clock_probe"] = "clock_probe"
    id: Count


class Prepare(Contract):
    """Launch a worker with this plan."""

    kind: Literal["prepare"] = "prepare"
    plan: WorkerPlan
    launch: LaunchId = Field("")


class Peers(Contract):
    """Where the workers of the run listen."""

    kind: Literal["peers"] = "peers"
    run_id: RunId
    repeat: Index
    endpoints: list[str]


class Begin(Contract):
    """All workers are ready."""

    kind: Literal["begin"] = "begin"
    run_id: RunId
    repeat: Index


class OrderMove(Contract):
    """To the node that hosts the master: move entities by hand."""

    kind: Literal["move"] = "move"
    run_id: RunId
    repeat: Index
    number: Count
    order: MoveOrder


class Cancel(Contract):
    """End the worker."""

    kind: Literal["cancel"] = "cancel"
    run_id: RunId
    repeat: Index
    reason: Text


class Ack(Contract):
    """Records up to `seq` are stored."""

    kind: Literal["ack"] = "ack"
    run_id: RunId
    repeat: Index
    seq: Count


class Release(Contract):
    """The run is over: forget its output."""

    kind: Literal["release"] = "release"
    run_id: RunId
    repeat: Index


ToAgent = Annotated[
    Welcome
    | ClockProbe
    | Prepare
    | Peers
    | Begin
    | OrderMove
    | Cancel
    | Ack
    | Release
    | ServeLink
    | MeasureLink,
    Field(discriminator="kind"),
]
