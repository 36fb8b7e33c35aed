"""Plans `universe_steps`: entities and managers over nodes, and what a step must carry by the
message model.
"""

from __future__ import annotations

from orrery_contracts.models import text_of
from orrery_contracts.results import MessageCount
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.registry import WorkloadPlan
from orrery_contracts.workloads.universe_steps import (
    MOST_COUNTED_UPDATES,
    Behaviour,
    EntityState,
    EntityStatePlan,
    ModelStatePlan,
    NumberState,
    ProcessModel,
    StateFlow,
    StepControl,
    UniverseSteps,
    UniverseStepsPlan,
)

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.universe_split import (
    StepTiming,
    in_words,
    managers_by_node,
    split_entities,
)
from orrery_backend.kit.problems import Findings, field_error, invalid

#: Bytes of memory that one entity or manager costs beside its state: a process's own pages and
#: rings, a thread's stack and rings, an object. Rough on purpose: they refuse what cannot fit, they
#: do not predict.
_MEMORY_OF_ONE = {
    ProcessModel.PROCESS: 700_000,
    ProcessModel.THREAD: 150_000,
    ProcessModel.POOLED: 128,
}
_MEMORY_OF_PLACE = {Behaviour.TOGGLE: 0, Behaviour.FLOCK: 64, Behaviour.WALKTHROUGH: 8}
_USABLE_SHARE = 0.8
#: Of an entity's changes, which pass in turn by their level.
_LEVELS = 16


class UniverseStepsPlanner:
    """See `planners.face.Planner`."""

    def plan(self, _spec: RunSpec, wanted: UniverseSteps, nodes: list[PlannedNode]) -> Assignment:
        timing = StepTiming(wanted.update_cost_us, 2 * wanted.link_delay_us)
        managers = managers_by_node(wanted.managers, wanted.manager_placement, len(nodes))
        found = Findings()
        entities = found.attempt(split_entities, wanted.entities, wanted.split, nodes, timing)
        found.attempt(_refuse_schedule, wanted)
        found.attempt(_refuse_state, wanted)
        found.attempt(_refuse_uncountable, wanted, len(nodes))
        if entities is not None:
            found.attempt(_refuse_idle_nodes, wanted, nodes, entities, managers)
            found.attempt(_refuse_too_large, wanted, nodes, entities, managers)
        if found or entities is None:
            raise found.problem()
        plan: WorkloadPlan = UniverseStepsPlan(
            entities_by_node=entities,
            behaviour=wanted.behaviour,
            managers_by_node=managers,
            monitors=wanted.monitors,
            steps=wanted.steps,
            warmup_steps=wanted.warmup_steps,
            process_model=wanted.process_model,
            pool_threads=wanted.pool_threads,
            state_bytes=wanted.state_bytes,
            state=_planned(wanted.state),
            update_period_steps=wanted.update_period_steps,
            changing_share=wanted.changing_share,
            update_cost_us=wanted.update_cost_us,
            manager_cost_us=wanted.manager_cost_us,
            constraint_levels=wanted.constraint_levels,
            step_control=wanted.step_control,
            state_flow=wanted.state_flow,
            link_delay_us=wanted.link_delay_us,
            link_mbit_s=wanted.link_mbit_s,
            oracle=wanted.oracle,
        )
        words = tuple(in_words(e, m) for e, m in zip(entities, managers, strict=True))
        return Assignment(plan, words, tuple(messages_per_step(wanted, entities, managers)))

    def work(self, spec: RunSpec, wanted: UniverseSteps) -> Work:
        steps = wanted.steps + wanted.warmup_steps
        return Work(
            (wanted.process_model.value, wanted.behaviour.value),
            float(spec.repeats * steps * wanted.entities),
        )


def _refuse_schedule(wanted: UniverseSteps) -> None:
    """A flock has no schedule of changes: every bird changes in every step."""
    if wanted.behaviour is not Behaviour.FLOCK:
        return
    found = Findings()
    for field in ("changing_share", "update_period_steps"):
        value = getattr(wanted, field)
        if value != 1:
            found.add(
                field_error(
                    f"workload.{field}",
                    value,
                    "Every bird of a flock changes in every step.",
                    "Set it to 1, or choose workload.behaviour toggle or walkthrough.",
                )
            )
    found.raise_if_any()


def _refuse_state(wanted: UniverseSteps) -> None:
    """Birds and walkers hold what their rules need."""
    if wanted.behaviour is Behaviour.TOGGLE or isinstance(wanted.state, NumberState):
        return
    raise invalid(
        field_error(
            "workload.state.kind",
            wanted.state.kind,
            f"Behaviour {wanted.behaviour.value}: its entities hold places, not a model's state.",
            "Choose numbers, or workload.behaviour toggle.",
        )
    )


def _planned(state: EntityState) -> EntityStatePlan:
    if isinstance(state, NumberState):
        return state
    return ModelStatePlan(
        model_text=text_of(state.model), entity=state.entity, constraint=state.constraint
    )


