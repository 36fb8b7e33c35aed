"""The one catalogue of tables; each feature defines its own in `features/<feature>/tables.py`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer, MetaData, String, Text
from sqlalchemy.ext.compiler import compiles

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


@compiles(String, "postgresql")
@compiles(Text, "postgresql")
def _text(_type: Any, _compiler: Any, **_: Any) -> str:
    """Both kinds of stores hold the same values: SQLite does not bound the length of texts."""
    return "TEXT"


@compiles(Integer, "postgresql")
def _integer(_type: Any, _compiler: Any, **_: Any) -> str:
    """SQLite's integers have 64 bits."""
    return "BIGINT"
