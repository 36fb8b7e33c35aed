"""Gains and shares: page and report show these numbers, and compute none of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from backend_testing.suites import window_modes
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.groups.axes import axes_of
from orrery_backend.features.groups.chart_figures import chart_figures
from orrery_backend.features.groups.concluding import ConcludedCell
from orrery_backend.features.groups.facts import CellFacts
from orrery_contracts.api import (
    IntervalKind,
    Mode,
    RunState,
    SummaryMetric,
)
from orrery_contracts.group_results import GainPair
from orrery_contracts.results import Better
from orrery_contracts.suite_charts import Gain, GainsChart, LinesChart, SuiteChart

SWITCH, ENTITIES, MONITORS = "workload.split.kind", "workload.entities", "workload.monitors"
GAINS = GainsChart(
    name="gains",
    title="Gains",
    metric="rate",
    gains=[Gain(name="late", title="Late", item="a", switch=SWITCH, on="late", off="equal")],
)
SHARES = LinesChart(
    name="shares",
    title="Shares",
    x=ENTITIES,
    metrics=["rate"],
    relative_to=[f"{SWITCH}=equal"],
)


def _cell(
    number: int, split: str, values: Sequence[float], item: str = "a", **changes: Any
) -> ConcludedCell:
    better = changes.pop("better", Better.HIGHER)
    modes = changes.pop("modes", [])
    name = changes.pop("name", "rate")
    ordered = sorted(values)
    metric = SummaryMetric(
        name=name,
        title="Steps per second",
        unit="steps/s",
        better=better,
        values=list(values),
        median=ordered[len(ordered) // 2],
        low=ordered[0],
        high=ordered[-1],
        modes=modes,
    )
    workload = {"split": {"kind": split, "late": split == "late"}, "entities": 20, **changes}
    facts = CellFacts(
        item=item,
        label="",
        spec={"workload": workload},
        state=RunState.DONE,
        metrics={name: metric} if values != [0.0] else {},
        checks_hold=True,
        miscounted=(),
        checksums=frozenset({"1"}),
        repeats=len(values),
    )
    return ConcludedCell(number, facts, [metric])


def _figures(chart: SuiteChart, cells: Sequence[ConcludedCell]) -> Any:
    paths = ["workload.split", SWITCH, ENTITIES, MONITORS]
    [found] = chart_figures([chart], cells, axes_of(paths, [cell.facts.spec for cell in cells]))
    return found


def _pairs(cells: Sequence[ConcludedCell]) -> list[GainPair]:
    gains = _figures(GAINS, cells).gains
    return gains[0].pairs if gains else []


def test_a_gain_compares_runs_that_differ_in_the_switch_alone() -> None:
    cells = [
        _cell(1, "equal", [100, 100, 100], entities=20),
        _cell(2, "late", [300, 300, 300], entities=20),
        _cell(3, "equal", [200, 200, 200], entities=40),
        _cell(4, "late", [300, 300, 300], entities=40),
        _cell(5, "late", [900, 900, 900], entities=80),
        _cell(6, "equal", [900, 900, 900], item="b", entities=80),
    ]
    [gain] = _figures(GAINS, cells).gains
    assert [(p.run, p.label, p.ratio) for p in gain.pairs] == [
        (2, "entities 20", 3.0),
        (4, "entities 40", 1.5),
    ]
    assert gain.note == "entities 20, 40"


def test_a_gain_of_a_time_is_times_less_of_it() -> None:
    cells = [
        _cell(1, "equal", [300.0], better=Better.LOWER),
        _cell(2, "late", [100.0], better=Better.LOWER),
    ]
    [gain] = _figures(GAINS, cells).gains
    assert gain.pairs[0].ratio == 3.0
    assert gain.note == "late against equal"


def test_a_gain_has_an_interval_that_fits_its_repeats() -> None:
    def pair(plain: list[float], switched: list[float]) -> GainPair:
        return _pairs([_cell(1, "equal", plain), _cell(2, "late", switched)])[0]

    one = pair([100.0], [200.0, 210.0])
    assert (one.ratio, one.low, one.high) == (2.1, None, None)
    few = pair([100.0, 110.0, 120.0], [210.0, 220.0, 230.0])
    assert few.interval is IntervalKind.RANGE
    assert (few.low, few.high) == (210 / 120, 230 / 100)
    many = pair([100.0, 101.0, 102.0, 103.0, 104.0], [200.0, 201.0, 202.0, 203.0, 204.0])
    assert many.interval is IntervalKind.CONFIDENCE
    assert many.low is not None
    assert many.ratio is not None
    assert many.high is not None
    assert 200 / 104 <= many.low < many.ratio < many.high <= 204 / 100
    none = pair([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])
    assert (none.ratio, none.low) == (None, None)


MODES = [Mode(median=1.0, repeats=2), Mode(median=9.0, repeats=2)]


@pytest.mark.parametrize(
    ("plain", "switched", "better", "ratios"),
    [
        ([1, 1, 9, 9], [18, 18, 18], Better.HIGHER, [2.0, 18.0]),
        ([3, 3, 3], [1, 1, 9, 9], Better.HIGHER, [1 / 3, 3.0]),
        ([1, 1, 9, 9], [3, 3, 3], Better.LOWER, [1 / 3, 3.0]),
        ([18, 18, 18], [1, 1, 9, 9], Better.LOWER, [2.0, 18.0]),
        ([1, 1, 9, 9], [1, 1, 9, 9], Better.HIGHER, []),
    ],
)
def test_a_gain_over_two_modes_is_two_ratios_and_over_two_sides_none(
    plain: list[float], switched: list[float], better: Better, ratios: list[float]
) -> None:
    def cell(number: int, split: str, values: list[float]) -> ConcludedCell:
        modes = MODES if len(set(values)) > 1 else []
        return _cell(number, split, values, modes=modes, better=better)

    [pair] = _pairs([cell(1, "equal", plain), cell(2, "late", switched)])
    assert pair.two_modes
    assert pair.modes == pytest.approx(ratios)
    assert (pair.ratio, pair.low, pair.high) == (None, None, None)


def _over_time(cell: ConcludedCell, low: float, high: float) -> ConcludedCell:
    """The cell with metric `step.p50`, whose repeats have these two figures in turn."""
    modes = window_modes("step", low, high)
    return replace(cell, facts=replace(cell.facts, window_modes=(modes,)))


def test_a_gain_over_two_modes_over_time_is_two_ratios_and_over_two_sides_none() -> None:
    plain = _cell(1, "equal", [4, 4, 4], name="step.p50", better=Better.LOWER)
    changed = _cell(2, "late", [2, 2, 2], name="step.p50", better=Better.LOWER)
    chart = GAINS.model_copy(update={"metric": "step.p50"})

    def ratios(*cells: ConcludedCell) -> tuple[float | None, bool, list[float]]:
        [pair] = _figures(chart, cells).gains[0].pairs
        return pair.ratio, pair.two_modes, pair.modes

    assert ratios(plain, changed) == (2.0, False, [])
    assert ratios(plain, _over_time(changed, 1, 8)) == (None, True, [0.5, 4.0])
    assert ratios(_over_time(plain, 1, 8), changed) == (None, True, [0.5, 4.0])
    assert ratios(_over_time(plain, 1, 8), _over_time(changed, 1, 8)) == (None, True, [])


def test_a_share_of_or_to_a_run_in_two_modes_over_time_is_left_out() -> None:
    plain, other = (_cell(n, s, [4, 4, 4], name="step.p50") for n, s in ((1, "equal"), (2, "late")))
    chart = SHARES.model_copy(update={"metrics": ["step.p50"]})
    for cells, run in (
        ((plain, _over_time(other, 1, 8)), 2),
        ((_over_time(plain, 1, 8), other), 1),
    ):
        found = _figures(chart, cells)
        assert [share.run for share in found.shares] == [1]
        assert found.left_out == [
            f"Steps per second, run 2: no share, as run {run} has two modes over time."
        ]


def test_a_gain_without_two_modes_is_one_ratio() -> None:
    [pair] = _pairs([_cell(1, "equal", [1.0]), _cell(2, "late", [1.0])])
    assert (pair.ratio, pair.two_modes, pair.modes) == (1.0, False, [])


def test_a_gain_waits_until_both_sides_are_measured() -> None:
    assert _pairs([_cell(1, "equal", [0.0]), _cell(2, "late", [1.0])]) == []
    assert _pairs([_cell(2, "late", [1.0])]) == []


def _shares(cells: Sequence[ConcludedCell]) -> dict[int, float]:
    return {share.run: share.metric.median for share in _figures(SHARES, cells).shares}


def test_a_share_is_of_the_run_that_meets_the_conditions_at_the_same_place() -> None:
    cells = [
        _cell(1, "equal", [100, 100], entities=20),
        _cell(2, "late", [50, 50], entities=20),
        _cell(3, "equal", [10, 10], entities=40),
        _cell(4, "late", [20, 20], entities=40),
        _cell(5, "late", [20, 20], entities=80),
    ]
    assert _shares(cells) == {1: 1.0, 2: 0.5, 3: 1.0, 4: 2.0}
    first = _figures(SHARES, cells).shares[0].metric
    assert first.unit == "share"
    assert first.title == "Steps per second, share of that with split of entities equal"


def test_a_run_is_exactly_the_whole_of_itself() -> None:
    [share] = _figures(SHARES, [_cell(1, "equal", [90, 100, 110])]).shares
    assert (share.metric.low, share.metric.median, share.metric.high) == (1.0, 1.0, 1.0)


def test_a_share_has_the_two_modes_of_either_side() -> None:
    modes = MODES
    plain, two = [2.0, 2.0, 2.0], [1.0, 1.0, 9.0, 9.0]

    def medians(*cells: ConcludedCell) -> list[list[float]]:
        shares = _figures(SHARES, cells).shares
        return [[mode.median for mode in share.metric.modes] for share in shares]

    above = medians(_cell(1, "equal", plain), _cell(2, "late", two, modes=modes))
    assert above == [[], [0.5, 4.5]]
    below = medians(_cell(1, "equal", two, modes=modes), _cell(2, "late", plain))
    assert below == [[], [2 / 9, 2.0]]


def test_a_share_of_two_runs_in_two_modes_is_left_out_with_the_reason() -> None:
    two = [1.0, 1.0, 9.0, 9.0]
    cells = [_cell(1, "equal", two, modes=MODES), _cell(2, "late", two, modes=MODES)]
    found = _figures(SHARES, cells)
    assert [share.run for share in found.shares] == [1]
    assert found.left_out == [
        "Steps per second, run 2: no share, as both run 2 and run 1 have two modes."
    ]


def test_a_share_compares_like_with_like_or_is_left_out() -> None:
    base = [
        _cell(1, "equal", [100, 100], monitors=1),
        _cell(2, "equal", [10, 10], monitors=2),
    ]
    found = _shares([*base, _cell(3, "late", [50, 50], monitors=2)])
    assert found[3] == 5.0
    assert 3 not in _shares([*base, _cell(3, "late", [50, 50], monitors=3)])
    assert _shares([base[0], _cell(3, "late", [50, 50], monitors=3)])[3] == 0.5, "the only one"


VALUES = st.lists(st.floats(0.1, 1e6), min_size=2, max_size=7)


@given(VALUES, VALUES)
def test_a_gain_lies_within_its_interval_and_is_the_inverse_of_the_loss(
    plain: list[float], switched: list[float]
) -> None:
    gain = _pairs([_cell(1, "equal", plain), _cell(2, "late", switched)])[0]
    loss = _pairs([_cell(1, "equal", switched), _cell(2, "late", plain)])[0]
    assert gain.ratio is not None
    assert loss.ratio is not None
    assert gain.ratio * loss.ratio == pytest.approx(1.0)
    assert gain.low is not None
    assert gain.high is not None
    assert gain.low <= gain.high
    if gain.interval is IntervalKind.RANGE:
        assert gain.low <= gain.ratio <= gain.high


@given(VALUES, st.floats(0.01, 100.0))
def test_a_gain_does_not_depend_on_the_unit(values: list[float], factor: float) -> None:
    def ratio(times: float) -> float | None:
        cells = [_cell(1, "equal", [v * times for v in values]), _cell(2, "late", [2.0 * times])]
        return _pairs(cells)[0].ratio

    assert ratio(factor) == pytest.approx(ratio(1.0))
