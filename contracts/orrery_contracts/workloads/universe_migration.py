"""Workload `universe_migration`: entities whose cost rises and falls migrate between nodes while
the simulation goes on.

Source: uss-prototype-evaluation, section 6.5.4 (Figures 6.33 to 6.35).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import MOST_NODES
from orrery_contracts.relevance import SEVERAL_NODES, any_of, at_least, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import (
    CostUs,
    EntitySplit,
    ManagerPlacement,
    Managers,
    Monitors,
    OracleUse,
    ProcessModel,
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
    """Which entity migrates, and when. None: no entity. Threshold: the most expensive entity of a
    node above the threshold, as in the study's prototype. Balance: the entity that evens the loads.
    Predictive: the entity whose forecast cost passes the threshold. Traffic: as threshold, weighed
    with the state that crosses nodes."""

    NONE = "none"
    THRESHOLD = "threshold"
    BALANCE = "balance"
    PREDICTIVE = "predictive"
    TRAFFIC = "traffic"


class LoadSource(StrEnum):
    """Load of an entity. Measured: the CPU time that its update took. Nominal: the CPU time that
    its rule asks for, the same on every machine."""

    MEASURED = "measured"
    NOMINAL = "nominal"


class ResourceManager(StrEnum):
    """Who reads the CPU use of a node's entities and decides which migrate. Inside: the universe
    manager, from the CPU time that each entity's update tells. Apart: a process or thread of its
    own, which reads the CPU clock of each process or thread of the node in every step."""

    INSIDE = "inside"
    APART = "apart"


BY_THRESHOLD = any_of("workload.policy", "threshold", "predictive", "traffic")
MOVES = any_of("workload.policy", "threshold", "balance", "predictive", "traffic")
HAS_CLOCKS = any_of("workload.process_model", "process", "thread")
HAS_MANAGERS = at_least("workload.managers", 1)


class UniverseMigration(WorkloadSpec):
    """The cost of each entity's update rises in bursts and falls again. A policy migrates entities
    between the nodes. The state stays the same as without migration."""

    kind: Literal["universe_migration"] = "universe_migration"
    entities: Annotated[int, Field(ge=1, le=100_000, title="Entities")] = 40
    """Entities of the whole system."""
    steps: Annotated[Steps, Field(title="Steps")] = 250
    """Measured simulation steps."""
    warmup_steps: Annotated[WarmupSteps, Field(title="Warm-up steps")] = 0
    """Steps before the measurement starts. Entities may migrate in them too."""
    policy: MigrationPolicy = Field(MigrationPolicy.THRESHOLD, title="Migration policy")
    """Rule that selects the entities to migrate at the end of each step."""
    process_model: ProcessModel = Field(ProcessModel.POOLED, title="Process model")
    """How entities and managers execute: as processes, as threads, or as objects that one thread
    steps. A node has a process or thread ready for every entity of the system."""
    resource_manager: ResourceManager = Field(
        ResourceManager.INSIDE, title="Resource manager", json_schema_extra=shown(HAS_CLOCKS)
    )
    """Apart: a process or thread of its own on each node. In every step it reads the CPU clock of
    every process or thread; the master's decides the moves."""
    load: LoadSource = Field(
        LoadSource.MEASURED, title="Load of an entity", json_schema_extra=shown(MOVES)
    )
    """Measured: CPU time, scaled by the node's rating. Nominal: the cost that the rule sets, so
    that the same entities migrate in every run."""
    threshold_ms: ThresholdMs = Field(
        65.0, title="Threshold", json_schema_extra=shown(BY_THRESHOLD, unit="ms")
    )
    """CPU time of a node's entities in a step. Above it, an entity migrates."""
    settle_steps: SettleSteps = Field(
        4, title="Settle period", json_schema_extra=shown(MOVES, unit="steps")
    )
    """Steps after it received an entity in which a node sends no entity away."""
    construct_cost_us: CostUs = Field(
        5_000.0, title="Cost of a construction", json_schema_extra=shown(MOVES, unit="us")
    )
    """CPU time to construct a migrated entity on its new node."""
    carried_bytes: CarriedBytes = Field(
        1_024, title="State of an entity", json_schema_extra={"unit": "B"}
    )
    """State that migrates with an entity."""
    update_cost_us: CostUs = Field(
        2_000.0, title="Cost of a calm update", json_schema_extra={"unit": "us"}
    )
    """CPU time of an entity's update outside a burst."""
    burst_every_steps: BurstEvery = Field(
        1_600, title="Steps between bursts", json_schema_extra={"unit": "steps"}
    )
    """Mean number of steps until a calm entity begins a burst. 0: no bursts."""
    burst_rise_steps: BurstRise = Field(
        20, title="Rise of a burst", json_schema_extra={"unit": "steps"}
    )
    """Mean number of steps in which a burst rises. It falls in the same number of steps."""
    burst_peak: BurstPeak = Field(
        12.0, title="Peak of a burst", json_schema_extra={"unit": "times"}
    )
    """Largest extra cost of an update, as a multiple of the calm cost. Each burst reaches at least
    half of it."""
    managers: Annotated[Managers, Field(title="Managers")] = 0
    """Special managers. Each receives every state update."""
    monitors: Monitors = Field(
        1, title="Monitored components", json_schema_extra=shown(HAS_MANAGERS)
    )
    """State components of each entity that managers receive."""
    manager_placement: ManagerPlacement = Field(
        ManagerPlacement.MASTER,
        title="Managers run on",
        json_schema_extra=shown(HAS_MANAGERS, SEVERAL_NODES),
    )
    """Node that hosts the managers."""
    split: EntitySplit = Field(SplitEqual(), json_schema_extra=shown(SEVERAL_NODES))
    """Distribution of entities over the nodes at the start."""
    oracle: OracleUse = Field(OracleUse.AUTO, title="Check against the oracle")
    """Compare the state checksum with the sequential oracle's, in which no entity migrates."""


