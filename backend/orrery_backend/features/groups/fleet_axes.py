"""What the fleet decides of a suite's item: on which nodes it runs, and up to how many CPUs."""

from __future__ import annotations

from orrery_contracts.spec import NamedNodes, RunSpec
from orrery_contracts.suite import SuiteItem
from orrery_contracts.sweep import ListAxis, Sweep

from orrery_backend.features.scenarios.service import ScenarioService


def bases_of(scenarios: ScenarioService, item: SuiteItem, base: RunSpec) -> list[RunSpec]:
    """The base spec itself, or the base spec on each node alone, fastest first. Raises
    `ProblemError` if no node is online.
    """
    if not item.each_node:
        return [base]
    return [
        base.model_copy(update={"placement": NamedNodes(names=[name])})
        for name in scenarios.candidates(base)
    ]


def within_cpus(scenarios: ScenarioService, item: SuiteItem, base: RunSpec) -> Sweep:
    """The item's sweep without the values of `within_cpus` that exceed the CPUs of the nodes of
    `base`. The least value stays. Raises `ProblemError` if the nodes are not online.
    """
    if item.within_cpus is None:
        return item.sweep
    cpus = scenarios.cpus(base)
    axes = [
        axis.model_copy(update={"values": _up_to(axis.values, cpus)})
        if isinstance(axis, ListAxis) and axis.path == item.within_cpus
        else axis
        for axis in item.sweep.axes
    ]
    return item.sweep.model_copy(update={"axes": axes})


def _up_to(values: list[str], cpus: int) -> list[str]:
    least = min(values, key=int)
    return [value for value in values if int(value) <= cpus or value == least]
