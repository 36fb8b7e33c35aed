"""Conditions of a run: scheduling, waiting, and the transports of its messages."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.relevance import SEVERAL_NODES, any_of, shown


class WaitStrategy(StrEnum):
    """How a process or thread waits for a message. `auto` chooses by their number and the cores."""

    AUTO = "auto"
    SPIN = "spin"
    SPIN_THEN_FUTEX = "spin_then_futex"
    YIELD = "yield"
    ADAPTIVE = "adaptive"


class SchedulingClass(StrEnum):
    """Scheduling class of the simulation's processes."""

    OTHER = "other"
    ROUND_ROBIN = "round_robin"
    FIFO = "fifo"


class Pinning(StrEnum):
    """CPUs that each process or thread may use: any, as few as possible, or spread over all."""

    NONE = "none"
    COMPACT = "compact"
    SPREAD = "spread"


class PinningChoice(StrEnum):
    """A `Pinning`, or `auto`: spread where message times are the result and each endpoint can have
    a CPU, else none."""

    AUTO = "auto"
    NONE = "none"
    COMPACT = "compact"
    SPREAD = "spread"


class LocalTransport(StrEnum):
    """Transport between a universe manager and the processes or threads of its node. As in the
    first study's prototype, `tcp_per_message` opens a connection for each message, and `mailer`
    gives each message to a separate process that sends it."""

    AUTO = "auto"
    THREAD = "thread"
    SHM = "shm"
    UDS = "uds"
    TCP = "tcp"
    TCP_PER_MESSAGE = "tcp_per_message"
    MAILER = "mailer"


class NodeTransport(StrEnum):
    """Transport between nodes. `auto`: shared memory if all nodes share one machine, else TCP.
    `tls`: TCP with TLS 1.3, keyed by the run's token. `tcp_per_message` and `mailer` repeat the
    first study's prototype."""

    AUTO = "auto"
    SHM = "shm"
    UDS = "uds"
    TCP = "tcp"
    TCP_PER_MESSAGE = "tcp_per_message"
    MAILER = "mailer"
    TLS = "tls"


class Transports(Contract):
    """The transports of a run."""

    local: LocalTransport = Field(
        LocalTransport.AUTO,
        title="Local transport",
        json_schema_extra=shown(any_of("workload.process_model", "process", "thread")),
    )
    """Transport between a node's manager and its processes or threads. The pooled process model
    needs none."""
    nodes: NodeTransport = Field(
        NodeTransport.AUTO, title="Transport between nodes", json_schema_extra=shown(SEVERAL_NODES)
    )
    """Transport between nodes. Shared memory and Unix sockets need one machine. Only TLS
    encrypts."""
    peer_timeout_ms: Annotated[
        int, Field(ge=100, le=600_000, title="Peer time-out", json_schema_extra={"unit": "ms"})
    ] = 10_000
    """Time without contact after which a peer counts as lost and the run fails."""


class Scheduling(Contract):
    """What a run's conditions and those of its plan share."""

    wait: WaitStrategy = Field(WaitStrategy.AUTO, title="Waiting strategy")
    """How a process or thread waits for a message. Automatic: chosen from the number of processes
    and cores."""
    scheduling_class: SchedulingClass = Field(SchedulingClass.OTHER, title="Scheduling class")
    """Scheduling class of the processes. Real-time classes need permission on every node."""
    priority: Annotated[int, Field(ge=-20, le=99, title="Priority")] = 0
    """Nice value (-20 to 19) for class other. Real-time priority (1 to 99) for the other
    classes."""


class RunConditions(Scheduling):
    """Conditions under which a run is measured. They are stored with the run."""

    pinning: PinningChoice = Field(PinningChoice.AUTO, title="CPU pinning")
    """Keeps each process and thread that computes on one CPU. Automatic: where message times are
    the result, each endpoint polls on its own CPU if the node has enough. Spread gives each its
    own, as far as there are CPUs. Compact puts entities and their managers on one CPU, and others
    on the first CPUs. Federates of another RTI are not kept."""


class Conditions(Scheduling):
    """Conditions under which a worker measures."""

    pinning: Pinning = Field(Pinning.NONE, title="CPU pinning")
    """Keeps each process and thread that computes on one CPU. Spread gives each its own, as far as
    there are CPUs. Compact puts entities and their managers on one CPU, and others on the first
    CPUs. Federates of another RTI are not kept."""


TELEMETRY_ON = any_of("telemetry.enabled", True)


class TelemetryOptions(Contract):
    """What a run records."""

    enabled: bool = Field(True, title="Telemetry")
    """Records steps and messages during the run. Off: only totals are measured."""
    interval_ms: Annotated[
        int,
        Field(
            ge=50,
            le=5_000,
            title="Live interval",
            json_schema_extra=shown(TELEMETRY_ON, unit="ms"),
        ),
    ] = 100
    """Time between two live measurements of a node."""
    max_samples: Annotated[
        int,
        Field(ge=0, le=10_000_000, title="Samples kept", json_schema_extra=shown(TELEMETRY_ON)),
    ] = 200_000
    """Samples stored per node and repeat at full resolution. Further samples are stored as
    windows."""
