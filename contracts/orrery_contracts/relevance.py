"""When a field of a run spec has an effect, as data in the schema: forms show only what matters.

`relevant` of a field's schema is a list of conditions that must all hold. Each names a path in the
run spec, and the values it must be one of (`any_of`) or its least value (`minimum`). The path
`placement` stands for how many nodes are asked for. A field that is not relevant is still valid.
"""

from __future__ import annotations

from dataclasses import asdict

from pydantic.types import JsonValue

from orrery_contracts.offers import Offer


def any_of(path: str, *values: JsonValue) -> dict[str, JsonValue]:
    """The field at `path` has one of these values."""
    return {"path": path, "any_of": list(values)}


def at_least(path: str, minimum: float) -> dict[str, JsonValue]:
    """The number at `path` is not below `minimum`."""
    return {"path": path, "minimum": minimum}


def shown(
    *conditions: dict[str, JsonValue], unit: str | None = None, offers: tuple[Offer, ...] = ()
) -> dict[str, JsonValue]:
    """What goes into a field's schema beside its range: conditions, the unit, and choices that not
    every node offers."""
    extra: dict[str, JsonValue] = {}
    if unit is not None:
        extra["unit"] = unit
    if conditions:
        extra["relevant"] = list(conditions)
    if offers:
        extra["offered"] = [dict(asdict(offer)) for offer in offers]
    return extra


#: Fields that only matter between nodes.
SEVERAL_NODES = at_least("placement", 2)