class UniverseMigrationPlan(PlannedWorkload):
    """`universe_migration` as one worker gets it: every choice made. Same names and units as
    `UniverseMigration`."""

    kind: Literal["universe_migration"] = "universe_migration"
    entities_by_node: Annotated[list[MovingEntities], Field(min_length=1, max_length=MOST_NODES)]
    """Entities on each node at first, by node index; ids are contiguous in node order."""
    managers_by_node: Annotated[list[Managers], Field(min_length=1, max_length=MOST_NODES)]
    load_scale: Annotated[
        list[Annotated[float, Field(ge=1, le=10_000)]], Field(min_length=1, max_length=MOST_NODES)
    ]
    """How much slower each node is than the fastest, by rating."""
    steps: Steps
    warmup_steps: WarmupSteps
    policy: MigrationPolicy
    process_model: ProcessModel
    resource_manager: ResourceManager
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


RECORD = WorkloadRecord(
    title="universe migration",
    family=Family.UNIVERSE,
    spec=UniverseMigration,
    plan=UniverseMigrationPlan,
    progress_unit="step",
    carried="entities",
    first_fields=(
        "entities",
        "steps",
        "policy",
        "process_model",
        "load",
        "managers",
        "split",
    ),
    leading_metrics=(
        "step_time.p50",
        "migrations",
        "migration_pause.p50",
        "workload.max",
        "steps_above_threshold",
    ),
    simulated_by=(
        "entities",
        "managers",
        "monitors",
        "steps",
        "warmup_steps",
        "burst_every_steps",
        "burst_rise_steps",
        "burst_peak",
    ),
    presets=(
        "uss-migration",
        "uss-migration-three",
        "uss-migration-predictive",
        "uss-resource-manager",
    ),
    published=("uss.resource-manager",),
    between_nodes=(
        "node_notify",
        "node_complete",
        "load_report",
        "migration_order",
        "entity_state",
        "state_relay",
    ),
)
