"""Plans `process_activity`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.process_activity import ProcessActivity, ProcessActivityPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import the_one_node
from orrery_backend.features.scenarios.planners.universe_split import in_words


class ProcessActivityPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: ProcessActivity, nodes: list[PlannedNode]) -> Assignment:
        the_one_node(spec, nodes)
        plan = ProcessActivityPlan(
            entities=wanted.entities,
            managers=wanted.managers,
            process_model=wanted.process_model,
            launches=wanted.launches,
            steps=wanted.steps,
            monitors=wanted.monitors,
            state_bytes=wanted.state_bytes,
        )
        words = f"{wanted.launches} launches of {in_words(wanted.entities, wanted.managers)}"
        return Assignment(plan, (words,), ())

    def work(self, spec: RunSpec, wanted: ProcessActivity) -> Work:
        """About 0.3 ms to make and end a process, and 5 us for its part of a step."""
        each_us = (wanted.entities + wanted.managers) * (300 + 5 * wanted.steps)
        return Work((), float(spec.repeats * wanted.launches * each_us))
