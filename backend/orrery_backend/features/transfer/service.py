"""Runs as files: an SQLite file that holds runs with all that they measured, and the sweeps and
suites that they are part of; or a ZIP of Parquet tables, which other programs read, with the SQLite
file in it.

The SQLite file has the tables of a store, at the store's revision, so that one of an older version
is upgraded as an older store is. A run keeps its id: a file that is imported twice is recognised.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import structlog
from orrery_contracts.api import ImportedRun, ImportReport
from orrery_contracts.errors import ProblemCode
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.groups.service import GroupService
from orrery_backend.features.runs.service import RunRecord, RunService, UnreadableRunError
from orrery_backend.features.transfer.archive import (
    BadArchiveError,
    is_archive,
    take_run_file,
)
from orrery_backend.features.transfer.parquet import write_parquet
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.problems import ProblemError, field_error, invalid
from orrery_backend.results.service import ResultService

#: Runs of one file.
MOST_RUNS = 1_000
#: Bytes of a file that is imported.
MOST_BYTES = 4 << 30
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class FileCalls:
    """What is done with files of runs as files; each raises `ProblemError`."""

    prepare: Callable[[Database], Awaitable[None]]
    """Brings the schema of a new or older file up to date."""
    seal: Callable[[Path], None]
    check_seal: Callable[[Path], None]


class TransferService:
    """One export or import at a time."""

    def __init__(
        self,
        database: Database,
        runs: RunService,
        groups: GroupService,
        results: ResultService,
        clock: Clock,
        folder: Path,
        console: str,
        files: FileCalls,
    ) -> None:
        self._database = database
        self._runs = runs
        self._groups = groups
        self._results = results
        self._clock = clock
        self._folder = folder
        self._console = console
        self._files = files
        self._turn = asyncio.Lock()

    def clean(self) -> None:
        """Deletes what a console that was killed left."""
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                path.unlink(missing_ok=True)

    @asynccontextmanager
    async def temporary(self) -> AsyncIterator[Path]:
        """A name for a file on the store's disk; the file is deleted with its logs."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / f"{new_ulid(self._clock.now_ms())}.sqlite"
        try:
            yield path
        finally:
            for suffix in ("", "-wal", "-shm", "-journal"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)

    # Export.

    async def export(
        self, run_keys: Sequence[str], group_keys: Sequence[str], file: Path, *, as_parquet: bool
    ) -> None:
        """Writes a new file: SQLite for another console, or a ZIP of Parquet tables. Raises
        `ProblemError`.
        """
        keys = list(run_keys)
        for group_key in group_keys:
            group = await self._groups.record(group_key)
            keys += [state.run_id for state in await self._groups.states(group.id)]
        records = await self._runs.transferred.ended(keys)
        if not 0 < len(records) <= MOST_RUNS:
            raise invalid(
                field_error(
                    "run",
                    len(records),
                    f"A file holds 1 to {MOST_RUNS:,} runs, not {len(records):,}.",
                    "Name runs with `run` or a sweep or suite with `group`; export in parts.",
                )
            )
        async with self._turn:
            try:
                if as_parquet:
                    ids = [record.id for record in records]
                    async with self.temporary() as run_file:
                        await self._write(records, run_file)
                        await write_parquet(ids, self._runs, self._results, file, run_file)
                else:
                    await self._write(records, file)
            except OSError as error:
                raise _no_space(error) from error

    async def _write(self, records: Sequence[RunRecord], file: Path) -> None:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        async with _opened(file) as made:
            await self._files.prepare(made)
            async with self._database.read() as source, made.write() as target:
                groups = dict.fromkeys(r.group.id for r in records if r.group is not None)
                for group_id in groups:
                    await self._groups.copy_out(source, target, group_id)
                for record in records:
                    await self._runs.transferred.copy_out(source, target, record, self._console)
        await asyncio.to_thread(self._files.seal, file)

    # Import.

    async def take_in(self, file: Path) -> ImportReport:
        """From a file of either format, which is changed. Raises `ProblemError`; runs before the
        one that it names have been taken in then only if the store failed.
        """
        async with self._turn, self.temporary() as extracted:
            if await asyncio.to_thread(is_archive, file):
                await _extract(file, extracted)
                file = extracted
            await asyncio.to_thread(self._files.check_seal, file)
            async with _opened(file) as given:
                try:
                    await self._files.prepare(given)
                except SQLAlchemyError as error:
                    raise bad_file(f"Its tables are not those of runs: {error}.") from error
                report = await self._take_in(given)
        new = [run.number for run in report.runs if run.is_new]
        _log.info("runs imported", new=new, known=len(report.runs) - len(new))
        return report

    async def _take_in(self, given: Database) -> ImportReport:
        async with given.read() as source:
            records = await self._examined(source)
            taken: list[ImportedRun] = []
            try:
                for record in records:
                    async with self._database.write() as target:
                        taken.append(await self._take_in_one(source, target, record))
            finally:
                if taken:
                    self._groups.imported({r.group.id for r in records if r.group is not None})
                    await self._runs.tell_list()
        return ImportReport(runs=taken)

    async def _examined(self, source: AsyncConnection) -> list[RunRecord]:
        """All runs of the file are good, or none is taken in."""
        try:
            ids = await self._runs.transferred.all_ids(source)
        except SQLAlchemyError as error:
            raise bad_file(f"Its tables are not those of runs: {error}.") from error
        if not 0 < len(ids) <= MOST_RUNS:
            raise bad_file(f"It holds {len(ids):,} runs; 1 to {MOST_RUNS:,} are allowed.")
        return [await self._examined_one(source, run_id) for run_id in ids]

    async def _examined_one(self, source: AsyncConnection, run_id: str) -> RunRecord:
        try:
            record = await self._runs.transferred.examine(source, run_id)
            if record.group is not None:
                await self._groups.examine(source, record.group)
        except UnreadableRunError as error:
            raise bad_file(f"Run {run_id[:26]} in it cannot be read: {error}") from error
        return record

    async def _take_in_one(
        self, source: AsyncConnection, target: AsyncConnection, record: RunRecord
    ) -> ImportedRun:
        group = record.group
        if group is not None:
            here = await self._groups.take_in(source, target, group.id)
            group = group.model_copy(update={"number": here.number})
        return await self._runs.transferred.take_in(source, target, record, group)


async def _extract(archive: Path, target: Path) -> None:
    try:
        await asyncio.to_thread(take_run_file, archive, target, MOST_BYTES)
    except BadArchiveError as error:
        raise bad_file(str(error)) from error
    except OSError as error:
        raise _no_space(error) from error


@asynccontextmanager
async def _opened(file: Path) -> AsyncIterator[Database]:
    database = Database.in_file(file)
    try:
        yield database
    finally:
        await database.close()


def bad_file(why: str) -> ProblemError:
    return invalid(
        field_error(
            "file",
            "",
            f"The file cannot be imported. {why}",
            "Export the runs again and import that.",
        )
    )


def _no_space(error: OSError) -> ProblemError:
    return ProblemError(
        ProblemCode.UNAVAILABLE,
        f"The file cannot be written on the console's disk: {error.strerror}. Free space there, or"
        " export fewer runs at once.",
    )
