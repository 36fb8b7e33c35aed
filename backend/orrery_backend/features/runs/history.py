"""Finished runs of the same settings, over time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from orrery_contracts.api import RunState
from orrery_contracts.group import GroupRef
from sqlalchemy import Select, false, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.namesakes import settings_apart
from orrery_backend.features.runs.store import listing, repository
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.features.runs.store.settings import UNMEASURED
from orrery_backend.features.runs.store.tables import runs
from orrery_backend.kit.clock import instant
from orrery_backend.kit.db import Database
from orrery_backend.kit.problems import not_found
from orrery_backend.results.service import MeasuredFigures, ResultService

_FIGURES_KEPT = 2_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A run that is done, without its results."""

    run_id: str
    number: int
    ended_at: str


@dataclass(frozen=True, slots=True)
class SettingRuns:
    """All runs of the same settings, workload and preset that are done and not archived."""

    newest: FinishedRun
    name: str
    """Of the newest run, with its cell in a sweep or suite, or what tells it from others."""
    workload: str
    preset: str | None
    count: int
    first_ended_at: str


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What a finished run measured, where, and with which build."""

    commit: str
    machines: str
    measured: MeasuredFigures


class RunHistory:
    """Reads the store. What a finished run measured does not change, so it is kept."""

    def __init__(
        self,
        database: Database,
        results: ResultService,
        store_states: Callable[[], Awaitable[None]],
    ) -> None:
        """`store_states` brings what active runs have said into the store."""
        self._store_states = store_states
        self._database = database
        self._results = results
        self._figures: OrderedDict[str, RunFigures] = OrderedDict()

    async def settings(
        self, workload: str | None, preset: str | None, most: int
    ) -> list[SettingRuns]:
        """Settings with more than one run, those with the newest run first; at most `most`; all,
        or of a workload or preset. Names that several of them share say in which settings they
        differ.
        """
        wanted = _grouped()
        if workload is not None:
            wanted = wanted.where(runs.c.workload == workload)
        if preset is not None:
            wanted = wanted.where(runs.c.preset == preset)
        wanted = (
            wanted.having(func.count() > 1).order_by(func.max(runs.c.number).desc()).limit(most)
        )
        await self._store_states()
        async with self._database.read() as connection:
            found = await _read_settings(connection, wanted)
            alike = _alike(found)
            specs = await listing.specs(connection, [run for ids in alike for run in ids])
        return await asyncio.to_thread(_told_apart, found, alike, specs)

    async def like(
        self, key: str, since: datetime | None, until: datetime | None, most: int
    ) -> tuple[SettingRuns, list[FinishedRun]]:
        """The settings of this run, whatever its state, and their newest runs that ended from
        `since` to before `until`, oldest first; at most `most`.

        Raises `ProblemError` for an unknown run, or if no run of these settings is done.
        """
        await self._store_states()
        async with self._database.read() as connection:
            one = await repository.find_settings(connection, key)
            if one is None:
                raise not_found(f"There is no run {key}.", "GET /api/v1/runs lists the runs.")
            alike = (
                runs.c.settings == one.settings,
                runs.c.workload == one.workload,
                runs.c.preset.is_not_distinct_from(one.preset),
            )
            found = await _read_settings(connection, _grouped().where(*alike))
            if not found:
                raise not_found(
                    f"Run {one.number} has no trend: no run with its settings is done and not"
                    " archived.",
                    "Launch it again; its trend begins when that run is done.",
                )
            wanted = select(runs.c.id, runs.c.number, runs.c.ended_ms).where(*_DONE, *alike)
            if since is not None:
                wanted = wanted.where(runs.c.ended_ms >= _first_ms(since))
            if until is not None:
                wanted = wanted.where(runs.c.ended_ms < _first_ms(until))
            rows = await connection.execute(wanted.order_by(runs.c.number.desc()).limit(most))
            newest = [FinishedRun(row.id, row.number, instant(row.ended_ms)) for row in rows]
        return found[0], newest[::-1]

    async def figures(self, run_ids: Sequence[str]) -> dict[str, RunFigures]:
        """Of finished runs by id; a run that is gone is left out."""
        found: dict[str, RunFigures] = {}
        for run_id in run_ids:
            known = self._figures.get(run_id) or await self._read_figures(run_id)
            if known is not None:
                found[run_id] = known
        return found

    async def _read_figures(self, run_id: str) -> RunFigures | None:
        async with self._database.read() as connection:
            record = await repository.find(connection, run_id)
            if record is None:
                return None
            repeats = await self._results.repeats_of(connection, run_id)
            outputs = await self._results.outputs_of(connection, run_id)
        measured = self._results.figures(repeats, outputs, record.nodes)
        figures = RunFigures(_commit(record), _machines(record), measured)
        self._figures[run_id] = figures
        while len(self._figures) > _FIGURES_KEPT:
            self._figures.popitem(last=False)
        return figures


_DONE = (
    runs.c.state == RunState.DONE.value,
    # Not `IS false`, for which SQLite uses no index.
    runs.c.archived == false(),
    runs.c.ended_ms.is_not(None),
    runs.c.settings.is_not(None),
)


def _grouped() -> Select[Any, Any, Any]:
    """Finished runs by settings: how many, and the numbers of the first and the newest."""
    return (
        select(
            func.count().label("number_of_runs"),
            func.min(runs.c.number).label("first"),
            func.max(runs.c.number).label("newest"),
        )
        .where(*_DONE)
        .group_by(runs.c.settings, runs.c.workload, runs.c.preset)
    )


async def _read_settings(
    connection: AsyncConnection, grouped: Select[Any, Any, Any]
) -> list[SettingRuns]:
    groups = grouped.subquery()
    first = runs.alias("first_runs")
    rows = await connection.execute(
        select(
            runs.c.id,
            runs.c.number,
            runs.c.name,
            runs.c.workload,
            runs.c.preset,
            runs.c.ended_ms,
            runs.c.group_ref,
            groups.c.number_of_runs,
            first.c.ended_ms.label("first_ended_ms"),
        )
        .select_from(groups)
        .join(runs, runs.c.number == groups.c.newest)
        .join(first, first.c.number == groups.c.first)
        .order_by(runs.c.number.desc())
    )
    return [
        SettingRuns(
            newest=FinishedRun(row.id, row.number, instant(row.ended_ms)),
            name=_title(row.name, row.group_ref),
            workload=row.workload,
            preset=row.preset,
            count=row.number_of_runs,
            first_ended_at=instant(row.first_ended_ms),
        )
        for row in rows
    ]


def _alike(found: Sequence[SettingRuns]) -> list[list[str]]:
    """Ids of the newest runs of settings that share name and workload."""
    ids: dict[tuple[str, str], list[str]] = {}
    for settings in found:
        ids.setdefault((settings.name, settings.workload), []).append(settings.newest.run_id)
    return [alike for alike in ids.values() if len(alike) > 1]


def _told_apart(
    found: Sequence[SettingRuns], alike: Sequence[Sequence[str]], specs: Mapping[str, str]
) -> list[SettingRuns]:
    """The same, whose names say what tells them apart: settings, or else the preset."""
    labels = {run: "" for ids in alike for run in ids}
    labels |= {told.run: told.label for told in settings_apart(alike, specs, UNMEASURED)}

    def named(settings: SettingRuns) -> SettingRuns:
        label = labels.get(settings.newest.run_id)
        if label is None:
            return settings
        return replace(settings, name=f"{settings.name}, {label or _preset_words(settings.preset)}")

    return [named(settings) for settings in found]


def _preset_words(preset: str | None) -> str:
    return "without a preset" if preset is None else f"preset {preset}"


def _first_ms(at: datetime) -> int:
    """The first whole millisecond since 1970 at this time or later."""
    return -((_EPOCH - at) // timedelta(milliseconds=1))


def _title(name: str, group_ref: str | None) -> str:
    if group_ref is None:
        return name
    label = GroupRef.model_validate_json(group_ref).label
    return f"{name}, {label}"[:120] if label and label not in name else name


def _commit(record: RunRecord) -> str:
    """Of the master's worker; empty if it was built outside a checkout."""
    commit = record.nodes[0].facts.commit if record.nodes else ""
    return "" if commit == "unknown" else commit


def _machines(record: RunRecord) -> str:
    found = dict.fromkeys(f"{n.facts.hostname}, {n.facts.cpu_model}" for n in record.nodes)
    return "; ".join(found)[:120]
