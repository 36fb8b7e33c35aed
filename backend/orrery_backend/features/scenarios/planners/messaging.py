"""Plans `messaging`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.messaging import Messaging, MessagingPlan

from orrery_backend.features.scenarios.planners.face import Assignment, Endpoints, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import refuse_nodes


class MessagingPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: Messaging, nodes: list[PlannedNode]) -> Assignment:
        if len(nodes) > 2:
            raise refuse_nodes(spec, nodes, "one node or two")
        plan = MessagingPlan(
            message_bytes=wanted.message_bytes,
            exchanges=wanted.exchanges,
            streamed=wanted.streamed,
            warmup_messages=wanted.warmup_messages,
            process_model=wanted.process_model,
        )
        assigned = ("the sender", "the receiver") if len(nodes) == 2 else ("sender and receiver",)
        endpoints = Endpoints((1, 1) if len(nodes) == 2 else (2,))
        return Assignment(plan, assigned, (), endpoints=endpoints)

    def work(self, spec: RunSpec, wanted: Messaging) -> Work:
        """By transport; a streamed message costs a part of an exchange."""
        exchanged = wanted.warmup_messages + wanted.exchanges
        each = 1 + wanted.message_bytes / 16_384
        transports = (spec.transports.local.value, spec.transports.nodes.value)
        return Work(transports, spec.repeats * (exchanged + wanted.streamed / 4) * each)
