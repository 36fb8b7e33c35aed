"""Plays the history of one seed from its beginning to its checks."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import aiosqlite.core
import orrery_agent.spool.run_spool
import orrery_agent.spool.segment
import orrery_agent.spool.store
import structlog
from orrery_backend import migrations
from orrery_backend.features.studies import service as studies
from orrery_backend.features.webhooks import repository as webhooks
from orrery_backend.kit import ids
from orrery_backend.kit.db import Database
from orrery_backend.kit.sqlite import SqliteStore
from orrery_contracts.studies import load_studies
from orrery_contracts.study import Study
from orrery_contracts.suite import Suite
from sqlalchemy.ext.asyncio import AsyncEngine

from orrery_campaign import clocks
from orrery_campaign.checks import check_all, check_nodes, settled
from orrery_campaign.disk import SimulatedDisk, SimulatedFile
from orrery_campaign.driver import StoreConnection
from orrery_campaign.history import History
from orrery_campaign.loop import SimulatedLoop, StuckError
from orrery_campaign.process import Process
from orrery_campaign.receiver import webhook
from orrery_campaign.vfs import SimulatedVfs
from orrery_campaign.world import World

_DATA = Path("/simulated/data")
_SETTLES_WITHIN_S = 240.0
_MEMORY = Path("/dev/shm")
_LENGTHS = ((2, 5), (4, 7), (12, 12))
"""Seconds until faults end, and the most requests that users make until then."""
_OFTEN = (5, 4, 1)
"""The weight of each length."""


class _Play(World):
    """The course of a history."""

    async def play(self) -> None:
        self.console.disk.files = {
            path: SimulatedFile(bytearray(content), bytearray(content))
            for path, content in _fresh_store().items()
        }
        self.console.start()
        for agent in self.agents:
            agent.start()
        for viewer in self.viewers:
            viewer.start()
        ((length, most),) = self.random.choices(_LENGTHS, _OFTEN)
        until = self.loop.time() + length
        acting = [
            asyncio.ensure_future(self._use(until, length / self.random.randint(2, most))),
            *(
                asyncio.ensure_future(self._break(until))
                for _ in range(self.random.choice((0, 1, 1, 2)))
            ),
        ]
        await asyncio.gather(*acting)
        await self._recover()
        await check_all(self)
        await self._end()

    async def _use(self, until: float, pace: float) -> None:
        while self.loop.time() < until:
            await asyncio.sleep(pace * 2 * self.random.random())
            await self.users.act()
            check_nodes(self)
            for viewer in self.viewers:
                if self.users.promises and self.random.random() < 0.2:
                    viewer.follow(self.random.choice(list(self.users.promises)))

    async def _break(self, until: float) -> None:
        while self.loop.time() < until:
            await asyncio.sleep(3 * self.random.random())
            await self.faults.choose()()

    async def _recover(self) -> None:
        """Ends all faults, then waits until every run and part settles without help."""
        self.history.note("campaign", "faults end")
        self.faults.end_all()
        by = self.loop.time() + _SETTLES_WITHIN_S
        while not await settled(self):
            if self.loop.time() > by:
                self.history.fail(f"the console does not settle within {_SETTLES_WITHIN_S:.0f} s")
                return
            await asyncio.sleep(1.0)
        await asyncio.sleep(1.5)

    async def _end(self) -> None:
        for viewer in self.viewers:
            viewer.leave()
        for agent in self.agents:
            await agent.shut_down()
        await self.console.end()
        await asyncio.sleep(1.0)
        for process in [agent.process for agent in self.agents] + [self.console.process]:
            if process is not None:
                left = [task.get_coro() for task in self.loop.tasks_of(process)]
                self.history.check(not left, f"{process.name} leaves tasks: {left}")
                count = self.network.open_connections(process)
                self.history.check(not count, f"{process.name} leaves {count} connections")


def play(seed: int) -> History:
    """Plays the whole history of a seed. `problems` of the history is empty if all checks passed.

    Disable the garbage collector, and call `collect` after every few histories.
    """
    _fresh_store()
    place = _MEMORY if _MEMORY.is_dir() else None
    with _silent(), tempfile.TemporaryDirectory(prefix="campaign-", dir=place) as folder:
        return _play(_Play(seed, Path(folder)))


def _play(world: _Play) -> History:
    with _simulated(world):
        _run(world, world.play())
    return world.history


def collect() -> None:
    """Frees histories, which are full of cycles.

    The first call excludes all older objects from later collections.
    """
    if gc.get_freeze_count() == 0:
        gc.freeze()
    with _silent():
        gc.collect()


def _run(world: World, main: Any) -> None:
    asyncio.set_event_loop(world.loop)
    try:
        world.loop.run_until_complete(main)
    except StuckError:
        world.history.fail("nothing happens any more, and the history has not ended")
    except Exception as error:  # noqa: BLE001 - it is reported with its history
        world.history.fail(f"the campaign failed: {error!r}\n{traceback.format_exc()}")
    finally:
        for fault in world.loop.faults:
            world.history.fail(fault)
        logging.disable()
        structlog.configure(processors=[_drop])
        world.loop.discard()
        for _process, connection in StoreConnection.opened:
            with suppress(Exception):
                connection.close()
        StoreConnection.opened.clear()
        StoreConnection.disks.clear()
        for agent in world.agents:
            agent.kill()
        world.loop.close()
        asyncio.set_event_loop(None)


@contextmanager
def _silent() -> Iterator[None]:
    """Silences the remains of killed processes, which cannot end in order."""
    hook, level = sys.unraisablehook, logging.root.manager.disable
    sys.unraisablehook = lambda _: None
    logging.disable()
    try:
        yield
    finally:
        sys.unraisablehook = hook
        logging.disable(level)


@contextmanager
def _simulated(world: World) -> Iterator[None]:
    """Within the block the history uses simulations in place of the machine's services."""
    vfs = _vfs()
    vfs.begin(lambda: world.console.disk)
    identities = Random(world.random.getrandbits(64))

    class Secrets:
        randbits = staticmethod(identities.getrandbits)

        @staticmethod
        def token_hex(size: int) -> str:
            return identities.randbytes(size).hex()

    structlog.configure(processors=[_into(world.history)])
    handler = _Errors(world.history)
    logging.getLogger().addHandler(handler)
    logging.disable(logging.WARNING)
    try:
        with (
            warnings.catch_warnings(),
            clocks.simulated(world.loop),
            patch.object(aiosqlite.core, "Connection", StoreConnection),
            patch.object(SqliteStore, "_engine", _engine),
            patch.object(ids, "secrets", Secrets),
            patch.object(studies, "load_studies", _studies),
            patch.object(orrery_agent.spool.store, "secrets", Secrets),
            patch.object(orrery_agent.spool.run_spool, "os", world.spools),
            patch.object(orrery_agent.spool.segment, "os", world.spools),
            patch.object(orrery_agent.spool.store, "os", world.spools),
        ):
            warnings.simplefilter("ignore")
            yield
    finally:
        structlog.reset_defaults()
        logging.getLogger().removeHandler(handler)


