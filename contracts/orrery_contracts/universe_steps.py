"""Workload `universe_steps`: the six-stage step of a universe simulation.

Source: uss-prototype-evaluation, section 6.5 (single, two and three nodes; Figures 6.23 to 6.32,
6.37, 6.38); the improvements that section 6.6 proposes are switches.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.model import ComponentPath, ModelSource, ModelText, ShippedModel
from orrery_contracts.relevance import SEVERAL_NODES, any_of, at_least, shown

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
    """What an entity and a manager are to the operating system."""

    PROCESS = "process"
    THREAD = "thread"
    POOLED = "pooled"


class Behaviour(StrEnum):
    """What an entity does in an update: the benchmark entity's state changes by a fixed rule; a
    bird of a flock turns with its neighbours (separation, alignment, cohesion), all of them in
    every step; in a walk-through town most stand still and some walk the streets."""

    TOGGLE = "toggle"
    FLOCK = "flock"
    WALKTHROUGH = "walkthrough"


class ManagerPlacement(StrEnum):
    """Which node hosts the managers: the master, the first slave, or all nodes in turn."""

    MASTER = "master"
    SLAVE = "slave"
    SPREAD = "spread"


class OracleUse(StrEnum):
    """Whether the final state is checked against the sequential oracle: automatic checks as many
    steps as take about a second."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class StepControl(StrEnum):
    """How entities learn that a step begins, and their universe manager that they have ended it: a
    message to and from each; one notice that reaches all at once; or neither, as if a deadline
    scheduler started and ended them."""

    MESSAGES = "messages"
    MULTICAST = "multicast"
    DEADLINE = "deadline"


class StateFlow(StrEnum):
    """How state updates reach a node's managers: a message to each, which knows the component by
    its own monitor id; or one to all of them, which carries the component's name."""

    BY_MONITOR = "by_monitor"
    BY_NAME = "by_name"


class SplitByRating(Contract):
    """Entities in proportion to each node's CPU rating."""

    kind: Literal["rating"] = "rating"


class SplitEqual(Contract):
    """The same number of entities on every node; a remainder goes to the first nodes."""

    kind: Literal["equal"] = "equal"


class SplitByHand(Contract):
    """A given number of entities for each node, master first; they add up to `entities`."""

    kind: Literal["by_hand"] = "by_hand"
    counts: Annotated[list[Entities], Field(min_length=1, max_length=64, title="Entities per node")]
    """Entities on each node, master first."""


class SplitByLatency(Contract):
    """By rating, but a slave gets so much less work that its answer is back when the master has
    done its own."""

    kind: Literal["latency"] = "latency"
    round_trip_us: Annotated[
        float, Field(ge=0, le=10_000_000, title="Round trip", json_schema_extra={"unit": "us"})
    ] = 0.0
    """From the master's notice to the arrival of the slave's answer, without the slave's work; 0:
    twice the run's link delay."""
    entity_us: Annotated[
        float,
        Field(ge=0, le=1_000_000, title="Time of an entity", json_schema_extra={"unit": "us"}),
    ] = 0.0
    """What an entity takes of a step on the fastest node, with its messages; 0: the cost of its
    update."""


EntitySplit = Annotated[
    SplitByRating | SplitEqual | SplitByHand | SplitByLatency,
    Field(discriminator="kind", title="Split of entities"),
]


#: State of one entity that a model defines.
MOST_ENTITY_BYTES = 65_536


class NumberState(Contract):
    """Each monitored component is a number of 64 bits."""

    kind: Literal["numbers"] = "numbers"


class ModelState(Contract):
    """An entity is an instance of a component of a model in the universe modelling language. Its
    first properties without texts are the monitored components."""

    kind: Literal["model"] = "model"
    model: ModelSource = ShippedModel()
    entity: Annotated[ComponentPath, Field(title="Entity of the model")] = "Walker"
    """Its name: an entity, an element or a universe of the model."""


class ModelStatePlan(Contract):
    """`ModelState` with the model as text."""

    kind: Literal["model"] = "model"
    model_text: ModelText
    entity: ComponentPath


EntityState = Annotated[
    NumberState | ModelState, Field(discriminator="kind", title="State of an entity")
]
EntityStatePlan = Annotated[NumberState | ModelStatePlan, Field(discriminator="kind")]


IS_POOLED = any_of("workload.process_model", "pooled")
HAS_MANAGERS = at_least("workload.managers", 1)
HAS_RULE = any_of("workload.behaviour", "toggle")
HAS_SCHEDULE = any_of("workload.behaviour", "toggle", "walkthrough")


