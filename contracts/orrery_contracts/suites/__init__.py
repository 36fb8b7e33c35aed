"""The suites that ship with Orrery, one JSON file each in this folder (docs/formats/suites.md).

`load_suites` reads and validates them all; it raises InvalidDocument, naming the file, if one is
not as the contract says, or names items, variants or parts of itself that are not there. A process
reads the files once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from orrery_contracts.documents import InvalidDocument, read_text
from orrery_contracts.errors import FieldError
from orrery_contracts.fields import suggestion
from orrery_contracts.shape_checks import Claim
from orrery_contracts.suite import Suite, SuiteItem, SuiteVariant
from orrery_contracts.sweep import ListAxis

#: What an item varies that each node runs.
NODES_PATH = "placement.names"


class UnknownSuite(LookupError):  # noqa: N818 - reads as what it says
    """No suite has this name; `remedy` says which do."""

    def __init__(self, name: str, names: list[str]) -> None:
        super().__init__(f"There is no suite {name}.")
        self.name = name
        self.remedy = suggestion(name, names, "suites").removeprefix(f"Leave {name} out. ")


def load_suites() -> list[Suite]:
    """All suites, in the order in which they are offered."""
    return list(_shipped())


@cache
def _shipped() -> tuple[Suite, ...]:
    found: list[Suite] = []
    for entry in files(__name__).iterdir():
        if entry.name.endswith(".json"):
            suite = read_text(Suite, entry.read_bytes(), prefix=entry.name)
            errors = list(inconsistencies(suite, entry.name))
            if errors:
                raise InvalidDocument(errors)
            found.append(suite)
    found.sort(key=lambda suite: (_ORDER.get(suite.name, len(_ORDER)), suite.name))
    return tuple(found)


def find_suite(name: str, suites: list[Suite]) -> Suite:
    """The suite of that name. Raises UnknownSuite."""
    for suite in suites:
        if suite.name == name:
            return suite
    raise UnknownSuite(name, [suite.name for suite in suites])


def items_of(suite: Suite, variant: str) -> list[SuiteItem]:
    """Those that a variant has, in order."""
    return [item for item in suite.items if not item.variants or variant in item.variants]


def paths_of(item: SuiteItem) -> list[str]:
    """Parameters that vary within an item: its nodes, if each node runs it, and its axes."""
    return [*([NODES_PATH] if item.each_node else []), *(axis.path for axis in item.sweep.axes)]


def default_variant(suite: Suite, online: int) -> SuiteVariant:
    """The first that so many nodes suffice for; if none, the one that needs fewest."""
    enough = (variant for variant in suite.variants if variant.nodes <= online)
    return next(enough, min(suite.variants, key=lambda variant: variant.nodes))


def inconsistencies(suite: Suite, prefix: str = "") -> Iterator[FieldError]:
    """Names within a suite that lead nowhere or stand twice."""
    items = [item.name for item in suite.items]
    variants = [variant.name for variant in suite.variants]
    for what, names in (
        ("items", items),
        ("variants", variants),
        ("charts", [chart.name for chart in suite.charts]),
        ("shape_checks", [check.name for check in suite.shape_checks]),
    ):
        twice = sorted({name for name in names if names.count(name) > 1})
        for name in twice:
            yield _error(f"{prefix}:{what}", name, f"{name} stands twice.", "Rename one.")
    for item in suite.items:
        place = f"{prefix}:items.{item.name}.variants"
        yield from _unknown(place, item.variants, variants, "variants")
        if item.within_cpus is not None:
            lists = [axis.path for axis in item.sweep.axes if isinstance(axis, ListAxis)]
            place = f"{prefix}:items.{item.name}.within_cpus"
            yield from _unknown(place, [item.within_cpus], lists, "list axes")
    for part in (*suite.charts, *suite.shape_checks):
        yield from _unknown(f"{prefix}:{part.name}.items", part.items, items, "items")
    for chart in suite.charts:
        named = [gain.item for gain in chart.gains] if chart.kind == "gains" else []
        yield from _unknown(f"{prefix}:{chart.name}.gains", named, items, "items")
    for check in suite.shape_checks:
        if check.claim is Claim.FINDING and not (check.source and check.published):
            yield _error(
                f"{prefix}:{check.name}.published",
                check.published,
                f"{check.name} is a study's finding without the study's section and figure.",
                "Give source and published, or make it an expectation.",
            )
    for variant in variants:
        if not items_of(suite, variant):
            yield _error(f"{prefix}:variants", variant, f"{variant} has no item.", "Give it one.")


def _unknown(place: str, named: Iterable[str], known: list[str], what: str) -> Iterator[FieldError]:
    for name in named:
        if name not in known:
            yield _error(place, name, f"There is no {name}.", suggestion(name, known, what))


def _error(field: str, value: str, message: str, remedy: str) -> FieldError:
    return FieldError(field=field, value=value, message=message, remedy=remedy)


#: What a newcomer should try comes first; a suite that is not listed follows by name.
_FIRST = ("smoke", "uss-single-node", "uss-two-nodes", "uss-three-nodes")
_ORDER = {name: place for place, name in enumerate(_FIRST)}
