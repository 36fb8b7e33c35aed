"""What parameters did to a metric is asked of cases: runs that measured it, with the values of the
parameters that vary between them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
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
