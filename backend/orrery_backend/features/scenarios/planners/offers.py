"""Choices that a node may not offer; refused before a run is launched."""

from __future__ import annotations

from orrery_contracts.offers import Offer

from orrery_backend.features.scenarios.planners.face import PlannedNode
from orrery_backend.kit.problems import field_error, invalid


def refuse_not_offered(field: str, offer: Offer, nodes: list[PlannedNode], instead: str) -> None:
    """Refuses the value where a node lacks it."""
    lacking = [node.name for node in nodes if offer.value not in node.offers]
    if lacking:
        raise invalid(
            field_error(
                field,
                offer.value,
                f"{offer.name} is not there on node {', '.join(lacking)}.",
                f"{offer.remedy} {instead}",
            )
        )
