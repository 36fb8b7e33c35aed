"""From a sweep or a suite to the runs that make it up, each held against the fleet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import NewRun
from orrery_contracts.errors import FieldError, ProblemCode
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
#: Different problems that an answer tells, and cells that each names.
_MOST_ERRORS, _NAMED = 20, 4


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One cell."""

    item: str
    cell: int
    label: str
    spec: RunSpec
    preset: str | None
    nodes: list[str]


class _Plan:
    """Places cell after cell, and keeps the problems of those that cannot be placed, to tell them
    all at once."""

    def __init__(self, scenarios: ScenarioService) -> None:
        self._scenarios = scenarios
        self._planned: list[PlannedRun] = []
        self._refused: dict[str, tuple[FieldError, list[str]]] = {}
        self._codes: set[ProblemCode] = set()
        self._count = 0

    async def add(
        self, item: str, spec: RunSpec, paths: Sequence[str], title: str, preset: str | None
    ) -> None:
        """Raises `ProblemError` for what is not wrong input."""
        if self._count % _AT_ONCE == 0:
            await asyncio.sleep(0)
        cell = self._count
        self._count += 1
        label = label_of(dumped(spec), paths)
        named = spec.model_copy(update={"name": shortened(f"{title}: {label}" if label else title)})
        try:
            placed = self._scenarios.place(named)
        except ProblemError as problem:
            if not problem.errors:
                raise
            where = ": ".join(filter(None, (title if item else "", label)))
            self._refuse(problem, where)
            return
        nodes = [name for name, _ in placed.nodes]
        self._planned.append(PlannedRun(item, cell, label, named, preset, nodes))

    @property
    def count(self) -> int:
        """Cells so far."""
        return self._count

    def runs(self) -> list[PlannedRun]:
        """Raises `ProblemError` that names every cell which cannot be placed."""
        if self._refused:
            code = next(iter(self._codes)) if len(self._codes) == 1 else ProblemCode.INVALID
            told = list(self._refused.values())[:_MOST_ERRORS]
            raise invalid(*(self._told(*each) for each in told), code=code)
        return self._planned

    def _refuse(self, problem: ProblemError, where: str) -> None:
        self._codes.add(problem.code)
        for error in problem.errors:
            self._refused.setdefault(error.model_dump_json(), (error, []))[1].append(where)

    def _told(self, error: FieldError, cells: Sequence[str]) -> FieldError:
        """With the settings of the cells that have this problem."""
        if self._count == 1 and not cells[0]:
            return error
        shown = "; ".join(cells[:_NAMED])
        more = f"; and {len(cells) - _NAMED} more" if len(cells) > _NAMED else ""
        which = f"With {shown}{more}"
        if len(cells) == self._count > 1:
            which = f"In all {self._count} runs"
        message = shortened(f"{which}: {error.message}", 2000)
        return error.model_copy(update={"message": message})


async def plan_sweep(scenarios: ScenarioService, sweep: Sweep) -> list[PlannedRun]:
    """Raises `ProblemError`, as a launch of any of its runs would, for all of them at once."""
    base = _resolved(scenarios, sweep.base, "base")
    paths = [axis.path for axis in sweep.axes]
    plan = _Plan(scenarios)
    for cell in await _expanded(sweep, base):
        await plan.add("", cell.spec, paths, sweep.name, sweep.base.preset)
    return plan.runs()


async def _expanded(sweep: Sweep, base: RunSpec) -> list[ExpandedCell]:
    """A thousand cells take seconds: live streams must not wait for them."""
    return await asyncio.to_thread(expand, sweep, base)


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
    plan = _Plan(scenarios)
    for item in items:
        if asked.items and item.name not in asked.items:
            continue
        own = item.sweep.base
        changed = own.model_copy(update={"set": [*variant.set, *own.set, *settings]})
        title = f"{suite.title}, {item.title}"
        paths = paths_of(item)
        for base in bases_of(scenarios, item, _resolved(scenarios, changed, "")):
            for cell in await _expanded(within_cpus(scenarios, item, base), base):
                await plan.add(item.name, cell.spec, paths, title, own.preset)
    if plan.count > MOST_CELLS:
        raise invalid(
            field_error(
                "items",
                plan.count,
                f"These items make {plan.count} runs.",
                f"Name fewer; at most {MOST_CELLS} runs are made at once.",
            )
        )
    return plan.runs()


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
