"""Plans `networked_systems`: systems over nodes, and what the links may have to hold."""

from __future__ import annotations

from math import ceil

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.networked_systems import NetworkedSystems, NetworkedSystemsPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.shares import largest_remainder
from orrery_backend.features.scenarios.planners.single_node import refuse_past_memory
from orrery_backend.kit.problems import field_error, invalid

#: A shadow, and an update on its way, in memory.
_SHADOW_BYTES = 72
_UPDATE_BYTES = 72


class NetworkedSystemsPlanner:
    """See `planners.face.Planner`."""

    def plan(
        self, _spec: RunSpec, wanted: NetworkedSystems, nodes: list[PlannedNode]
    ) -> Assignment:
        if wanted.systems < len(nodes):
            raise invalid(
                field_error(
                    "workload.systems",
                    wanted.systems,
                    f"{wanted.systems} systems cannot be spread over {len(nodes)} nodes.",
                    f"Set workload.systems to at least {len(nodes)}, or use fewer nodes.",
                )
            )
        # One for each node, the others by rating.
        more = largest_remainder(wanted.systems - len(nodes), [node.rating for node in nodes])
        systems = [1 + count for count in more]
        for node, count in zip(nodes, systems, strict=True):
            refuse_past_memory(
                "workload.users", wanted.users, _bytes_of_a_user(wanted, count), node, "users"
            )
        plan = NetworkedSystemsPlan(
            systems_by_node=systems,
            fan_out=wanted.fan_out,
            users=wanted.users,
            approximation=wanted.approximation,
            threshold_m=wanted.threshold_m,
            motion=wanted.motion,
            speed_m_per_s=wanted.speed_m_per_s,
            delivery=wanted.delivery,
            link_latency_ms=wanted.link_latency_ms,
            link_jitter_ms=wanted.link_jitter_ms,
            step_ms=wanted.step_ms,
            steps=wanted.steps,
            oracle=wanted.oracle,
        )
        return Assignment(plan, tuple(_in_words(count) for count in systems), ())

    def work(self, spec: RunSpec, wanted: NetworkedSystems) -> Work:
        """Looks at users and shadows."""
        looks = wanted.steps * wanted.users * wanted.systems
        return Work(
            (wanted.approximation.value, wanted.delivery.value), float(spec.repeats * looks)
        )


def _bytes_of_a_user(wanted: NetworkedSystems, systems_here: int) -> float:
    """Its shadows, and its updates on the way should it send one each step: at most, all of them
    go as far as the hierarchy is deep, up and down again."""
    depth, below = 0, 0
    while below < wanted.systems - 1:
        depth += 1
        below += wanted.fan_out**depth
    slowest_ms = wanted.link_latency_ms + wanted.link_jitter_ms
    longest_way = 2 * depth * max(1, ceil(slowest_ms / wanted.step_ms))
    return systems_here * (_SHADOW_BYTES + 2 * depth * longest_way * _UPDATE_BYTES)


def _in_words(systems: int) -> str:
    return f"{systems} system{'' if systems == 1 else 's'}"
