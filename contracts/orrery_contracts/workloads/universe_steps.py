"""Workload `universe_steps`: the six-stage step of a universe simulation.

Source: uss-prototype-evaluation, section 6.5 (single, two and three nodes; Figures 6.23 to 6.32,
6.37, 6.38); the improvements that section 6.6 proposes are switches.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import MOST_NODES, Contract
from orrery_contracts.model import (
    ComponentName,
    ComponentPath,
    ModelSource,
    ModelText,
    ShippedModel,
)
from orrery_contracts.relevance import SEVERAL_NODES, any_of, at_least, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec

#: Ranges that a spec and its plan share.
Entities = Annotated[int, Field(ge=0, le=4_000_000)]
Managers = Annotated[int, Field(ge=0, le=16)]
Monitors = Annotated[int, Field(ge=1, le=8)]
Steps = Annotated[int, Field(ge=1, le=100_000_000)]
WarmupSteps = Annotated[int, Field(ge=0, le=1_000_000)]
PoolThreads = Annotated[int, Field(ge=0, le=256)]
StateBytes = Annotated[int, Field(ge=8, le=65_536)]
UpdatePeriod = Annotated[int, Field(ge=1, le=1_000_000)]
Share = Annotated[float, Field(ge=0, le=1)]
CostUs = Annotated[float, Field(ge=0, le=1_000_000)]
ConstraintLevels = Annotated[int, Field(ge=1, le=16)]
LinkMbitS = Annotated[float, Field(ge=0, le=1_000_000)]


class ProcessModel(StrEnum):
    """How entities and managers execute: as operating-system processes, as threads, or as objects
    that a pool of threads steps."""

    PROCESS = "process"
    THREAD = "thread"
    POOLED = "pooled"


class Behaviour(StrEnum):
    """What an entity does in an update. Toggle: its state changes by a fixed rule. Flock: every
    entity turns with its neighbours in every step (separation, alignment, cohesion). Walkthrough:
    most entities of a town stand still and some walk the streets."""

    TOGGLE = "toggle"
    FLOCK = "flock"
    WALKTHROUGH = "walkthrough"


class ManagerPlacement(StrEnum):
    """Node that hosts the managers: the master, the first slave, or all nodes in turn."""

    MASTER = "master"
    SLAVE = "slave"
    SPREAD = "spread"


class OracleUse(StrEnum):
    """Compare the final state with the sequential oracle. Automatic: the oracle computes as many
    steps as fit in about one second."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class StepControl(StrEnum):
    """How a step starts and ends. Messages: the universe manager and each entity exchange a
    message. Multicast: one notice reaches all entities of a node. Deadline: no messages, as if a
    deadline scheduler started and ended each update."""

    MESSAGES = "messages"
    MULTICAST = "multicast"
    DEADLINE = "deadline"


class StateFlow(StrEnum):
    """How state updates reach the managers of a node. By monitor: one message to each manager, with
    the manager's monitor id. By name: one message to all managers, with the component's name."""

    BY_MONITOR = "by_monitor"
    BY_NAME = "by_name"


class SplitByRating(Contract):
    """Entities in proportion to each node's CPU rating."""

    kind: Literal["rating"] = "rating"


class SplitEqual(Contract):
    """The same number of entities on every node; a remainder goes to the first nodes."""

    kind: Literal["equal"] = "equal"


class SplitByHand(Contract):
    """Number of entities for each node, master first. The sum equals `entities`."""

    kind: Literal["by_hand"] = "by_hand"
    counts: Annotated[
        list[Entities], Field(min_length=1, max_length=MOST_NODES, title="Entities per node")
    ]
    """Entities on each node, master first."""


class SplitByLatency(Contract):
    """By rating, minus the slave's round-trip time: its answer arrives when the master has finished
    its own share."""

    kind: Literal["latency"] = "latency"
    round_trip_us: Annotated[
        float, Field(ge=0, le=10_000_000, title="Round trip", json_schema_extra={"unit": "us"})
    ] = 0.0
    """Time from the master's notice to the slave's answer, without the slave's work. 0: twice the
    link delay of the run."""
    entity_us: Annotated[
        float,
        Field(ge=0, le=1_000_000, title="Time of an entity", json_schema_extra={"unit": "us"}),
    ] = 0.0
    """Time of one entity in a step on the fastest node, with its messages. 0: the cost of its
    update."""


EntitySplit = Annotated[
    SplitByRating | SplitEqual | SplitByHand | SplitByLatency,
    Field(discriminator="kind", title="Split of entities"),
]


