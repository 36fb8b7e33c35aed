"""A condition on many values at once, in the dialect of each kind of store. Any number of values is
one parameter, so that no limit of parameters applies.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Boolean, Column, Text, literal
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class _Among(FunctionElement[bool]):
    """`column IN (values of a JSON list)`."""

    type = Boolean()
    name = "among"
    inherit_cache = True


def among(column: Column[str], values: Sequence[str]) -> FunctionElement[bool]:
    """Whether the column has one of these texts."""
    return _Among(column, literal(json.dumps(list(values)), Text))


@compiles(_Among, "sqlite")
def _sqlite(element: _Among, compiler: Any, **given: Any) -> str:
    column, values = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608


@compiles(_Among, "postgresql")
def _postgresql(element: _Among, compiler: Any, **given: Any) -> str:
    column, values = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT jsonb_array_elements_text(CAST({values} AS jsonb)))"
