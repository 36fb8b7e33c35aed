"""Workload `rti_throughput`: one federate sends as fast as it can, others receive and count.

Source: rtibm-throughput-latency, test types OWOT and OWIT; rti-s-reliable-multicast, chapter 6
(updates per cycle, cycles; a late update counts for its own cycle).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.data_path import DataPath
from orrery_contracts.federation import (
    OBJECTS,
    Coordinator,
    CoordinatorChoice,
    Exchange,
    ExchangePlan,
    Rti,
    RtiChoice,
)
from orrery_contracts.intent import Intent
from orrery_contracts.loads import Loads
from orrery_contracts.relevance import any_of, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
Receivers = Annotated[int, Field(ge=1, le=63)]
Cycles = Annotated[int, Field(ge=1, le=1_000)]
WarmupCycles = Annotated[int, Field(ge=0, le=100)]
SwitchEvery = Annotated[int, Field(ge=0, le=1_000)]
Regions = Annotated[int, Field(ge=0, le=63)]
UpdatesPerCycle = Annotated[int, Field(ge=1, le=100_000_000)]


class RtiThroughput(Exchange, WorkloadSpec):
    """A federate sends cycles of updates or interactions. Each receiver counts the messages of each
    cycle and times them."""

    kind: Literal["rti_throughput"] = "rti_throughput"
    rti: RtiChoice = Rti.ORRERY
    """Orrery's own RTI, or HELICS if its package is installed on the nodes."""
    receivers: Annotated[Receivers, Field(title="Receivers")] = 1
    """Number of federates that receive updates."""
    cycles: Annotated[Cycles, Field(title="Cycles")] = 10
    """Measured cycles. A cycle begins when all receivers have counted the previous one."""
    updates_per_cycle: Annotated[UpdatesPerCycle, Field(title="Updates of a cycle")] = 50_000
    """Updates of a cycle, sent without a pause."""
    warmup_cycles: Annotated[WarmupCycles, Field(title="Warm-up cycles")] = 1
    """Cycles before the measurement."""
    switch_every: Annotated[
        SwitchEvery,
        Field(
            title="Cycles between switches",
            json_schema_extra=shown(any_of("workload.data.transportation", "best_effort")),
        ),
    ] = 0
    """Cycles after which the sender switches between best effort and reliable. 0: never. Reliable
    data then uses the channels."""
    regions: Annotated[Regions, Field(title="Regions", json_schema_extra=shown(OBJECTS))] = 0
    """Disjoint regions. Objects are updated in them in turn, and each receiver subscribes to one.
    0: no regions; each receiver gets all updates."""
    process_model: ProcessModel = Field(ProcessModel.THREAD, title="Process model")
    """How federates execute: as processes, as threads, or all federates of a node in one thread."""
    coordinator: CoordinatorChoice = Coordinator.WITH_SENDER
    """Node of the RTI's central part: that of the sender, or one more node, the last, which has no
    federate."""
    loads: Loads = Field(Loads(), title="Loads")
    """Extra loads on the nodes."""
    intent: Intent = Field(Intent(), title="Intent")
    """What the sender wants of the network, in place of settings."""
    data: DataPath = Field(DataPath(), title="Data path")
    """Transport of data between federates."""


class RtiThroughputPlan(ExchangePlan, PlannedWorkload):
    """`rti_throughput` as one worker gets it. Same names and units as `RtiThroughput`."""

    kind: Literal["rti_throughput"] = "rti_throughput"
    rti: Rti
    receivers: Receivers
    cycles: Cycles
    updates_per_cycle: UpdatesPerCycle
    warmup_cycles: WarmupCycles
    switch_every: SwitchEvery
    regions: Regions
    process_model: ProcessModel
    coordinator: Coordinator
    loads: Loads
    intent: Intent
    data: DataPath


RECORD = WorkloadRecord(
    title="RTI throughput",
    family=Family.FEDERATIONS,
    spec=RtiThroughput,
    plan=RtiThroughputPlan,
    progress_unit="update",
    carried="federates",
    first_fields=(
        "exchanged",
        "attribute_bytes",
        "rti",
        "receivers",
        "cycles",
        "updates_per_cycle",
        "process_model",
    ),
    leading_metrics=(
        "received_rate.best_effort",
        "received_rate.reliable",
        "loss_share.best_effort",
        "switch_time",
        "received_rate",
        "sent_rate",
        "received_bytes",
        "loss_share",
        "stability",
    ),
    amount=(
        *Exchange.model_fields,
        "receivers",
        "cycles",
        "updates_per_cycle",
        "warmup_cycles",
        "regions",
    ),
    presets=("rti-throughput", "rti-throughput-seven", "rti-throughput-multicast"),
    published=("rtis.throughput",),
)
