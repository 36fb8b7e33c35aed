"""Keeps baselines and compares sweeps and suites with them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from orrery_contracts.api import RunDocument, SummaryMetric, Verdict
from orrery_contracts.baseline import (
    DEFAULT_TOLERANCE,
    MOST_CELLS,
    Baseline,
    BaselineCell,
    BaselineEntry,
    BaselineList,
    CellSetting,
    GroupComparison,
    SetBaseline,
)
from orrery_contracts.group import GroupState
from orrery_contracts.results import Better
from orrery_contracts.suite import RunSuite
from orrery_contracts.sweep import GroupAxis, Sweep

from orrery_backend.features.baselines import repository
from orrery_backend.features.baselines.comparing import compare, has_same_settings
from orrery_backend.features.groups.service import GroupService, SeenCell, axes_of, values_of
from orrery_backend.features.runs.service import RunService, settings_digest
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.db import Database
from orrery_backend.kit.problems import ProblemError, conflict, not_found

MOST_BASELINES = 500
#: Baselines that a sweep or suite is compared with when it ends, the last set first.
MOST_WATCHED = 10
_ENDED = (GroupState.DONE, GroupState.FAILED, GroupState.CANCELLED)


class BaselineService:
    """A baseline is a copy of the results; a comparison is computed when it is asked for."""

    def __init__(
        self, database: Database, groups: GroupService, runs: RunService, clock: Clock
    ) -> None:
        self._database = database
        self._groups = groups
        self._runs = runs
        self._clock = clock

    async def list(self) -> BaselineList:
        async with self._database.read() as connection:
            found = await repository.find_all(connection)
        return BaselineList(
            items=[
                BaselineEntry(name=b.name, set_at=b.set_at, group=b.group, cells=len(b.cells))
                for b in found
            ]
        )

    async def get(self, name: str) -> Baseline:
        """Raises `ProblemError` if there is none of that name."""
        async with self._database.read() as connection:
            found = await repository.find(connection, name)
        if found is None:
            raise not_found(f"There is no baseline {name!r}.", "GET /api/v1/baselines lists them.")
        return found

    async def set(self, name: str, asked: SetBaseline) -> Baseline:
        """In place of the one of that name. Raises `ProblemError` for an unknown sweep or suite, or
        one that has not ended.
        """
        now = self._clock.now_ms()
        baseline = await self._results(asked.group, name, now)
        if baseline.group.state not in _ENDED:
            raise conflict(
                f"{baseline.group.title} has not ended. Wait until it has, then set the baseline."
            )
        if not any(metric.values for cell in baseline.cells for metric in cell.metrics):
            raise conflict(f"{baseline.group.title} has no results. Name one whose runs are done.")
        async with self._database.write() as connection:
            if await repository.count_others(connection, name) >= MOST_BASELINES:
                raise conflict(
                    f"There are {MOST_BASELINES} baselines already. Delete one, or set one of them."
                )
            await repository.save(connection, baseline, now)
        return baseline

    async def delete(self, name: str) -> None:
        """Raises `ProblemError` if there is none of that name."""
        async with self._database.write() as connection:
            removed = await repository.remove(connection, name)
        if not removed:
            raise not_found(f"There is no baseline {name!r}.", "GET /api/v1/baselines lists them.")

    async def results(self, group_key: str) -> Baseline:
        """What a sweep or suite has measured so far, as the document of a baseline of its name."""
        return await self._results(group_key, None, self._clock.now_ms())

    async def compare(
        self, group_key: str, baseline: Baseline, tolerance: float
    ) -> GroupComparison:
        """Raises `ProblemError` for an unknown sweep or suite."""
        candidate = await self._results(group_key, None, self._clock.now_ms())
        return await asyncio.to_thread(compare, candidate, baseline, tolerance)

    async def worse(self, group_key: str) -> Sequence[GroupComparison]:
        """The comparisons that say worse, with the `MOST_WATCHED` baselines of the same settings
        that were set last, at the usual tolerance. Raises `ProblemError` for an unknown sweep or
        suite, or one with too many cells.
        """
        await self._groups.record(group_key)
        async with self._database.read() as connection:
            known = await repository.find_all(connection)
        if not known:
            return []
        candidate = await self._results(group_key, None, self._clock.now_ms())
        alike = [
            baseline
            for baseline in sorted(known, key=lambda each: each.set_at, reverse=True)
            if baseline.group.id != candidate.group.id and has_same_settings(candidate, baseline)
        ]
        compared = [
            await asyncio.to_thread(compare, candidate, baseline, DEFAULT_TOLERANCE)
            for baseline in alike[:MOST_WATCHED]
        ]
        return [comparison for comparison in compared if comparison.verdict is Verdict.WORSE]

    async def _results(self, group_key: str, name: str | None, now_ms: int) -> Baseline:
        record = await self._groups.record(group_key)
        cells = await self._groups.cells(record, await self._groups.states(record.id))
        if len(cells) > MOST_CELLS:
            raise conflict(
                f"{record.title} has {len(cells)} cells; a baseline has at most {MOST_CELLS}."
            )
        [summary] = await self._groups.summaries([record.id])
        axes = axes_of(record.paths(), [cell.facts.spec for cell in cells])
        first = await self._first_run(cells)
        return Baseline(
            schema_version=1,
            name=name or f"{summary.kind.value}-{summary.number}",
            set_at=instant(now_ms),
            group=summary,
            asked=_asked(record.asked.run_suite, record.asked.sweep),
            machines=_machines(first),
            builds=_builds(first),
            cells=[_cell(cell, axes) for cell in cells],
        )

    async def _first_run(self, cells: Sequence[SeenCell]) -> RunDocument | None:
        if not cells:
            return None
        try:
            return (await self._runs.document(cells[0].summary.id))[0]
        except ProblemError:
            return None  # deleted meanwhile


def _cell(cell: SeenCell, axes: Sequence[GroupAxis]) -> BaselineCell:
    values = values_of(cell.facts.spec, axes)
    return BaselineCell(
        item=cell.ref.item,
        label=cell.ref.label,
        settings=[
            CellSetting(path=axis.path, value=value)
            for axis, value in zip(axes, values, strict=True)
            if value is not None
        ],
        run=cell.summary.number,
        metrics=_leading(cell.summary.headline),
        disturbed=cell.facts.disturbed,
        settings_digest=settings_digest(json.dumps(cell.facts.spec)),
    )


def _leading(metrics: Sequence[SummaryMetric]) -> list[SummaryMetric]:
    return [metric for metric in metrics if metric.better is not Better.NEITHER]


def _asked(suite: RunSuite | None, sweep: Sweep | None) -> list[str]:
    if sweep is not None:
        preset = [f"preset {sweep.base.preset}"] if sweep.base.preset else []
        return [*preset, *sweep.base.set]
    return list(suite.set) if suite is not None else []


def _machines(run: RunDocument | None) -> list[str]:
    if run is None:
        return []
    return [
        f"{node.facts.hostname}, {node.facts.cpu_model}, {node.facts.cores} cores"
        for node in run.nodes
    ]


def _builds(run: RunDocument | None) -> list[str]:
    if run is None:
        return []
    return list(dict.fromkeys(f"{n.facts.build} {n.facts.commit}".strip() for n in run.nodes))
