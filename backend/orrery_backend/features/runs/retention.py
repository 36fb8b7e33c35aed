"""Deletes old runs, if the console was started with a limit. A run with a tag is never deleted, nor
is one that has not ended.
"""

from __future__ import annotations

import asyncio

import structlog

from orrery_backend.features.runs.service import RunService
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import StoreUnavailableError

_EVERY_S = 3600.0
_DAY_MS = 24 * 3600 * 1000
_log = structlog.get_logger()


class Retention:
    """Limits: `keep_days` since a run's end, and the newest `keep_runs` by number; None: no limit.
    Runs with a tag do not count.
    """

    def __init__(
        self, runs: RunService, clock: Clock, keep_days: int | None, keep_runs: int | None
    ) -> None:
        self._runs = runs
        self._clock = clock
        self._keep_days = keep_days
        self._keep_runs = keep_runs

    async def apply(self) -> int:
        """Returns how many runs were deleted."""
        before_ms = None
        if self._keep_days is not None:
            before_ms = self._clock.now_ms() - self._keep_days * _DAY_MS
        deleted = await self._runs.delete_expired(before_ms, self._keep_runs)
        if deleted:
            _log.info("old runs are deleted", runs=deleted)
        return deleted

    async def serve(self) -> None:
        """Applies the limits at once and each hour; returns at once if there are none."""
        while self._keep_days is not None or self._keep_runs is not None:
            try:
                await self.apply()
            except StoreUnavailableError as error:
                _log.warning("old runs cannot be deleted now", error=error.words)
            await asyncio.sleep(_EVERY_S)
