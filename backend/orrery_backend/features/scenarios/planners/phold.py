"""Plans `phold`: the end time at which the events asked for are expected."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.phold import EventPayload, PdesEngine, Phold, PholdPlan
from orrery_contracts.workloads.universe_steps import OracleUse

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import (
    refuse_past_memory,
    the_one_node,
)
from orrery_backend.kit.problems import Findings, field_error, invalid

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

    def plan(self, spec: RunSpec, wanted: Phold, nodes: list[PlannedNode]) -> Assignment:
        found = Findings()
        if wanted.engine is PdesEngine.DISTRIBUTED:
            found.attempt(_refuse_one_node, wanted, nodes)
        else:
            found.attempt(the_one_node, spec, nodes, ", or workload.engine to distributed")
        found.attempt(_refuse_contradictions, wanted)
        found.attempt(_refuse_too_large, wanted, nodes)
        found.raise_if_any()
        plan = PholdPlan(
            engine=wanted.engine,
            workers=wanted.workers,
            threads_per_list=wanted.threads_per_list,
            handover=wanted.handover,
            list=wanted.list,
            lps=wanted.lps,
            population=wanted.population,
            expected_events=wanted.events,
            end_time=wanted.events * (wanted.lookahead + wanted.mean_delay) / wanted.population,
            remote_share=wanted.remote_share,
            lookahead=wanted.lookahead,
            mean_delay=wanted.mean_delay,
            delay=wanted.delay,
            payload=wanted.payload,
            oracle=wanted.oracle,
        )
        return Assignment(plan, _in_words(wanted, len(nodes)), ())

    def work(self, spec: RunSpec, wanted: Phold) -> Work:
        return Work((wanted.engine.value, wanted.list.value), float(spec.repeats * wanted.events))


def _refuse_contradictions(wanted: Phold) -> None:
    found = Findings()
    if wanted.lookahead + wanted.mean_delay <= 0:
        found.add(
            field_error(
                "workload.mean_delay",
                wanted.mean_delay,
                "Without lookahead and without delay simulated time would stand still.",
                "Set workload.mean_delay or workload.lookahead above 0.",
            )
        )
    if wanted.engine is not PdesEngine.SEQUENTIAL and wanted.lookahead <= 0:
        found.add(
            field_error(
                "workload.lookahead",
                wanted.lookahead,
                f"Engine {wanted.engine.value} needs a lookahead above 0: its threads may only "
                "execute what no other can still influence.",
                "Raise it, for example to 0.1, or set workload.engine to sequential.",
            )
        )
    if wanted.workers % wanted.threads_per_list and wanted.engine in _SEVERAL_LISTS:
        found.add(
            field_error(
                "workload.threads_per_list",
                wanted.threads_per_list,
                f"{wanted.workers} workers cannot share lists by {wanted.threads_per_list}.",
                "Give a number of which workload.workers is a multiple; 1 always is.",
            )
        )
    if wanted.lps == 1 and wanted.remote_share > 0:
        found.add(
            field_error(
                "workload.remote_share",
                wanted.remote_share,
                "With one logical process there is no other for remote events.",
                "Set workload.remote_share to 0, or workload.lps above 1.",
            )
        )
    found.raise_if_any()


def _refuse_one_node(wanted: Phold, nodes: list[PlannedNode]) -> None:
    if len(nodes) < 2:
        raise invalid(
            field_error(
                "workload.engine",
                wanted.engine.value,
                "Engine distributed runs on two nodes or more; one is asked for.",
                "Set placement.count to 2 or more, or workload.engine to multi_fel.",
            )
        )
    if wanted.lps < len(nodes):
        raise invalid(
            field_error(
                "workload.lps",
                wanted.lps,
                f"{len(nodes)} nodes share the logical processes; some would have none.",
                f"Set workload.lps to at least {len(nodes)}, or use fewer nodes.",
            )
        )


def _refuse_too_large(wanted: Phold, nodes: list[PlannedNode]) -> None:
    """Each node holds its share; the master all of it where the oracle is asked."""
    event_bytes = 2 * (_EVENT_BYTES + _PAYLOAD_BYTES[wanted.payload])
    asks_oracle = wanted.oracle is OracleUse.ALWAYS or (
        wanted.oracle is OracleUse.AUTO and wanted.events <= _AFFORDABLE_EVENTS
    )
    found = Findings()
    for field, count, size, things in (
        ("workload.population", wanted.population, event_bytes, "events"),
        ("workload.lps", wanted.lps, _LP_BYTES, "logical processes"),
    ):
        with found:
            for index, node in enumerate(nodes):
                share = 1 if index == 0 and asks_oracle else len(nodes)
                refuse_past_memory(field, count, size / share, node, things)
    found.raise_if_any()


def _in_words(wanted: Phold, nodes: int) -> tuple[str, ...]:
    if wanted.engine is PdesEngine.SEQUENTIAL:
        threads = "one thread"
    else:
        threads = f"{wanted.workers} worker{'s' if wanted.workers > 1 else ''}"
    bounds = [wanted.lps * node // nodes for node in range(nodes + 1)]
    if nodes == 1:
        return (f"{wanted.population:,} events on {wanted.lps:,} logical processes, {threads}",)
    return tuple(
        f"{bounds[node + 1] - bounds[node]:,} logical processes, {threads}" for node in range(nodes)
    )
