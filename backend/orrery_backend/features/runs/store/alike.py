"""Which settings of runs fit conditions. Runs of the same settings have one digest, so that only
one spec of each digest is read, once for each path.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.store.conditions import SettingCondition, value_in
from orrery_backend.features.runs.store.tables import runs

#: Specs in memory at a time.
_BATCH = 500
_KEPT = 200_000
_MOST_KEPT_TEXT = 100


class SettingsIndex:
    """Values of settings by digest and path, kept in memory. A digest never changes its meaning."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], Any] = {}

    async def digests(
        self, connection: AsyncConnection, conditions: Sequence[SettingCondition]
    ) -> list[str]:
        """Digests of all stored settings that fit all conditions."""
        rows = await connection.execute(
            select(runs.c.settings, func.min(runs.c.number))
            .where(runs.c.settings.is_not(None))
            .group_by(runs.c.settings)
        )
        fitting = [(row[0], row[1]) for row in rows]
        for condition in conditions:
            values = await self._values_at(connection, fitting, condition.path)
            fitting = [pair for pair in fitting if condition.fits(values[pair[0]])]
        return [digest for digest, _ in fitting]

    async def _values_at(
        self, connection: AsyncConnection, found: Sequence[tuple[str, int]], path: str
    ) -> dict[str, Any]:
        known = self._values
        values = {digest: known.get((digest, path), _UNKNOWN) for digest, _ in found}
        unknown = [number for digest, number in found if values[digest] is _UNKNOWN]
        for start in range(0, len(unknown), _BATCH):
            batch = unknown[start : start + _BATCH]
            rows = (
                await connection.execute(
                    select(runs.c.settings, runs.c.spec).where(runs.c.number.in_(batch))
                )
            ).all()
            specs = [row.spec for row in rows]
            for row, value in zip(
                rows, await asyncio.to_thread(_values_in, specs, path), strict=True
            ):
                values[row.settings] = value
                # Lists, objects and long texts, such as models, would fill the memory.
                if not isinstance(value, list | dict | str) or len(value) <= _MOST_KEPT_TEXT:
                    known[row.settings, path] = value
        while len(known) > _KEPT:
            del known[next(iter(known))]
        return values


_UNKNOWN = object()


def _values_in(specs: Sequence[str], path: str) -> list[Any]:
    return [value_in(spec, path) for spec in specs]
