"""Workload `rti_throughput`: one federate sends as fast as it can, others receive and count.

Source: rtibm-throughput-latency, test types OWOT and OWIT; rti-s-reliable-multicast, chapter 6
(updates per cycle, cycles; a late update counts for its own cycle).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.data_path import DataPath
from orrery_contracts.federation import Exchange, ExchangePlan, Rti, RtiChoice
from orrery_contracts.loads import Loads
from orrery_contracts.relevance import any_of, shown
from orrery_contracts.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
Receivers = Annotated[int, Field(ge=1, le=63)]
Cycles = Annotated[int, Field(ge=1, le=1_000)]
WarmupCycles = Annotated[int, Field(ge=0, le=100)]
SwitchEvery = Annotated[int, Field(ge=0, le=1_000)]
UpdatesPerCycle = Annotated[int, Field(ge=1, le=100_000_000)]


class RtiThroughput(Exchange):
    """A federate sends cycles of updates or interactions; each receiver counts what comes of each
    cycle, and how long that took."""

    kind: Literal["rti_throughput"] = "rti_throughput"
    rti: RtiChoice = Rti.ORRERY
    """Orrery's own, or HELICS where its package is installed on the nodes."""
    receivers: Annotated[Receivers, Field(title="Receivers")] = 1
    """Federates that subscribe to everything."""
    cycles: Annotated[Cycles, Field(title="Cycles")] = 10
    """That are measured; the next begins when all receivers have counted the last."""
    updates_per_cycle: Annotated[UpdatesPerCycle, Field(title="Updates of a cycle")] = 50_000
    """Sent without a pause."""
    warmup_cycles: Annotated[WarmupCycles, Field(title="Warm-up cycles")] = 1
    """Before them; not measured."""
    switch_every: Annotated[
        SwitchEvery,
        Field(
            title="Cycles between switches",
            json_schema_extra=shown(any_of("workload.data.transportation", "best_effort")),
        ),
    ] = 0
    """After so many cycles the sender changes what it sends from best effort to reliable, after as
    many back, and so on; 0: never. Reliable data goes by the channels then."""
    process_model: ProcessModel = Field(ProcessModel.THREAD, title="Process model")
    """Each federate a process, a thread, or all of a node in one thread."""
    loads: Loads = Field(Loads(), title="Loads")
    """What else the nodes work at."""
    data: DataPath = Field(DataPath(), title="Data path")
    """How data goes from federate to federate."""


class RtiThroughputPlan(ExchangePlan):
    """`rti_throughput` as one worker gets it. Same names and units as `RtiThroughput`."""

    kind: Literal["rti_throughput"] = "rti_throughput"
    rti: Rti
    receivers: Receivers
    cycles: Cycles
    updates_per_cycle: UpdatesPerCycle
    warmup_cycles: WarmupCycles
    switch_every: SwitchEvery
    process_model: ProcessModel
    loads: Loads
    data: DataPath