class UniverseSteps(Contract):
    """Entities update every step, managers receive what they monitor, and the master starts the
    next step when all have ended."""

    kind: Literal["universe_steps"] = "universe_steps"
    entities: Annotated[int, Field(ge=1, le=4_000_000, title="Entities")] = 40
    """Entities in the whole system, z of the message model."""
    behaviour: Behaviour = Field(Behaviour.TOGGLE, title="Behaviour")
    """What entities do. Those of a flock and a walk-through have positions, drawn live on a map;
    in a flock each sees what its neighbours were in the step before, on whatever node."""
    managers: Annotated[Managers, Field(title="Managers")] = 1
    """Special managers, x of the message model. Each receives every state update of every
    monitored component."""
    monitors: Annotated[Monitors, Field(title="Monitored components")] = 1
    """Components of each entity's state in which every manager registers interest, y of the
    message model."""
    steps: Annotated[Steps, Field(title="Steps")] = 3_000
    """Measured simulation steps."""
    warmup_steps: Annotated[WarmupSteps, Field(title="Warm-up steps")] = 100
    """Steps before the measurement starts; they count in the state checksum, not in any figure."""
    process_model: ProcessModel = Field(ProcessModel.PROCESS, title="Process model")
    """Each entity and manager an operating-system process, a thread, or an object stepped by a
    few workers."""
    pool_threads: Annotated[
        PoolThreads, Field(title="Pool threads", json_schema_extra=shown(IS_POOLED))
    ] = 0
    """Threads that step the entities of a node in the pooled model; 0 chooses by entities and
    cores."""
    state_bytes: Annotated[
        StateBytes, Field(title="State of a component", json_schema_extra={"unit": "B"})
    ] = 8
    """Size of one component's packed state in a state update; that of a model's properties takes at
    least what the largest needs."""
    state: EntityState = Field(NumberState(), json_schema_extra=shown(HAS_RULE))
    """What an entity holds; those of a flock and a walk-through hold a place."""
    update_period_steps: Annotated[
        UpdatePeriod,
        Field(title="Update period", json_schema_extra=shown(HAS_SCHEDULE, unit="steps")),
    ] = 1
    """A changing entity changes its state every so many steps."""
    changing_share: Annotated[
        Share, Field(title="Share of changing entities", json_schema_extra=shown(HAS_SCHEDULE))
    ] = 1.0
    """The rest are static: they are notified and complete each step, but send no state."""
    update_cost_us: Annotated[
        CostUs, Field(title="Cost of an update", json_schema_extra={"unit": "us"})
    ] = 0.0
    """CPU time that each entity's update function uses, calibrated on each node."""
    manager_cost_us: Annotated[
        CostUs,
        Field(title="Cost of a manager's step", json_schema_extra=shown(HAS_MANAGERS, unit="us")),
    ] = 0.0
    """CPU time that each manager uses to process a step."""
    manager_placement: ManagerPlacement = Field(
        ManagerPlacement.MASTER,
        title="Managers run on",
        json_schema_extra=shown(HAS_MANAGERS, SEVERAL_NODES),
    )
    """Which node hosts the managers. On a single node all are the same."""
    split: EntitySplit = Field(SplitByRating(), json_schema_extra=shown(SEVERAL_NODES))
    """How entities are distributed over the nodes."""
    constraint_levels: ConstraintLevels = Field(
        16,
        title="Constraint levels",
        json_schema_extra=shown(HAS_MANAGERS, unit="of 16"),
    )
    """Managers register a constraint function, which entities evaluate before they send: each
    change of an entity raises its level by one, from the last of 16 to the first, and only changes
    at the first so many levels are sent. 16: all."""
    step_control: StepControl = Field(StepControl.MESSAGES, title="Start and end of an update")
    """Multicast and deadline save messages within a node (the study's section 6.6.1)."""
    state_flow: StateFlow = Field(
        StateFlow.BY_MONITOR,
        title="State to managers",
        json_schema_extra=shown(HAS_MANAGERS),
    )
    """By name, several managers of a node share each message, which grows by 32 B of name (section
    6.6.3)."""
    link_delay_us: CostUs = Field(
        0.0, title="Delay between nodes", json_schema_extra=shown(SEVERAL_NODES, unit="us")
    )
    """Every message to another node is late by this, on top of what the link takes."""
    link_mbit_s: LinkMbitS = Field(
        0.0,
        title="Bandwidth between nodes",
        json_schema_extra=shown(SEVERAL_NODES, unit="Mbit/s"),
    )
    """Messages to another node follow each other at this rate (section 6.6.5); 0: at that of the
    link itself."""
    oracle: OracleUse = Field(OracleUse.AUTO, title="Check against the oracle")
    """Whether the state checksum is compared with the sequential oracle's."""


class UniverseStepsPlan(Contract):
    """`universe_steps` as one worker gets it: every choice made. Same names and units as
    `UniverseSteps`."""

    kind: Literal["universe_steps"] = "universe_steps"
    entities_by_node: Annotated[list[Entities], Field(min_length=1, max_length=64)]
    """Entities on each node, by node index; entity ids are contiguous in node order."""
    behaviour: Behaviour
    managers_by_node: Annotated[list[Managers], Field(min_length=1, max_length=64)]
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
