"""Who may begin: runs wait in the order of their numbers, and a node serves one run at a time.
Pure.

A run that waits for busy nodes keeps them for itself: a later run cannot overtake it on them, but
may on others. A run whose nodes are not online keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from orrery_contracts.spec import NamedNodes, Placement


@dataclass(frozen=True, slots=True)
class WaitingRun:
    """A run in the queue."""

    id: str
    placement: Placement
    bound_to: tuple[str, ...] = ()
    """Nodes that it had before it was queued again in the middle of its repeats; it must have the
    same.
    """


@dataclass(frozen=True, slots=True)
class Admission:
    """A run that may begin, and where: master first."""

    id: str
    nodes: tuple[str, ...]


def admit(
    waiting: Sequence[WaitingRun], online_by_rank: Sequence[str], busy: Iterable[str]
) -> list[Admission]:
    """`online_by_rank`: nodes online, the best first."""
    taken = set(busy)
    admitted: list[Admission] = []
    for run in waiting:
        nodes = _wanted(run, online_by_rank)
        if nodes is None:
            continue
        if taken.isdisjoint(nodes):
            admitted.append(Admission(run.id, nodes))
        taken.update(nodes)
    return admitted


def _wanted(run: WaitingRun, online_by_rank: Sequence[str]) -> tuple[str, ...] | None:
    names = run.bound_to
    if not names and isinstance(run.placement, NamedNodes):
        names = tuple(run.placement.names)
    if names:
        return names if set(names) <= set(online_by_rank) else None
    if isinstance(run.placement, NamedNodes) or run.placement.count > len(online_by_rank):
        return None
    return tuple(online_by_rank[: run.placement.count])


def why_waiting(run: WaitingRun, online_by_rank: Sequence[str], holders: Mapping[str, int]) -> str:
    """In words; empty if only the queue's order or a node's rest is in the way. `holders`: numbers
    of the runs
    that have nodes.
    """
    nodes = _wanted(run, online_by_rank)
    if nodes is None:
        return _missing(run, online_by_rank)
    held = [f"{node} (run {holders[node]})" for node in nodes if node in holders]
    return f"Waits for {', '.join(held)}." if held else ""


def _missing(run: WaitingRun, online: Sequence[str]) -> str:
    names = run.bound_to
    if not names and isinstance(run.placement, NamedNodes):
        names = tuple(run.placement.names)
    if names:
        away = [name for name in names if name not in online]
        return f"Waits for {', '.join(away)} to come online."
    if isinstance(run.placement, NamedNodes):
        return ""
    missing = run.placement.count - len(online)
    return f"Waits for {missing} more {'node' if missing == 1 else 'nodes'} to come online."
