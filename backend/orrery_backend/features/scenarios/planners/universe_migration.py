"""Plans `universe_migration`: where entities are at first, and how slow each node is."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.universe_migration import (
    LoadSource,
    ResourceManager,
    UniverseMigration,
    UniverseMigrationPlan,
)
from orrery_contracts.workloads.universe_steps import ProcessModel

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.universe_split import (
    StepTiming,
    in_words,
    managers_by_node,
    split_entities,
)
from orrery_backend.kit.problems import Findings, field_error, invalid

_USABLE_SHARE = 0.8
_WORD_BYTES = 8
#: Bytes of memory that a place for an entity costs besides its state: pages and rings of a process,
#: stack and rings of a thread, an object.
_MEMORY_OF_ONE = {
    ProcessModel.PROCESS: 700_000,
    ProcessModel.THREAD: 150_000,
    ProcessModel.POOLED: 128,
}
#: Copies of an entity's state: a ring in each direction has room for four, and the place holds one.
_COPIES = {ProcessModel.PROCESS: 9, ProcessModel.THREAD: 9, ProcessModel.POOLED: 1}


class UniverseMigrationPlanner:
    """See `planners.face.Planner`."""

    def plan(
        self, _spec: RunSpec, wanted: UniverseMigration, nodes: list[PlannedNode]
    ) -> Assignment:
        found = Findings()
        found.attempt(_refuse_odd_state, wanted)
        found.attempt(_refuse_nothing_to_read, wanted)
        found.attempt(_refuse_too_large, wanted, nodes)
        timing = StepTiming(wanted.update_cost_us)
        entities = found.attempt(split_entities, wanted.entities, wanted.split, nodes, timing)
        if found or entities is None:
            raise found.problem()
        managers = managers_by_node(wanted.managers, wanted.manager_placement, len(nodes))
        plan = UniverseMigrationPlan(
            entities_by_node=entities,
            managers_by_node=managers,
            load_scale=_load_scale(nodes, wanted.load),
            steps=wanted.steps,
            warmup_steps=wanted.warmup_steps,
            policy=wanted.policy,
            process_model=wanted.process_model,
            resource_manager=wanted.resource_manager,
            load=wanted.load,
            threshold_ms=wanted.threshold_ms,
            settle_steps=wanted.settle_steps,
            construct_cost_us=wanted.construct_cost_us,
            carried_bytes=wanted.carried_bytes,
            update_cost_us=wanted.update_cost_us,
            burst_every_steps=wanted.burst_every_steps,
            burst_rise_steps=wanted.burst_rise_steps,
            burst_peak=wanted.burst_peak,
            monitors=wanted.monitors,
            oracle=wanted.oracle,
        )
        words = tuple(in_words(e, m) for e, m in zip(entities, managers, strict=True))
        return Assignment(plan, words, (), tuple(entities))

    def work(self, spec: RunSpec, wanted: UniverseMigration) -> Work:
        steps = wanted.steps + wanted.warmup_steps
        each_us = wanted.update_cost_us + 1
        like = (wanted.process_model.value,)
        return Work(like, float(spec.repeats * steps * wanted.entities * each_us))


def _load_scale(nodes: list[PlannedNode], load: LoadSource) -> list[float]:
    """A node that has not been rated counts as the fastest."""
    if load is LoadSource.NOMINAL:
        return [1.0] * len(nodes)
    fastest = max(node.rating for node in nodes)
    return [min(10_000.0, fastest / node.rating) if node.rating > 0 else 1.0 for node in nodes]


def _refuse_odd_state(wanted: UniverseMigration) -> None:
    if wanted.carried_bytes % _WORD_BYTES == 0:
        return
    nearest = wanted.carried_bytes // _WORD_BYTES * _WORD_BYTES
    raise invalid(
        field_error(
            "workload.carried_bytes",
            wanted.carried_bytes,
            f"An entity's state is made of words of {_WORD_BYTES} bytes.",
            f"Give a multiple of {_WORD_BYTES}, for example {nearest}.",
        )
    )


def _refuse_nothing_to_read(wanted: UniverseMigration) -> None:
    """A resource manager of its own reads CPU clocks, which only processes and threads have."""
    if wanted.resource_manager is ResourceManager.INSIDE:
        return
    found = Findings()
    if wanted.process_model is ProcessModel.POOLED:
        found.add(
            field_error(
                "workload.resource_manager",
                wanted.resource_manager.value,
                "With workload.process_model pooled, entities are objects and have no CPU clock.",
                "Choose workload.process_model process or thread, or inside.",
            )
        )
    if wanted.load is LoadSource.NOMINAL:
        found.add(
            field_error(
                "workload.load",
                wanted.load.value,
                "With workload.resource_manager apart, loads are read from CPU clocks.",
                "Choose measured, or workload.resource_manager inside.",
            )
        )
    found.raise_if_any()


def _refuse_too_large(wanted: UniverseMigration, nodes: list[PlannedNode]) -> None:
    """Each node has room for all entities: all could come to it."""
    one = _COPIES[wanted.process_model] * wanted.carried_bytes
    one += _MEMORY_OF_ONE[wanted.process_model]
    needed = wanted.entities * one
    for node in nodes:
        usable = int(node.memory_bytes * _USABLE_SHARE)
        if node.memory_bytes == 0 or needed <= usable:
            continue
        fit = usable // one
        raise invalid(
            field_error(
                "workload.entities",
                wanted.entities,
                f"Node {node.name} would need {needed / 1e9:.1f} GB if all entities came to it; "
                f"{usable / 1e9:.1f} GB can be used.",
                f"Use at most {fit:,} entities, or a smaller workload.carried_bytes.",
            )
        )
