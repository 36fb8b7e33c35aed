"""Plans `universe_migration`: where entities are at first, and how slow each node is."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.universe_migration import (
    LoadSource,
    UniverseMigration,
    UniverseMigrationPlan,
)

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.universe_split import (
    StepTiming,
    in_words,
    managers_by_node,
    split_entities,
)
from orrery_backend.kit.problems import field_error, invalid

_USABLE_SHARE = 0.8
_WORD_BYTES = 8


class UniverseMigrationPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        workload = spec.workload
        assert isinstance(workload, UniverseMigration)
        _refuse_odd_state(workload)
        _refuse_too_large(workload, nodes)
        entities = split_entities(
            workload.entities, workload.split, nodes, StepTiming(workload.update_cost_us)
        )
        managers = managers_by_node(workload.managers, workload.manager_placement, len(nodes))
        plan = UniverseMigrationPlan(
            entities_by_node=entities,
            managers_by_node=managers,
            load_scale=_load_scale(nodes, workload.load),
            steps=workload.steps,
            warmup_steps=workload.warmup_steps,
            policy=workload.policy,
            load=workload.load,
            threshold_ms=workload.threshold_ms,
            settle_steps=workload.settle_steps,
            construct_cost_us=workload.construct_cost_us,
            carried_bytes=workload.carried_bytes,
            update_cost_us=workload.update_cost_us,
            burst_every_steps=workload.burst_every_steps,
            burst_rise_steps=workload.burst_rise_steps,
            burst_peak=workload.burst_peak,
            monitors=workload.monitors,
            oracle=workload.oracle,
        )
        words = tuple(in_words(e, m) for e, m in zip(entities, managers, strict=True))
        return Assignment(plan, words, (), tuple(entities))

    def work(self, spec: RunSpec) -> Work:
        workload = spec.workload
        assert isinstance(workload, UniverseMigration)
        steps = workload.steps + workload.warmup_steps
        each_us = workload.update_cost_us + 1
        return Work((), float(spec.repeats * steps * workload.entities * each_us))


def _load_scale(nodes: list[PlannedNode], load: LoadSource) -> list[float]:
    """A node that has not been rated counts as the fastest."""
    if load is LoadSource.NOMINAL:
        return [1.0] * len(nodes)
    fastest = max(node.rating for node in nodes)
    return [min(10_000.0, fastest / node.rating) if node.rating > 0 else 1.0 for node in nodes]


def _refuse_odd_state(workload: UniverseMigration) -> None:
    if workload.carried_bytes % _WORD_BYTES == 0:
        return
    nearest = workload.carried_bytes // _WORD_BYTES * _WORD_BYTES
    raise invalid(
        field_error(
            "workload.carried_bytes",
            workload.carried_bytes,
            f"An entity's state is made of words of {_WORD_BYTES} bytes.",
            f"Give a multiple of {_WORD_BYTES}, for example {nearest}.",
        )
    )


def _refuse_too_large(workload: UniverseMigration, nodes: list[PlannedNode]) -> None:
    """Each node has room for all entities: all could come to it."""
    needed = workload.entities * (workload.carried_bytes + 128)
    for node in nodes:
        usable = int(node.memory_bytes * _USABLE_SHARE)
        if node.memory_bytes == 0 or needed <= usable:
            continue
        fit = usable // (workload.carried_bytes + 128)
        raise invalid(
            field_error(
                "workload.entities",
                workload.entities,
                f"Node {node.name} would need {needed / 1e9:.1f} GB if all entities came to it; "
                f"{usable / 1e9:.1f} GB can be used.",
                f"Use at most {fit:,} entities, or a smaller workload.carried_bytes.",
            )
        )