def _constraint_of(wanted: UniverseSteps) -> str:
    """Name of the constraint that entities evaluate. Empty without one, and without managers."""
    if isinstance(wanted.state, NumberState) or not wanted.managers:
        return ""
    return wanted.state.constraint


def _refuse_uncountable(wanted: UniverseSteps, nodes: int) -> None:
    """Which changes pass a model's constraint depends on the states: every node counts them in
    advance, one after the other."""
    constraint = _constraint_of(wanted)
    if not constraint:
        return
    steps = wanted.steps + wanted.warmup_steps
    parties = max(wanted.entities, nodes)
    if parties * steps <= MOST_COUNTED_UPDATES:
        return
    raise invalid(
        field_error(
            "workload.steps",
            wanted.steps,
            f"Constraint {constraint}: the changes that pass are counted before the "
            f"run, for at most {MOST_COUNTED_UPDATES:,} entities times steps; {parties:,} times "
            f"{steps:,} are more.",
            f"Use at most {MOST_COUNTED_UPDATES // parties:,} steps with the warm-up, fewer "
            "entities, or workload.constraint_levels in place of the constraint.",
        )
    )


def _refuse_idle_nodes(
    wanted: UniverseSteps, nodes: list[PlannedNode], entities: list[int], managers: list[int]
) -> None:
    if not all(node.is_chosen for node in nodes):
        # The problem is the number of nodes, and the split may depend on their ratings.
        return
    idle = [
        node.name for node, e, m in zip(nodes, entities, managers, strict=True) if e == 0 and m == 0
    ]
    if idle:
        raise invalid(
            field_error(
                "workload.entities",
                wanted.entities,
                f"Node {', '.join(idle)} would have no entity and no manager.",
                "Use more entities, fewer nodes, or another split.",
            )
        )


def _refuse_too_large(
    wanted: UniverseSteps, nodes: list[PlannedNode], entities: list[int], managers: list[int]
) -> None:
    one = _MEMORY_OF_ONE[wanted.process_model] + wanted.monitors * wanted.state_bytes
    # Every node knows where all are.
    shared = wanted.entities * _MEMORY_OF_PLACE[wanted.behaviour]
    for node, e, m in zip(nodes, entities, managers, strict=True):
        needed = (e + m) * one + shared
        usable = int(node.memory_bytes * _USABLE_SHARE)
        if node.memory_bytes and needed > usable:
            raise invalid(
                field_error(
                    "workload.entities",
                    wanted.entities,
                    f"Node {node.name} would need about {_gigabytes(needed)} for {e:,} entities of "
                    "model"
                    f" {wanted.process_model.value}; {_gigabytes(usable)} can be used.",
                    f"At most about {max(0, usable - shared) // one:,} fit there. "
                    "Use fewer entities, more nodes,"
                    " or a lighter process model (pooled is the lightest).",
                )
            )


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"


def messages_per_step(
    wanted: UniverseSteps, entities: list[int], managers: list[int]
) -> list[MessageCount]:
    """The six-stage step in numbers: x managers, y monitors, z entities, n nodes."""
    n, x, y, z = len(entities), sum(managers), wanted.monitors, sum(entities)
    hosts = [index for index, count in enumerate(managers) if count]
    # Of the changing entities each changes every `period` steps: a mean where that is not a whole
    # number.
    rate = round(wanted.changing_share * z) / wanted.update_period_steps if x else 0.0
    rate *= wanted.constraint_levels / _LEVELS
    share = rate / z if z else 0.0
    others = [len([host for host in hosts if host != node]) for node in range(n)]
    relayed = sum(count * share * y * other for count, other in zip(entities, others, strict=True))
    copies = x if wanted.state_flow is StateFlow.BY_MONITOR else len(hosts)
    notices = {
        StepControl.MESSAGES: z + x,
        StepControl.MULTICAST: sum(e + m > 0 for e, m in zip(entities, managers, strict=True)),
        StepControl.DEADLINE: 0,
    }[wanted.step_control]
    completions = 0 if wanted.step_control is StepControl.DEADLINE else z
    # How many changes pass a constraint of the model depends on the states.
    limit = ", at most" if _constraint_of(wanted) else ""
    model: list[tuple[str, str, float]] = [
        ("node_notify", "Notify a node", n - 1),
        ("update_notify", "Notify an entity or manager", notices),
        ("state_from_entity", f"State update from an entity{limit}", rate * y),
        ("state_relay", f"State update to another node{limit}", relayed),
        ("state_to_manager", f"State update to a manager{limit}", rate * y * copies),
        ("update_complete", "Entity has updated", completions),
        ("state_complete", "Node has sent its state updates", sum(others)),
        ("manager_process", "Manager may process", x),
        ("manager_complete", "Manager has processed", x),
        ("node_complete", "Node has ended the step", n - 1),
    ]
    if wanted.behaviour is Behaviour.FLOCK and n > 1:
        model.append(("neighbour_state", "Entity as others see it, to another node", z * (n - 1)))
    return [
        MessageCount(kind=kind, title=title, expected=str(round(count)), counted="0", bytes="0")
        for kind, title, count in model
    ]
