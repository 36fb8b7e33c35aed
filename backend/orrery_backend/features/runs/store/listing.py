"""Pages of runs, newest first, without reading their specs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from orrery_contracts.api import RunFailure, RunOrigin, RunState, RunSummary, SummaryMetric
from orrery_contracts.group import GroupRef
from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, Row, Select, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.store.conditions import SettingCondition
from orrery_backend.features.runs.store.tables import run_nodes, run_tags, runs
from orrery_backend.kit.among import among
from orrery_backend.kit.clock import instant, instant_or_none

_METRICS: TypeAdapter[list[SummaryMetric]] = TypeAdapter(list[SummaryMetric])


@dataclass(frozen=True, slots=True)
class RunFilter:
    """What a list is asked for; None: all."""

    state: RunState | None = None
    workload: str | None = None
    tag: str | None = None
    node: str | None = None
    text: str | None = None
    archived: bool | None = False
    preset: str | None = None
    group: str | None = None
    """A group's id, or `none`: runs that are in no group."""
    collapsed: bool = False
    """Of each group only its newest run among those that fit; the page says what the groups are."""
    since_ms: int | None = None
    """Created at this time or later."""
    until_ms: int | None = None
    """Created before this time."""
    commit: str | None = None
    """Beginning of the commit of the console or of a worker, in lower case."""
    conditions: tuple[SettingCondition, ...] = ()
    """All must fit. The service finds `digests` from them."""
    digests: tuple[str, ...] | None = None
    """Digests of settings."""


NO_GROUP = "none"
#: SQLite looks this up in the index of groups; for IS NOT NULL it reads all runs.
_IN_GROUP = runs.c.group_id > ""

_COLUMNS = (
    runs.c.id,
    runs.c.number,
    runs.c.name,
    runs.c.state,
    runs.c.workload,
    runs.c.created_ms,
    runs.c.started_ms,
    runs.c.ended_ms,
    runs.c.tags,
    runs.c.preset,
    runs.c.repeat,
    runs.c.repeats,
    runs.c.progress,
    runs.c.node_names,
    runs.c.checks_hold,
    runs.c.headline,
    runs.c.failure,
    runs.c.archived,
    runs.c.group_ref,
    runs.c.origin,
)


async def page(
    connection: AsyncConnection, wanted: RunFilter, before: int | None, limit: int
) -> list[RunSummary]:
    """Runs with a number below `before`."""
    query = _filtered(select(*_COLUMNS), wanted)
    if before is not None:
        query = query.where(runs.c.number < before)
    rows = await connection.execute(query.order_by(runs.c.number.desc()).limit(limit))
    return [_summary(row) for row in rows]


async def specs(connection: AsyncConnection, run_ids: Sequence[str]) -> dict[str, str]:
    """Specs of runs as they are stored, by id."""
    rows = await connection.execute(select(runs.c.id, runs.c.spec).where(runs.c.id.in_(run_ids)))
    return {row.id: row.spec for row in rows}


async def total(connection: AsyncConnection, wanted: RunFilter) -> int:
    query = _fitting(select(func.count()).select_from(runs), wanted)
    found = int((await connection.execute(query)).scalar_one())
    if not wanted.collapsed:
        return found
    # Counted by themselves: indices then answer both, and no row with its spec is read.
    others = func.count() - func.count(runs.c.group_id.distinct())
    grouped = _grouped(select(others).select_from(runs), wanted)
    return found - int((await connection.execute(grouped)).scalar_one())


def _filtered(query: Select[Any], wanted: RunFilter) -> Select[Any]:
    fitting = _fitting(query, wanted)
    if not wanted.collapsed:
        return fitting
    newest = _grouped(select(func.max(runs.c.number)), wanted).group_by(runs.c.group_id)
    return fitting.where(or_(runs.c.group_id.is_(None), runs.c.number.in_(newest)))


def _grouped(query: Select[Any], wanted: RunFilter) -> Select[Any]:
    """Runs in sweeps and suites that fit."""
    fitting = _fitting(query, replace(wanted, archived=None)).where(_IN_GROUP)
    if wanted.archived is None:
        return fitting
    # For = SQLite takes the index of `archived` in place of that of groups, and reads all runs.
    return fitting.where(runs.c.archived != (not wanted.archived))


def _fitting(query: Select[Any], wanted: RunFilter) -> Select[Any]:
    if wanted.state is not None:
        query = query.where(runs.c.state == wanted.state.value)
    if wanted.workload is not None:
        query = query.where(runs.c.workload == wanted.workload)
    if wanted.preset is not None:
        query = query.where(runs.c.preset == wanted.preset)
    if wanted.group is not None:
        query = query.where(
            runs.c.group_id.is_(None)
            if wanted.group == NO_GROUP
            else runs.c.group_id == wanted.group
        )
    if wanted.archived is not None:
        query = query.where(runs.c.archived == wanted.archived)
    if wanted.tag is not None:
        query = query.where(
            exists().where(run_tags.c.run_id == runs.c.id, run_tags.c.tag == wanted.tag)
        )
    if wanted.node is not None:
        query = query.where(
            exists().where(run_nodes.c.run_id == runs.c.id, run_nodes.c.name == wanted.node)
        )
    if wanted.text:
        query = query.where(_matches(wanted.text))
    return _measured_as(query, wanted)


def _measured_as(query: Select[Any], wanted: RunFilter) -> Select[Any]:
    """When, with which programs and with which settings."""
    if wanted.since_ms is not None:
        query = query.where(runs.c.created_ms >= wanted.since_ms)
    if wanted.until_ms is not None:
        query = query.where(runs.c.created_ms < wanted.until_ms)
    if wanted.commit is not None:
        # The console's version ends in its commit, that of a worker has it in parentheses.
        before = (" ", "(")
        query = query.where(
            or_(*(runs.c.versions.like(f"%{mark}{wanted.commit}%") for mark in before))
        )
    if wanted.digests is not None:
        query = query.where(among(runs.c.settings, wanted.digests))
    return query


def _matches(text: str) -> ColumnElement[bool]:
    pattern = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    found: list[ColumnElement[bool]] = [
        column.ilike(pattern, escape="\\")
        for column in (runs.c.name, runs.c.note, runs.c.tags, runs.c.preset, runs.c.node_names)
    ]
    number = text.lstrip("#")
    if number.isdecimal() and len(number) < 10:
        found.append(runs.c.number == int(number))
    return or_(*found)


def _summary(row: Row[Any]) -> RunSummary:
    return RunSummary(
        id=row.id,
        number=row.number,
        name=row.name,
        state=RunState(row.state),
        workload=row.workload,
        created_at=instant(row.created_ms),
        started_at=instant_or_none(row.started_ms),
        ended_at=instant_or_none(row.ended_ms),
        tags=json.loads(row.tags),
        preset=row.preset,
        repeat=row.repeat,
        repeats=row.repeats,
        progress=row.progress,
        seconds_left=None,
        nodes=json.loads(row.node_names),
        checks_hold=row.checks_hold,
        headline=_METRICS.validate_json(row.headline),
        queue_position=None,
        failure=RunFailure.model_validate_json(row.failure) if row.failure else None,
        archived=row.archived,
        group=GroupRef.model_validate_json(row.group_ref) if row.group_ref else None,
        origin=RunOrigin.model_validate_json(row.origin) if row.origin else None,
    )
