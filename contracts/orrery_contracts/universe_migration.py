"""Workload `universe_migration`: entities whose cost rises and falls migrate between nodes while
the simulation goes on.

Source: uss-prototype-evaluation, section 6.5.4 (Figures 6.33 to 6.35).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.relevance import SEVERAL_NODES, any_of, at_least, shown
from orrery_contracts.universe_steps import (
    CostUs,
    EntitySplit,
    ManagerPlacement,
    Managers,
    Monitors,
    OracleUse,
    SplitEqual,
    Steps,
    WarmupSteps,
)

#: Ranges that a spec and its plan share.
MovingEntities = Annotated[int, Field(ge=0, le=100_000)]
CarriedBytes = Annotated[int, Field(ge=24, le=1_048_576)]
BurstEvery = Annotated[int, Field(ge=0, le=1_000_000_000)]
BurstRise = Annotated[int, Field(ge=1, le=1_000_000)]
BurstPeak = Annotated[float, Field(ge=0, le=1_000)]
ThresholdMs = Annotated[float, Field(ge=0.001, le=1_000_000)]
SettleSteps = Annotated[int, Field(ge=0, le=10_000)]


class MigrationPolicy(StrEnum):
    """Who moves when: nobody; the most expensive entity of a node above the threshold, as the
    prototype did; whoever evens the loads; whoever is forecast to cost too much; or as the
    threshold, but with an eye on the state that crosses nodes."""

    NONE = "none"
    THRESHOLD = "threshold"
    BALANCE = "balance"
    PREDICTIVE = "predictive"
    TRAFFIC = "traffic"


class LoadSource(StrEnum):
    """What counts as an entity's load: the CPU time that its update took, or the CPU time that its
    rule asks for, which is the same on any machine, however busy."""

    MEASURED = "measured"
    NOMINAL = "nominal"


BY_THRESHOLD = any_of("workload.policy", "threshold", "predictive", "traffic")
MOVES = any_of("workload.policy", "threshold", "balance", "predictive", "traffic")
HAS_MANAGERS = at_least("workload.managers", 1)


class UniverseMigration(Contract):
    """Every entity's update grows dearer from time to time and falls back; a policy moves entities
    between the nodes, and the state stays what it would be if nobody moved."""

    kind: Literal["universe_migration"] = "universe_migration"
    entities: Annotated[int, Field(ge=1, le=100_000, title="Entities")] = 40
    """Entities in the whole system."""
    steps: Annotated[Steps, Field(title="Steps")] = 250
    """Measured simulation steps."""
    warmup_steps: Annotated[WarmupSteps, Field(title="Warm-up steps")] = 0
    """Steps before the measurement starts; entities may move in them too."""
    policy: MigrationPolicy = Field(MigrationPolicy.THRESHOLD, title="Migration policy")
    """Decides at the end of each step who moves."""
    load: LoadSource = Field(
        LoadSource.MEASURED, title="Load of an entity", json_schema_extra=shown(MOVES)
    )
    """Measured: CPU time, times how much slower the node is than the fastest. Nominal: what the
    update's rule asks for, alike on all nodes, so that the same entities move in every run."""
    threshold_ms: ThresholdMs = Field(
        65.0, title="Threshold", json_schema_extra=shown(BY_THRESHOLD, unit="ms")
    )
    """CPU time of a node's entities in a step above which one has to go."""
    settle_steps: SettleSteps = Field(
        4, title="Settle period", json_schema_extra=shown(MOVES, unit="steps")
    )
    """A node that has taken an entity offers none for so many steps: constructing it costs more
    than updating it."""
    construct_cost_us: CostUs = Field(
        5_000.0, title="Cost of a construction", json_schema_extra=shown(MOVES, unit="us")
    )
    """CPU time that an entity uses where it is constructed again."""
    carried_bytes: CarriedBytes = Field(
        1_024, title="State of an entity", json_schema_extra={"unit": "B"}
    )
    """What moves with an entity."""
    update_cost_us: CostUs = Field(
        2_000.0, title="Cost of a calm update", json_schema_extra={"unit": "us"}
    )
    """CPU time that each entity's update function uses outside a burst."""
    burst_every_steps: BurstEvery = Field(
        1_600, title="Steps between bursts", json_schema_extra={"unit": "steps"}
    )
    """A calm entity begins a burst with one chance in so many, each step; 0: never."""
    burst_rise_steps: BurstRise = Field(
        20, title="Rise of a burst", json_schema_extra={"unit": "steps"}
    )
    """Steps in which a burst rises on average; it falls for as long."""
    burst_peak: BurstPeak = Field(
        12.0, title="Peak of a burst", json_schema_extra={"unit": "times"}
    )
    """Greatest extra cost of an update, as a multiple of the calm one's; each burst reaches half
    of it or more."""
    managers: Annotated[Managers, Field(title="Managers")] = 0
    """Special managers, each of which receives every state update."""
    monitors: Monitors = Field(
        1, title="Monitored components", json_schema_extra=shown(HAS_MANAGERS)
    )
    """Components of each entity's state that managers receive."""
    manager_placement: ManagerPlacement = Field(
        ManagerPlacement.MASTER,
        title="Managers run on",
        json_schema_extra=shown(HAS_MANAGERS, SEVERAL_NODES),
    )
    """Which node hosts the managers."""
    split: EntitySplit = Field(SplitEqual(), json_schema_extra=shown(SEVERAL_NODES))
    """Where entities are at first."""
    oracle: OracleUse = Field(OracleUse.AUTO, title="Check against the oracle")
    """Whether the state checksum is compared with that of the sequential oracle, in which nobody
    moves."""


class UniverseMigrationPlan(Contract):
    """`universe_migration` as one worker gets it: every choice made. Same names and units as
    `UniverseMigration`."""

    kind: Literal["universe_migration"] = "universe_migration"
    entities_by_node: Annotated[list[MovingEntities], Field(min_length=1, max_length=64)]
    """Entities on each node at first, by node index; ids are contiguous in node order."""
    managers_by_node: Annotated[list[Managers], Field(min_length=1, max_length=64)]
    load_scale: Annotated[
        list[Annotated[float, Field(ge=1, le=10_000)]], Field(min_length=1, max_length=64)
    ]
    """How much slower each node is than the fastest, by rating."""
    steps: Steps
    warmup_steps: WarmupSteps
    policy: MigrationPolicy
    load: LoadSource
    threshold_ms: ThresholdMs
    settle_steps: SettleSteps
    construct_cost_us: CostUs
    carried_bytes: CarriedBytes
    update_cost_us: CostUs
    burst_every_steps: BurstEvery
    burst_rise_steps: BurstRise
    burst_peak: BurstPeak
    monitors: Monitors
    oracle: OracleUse
