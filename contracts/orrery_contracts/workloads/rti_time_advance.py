"""Workload `rti_time_advance`: federates that do nothing but advance logical time together.

Source: rti-kit-high-speed-lan, section 9 (grants per second against processors; lookahead equal to
the step, and slightly above it).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.federation import Rti, RtiChoice
from orrery_contracts.relevance import any_of, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
Federates = Annotated[int, Field(ge=2, le=64)]
Advances = Annotated[int, Field(ge=1, le=100_000_000)]
WarmupAdvances = Annotated[int, Field(ge=0, le=1_000_000)]
StepTime = Annotated[float, Field(ge=0.000001, le=1_000_000)]
LookaheadTime = Annotated[float, Field(ge=0.000001, le=1_000_000)]
LinkDelayMs = Annotated[float, Field(ge=0, le=10_000)]
FanOut = Annotated[int, Field(ge=2, le=64)]
InFlight = Annotated[int, Field(ge=1, le=64)]

OWN_RTI = any_of("workload.rti", Rti.ORRERY.value)


class Reduction(StrEnum):
    """How nodes compute the lower bound on time stamps (LBTS). Butterfly: in rounds, a node hears
    from others. Central: every node reports to the first node, which answers each. Automatic:
    butterfly up to four nodes, central beyond."""

    AUTOMATIC = "automatic"
    BUTTERFLY = "butterfly"
    CENTRAL = "central"


class RtiTimeAdvance(WorkloadSpec):
    """All federates are time regulating and time constrained. Each requests the next step when the
    previous one is granted."""

    kind: Literal["rti_time_advance"] = "rti_time_advance"
    rti: RtiChoice = Rti.ORRERY
    """Orrery's own RTI, or HELICS if its package is installed on the nodes."""
    federates: Annotated[Federates, Field(title="Federates")] = 2
    """Number of federates."""
    advances: Annotated[Advances, Field(title="Advances")] = 20_000
    """Measured time advances of each federate."""
    warmup_advances: Annotated[WarmupAdvances, Field(title="Warm-up advances")] = 200
    """Time advances before the measurement."""
    step: Annotated[StepTime, Field(title="Step")] = 1.0
    """Logical time of one advance."""
    lookahead: Annotated[
        LookaheadTime,
        Field(title="Lookahead", json_schema_extra=shown(any_of("workload.rti", Rti.ORRERY.value))),
    ] = 1.0
    """Lookahead of all federates. If it is slightly larger than the step, a federate does not wait
    for federates that lag by less than a step."""
    link_delay_ms: Annotated[
        LinkDelayMs,
        Field(
            title="Link delay",
            json_schema_extra=shown(any_of("workload.rti", Rti.ORRERY.value), unit="ms"),
        ),
    ] = 0.0
    """One-way delay of every message between two nodes of the RTI. 0: none."""
    reduction: Reduction = Field(
        Reduction.AUTOMATIC, title="LBTS algorithm", json_schema_extra=shown(OWN_RTI)
    )
    """How the nodes of the RTI compute the lower bound on time stamps."""
    fan_out: Annotated[
        FanOut,
        Field(
            title="Fan-out",
            json_schema_extra=shown(
                OWN_RTI, any_of("workload.reduction", "automatic", "butterfly")
            ),
        ),
    ] = 4
    """Nodes that exchange bounds in a round of the butterfly, at most all nodes."""
    in_flight: Annotated[
        InFlight, Field(title="Computations in flight", json_schema_extra=shown(OWN_RTI))
    ] = 4
    """Computations of the bound that may run at the same time (K in the study)."""
    process_model: ProcessModel = Field(ProcessModel.THREAD, title="Process model")
    """How federates execute: as processes, as threads, or all federates of a node in one thread."""


class RtiTimeAdvancePlan(PlannedWorkload):
    """`rti_time_advance` as one worker gets it. Same names and units as `RtiTimeAdvance`."""

    kind: Literal["rti_time_advance"] = "rti_time_advance"
    rti: Rti
    federates: Federates
    advances: Advances
    warmup_advances: WarmupAdvances
    step: StepTime
    lookahead: LookaheadTime
    link_delay_ms: LinkDelayMs
    reduction: Reduction
    fan_out: FanOut
    in_flight: InFlight
    process_model: ProcessModel


RECORD = WorkloadRecord(
    title="RTI time advance",
    family=Family.FEDERATIONS,
    spec=RtiTimeAdvance,
    plan=RtiTimeAdvancePlan,
    progress_unit="grant",
    carried="federates",
    first_fields=(
        "rti",
        "federates",
        "advances",
        "step",
        "lookahead",
        "process_model",
    ),
    leading_metrics=(
        "grants_per_second",
        "grants_per_second.least",
        "grant_time",
        "computations_per_grant",
    ),
    amount=("federates", "advances", "warmup_advances", "step", "lookahead"),
    presets=("rti-time-advance",),
    published=("rtikit.rti",),
)