HAS_MANAGERS = at_least("workload.managers", 1)

#: State of one entity that a model defines.
MOST_ENTITY_BYTES = 65_536

#: Entities times steps of a run with a constraint of its model: the changes that pass are counted
#: before the run.
MOST_COUNTED_UPDATES = 50_000_000


class NumberState(Contract):
    """Each monitored component is a 64-bit number."""

    kind: Literal["numbers"] = "numbers"


class ModelState(Contract):
    """An entity is an instance of a component of a model in the universe modelling language. The
    monitored components are its first properties that contain no text."""

    kind: Literal["model"] = "model"
    model: ModelSource = ShippedModel()
    entity: Annotated[ComponentPath, Field(title="Entity of the model")] = "Walker"
    """Name of an entity, an element or a universe of the model."""
    constraint: Annotated[
        ComponentName,
        Field(title="Constraint of the model", json_schema_extra=shown(HAS_MANAGERS)),
    ] = ""
    """Name of a `CONSTRAINT` of the entity; empty: none. The entity evaluates it after each change
    and sends only changes to a state for which it is true. With `constraint_levels`, both must
    accept a change. At most 50,000,000 entities times steps: the changes that pass are counted
    before the run."""


class ModelStatePlan(Contract):
    """`ModelState` with the model as text."""

    kind: Literal["model"] = "model"
    model_text: ModelText
    entity: ComponentPath
    constraint: ComponentName


EntityState = Annotated[
    NumberState | ModelState, Field(discriminator="kind", title="State of an entity")
]
EntityStatePlan = Annotated[NumberState | ModelStatePlan, Field(discriminator="kind")]


IS_POOLED = any_of("workload.process_model", "pooled")
HAS_RULE = any_of("workload.behaviour", "toggle")
HAS_SCHEDULE = any_of("workload.behaviour", "toggle", "walkthrough")


class UniverseSteps(WorkloadSpec):
    """Entities update in every step. Managers receive the components that they monitor. The master
    starts the next step when all nodes have finished."""

    kind: Literal["universe_steps"] = "universe_steps"
    entities: Annotated[int, Field(ge=1, le=4_000_000, title="Entities")] = 40
    """Entities of the whole system (z in the study's message model)."""
    behaviour: Behaviour = Field(Behaviour.TOGGLE, title="Behaviour")
    """What entities do in an update. The live map shows a flock and a walk-through. A bird sees its
    neighbours' state of the previous step, also across nodes."""
    managers: Annotated[Managers, Field(title="Managers")] = 1
    """Special managers (x in the message model). Each receives all updates of all monitored
    components."""
    monitors: Annotated[Monitors, Field(title="Monitored components")] = 1
    """State components of each entity that every manager monitors (y in the message model)."""
    steps: Annotated[Steps, Field(title="Steps")] = 3_000
    """Measured simulation steps."""
    warmup_steps: Annotated[WarmupSteps, Field(title="Warm-up steps")] = 100
    """Steps before the measurement starts. The state checksum includes them; the measurements do
    not."""
    process_model: ProcessModel = Field(ProcessModel.PROCESS, title="Process model")
    """How entities and managers execute: as processes, as threads, or as objects that a pool of
    threads steps."""
    pool_threads: Annotated[
        PoolThreads, Field(title="Pool threads", json_schema_extra=shown(IS_POOLED))
    ] = 0
    """Threads that step the entities of a node. 0: chosen from the number of entities and cores."""
    state_bytes: Annotated[
        StateBytes, Field(title="State of a component", json_schema_extra={"unit": "B"})
    ] = 8
    """Packed size of one component in a state update. Raised to the largest property if a model is
    used."""
    state: EntityState = Field(NumberState(), json_schema_extra=shown(HAS_RULE))
    """State of an entity. In a flock and a walk-through it is a position."""
    update_period_steps: Annotated[
        UpdatePeriod,
        Field(title="Update period", json_schema_extra=shown(HAS_SCHEDULE, unit="steps")),
    ] = 1
    """Steps between two changes of a changing entity."""
    changing_share: Annotated[
        Share, Field(title="Share of changing entities", json_schema_extra=shown(HAS_SCHEDULE))
    ] = 1.0
    """Share of entities whose state changes. The others complete each step and send no state."""
    update_cost_us: Annotated[
        CostUs, Field(title="Cost of an update", json_schema_extra={"unit": "us"})
    ] = 0.0
    """CPU time of one entity's update function, calibrated on each node."""
    manager_cost_us: Annotated[
        CostUs,
        Field(title="Cost of a manager's step", json_schema_extra=shown(HAS_MANAGERS, unit="us")),
    ] = 0.0
    """CPU time that a manager uses in a step."""
    manager_placement: ManagerPlacement = Field(
        ManagerPlacement.MASTER,
        title="Managers run on",
        json_schema_extra=shown(HAS_MANAGERS, SEVERAL_NODES),
    )
    """Node that hosts the managers."""
    split: EntitySplit = Field(SplitByRating(), json_schema_extra=shown(SEVERAL_NODES))
    """Distribution of entities over the nodes."""
    constraint_levels: ConstraintLevels = Field(
        16,
        title="Constraint levels",
        json_schema_extra=shown(HAS_MANAGERS, unit="of 16"),
    )
    """Levels of 16 that managers accept; 16 accepts all. Each change of an entity moves it to the
    next level. An entity evaluates the managers' constraint function before it sends, and sends
    only changes at accepted levels."""
    step_control: StepControl = Field(StepControl.MESSAGES, title="Start and end of an update")
    """How an update starts and ends. Multicast and deadline save messages within a node (study,
    section 6.6.1)."""
    state_flow: StateFlow = Field(
        StateFlow.BY_MONITOR,
        title="State to managers",
        json_schema_extra=shown(HAS_MANAGERS),
    )
    """How managers get state. By name, the managers of a node share one message, which is 32 B
    larger (study, section 6.6.3)."""
    link_delay_us: CostUs = Field(
        0.0, title="Delay between nodes", json_schema_extra=shown(SEVERAL_NODES, unit="us")
    )
    """Delay added to every message between nodes."""
    link_mbit_s: LinkMbitS = Field(
        0.0,
        title="Bandwidth between nodes",
        json_schema_extra=shown(SEVERAL_NODES, unit="Mbit/s"),
    )
    """Bandwidth limit between nodes (study, section 6.6.5). 0: no limit but the link's own."""
    oracle: OracleUse = Field(OracleUse.AUTO, title="Check against the oracle")
    """Compare the state checksum with the sequential oracle's."""


