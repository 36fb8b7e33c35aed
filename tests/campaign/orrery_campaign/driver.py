"""The store's driver without threads: aiosqlite's statements run at once in the simulated loop.

An answer arrives after the time of the disk's operations. Some answers arrive a little later, so
that other callbacks run between the statements of a transaction.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, ClassVar

import aiosqlite.core

from orrery_campaign.disk import SimulatedDisk
from orrery_campaign.process import PROCESS, Process

_LATER = 0.1
"""The share of statements whose answer is delayed."""


class StoreConnection(aiosqlite.core.Connection):
    """Replaces aiosqlite's class while a history is played."""

    disks: ClassVar[dict[int, SimulatedDisk]] = {}
    """The disk of each process. The campaign sets it."""
    opened: ClassVar[list[tuple[Process, sqlite3.Connection]]] = []

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        process = PROCESS.get()
        assert process is not None
        self._process = process
        self._thread = _NoThread()  # type: ignore[assignment]
        self._tx = self  # type: ignore[assignment]

    def __del__(self) -> None:
        """Does nothing: the campaign closes the connections of killed consoles."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Replaces aiosqlite's queue of calls: runs the call at once."""
        future, call = item
        disk = self.disks[id(self._process)]
        try:
            result = call()
        except Exception as error:  # noqa: BLE001 - the caller gets it
            outcome: tuple[Any, Exception | None] = (None, error)
        else:
            outcome = (result, None)
            if isinstance(result, sqlite3.Connection):
                self.opened.append((self._process, result))
        if future is None or not self._process.alive:
            return
        wait = disk.take_wait_s()
        if disk.random.random() < _LATER:
            wait += 0.003 * disk.random.random()
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, _settle, future, *outcome)
        else:
            _settle(future, *outcome)


class _NoThread:
    daemon = False

    def start(self) -> None:
        """Does nothing: calls run when they are queued."""


def _settle(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
