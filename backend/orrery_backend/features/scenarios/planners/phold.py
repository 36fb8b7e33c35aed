"""Plans `phold`: the end time at which the events asked for are expected."""

from __future__ import annotations

from orrery_contracts.phold import EventPayload, PdesEngine, Phold, PholdPlan
from orrery_contracts.spec import RunSpec
from orrery_contracts.universe_steps import OracleUse

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
#: Up to so many events the oracle of `auto` executes them all, on the master.
_AFFORDABLE_EVENTS = 50_000_000
_SEVERAL_LISTS = (PdesEngine.MULTI_FEL, PdesEngine.DISTRIBUTED)


class PholdPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        load = spec.workload
        assert isinstance(load, Phold)
        if load.engine is PdesEngine.DISTRIBUTED:
            _refuse_one_node(spec, nodes)
        else:
            the_one_node(spec, nodes, ", or workload.engine to distributed")
        _refuse_contradictions(load)
        _refuse_too_large(load, nodes)
        plan = PholdPlan(
            engine=load.engine,
            workers=load.workers,
            threads_per_list=load.threads_per_list,
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
        return Assignment(plan, _in_words(load, len(nodes)), ())

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
    if load.workers % load.threads_per_list and load.engine in _SEVERAL_LISTS:
        raise invalid(
            field_error(
                "workload.threads_per_list",
                load.threads_per_list,
                f"{load.workers} workers cannot share lists by {load.threads_per_list}.",
                "Give a number of which workload.workers is a multiple; 1 always is.",
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


def _refuse_one_node(spec: RunSpec, nodes: list[PlannedNode]) -> None:
    load = spec.workload
    assert isinstance(load, Phold)
    if len(nodes) < 2:
        raise invalid(
            field_error(
                "workload.engine",
                load.engine.value,
                "Engine distributed runs on two nodes or more; one is asked for.",
                "Set placement.count to 2 or more, or workload.engine to multi_fel.",
            )
        )
    if load.lps < len(nodes):
        raise invalid(
            field_error(
                "workload.lps",
                load.lps,
                f"{len(nodes)} nodes share the logical processes; some would have none.",
                f"Set workload.lps to at least {len(nodes)}, or use fewer nodes.",
            )
        )


def _refuse_too_large(load: Phold, nodes: list[PlannedNode]) -> None:
    """Each node holds its share; the master all of it where the oracle is asked."""
    event_bytes = 2 * (_EVENT_BYTES + _PAYLOAD_BYTES[load.payload])
    asks_oracle = load.oracle is OracleUse.ALWAYS or (
        load.oracle is OracleUse.AUTO and load.events <= _AFFORDABLE_EVENTS
    )
    for index, node in enumerate(nodes):
        share = 1 if index == 0 and asks_oracle else len(nodes)
        for field, count, size, things in (
            ("workload.population", load.population, event_bytes, "events"),
            ("workload.lps", load.lps, _LP_BYTES, "logical processes"),
        ):
            refuse_past_memory(field, count, size / share, node, things)


def _in_words(load: Phold, nodes: int) -> tuple[str, ...]:
    if load.engine is PdesEngine.SEQUENTIAL:
        threads = "one thread"
    else:
        threads = f"{load.workers} worker{'s' if load.workers > 1 else ''}"
    bounds = [load.lps * node // nodes for node in range(nodes + 1)]
    if nodes == 1:
        return (f"{load.population:,} events on {load.lps:,} logical processes, {threads}",)
    return tuple(
        f"{bounds[node + 1] - bounds[node]:,} logical processes, {threads}" for node in range(nodes)
    )
