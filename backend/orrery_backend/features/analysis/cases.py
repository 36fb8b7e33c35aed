"""What parameters did to a metric is asked of cases: runs that measured it, with the values of the
parameters that vary between them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from orrery_contracts.results import Better


@dataclass(frozen=True, slots=True)
class Factor:
    """A parameter that varies."""

    path: str
    title: str
    unit: str
    values: tuple[str, ...]
    """In words, one for each case."""
    numbers: tuple[float, ...] | None
    """The same as numbers; None if they are names."""


@dataclass(frozen=True, slots=True)
class MetricHeadline:
    """The metric that is asked about."""

    name: str
    title: str
    unit: str
    better: Better


@dataclass(frozen=True, slots=True)
class TwoModes:
    """Cases whose median represents nothing that was measured: those with repeats in two modes, and
    others with windows in two modes over time."""

    repeats: frozenset[int] = frozenset()
    windows: frozenset[int] = frozenset()

    @property
    def cases(self) -> frozenset[int]:
        return self.repeats | self.windows

    def within(self, cases: Collection[int]) -> TwoModes:
        """Only those among `cases`."""
        return TwoModes(self.repeats.intersection(cases), self.windows.intersection(cases))


@dataclass(frozen=True, slots=True)
class Setting:
    """Cases that agree in every parameter but one. `cases`: places of the cases by that
    parameter's value, in the order of the values."""

    label: str
    cases: dict[float, list[int]]


def settings_of(factors: Sequence[Factor], varied: Factor) -> list[Setting]:
    """The settings in which `varied` has at least two values."""
    others = [factor for factor in factors if factor is not varied]
    along = places(varied)
    found: dict[tuple[str, ...], Setting] = {}
    for case in range(len(varied.values)):
        key = tuple(factor.values[case] for factor in others)
        label = ", ".join(named(factor, factor.values[case]) for factor in others)
        setting = found.setdefault(key, Setting(label, {}))
        setting.cases.setdefault(along[case], []).append(case)
    return [
        Setting(setting.label, dict(sorted(setting.cases.items())))
        for setting in found.values()
        if len(setting.cases) > 1
    ]


def with_one_mode(
    settings: Sequence[Setting], varied: Factor, two_modes: TwoModes
) -> list[Setting]:
    """The settings without values of `varied` whose cases are in two modes. Of a parameter with
    names, without the settings that have such a value: the best of the others may not be the best.
    """
    found = []
    for setting in settings:
        kept = {
            place: cases
            for place, cases in setting.cases.items()
            if two_modes.cases.isdisjoint(cases)
        }
        is_whole = len(kept) == len(setting.cases)
        if len(kept) > 1 and (is_whole or varied.numbers is not None):
            found.append(Setting(setting.label, kept))
    return found


def case_label(factors: Sequence[Factor], case: int) -> str:
    """`managers 2, entities 20`."""
    return ", ".join(named(factor, factor.values[case]) for factor in factors)


def places(factor: Factor) -> tuple[float, ...]:
    """Its numbers, or for names their place in the order of appearance."""
    if factor.numbers is not None:
        return factor.numbers
    order = list(dict.fromkeys(factor.values))
    return tuple(float(order.index(value)) for value in factor.values)


def named(factor: Factor, value: str) -> str:
    """`managers 2`, `update cost 20 µs`."""
    unit = f" {factor.unit}" if factor.unit and factor.numbers is not None else ""
    return f"{lower(factor.title)} {value}{unit}"


def lower(title: str) -> str:
    """In the middle of a sentence; an abbreviation stays as it is."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]
