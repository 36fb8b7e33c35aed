"""An event loop in simulated time: if no callback is ready, time moves to the next timer.

Callbacks of a killed process are dropped. Callbacks of a stopped process wait until it continues.
"""

from __future__ import annotations

import asyncio
import heapq
from asyncio import base_events, events
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from contextvars import Context
from typing import Any, TypeVar, TypeVarTuple

from orrery_campaign.process import PROCESS, Process, process_of

_Answer = TypeVar("_Answer")
_Arguments = TypeVarTuple("_Arguments")


class StuckError(Exception):
    """No callback is ready and no timer is set: the simulation is stuck."""


class SimulatedLoop(base_events.BaseEventLoop):
    """See the module's comment. Not thread-safe. Set `network`, which provides connections."""

    # The queues of BaseEventLoop.
    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        super().__init__()
        self._now = 1000.0
        self._clock_resolution = 1e-9
        self._selector = self
        self._tasks: list[tuple[asyncio.Task[Any], Process | None]] = []
        self.network: Any = None
        self.faults: list[str] = []
        """Errors that asyncio reports: exceptions of callbacks and of tasks that nobody awaited."""
        self.set_exception_handler(self._note_fault)
        self.set_task_factory(self._make_task)

    # The interface of a selector for BaseEventLoop.

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise StuckError
        self._now += timeout
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    def time(self) -> float:
        return self._now

    # Callbacks.

    def call_soon(
        self,
        callback: Callable[[*_Arguments], object],
        *args: *_Arguments,
        context: Context | None = None,
    ) -> asyncio.Handle:
        handle = events.Handle(callback, args, self, context)
        process = process_of(handle)
        if process is None or process.runs:
            self._ready.append(handle)
        elif process.alive:
            process.parked.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_at(
        self,
        when: float,
        callback: Callable[[*_Arguments], object],
        *args: *_Arguments,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        handle = events.TimerHandle(when, callback, args, self, context)
        process = process_of(handle)
        if process is not None and not process.runs:
            if process.alive:
                process.parked.append(handle)
            return handle
        self._schedule(handle)
        return handle

    def _schedule(self, handle: asyncio.TimerHandle) -> None:
        heapq.heappush(self._scheduled, handle)
        handle._scheduled = True  # type: ignore[attr-defined]

    def run_in_executor(
        self,
        executor: Executor | None,
        func: Callable[[*_Arguments], _Answer],
        *args: *_Arguments,
    ) -> asyncio.Future[_Answer]:
        """Runs the function at once; its result arrives in the loop's next turn."""
        future: asyncio.Future[_Answer] = self.create_future()
        try:
            result = func(*args)
        except Exception as error:  # noqa: BLE001 - the caller gets it
            self.call_soon(_settle, future, None, error)
        else:
            self.call_soon(_settle, future, result, None)
        return future

    # Processes.

    def start(self, process: Process, main: Coroutine[Any, Any, _Answer]) -> asyncio.Task[_Answer]:
        """Runs a coroutine as the main coroutine of the process."""
        return self.create_task(main, context=process.context)

    def kill(self, process: Process) -> None:
        """Like SIGKILL: no code of the process runs any more; the kernel frees its resources."""
        if not process.alive:
            return
        process.alive = False
        process.died.set()
        for handle in [*self._ready, *self._scheduled, *process.parked]:
            if process_of(handle) is process:
                handle.cancel()
        process.parked.clear()
        resources, process.resources = process.resources, []
        for resource in resources:
            resource.owner_died()

    def stop_process(self, process: Process) -> None:
        """Like SIGSTOP."""
        if not process.runs:
            return
        process.stopped = True
        own = [handle for handle in self._ready if process_of(handle) is process]
        if own:
            mine = set(map(id, own))
            left = [handle for handle in self._ready if id(handle) not in mine]
            self._ready.clear()
            self._ready.extend(left)
        timers = [handle for handle in self._scheduled if process_of(handle) is process]
        if timers:
            self._scheduled = [h for h in self._scheduled if process_of(h) is not process]
            heapq.heapify(self._scheduled)
        process.parked = [*own, *sorted(timers, key=lambda handle: handle.when())]

    def continue_process(self, process: Process) -> None:
        """Like SIGCONT: callbacks that became due meanwhile run now."""
        if not process.alive or not process.stopped:
            return
        process.stopped = False
        parked, process.parked = process.parked, []
        for handle in parked:
            if handle.cancelled():
                continue
            if isinstance(handle, asyncio.TimerHandle):
                self._schedule(handle)
            else:
                self._ready.append(handle)

    def tasks_of(self, process: Process) -> list[asyncio.Task[Any]]:
        """The tasks of a process that have not ended."""
        return [task for task, owner in self._tasks if owner is process and not task.done()]

    def _make_task(
        self, loop: Any, coro: Any, *, context: Context | None = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=loop, context=context)
        if len(self._tasks) > 4096:
            self._tasks = [each for each in self._tasks if not each[0].done()]
        owner = PROCESS.get() if context is None else context.get(PROCESS)
        self._tasks.append((task, owner))
        return task

    def _note_fault(self, _loop: Any, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.faults.append(f"{context.get('message')}: {error!r}")

    def discard(self) -> None:
        """Closes the coroutines of killed processes without running a step of them."""
        for task, _owner in self._tasks:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                coroutine = task.get_coro()
                with suppress(BaseException):
                    coroutine.close()
        self._tasks.clear()
        self._ready.clear()
        self._scheduled.clear()

    # Connections.

    async def create_connection(self, protocol_factory: Any, *_: Any, **how: Any) -> Any:
        return await self.network.connect(protocol_factory, how["host"], how["port"])

    async def create_server(self, protocol_factory: Any, *where: Any, **_: Any) -> Any:
        host, port = where
        return self.network.listen(protocol_factory, host, port)


def _settle(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
