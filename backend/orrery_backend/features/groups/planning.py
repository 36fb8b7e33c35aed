"""From a sweep or a suite to the runs that make it up, each held against the fleet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import NewRun
from orrery_contracts.spec import RunSpec
from orrery_contracts.suite import RunSuite, Suite, SuiteVariant
from orrery_contracts.suites import default_variant, items_of, paths_of
from orrery_contracts.sweep import MOST_CELLS, Sweep

from orrery_backend.features.groups.axes import dumped, label_of
from orrery_backend.features.groups.expansion import ExpandedCell, expand
from orrery_backend.features.groups.fleet_axes import bases_of, within_cpus
from orrery_backend.features.scenarios.service import ScenarioService
from orrery_backend.kit.problems import ProblemError, field_error, invalid, shortened

#: Cells that are placed before others have their turn in the event loop.
_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One cell."""

    item: str
    cell: int
    label: str
    spec: RunSpec
    preset: str | None
    nodes: list[str]


async def plan_sweep(scenarios: ScenarioService, sweep: Sweep) -> list[PlannedRun]:
    """Raises `ProblemError`, as a launch of any of its runs would."""
    base = _resolved(scenarios, sweep.base, "base")
    paths = [axis.path for axis in sweep.axes]
    planned: list[PlannedRun] = []
    for cell in await _expanded(sweep, base):
        await _breathe(len(planned))
        planned.append(
            _planned(scenarios, "", len(planned), cell.spec, paths, sweep.name, sweep.base.preset)
        )
    return planned


async def _expanded(sweep: Sweep, base: RunSpec) -> list[ExpandedCell]:
    """A thousand cells take seconds: live streams must not wait for them."""
    return await asyncio.to_thread(expand, sweep, base)


async def _breathe(count: int) -> None:
    if count % _AT_ONCE == 0:
        await asyncio.sleep(0)


async def plan_suite(scenarios: ScenarioService, suite: Suite, asked: RunSuite) -> list[PlannedRun]:
    """Raises `ProblemError`."""
    variant = variant_of(suite, asked, scenarios.online())
    items = items_of(suite, variant.name)
    names = [item.name for item in items]
    for index, name in enumerate(asked.items):
        if name not in names:
            raise invalid(
                field_error(
                    f"items[{index}]",
                    name,
                    f"The suite {suite.name} has no item {name} in its variant {variant.name}.",
                    f"Name some of {', '.join(names)}.",
                )
            )
    settings = [*asked.set, *([f"repeats={asked.repeats}"] if asked.repeats is not None else [])]
    planned: list[PlannedRun] = []
    for item in items:
        if asked.items and item.name not in asked.items:
            continue
        own = item.sweep.base
        changed = own.model_copy(update={"set": [*variant.set, *own.set, *settings]})
        title = f"{suite.title}, {item.title}"
        paths = paths_of(item)
        for base in bases_of(scenarios, item, _resolved(scenarios, changed, "")):
            for cell in await _expanded(within_cpus(scenarios, item, base), base):
                number = len(planned)
                await _breathe(number)
                planned.append(
                    _planned(scenarios, item.name, number, cell.spec, paths, title, own.preset)
                )
    if len(planned) > MOST_CELLS:
        raise invalid(
            field_error(
                "items",
                len(planned),
                f"These items make {len(planned)} runs.",
                f"Name fewer; at most {MOST_CELLS} runs are made at once.",
            )
        )
    return planned


def variant_of(suite: Suite, asked: RunSuite, online: int) -> SuiteVariant:
    """`online` is the number of nodes. Raises `ProblemError` if the suite has none of that name."""
    if asked.variant is None:
        return default_variant(suite, online)
    for variant in suite.variants:
        if variant.name == asked.variant:
            return variant
    raise invalid(
        field_error(
            "variant",
            asked.variant,
            f"The suite {suite.name} has no variant {asked.variant}.",
            f"Give one of {', '.join(variant.name for variant in suite.variants)}.",
        )
    )


def interleaved(suite: Suite) -> bool:
    """One item that must not be interleaved keeps all from it: they share the queue."""
    return all(item.sweep.interleaved for item in suite.items)


def title_of_part(suite: Suite, asked: RunSuite) -> str:
    if not asked.items:
        return suite.title
    titles = [item.title for item in suite.items if item.name in asked.items]
    return shortened(f"{suite.title}: {', '.join(titles)}")


def _planned(
    scenarios: ScenarioService,
    item: str,
    cell: int,
    spec: RunSpec,
    paths: Sequence[str],
    title: str,
    preset: str | None,
) -> PlannedRun:
    label = label_of(dumped(spec), paths)
    named = spec.model_copy(update={"name": shortened(f"{title}: {label}" if label else title)})
    try:
        placed = scenarios.place(named)
    except ProblemError as problem:
        raise _in_cell(problem, label) from problem
    return PlannedRun(item, cell, label, named, preset, [name for name, _ in placed.nodes])


def _resolved(scenarios: ScenarioService, base: NewRun, prefix: str) -> RunSpec:
    try:
        return scenarios.resolve(base)
    except ProblemError as problem:
        if not prefix or not problem.errors:
            raise
        told = [
            error.model_copy(update={"field": f"{prefix}.{error.field}" if error.field else prefix})
            for error in problem.errors
        ]
        raise invalid(*told, code=problem.code) from problem


def _in_cell(problem: ProblemError, label: str) -> ProblemError:
    """Which of many runs it is that cannot be placed."""
    if not label or not problem.errors:
        return problem
    told = [
        error.model_copy(update={"message": shortened(f"With {label}: {error.message}", 2000)})
        for error in problem.errors
    ]
    return invalid(*told, code=problem.code)
