"""A flusher in a process of its own: stores numbered lines of a run and prints each number that it
acknowledges. `python -m backend_testing.acknowledging FOLDER LINES`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from orrery_backend import migrations
from orrery_backend.features.runs.events import RunStored
from orrery_backend.features.runs.life.progress import Progress
from orrery_backend.features.runs.life.vocabulary import Life
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.active import ActiveRun, OutputState
from orrery_backend.features.runs.store.flusher import Flusher
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.kit.db import Database
from orrery_backend.kit.events import EventBus
from orrery_backend.kit.ids import new_ulid
from orrery_backend.results.service import ResultService, StoredOutput
from orrery_contracts.spec import RunSpec
from orrery_contracts.worker import LogLevel


async def main(folder: Path, count: int) -> None:
    database = Database.at(folder)
    await migrations.upgrade(database)
    record = RunRecord(new_ulid(1), 1, RunSpec(), 0, "run", "", [])
    async with database.write() as connection:
        await repository.add(connection, record)
    run = ActiveRun(record, Life(1), Progress(1))
    output = run.outputs[(0, 0)] = OutputState(StoredOutput(0, 0))

    def acknowledge(_: RunStored) -> None:
        sys.stdout.write(f"{output.committed}\n")
        sys.stdout.flush()

    bus = EventBus()
    bus.subscribe(RunStored, acknowledge)
    flusher = Flusher(database, ResultService(database), lambda: [run], bus)
    for number in range(1, count + 1):
        output.seen = number
        run.journal.outputs.add((0, 0))
        run.add_line(number, LogLevel.INFO, f"line {number}")
        await flusher.flush()
    # The process ends here as by a power failure: nothing is closed, nothing checkpointed.
    os._exit(0)


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
