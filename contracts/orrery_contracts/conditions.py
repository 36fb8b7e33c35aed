"""The conditions of a run: how it is scheduled, how parties wait, which transports carry its
messages."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.relevance import SEVERAL_NODES, any_of, shown


class WaitStrategy(StrEnum):
    """How a party waits for the next message. `auto` chooses by parties and cores."""

    AUTO = "auto"
    SPIN = "spin"
    SPIN_THEN_FUTEX = "spin_then_futex"
    YIELD = "yield"
    ADAPTIVE = "adaptive"


class SchedulingClass(StrEnum):
    """The kernel's scheduling class of the simulation's processes."""

    OTHER = "other"
    ROUND_ROBIN = "round_robin"
    FIFO = "fifo"


class Pinning(StrEnum):
    """Which CPU each process or thread may use: any, packed on as few as possible, or spread
    over all."""

    NONE = "none"
    COMPACT = "compact"
    SPREAD = "spread"


class LocalTransport(StrEnum):
    """What carries messages between a universe manager and the processes or threads of its own
    node. `tcp_per_message` opens a connection for each message, `mailer` hands messages to a
    process of its own that sends them: as the first study's prototype did."""

    AUTO = "auto"
    THREAD = "thread"
    SHM = "shm"
    UDS = "uds"
    TCP = "tcp"
    TCP_PER_MESSAGE = "tcp_per_message"
    MAILER = "mailer"


class NodeTransport(StrEnum):
    """What carries messages between nodes. `auto`: shared memory where all nodes share one
    machine, else TCP; never those of the first study's prototype, which are there to compare."""

    AUTO = "auto"
    SHM = "shm"
    UDS = "uds"
    TCP = "tcp"
    TCP_PER_MESSAGE = "tcp_per_message"
    MAILER = "mailer"


class Transports(Contract):
    """The transports of a run."""

    local: LocalTransport = Field(
        LocalTransport.AUTO,
        title="Within a node",
        json_schema_extra=shown(any_of("workload.process_model", "process", "thread")),
    )
    """Carries messages between a node's manager and its own processes or threads. Unused by the
    pooled process model."""
    nodes: NodeTransport = Field(
        NodeTransport.AUTO, title="Between nodes", json_schema_extra=shown(SEVERAL_NODES)
    )
    """Carries messages between nodes. Shared memory and Unix sockets need all nodes on one
    machine."""
    peer_timeout_ms: Annotated[
        int, Field(ge=100, le=600_000, title="Peer time-out", json_schema_extra={"unit": "ms"})
    ] = 10_000
    """A peer that cannot be reached for this long is lost, and the run fails."""


class Conditions(Contract):
    """Conditions under which a run is measured; stored with it."""

    wait: WaitStrategy = Field(WaitStrategy.AUTO, title="Waiting strategy")
    """How a party waits for the next message. Automatic: by number of parties and cores."""
    scheduling_class: SchedulingClass = Field(SchedulingClass.OTHER, title="Scheduling class")
    """Real-time classes need the permission to use them on every node."""
    priority: Annotated[int, Field(ge=-20, le=99, title="Priority")] = 0
    """Nice value (-20 to 19) for class other; real-time priority (1 to 99) otherwise."""
    pinning: Pinning = Field(Pinning.NONE, title="CPU pinning")
    """Fixes processes and threads to CPUs, against the scheduler's moving them."""


TELEMETRY_ON = any_of("telemetry.enabled", True)


class TelemetryOptions(Contract):
    """What is recorded while a run is on."""

    enabled: bool = Field(True, title="Telemetry")
    """Off: only totals are measured. Used to measure what telemetry costs."""
    interval_ms: Annotated[
        int,
        Field(
            ge=50,
            le=5_000,
            title="Live interval",
            json_schema_extra=shown(TELEMETRY_ON, unit="ms"),
        ),
    ] = 100
    """How often each node sends a window of its measurements."""
    max_samples: Annotated[
        int,
        Field(ge=0, le=10_000_000, title="Samples kept", json_schema_extra=shown(TELEMETRY_ON)),
    ] = 200_000
    """Full-resolution samples kept per node and repeat. Past it, windows replace them, and the
    result says so."""
