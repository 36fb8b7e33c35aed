"""How far a repeat's figures can be trusted: by what else its machines did meanwhile, and by
whether they can be true together. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orrery_contracts.api import RunNode
from orrery_contracts.quantity import rounded
from orrery_contracts.results import Metric
from orrery_contracts.surroundings import Clock, Demand, Grade, Quality, Surroundings

#: Of a machine's CPU time, that other processes had.
_OTHERS_BUSY, _OTHERS_DISTURBED = 0.10, 0.25
#: Of a virtual machine's CPU time, that its host gave away.
_STOLEN_BUSY, _STOLEN_DISTURBED = 0.01, 0.05
#: Of the CPUs, those that others' programs wanted beyond what was free. As of CPU time: a thread
#: that waits delays one that runs, or is delayed.
_WANTED_BUSY, _WANTED_DISTURBED = 0.10, 0.25
#: Of the run's own threads, that a look may take for others': they begin and end while it lasts.
#: Up to 16 % were seen, with 40 processes on two CPUs.
_MISSED = 0.2
#: Of the base frequency, what was missing: times are longer by as much.
_SLOWER_BUSY, _SLOWER_DISTURBED = 0.10, 0.25
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
    time = "% of the CPU time of {machine}."
    found = (
        (
            _grade(stolen, _STOLEN_BUSY, _STOLEN_DISTURBED),
            f"Other virtual machines had {stolen * 100:.0f} {time}",
        ),
        (
            _grade(others, _OTHERS_BUSY, _OTHERS_DISTURBED),
            f"Other processes had {others * 100:.0f} {time}",
        ),
        _clock([node.clock for node in nodes]),
        _demand([node.demand for node in nodes], longest.cpus, "On average"),
        _before([node.demand_before for node in nodes], longest.cpus),
    )
    worst, words = max(found, key=lambda one: one[0])  # the first of those that are alike
    return _ORDER[worst], words if worst else ""


def _grade(share: float, busy: float, disturbed: float) -> int:
    return (share >= busy) + (share >= disturbed)


def _clock(clocks: Sequence[Clock | None]) -> tuple[int, str]:
    """By the slowest of the workers on one machine."""
    told = [clock for clock in clocks if clock is not None and clock.base_ghz > 0]
    if not told:
        return 0, ""
    slowest = min(told, key=lambda clock: clock.mean_ghz / clock.base_ghz)
    missing = 1 - slowest.mean_ghz / slowest.base_ghz
    return (
        _grade(missing, _SLOWER_BUSY, _SLOWER_DISTURBED),
        f"The CPUs ran at {slowest.mean_ghz:.1f} of {slowest.base_ghz:.1f} GHz on {{machine}}.",
    )


def _demand(demands: Sequence[Demand | None], cpus: int, when: str) -> tuple[int, str]:
    """What others add to one worker whose threads fit the CPUs. Of more threads than CPUs, or of
    several workers, no look tells whose thread waits for whom.
    """
    demand = demands[0] if len(demands) == 1 else None
    if demand is None or cpus <= 0 or demand.own > cpus:
        return 0, ""
    added = max(0.0, demand.machine * (1 - _MISSED) - cpus)
    wanting = f"{when} {demand.machine:.1f} programs wanted the {_cpus(cpus)} of {{machine}}"
    return (
        _grade(added / cpus, _WANTED_BUSY, _WANTED_DISTURBED),
        f"{wanting}, {max(0.0, demand.machine - demand.own):.1f} of them from outside the run.",
    )


def _before(demands: Sequence[Demand | None], cpus: int) -> tuple[int, str]:
    """What was there before may have gone: that alone disturbs no repeat."""
    grade, words = _demand(demands, cpus, "In the seconds before,")
    return min(grade, _ORDER.index(Grade.BUSY)), words


def _cpus(count: int) -> str:
    return "CPU" if count == 1 else f"{count} CPUs"
