"""Rows that replace, or give way to, those with their key. Both kinds of stores have it, each in
its own dialect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

_INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class Upsert:
    """Inserts a row; if its primary key is there, `replaced` columns take the new values,
    `kept_if_null` ones only those that are not null. Without either, the row that is there stays.
    """

    def __init__(
        self, table: Table, replaced: Sequence[str] = (), kept_if_null: Sequence[str] = ()
    ) -> None:
        self._by_dialect = {
            name: _statement(insert(table), table, replaced, kept_if_null)
            for name, insert in _INSERTS.items()
        }

    async def execute(self, connection: AsyncConnection, row: Mapping[str, Any]) -> None:
        await connection.execute(self._by_dialect[connection.dialect.name], row)


def _statement(new: Any, table: Table, replaced: Sequence[str], kept_if_null: Sequence[str]) -> Any:
    if not replaced and not kept_if_null:
        return new.on_conflict_do_nothing(index_elements=list(table.primary_key))
    return new.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={
            **{name: new.excluded[name] for name in replaced},
            **{name: func.coalesce(new.excluded[name], table.c[name]) for name in kept_if_null},
        },
    )
