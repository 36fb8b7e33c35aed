"""Plans `phold`: the end time at which the events asked for are expected."""

from __future__ import annotations

from orrery_contracts.phold import EventPayload, PdesEngine, Phold, PholdPlan
from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import (
    refuse_past_memory,
    the_one_node,
)
from orrery_backend.kit.problems import field_error, invalid

#: An event without its payload, held twice while a list sorts it, and what lists keep beside.
_EVENT_BYTES = 64
_PAYLOAD_BYTES = {
    EventPayload.NONE: 0,
    EventPayload.BYTES_32: 32,
    EventPayload.BYTES_128: 128,
}
_LP_BYTES = 128


class PholdPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        load = spec.workload
        assert isinstance(load, Phold)
        node = the_one_node(spec, nodes)
        _refuse_contradictions(load)
        event_bytes = 2 * (_EVENT_BYTES + _PAYLOAD_BYTES[load.payload])
        refuse_past_memory("workload.population", load.population, event_bytes, node, "events")
        refuse_past_memory("workload.lps", load.lps, _LP_BYTES, node, "logical processes")
        plan = PholdPlan(
            engine=load.engine,
            workers=load.workers,
            handover=load.handover,
            list=load.list,
            lps=load.lps,
            population=load.population,
            expected_events=load.events,
            end_time=load.events * (load.lookahead + load.mean_delay) / load.population,
            remote_share=load.remote_share,
            lookahead=load.lookahead,
            mean_delay=load.mean_delay,
            delay=load.delay,
            payload=load.payload,
            oracle=load.oracle,
        )
        return Assignment(plan, (_in_words(load),), ())

    def work(self, spec: RunSpec) -> Work:
        load = spec.workload
        assert isinstance(load, Phold)
        return Work((load.engine.value, load.list.value), float(spec.repeats * load.events))


def _refuse_contradictions(load: Phold) -> None:
    if load.lookahead + load.mean_delay <= 0:
        raise invalid(
            field_error(
                "workload.mean_delay",
                load.mean_delay,
                "Without lookahead and without delay simulated time would stand still.",
                "Set workload.mean_delay or workload.lookahead above 0.",
            )
        )
    if load.engine is not PdesEngine.SEQUENTIAL and load.lookahead <= 0:
        raise invalid(
            field_error(
                "workload.lookahead",
                load.lookahead,
                f"Engine {load.engine.value} needs a lookahead above 0: its threads may only "
                "execute what no other can still influence.",
                "Raise it, for example to 0.1, or set workload.engine to sequential.",
            )
        )
    if load.lps == 1 and load.remote_share > 0:
        raise invalid(
            field_error(
                "workload.remote_share",
                load.remote_share,
                "With one logical process there is no other for remote events.",
                "Set workload.remote_share to 0, or workload.lps above 1.",
            )
        )


def _in_words(load: Phold) -> str:
    words = f"{load.population:,} events on {load.lps:,} logical processes"
    if load.engine is PdesEngine.SEQUENTIAL:
        return f"{words}, one thread"
    return f"{words}, {load.workers} worker{'s' if load.workers > 1 else ''}"