class UniverseStepsPlan(PlannedWorkload):
    """`universe_steps` as one worker gets it: every choice made. Same names and units as
    `UniverseSteps`."""

    kind: Literal["universe_steps"] = "universe_steps"
    entities_by_node: Annotated[list[Entities], Field(min_length=1, max_length=MOST_NODES)]
    """Entities on each node, by node index; entity ids are contiguous in node order."""
    behaviour: Behaviour
    managers_by_node: Annotated[list[Managers], Field(min_length=1, max_length=MOST_NODES)]
    """Managers on each node, by node index; manager ids are contiguous in node order."""
    monitors: Monitors
    steps: Steps
    warmup_steps: WarmupSteps
    process_model: ProcessModel
    pool_threads: PoolThreads
    state_bytes: StateBytes
    state: EntityStatePlan
    update_period_steps: UpdatePeriod
    changing_share: Share
    update_cost_us: CostUs
    manager_cost_us: CostUs
    constraint_levels: ConstraintLevels
    step_control: StepControl
    state_flow: StateFlow
    link_delay_us: CostUs
    link_mbit_s: LinkMbitS
    oracle: OracleUse


RECORD = WorkloadRecord(
    title="universe steps",
    family=Family.UNIVERSE,
    spec=UniverseSteps,
    plan=UniverseStepsPlan,
    progress_unit="step",
    carried="entities",
    first_fields=(
        "entities",
        "behaviour",
        "managers",
        "monitors",
        "steps",
        "process_model",
        "pool_threads",
        "state",
        "split",
    ),
    leading_metrics=(
        "step_time.p50",
        "step_time.p99",
        "steps_per_second",
        "imbalance",
        "cpu_per_step",
    ),
    simulated_by=(
        "entities",
        "behaviour",
        "managers",
        "monitors",
        "steps",
        "warmup_steps",
        "update_period_steps",
        "changing_share",
        "constraint_levels",
        "state_bytes",
        "state",
    ),
    presets=(
        "universe-two-nodes",
        "universe-one-node",
        "universe-three-nodes",
        "universe-managers-on-slave",
        "universe-pooled-fast",
        "universe-pooled-million",
        "universe-flock",
        "universe-flock-large",
        "universe-walkthrough",
        "universe-modelled",
    ),
    published=("uss.simulation", "uss.messaging", "uss.cpu-rating"),
    between_nodes=(
        "node_notify",
        "state_relay",
        "state_complete",
        "node_complete",
        "neighbour_state",
    ),
)
