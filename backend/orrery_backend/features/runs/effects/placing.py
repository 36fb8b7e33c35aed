"""What is noted of nodes when a run is placed on them, and why a run cannot be placed."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import RunNode
from orrery_contracts.worker import Phase

from orrery_backend.features.fleet.service import Node
from orrery_backend.features.runs.life.vocabulary import Cause
from orrery_backend.features.scenarios.service import PlacedSpec
from orrery_backend.kit.problems import ProblemError, shortened


def run_nodes(nodes: Sequence[Node], placed: PlacedSpec) -> list[RunNode]:
    movable, waiting = placed.assignment.movable, placed.waiting
    return [
        RunNode(
            index=index,
            name=node.name,
            colour=node.colour,
            load_before=node.heartbeat.load if node.heartbeat else 0.0,
            busy_share_before=node.heartbeat.busy_share if node.heartbeat else 0.0,
            assigned=placed.assignment.assigned[index],
            facts=node.facts,
            entities=movable[index] if movable else None,
            waiting=waiting[index],
        )
        for index, node in enumerate(nodes)
    ]


def versions(console: str, nodes: Sequence[Node]) -> list[str]:
    """What runs, each version once."""
    lines = [f"console {console}"]
    for node in nodes:
        facts = node.facts
        lines.append(f"agent {facts.agent_version}")
        commit = f" ({facts.commit})" if facts.commit else ""
        lines.append(f"worker {facts.worker_version}{commit}")
    return [shortened(line) for line in dict.fromkeys(lines)]


def plain_cause(problem: ProblemError) -> Cause:
    """The fleet has changed since the run was accepted."""
    first = problem.errors[0] if problem.errors else None
    return Cause(
        code="placing_failed",
        phase=Phase.PLACING,
        node=None,
        process="",
        message=first.message if first else problem.detail,
        remedy=first.remedy if first else "Change the spec and launch it again.",
    )
