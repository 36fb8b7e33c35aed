"""Finished runs of the same settings, over time."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from orrery_contracts.api import RunState
from orrery_contracts.group import GroupRef
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.results.service import MeasuredFigures, ResultService
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.features.runs.store.tables import runs
from orrery_backend.kit.clock import instant
from orrery_backend.kit.db import Database
from orrery_backend.kit.problems import conflict, not_found

#: What a person calls a run and how often it is repeated are no settings of what is measured.
_LABELS = {"schema_version", "name", "note", "tags", "repeats", "settling"}
#: Runs that are looked through, the newest.
_LOOKED_AT = 5_000
_KEPT = 20_000
_FIGURES_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A run that is done, without its results."""

    run_id: str
    number: int
    name: str
    workload: str
    preset: str | None
    ended_at: str
    settings: str
    """Equal for runs of the same settings."""

    @property
    def place(self) -> tuple[str, str, str | None]:
        """What runs of one trend have in common."""
        return self.settings, self.workload, self.preset


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
        self._settings: OrderedDict[str, str] = OrderedDict()
        self._figures: OrderedDict[str, RunFigures] = OrderedDict()

    async def finished(
        self, workload: str | None = None, preset: str | None = None
    ) -> list[FinishedRun]:
        """Runs that are done and not archived, newest first; all, or of a workload or preset."""
        wanted = (
            select(
                runs.c.id,
                runs.c.number,
                runs.c.name,
                runs.c.workload,
                runs.c.preset,
                runs.c.ended_ms,
                runs.c.group_ref,
            )
            .where(runs.c.state == RunState.DONE.value, runs.c.archived.is_(False))
            .where(runs.c.ended_ms.is_not(None))
            .order_by(runs.c.number.desc())
            .limit(_LOOKED_AT)
        )
        if workload is not None:
            wanted = wanted.where(runs.c.workload == workload)
        if preset is not None:
            wanted = wanted.where(runs.c.preset == preset)
        await self._store_states()
        async with self._database.read() as connection:
            rows = (await connection.execute(wanted)).all()
            await self._read_settings(connection, [row.id for row in rows])
        return [
            FinishedRun(
                row.id,
                row.number,
                _title(row.name, row.group_ref),
                row.workload,
                row.preset,
                instant(row.ended_ms),
                self._settings[row.id],
            )
            for row in rows
            if row.id in self._settings
        ]

    async def like(self, key: str) -> list[FinishedRun]:
        """Runs with the settings of this one, oldest first. Raises `ProblemError` for an unknown
        run, or one that is not done.
        """
        async with self._database.read() as connection:
            record = await repository.find(connection, key)
        if record is None:
            raise not_found(f"There is no run {key}.", "GET /api/v1/runs lists the runs.")
        found = await self.finished(record.spec.workload.kind)
        one = next((run for run in found if run.run_id == record.id), None)
        if one is None:
            raise conflict(
                f"Run {record.number} is {record.state.value}"
                f"{' and archived' if record.archived else ''}: it has no trend. Name a run that is"
                " done."
            )
        return [run for run in found if run.place == one.place][::-1]

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
        _drop(self._figures, _FIGURES_KEPT)
        return figures

    async def _read_settings(self, connection: AsyncConnection, run_ids: Sequence[str]) -> None:
        unknown = [run_id for run_id in run_ids if run_id not in self._settings]
        for start in range(0, len(unknown), 500):
            part = unknown[start : start + 500]
            rows = await connection.execute(
                select(runs.c.id, runs.c.spec).where(runs.c.id.in_(part))
            )
            for row in rows:
                self._settings[row.id] = settings_digest(row.spec)
        _drop(self._settings, _KEPT)


def settings_digest(stored_spec: str) -> str:
    """Of a spec as the store has it; names and repeats do not count."""
    spec = json.loads(stored_spec)
    settings = {key: value for key, value in spec.items() if key not in _LABELS}
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _title(name: str, group_ref: str | None) -> str:
    if group_ref is None:
        return name
    label = GroupRef.model_validate_json(group_ref).label
    return f"{name}, {label}"[:120] if label and label not in name else name


def _commit(record: RunRecord) -> str:
    """Of the master's worker."""
    return record.nodes[0].facts.commit if record.nodes else ""


def _machines(record: RunRecord) -> str:
    found = dict.fromkeys(f"{n.facts.hostname}, {n.facts.cpu_model}" for n in record.nodes)
    return "; ".join(found)[:120]


def _drop(kept: OrderedDict[str, str] | OrderedDict[str, RunFigures], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