def _drop(_logger: Any, _level: str, _event: MutableMapping[str, Any]) -> Any:
    raise structlog.DropEvent


class _Errors(logging.Handler):
    """An error in the log of a library is a fault."""

    def __init__(self, history: History) -> None:
        super().__init__(logging.ERROR)
        self._history = history

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._history.fail(f"{record.name}: {record.getMessage()} {error!r}")


def _into(history: History) -> Any:
    """A structlog processor: writes log lines to the history; an exception is a fault."""

    def note(_logger: Any, level: str, event: MutableMapping[str, Any]) -> Any:
        error = event.pop("exc_info", None)
        text = " ".join([str(event.pop("event", "")), *(f"{k}={v}" for k, v in event.items())])
        if error:
            shown = error if isinstance(error, BaseException) else sys.exc_info()[1]
            history.fail(f"the log has an exception: {text}: {shown!r}")
        else:
            history.note("log", f"{level} {text}")
        raise structlog.DropEvent

    return note


def _studies(suites: list[Suite]) -> list[Study]:
    if not _read_studies:
        _read_studies.extend(load_studies(suites))
    return _read_studies


_read_studies: list[Study] = []


_make_engine = SqliteStore._engine
_engines: dict[tuple[str, str, int], AsyncEngine] = {}


def _engine(store: SqliteStore, begin: str, size: int) -> AsyncEngine:
    """Returns the last console's engine with a new pool: that console is dead.

    SQLAlchemy keeps its cache of statements in the engine.
    """
    key = (store._url, begin, size)
    if key not in _engines:
        _engines[key] = _make_engine(store, begin, size)
    _engines[key].sync_engine.dispose(close=False)
    return _engines[key]


@cache
def _vfs() -> SimulatedVfs:
    vfs = SimulatedVfs()
    vfs.register()
    return vfs


@cache
def _fresh_store() -> dict[str, bytes]:
    """The files of a store with the newest schema and a webhook, without runs."""
    loop = SimulatedLoop()
    process = Process("template", "template")
    disk = SimulatedDisk(Random(0))
    _vfs().begin(lambda: disk)
    StoreConnection.disks[id(process)] = disk

    async def make() -> None:
        database = Database.at(_DATA)
        await migrations.upgrade(database)
        async with database.write() as connection:
            await webhooks.save(connection, webhook())
        async with database.read() as connection:
            # This read creates the second engine too, so that the first history equals all others.
            await connection.exec_driver_sql("SELECT 1")
        await database.close()

    with (
        patch.object(aiosqlite.core, "Connection", StoreConnection),
        patch.object(SqliteStore, "_engine", _engine),
    ):
        loop.run_until_complete(loop.start(process, make()))
    loop.close()
    StoreConnection.disks.clear()
    StoreConnection.opened.clear()
    return {path: bytes(file.data) for path, file in disk.files.items()}
