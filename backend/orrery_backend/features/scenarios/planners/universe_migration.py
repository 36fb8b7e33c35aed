"""Plans `universe_migration`: where entities are at first, and how slow each node is."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.universe_migration import (
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

    def plan(
        self, _spec: RunSpec, wanted: UniverseMigration, nodes: list[PlannedNode]
    ) -> Assignment:
        _refuse_odd_state(wanted)
        _refuse_too_large(wanted, nodes)
        entities = split_entities(
            wanted.entities, wanted.split, nodes, StepTiming(wanted.update_cost_us)
        )
        managers = managers_by_node(wanted.managers, wanted.manager_placement, len(nodes))
        plan = UniverseMigrationPlan(
            entities_by_node=entities,
            managers_by_node=managers,
            load_scale=_load_scale(nodes, wanted.load),
            steps=wanted.steps,
            warmup_steps=wanted.warmup_steps,
            policy=wanted.policy,
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
        return Work((), float(spec.repeats * steps * wanted.entities * each_us))


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


def _refuse_too_large(wanted: UniverseMigration, nodes: list[PlannedNode]) -> None:
    """Each node has room for all entities: all could come to it."""
    needed = wanted.entities * (wanted.carried_bytes + 128)
    for node in nodes:
        usable = int(node.memory_bytes * _USABLE_SHARE)
        if node.memory_bytes == 0 or needed <= usable:
            continue
        fit = usable // (wanted.carried_bytes + 128)
        raise invalid(
            field_error(
                "workload.entities",
                wanted.entities,
                f"Node {node.name} would need {needed / 1e9:.1f} GB if all entities came to it; "
                f"{usable / 1e9:.1f} GB can be used.",
                f"Use at most {fit:,} entities, or a smaller workload.carried_bytes.",
            )
        )
