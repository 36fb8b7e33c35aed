"""Who may begin: runs wait in the order of their numbers, and a node serves one run at a time. Runs
of an interleaved group take turns: first repeats first. Pure.

A run that waits for busy nodes keeps them for itself: a later run cannot overtake it on them, but
may on others. A run whose nodes are not online keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from types import MappingProxyType

from orrery_contracts.spec import FastestNodes, NamedNodes, Placement

from orrery_backend.kit.machines import first_of_each

NO_MACHINES: Mapping[str, str] = MappingProxyType({})
"""No node is known to share its machine."""


@dataclass(frozen=True, slots=True)
class WaitingRun:
    """A run in the queue."""

    id: str
    placement: Placement
    bound_to: tuple[str, ...] = ()
    """Nodes that it had before it was queued again in the middle of its repeats; it must have the
    same.
    """
    at_once: bool = False
    """A repeat of an interleaved run: its nodes need no rest before it."""


@dataclass(frozen=True, slots=True)
class Admission:
    """A run that may begin, and where: master first."""

    id: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What decides a waiting run's place."""

    id: str
    number: int
    group: str | None = None
    """Only if its repeats take turns with the group's."""
    repeat: int = 0


def in_turn(waiting: Iterable[Turn]) -> list[str]:
    """Ids in the order in which they may begin. A group stands where its first run stands."""
    turns = list(waiting)
    firsts: dict[str, int] = {}
    for turn in turns:
        if turn.group is not None:
            firsts[turn.group] = min(turn.number, firsts.get(turn.group, turn.number))
    turns.sort(
        key=lambda t: (
            (t.number, 0, t.number) if t.group is None else (firsts[t.group], t.repeat, t.number)
        )
    )
    return [turn.id for turn in turns]


def admit(
    waiting: Sequence[WaitingRun],
    online_by_rank: Sequence[str],
    busy: Iterable[str],
    resting: Iterable[str] = (),
    machines: Mapping[str, str] = NO_MACHINES,
) -> list[Admission]:
    """`online_by_rank`: nodes online, the best first. `resting`: free, but just left. `machines`:
    machine ids by node; a node without one shares its machine with no other.
    """
    taken = set(busy)
    resting = set(resting)
    admitted: list[Admission] = []
    for run in waiting:
        nodes = _wanted(run, online_by_rank, machines)
        if nodes is None:
            continue
        rested = run.at_once or resting.isdisjoint(nodes)
        if rested and taken.isdisjoint(nodes):
            admitted.append(Admission(run.id, nodes))
        taken.update(nodes)
    return admitted


def _wanted(
    run: WaitingRun, online_by_rank: Sequence[str], machines: Mapping[str, str]
) -> tuple[str, ...] | None:
    names = run.bound_to
    if not names and isinstance(run.placement, NamedNodes):
        names = tuple(run.placement.names)
    if names:
        return names if set(names) <= set(online_by_rank) else None
    if isinstance(run.placement, NamedNodes):
        return None
    eligible = _eligible(run.placement, online_by_rank, machines)
    if run.placement.count > len(eligible):
        return None
    return tuple(eligible[: run.placement.count])


def _eligible(
    placement: FastestNodes, names: Sequence[str], machines: Mapping[str, str]
) -> list[str]:
    """The nodes that may take part, the best first; at most one of each machine if asked for."""
    among = [name for name in names if name.startswith(placement.among)]
    if not placement.separate_machines:
        return among
    return first_of_each(among, lambda name: machines.get(name, name))


def why_waiting(
    run: WaitingRun,
    online_by_rank: Sequence[str],
    held: Set[str],
    machines: Mapping[str, str] = NO_MACHINES,
) -> str:
    """In words; empty if only the queue's order or a node's rest is in the way. `held`: nodes that
    have a run. The words stay the same from one run to the next on these nodes: whoever waits has
    an event for each change.
    """
    nodes = _wanted(run, online_by_rank, machines)
    if nodes is None:
        return _missing(run, online_by_rank, machines)
    return "" if held.isdisjoint(nodes) else f"Waits for {', '.join(nodes)} to be free."


def _missing(run: WaitingRun, online: Sequence[str], machines: Mapping[str, str]) -> str:
    names = run.bound_to
    if not names and isinstance(run.placement, NamedNodes):
        names = tuple(run.placement.names)
    if names:
        away = [name for name in names if name not in online]
        return f"Waits for {', '.join(away)} to come online."
    if isinstance(run.placement, NamedNodes):
        return ""
    missing = run.placement.count - len(_eligible(run.placement, online, machines))
    nodes = "node" if missing == 1 else "nodes"
    named = f" whose name begins with {run.placement.among}" if run.placement.among else ""
    apart = " on other machines" if run.placement.separate_machines else ""
    return f"Waits for {missing} more {nodes}{named}{apart} to come online."
