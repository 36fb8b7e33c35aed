"""How each node's endpoints wait, where message times are the result. Pure.

A receiver that polls answers in a microsecond, one that sleeps in 20 to 50: a run in which some do
this and some that has two modes. So where each endpoint can have a CPU it keeps one and polls.
"""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import Waiting
from orrery_contracts.conditions import (
    Conditions,
    Pinning,
    PinningChoice,
    RunConditions,
    WaitStrategy,
)

from orrery_backend.features.scenarios.placement import Candidate
from orrery_backend.features.scenarios.planners.face import Endpoints


def waiting_of(
    wanted: RunConditions, nodes: Sequence[Candidate], endpoints: Endpoints | None
) -> list[Waiting | None]:
    """For each node; None where nothing is left open, or message times are not the result."""
    if endpoints is None or wanted.pinning is not PinningChoice.AUTO:
        return [None] * len(nodes)
    return [_waiting(index, wanted.wait, nodes, endpoints) for index in range(len(nodes))]


def conditions_for(wanted: RunConditions, waiting: Waiting | None) -> Conditions:
    """Of a node that waits so. What the spec says is kept."""
    if wanted.pinning is not PinningChoice.AUTO:
        pinning, wait = Pinning(wanted.pinning.value), wanted.wait
    elif waiting is not None and waiting.polls:
        is_open = wanted.wait is WaitStrategy.AUTO
        pinning, wait = Pinning.SPREAD, WaitStrategy.SPIN if is_open else wanted.wait
    else:
        pinning, wait = Pinning.NONE, wanted.wait
    return Conditions(
        wait=wait,
        scheduling_class=wanted.scheduling_class,
        priority=wanted.priority,
        pinning=pinning,
    )


def _waiting(
    index: int, wait: WaitStrategy, nodes: Sequence[Candidate], endpoints: Endpoints
) -> Waiting:
    """Nodes on one machine share its CPUs."""
    facts = nodes[index][1]
    beside = [i for i, (_, other) in enumerate(nodes) if other.machine_id == facts.machine_id]
    count = sum(endpoints.by_node[i] for i in beside)
    cpus = min(facts.cpu_limit, facts.cores)
    if endpoints.cpus > 0:
        cpus = min(cpus, endpoints.cpus)
    if count <= cpus:
        does = "polls on" if wait is WaitStrategy.AUTO else f"waits by {wait.value} on"
        return Waiting(polls=True, sentence=f"Each endpoint {does} a CPU of its own.")
    names = " and ".join(nodes[i][0] for i in beside)
    have = "share" if len(beside) > 1 else "has"
    return Waiting(
        polls=False,
        sentence=f"{names} {have} {cpus:g} {'CPU' if cpus == 1 else 'CPUs'} for {count} endpoints,"
        " so they do not poll: times include waking, some 20 to 50 µs.",
    )
