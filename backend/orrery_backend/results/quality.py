"""How far a repeat's figures can be trusted: by what else its machines did meanwhile, and by
whether they can be true together. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orrery_contracts.api import RunNode
from orrery_contracts.quantity import rounded
from orrery_contracts.results import Metric
from orrery_contracts.surroundings import Grade, Quality, Surroundings

#: Of a machine's CPU time, that other processes had.
_OTHERS_BUSY, _OTHERS_DISTURBED = 0.10, 0.25
#: Of a virtual machine's CPU time, that its host gave away.
_STOLEN_BUSY, _STOLEN_DISTURBED = 0.01, 0.05
#: The kernel counts CPU time in steps of 10 ms: shorter repeats have no grade.
_LEAST_S = 0.1
_ORDER = (Grade.QUIET, Grade.BUSY, Grade.DISTURBED)
#: Nothing is faster than the bare channel that carries it, but for what a measurement is unsure of.
_OVER_RAW, _LEAST_OVER_RAW = "over_raw", 0.9


def quality_of(
    found: Mapping[int, Surroundings], nodes: Sequence[RunNode], metrics: Sequence[Metric] = ()
) -> Quality | None:
    """`found` by node; `metrics` of the repeat. None if no agent told, or it was too short."""
    for metric in metrics:
        if metric.name == _OVER_RAW and metric.value < _LEAST_OVER_RAW:
            return Quality(
                grade=Grade.DISTURBED,
                reason=f"A round trip took {rounded(metric.value)} times that of the bare channel"
                " that carries it: the two were not measured alike.",
            )
    machines: dict[str, list[int]] = {}
    for index in sorted(found):
        known = index < len(nodes)
        machine = nodes[index].facts.machine_id if known else f"node {index}"
        machines.setdefault(machine, []).append(index)
    graded = [_of_machine([found[i] for i in indices]) for indices in machines.values()]
    judged = [
        (grade, words, indices)
        for (grade, words), indices in zip(graded, machines.values(), strict=True)
        if grade is not None
    ]
    if not judged:
        return None
    grade, words, there = max(judged, key=lambda one: _ORDER.index(one[0]))
    names = [nodes[index].name if index < len(nodes) else f"node {index + 1}" for index in there]
    machine = f"the machine of {' and '.join(names)}"
    return Quality(grade=grade, reason=words.format(machine=machine))


def _of_machine(nodes: Sequence[Surroundings]) -> tuple[Grade | None, str]:
    """Of all nodes on one machine: the workers of the others are part of the run."""
    longest = max(nodes, key=lambda node: node.elapsed_s)
    available = longest.elapsed_s * longest.cpus
    if longest.elapsed_s < _LEAST_S or available <= 0:
        return None, ""
    others = max(0.0, longest.busy_s - sum(node.own_s for node in nodes)) / available
    stolen = longest.stolen_s / available
    worst = max(
        (_grade(others, _OTHERS_BUSY, _OTHERS_DISTURBED), others, "Other processes had"),
        (_grade(stolen, _STOLEN_BUSY, _STOLEN_DISTURBED), stolen, "Other virtual machines had"),
    )
    if worst[0] == 0:
        return Grade.QUIET, ""
    return _ORDER[worst[0]], f"{worst[2]} {worst[1] * 100:.0f} % of the CPU time of {{machine}}."


def _grade(share: float, busy: float, disturbed: float) -> int:
    return (share >= busy) + (share >= disturbed)
