"""What a worker measured and checked, the same for every workload: named metrics with units, and
checks with their evidence."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import (
    BigInt,
    Contract,
    Count,
    Index,
    Label,
    SchemaVersion,
    Slug,
    Text,
    Whole,
)


class Better(StrEnum):
    """Which direction of a metric is an improvement."""

    LOWER = "lower"
    HIGHER = "higher"
    NEITHER = "neither"


class Metric(Contract):
    """One figure of a repeat."""

    name: Slug
    """Stable key, e.g. `step_time.p50`."""
    title: Label
    value: float
    unit: Label
    """SI or as usual in the field: ns, us, steps/s, B, count, share (0 to 1)."""
    better: Better = Better.NEITHER


class Check(Contract):
    """Something that must hold in every run, with what was expected and what was found."""

    name: Slug
    title: Label
    holds: bool
    expected: Text
    found: Text


class MessageCount(Contract):
    """Messages of one kind over the measured steps."""

    kind: Slug
    """E.g. `update_notify`, `state_from_entity`, `state_to_manager`."""
    title: Label
    expected: BigInt
    """By the workload's message model."""
    counted: BigInt
    bytes: BigInt


class Trace(Contract):
    """A figure over something that grows, as it was measured: one curve of a repeat."""

    name: Slug
    """E.g. `round_trip.federate1`."""
    title: Label
    unit: Label
    x_title: Label
    x_unit: Label
    x: Annotated[list[float], Field(max_length=2_000)]
    y: Annotated[list[float], Field(max_length=2_000)]
    """As many as `x`."""


class ProcessUse(Contract):
    """What one operating-system process or thread used, as the operating system counts it."""

    name: Label
    """E.g. `manager 0`, `entity 17`, `universe manager`."""
    pid: Whole
    elapsed_us: Count = 0
    """Over which the rest was used: the life of a process of a universe, the measured part of a
    worker that also prepares and checks. User and system time are set against it."""
    user_us: Count
    system_us: Count
    voluntary_switches: Count
    involuntary_switches: Count
    minor_faults: Count
    major_faults: Count
    block_reads: Count = 0
    """From storage, in blocks of 512 bytes; what is in memory already costs none."""
    block_writes: Count = 0
    signals: Count = 0
    """As getrusage tells them; Linux counts none."""
    peak_rss_bytes: Count


class PathUse(Contract):
    """Messages that one data path of a federate's RTI node carried, lost and repaired. The node
    counts them from its start."""

    name: Label
    """Whose node of the RTI: its first federate's, e.g. `federate 3`."""
    path: Slug
    """`channels`: to every other node; `best_effort`, `reliable`: a port beside them."""
    sent: Count
    """Messages given to it, each copy."""
    received: Count
    """Messages of it for this node."""
    lost: Count
    """Missing in the numbers of messages, up to the greatest that came."""
    dropped: Count
    """Messages dropped by the RTI: too early, too late, overtaken, no room for a later copy."""
    refused: Count
    """Messages answered as congested: there was no room."""
    naks: Count
    """Requests for a repair that this node sent."""
    repairs_sent: Count
    repairs_received: Count
    packets_sent: Count
    """Of the lowest layer: datagrams, or messages of a channel."""
    packets_received: Count
    bytes_sent: Count
    bytes_received: Count
    system_calls: Count
    """That sending and receiving took; ways through shared memory take none."""


class Migration(Contract):
    """An entity that moved to another node while the run was on."""

    step: Count
    """The measured step in which its new node first updated it, from 0; moves during warm-up are
    not listed."""
    entity: Count
    from_node: Index
    to_node: Index
    cause: Slug
    """Why it moved: by the policy, `above_threshold`, `imbalance`, `forecast`, `traffic`; by hand,
    `manual`."""
    state_bytes: Count
    """Its packed state, checked by hash on arrival."""
    pause_ns: Count
    """From the start of packing to the end of construction, by the clock that nodes of one host
    share; between hosts, without the way between them."""


class WorkerResult(Contract):
    """A worker's last word on a repeat. The master's also speaks for the whole run."""

    schema_version: SchemaVersion
    metrics: list[Metric]
    """Of this node."""
    run_metrics: list[Metric]
    """Of the whole run; empty on slaves."""
    checks: list[Check]
    """Of the whole run on the master; of this node elsewhere."""
    messages: list[MessageCount]
    """Of this node."""
    run_messages: list[MessageCount]
    """Of the whole run; empty on slaves."""
    state_checksum: BigInt
    """Of this node's entities and managers over all steps; the master's run_state_checksum adds
    all nodes up."""
    run_state_checksum: BigInt
    """Equal for any process model, transport and placement of one seed; "0" on slaves."""
    processes: Annotated[list[ProcessUse], Field(max_length=20_000)]
    paths: list[PathUse] = Field(default=[], max_length=1_000)
    """Of the nodes of the RTI at this node, by federate; empty but for federations."""
    migrations: list[Migration] = Field(default=[], max_length=20_000)
    """Of the whole run, in the order of their steps; empty on slaves."""
    traces: list[Trace] = Field(default=[], max_length=64)
    """Of the whole run; empty on slaves."""
    elapsed_ns: BigInt
    """Wall time of the measured steps on this node."""
    samples_dropped: Count
    """Telemetry records lost because the recorder's ring was full."""
    sample_stride: Annotated[int, Field(ge=1, le=2**31 - 1)]
    """Measured steps for each recorded one, rounded up: 1 only if every step was recorded."""
