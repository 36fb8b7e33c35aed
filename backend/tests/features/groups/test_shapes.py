"""Shape checks over cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.finding import settings
from orrery_backend.features.groups.shapes import judge, verdict
from orrery_backend.features.groups.shapes_of_trends import straightness
from orrery_contracts.api import Mode, RunState, SummaryMetric
from orrery_contracts.results import Better
from orrery_contracts.shape_checks import (
    BoundCheck,
    ChecksHoldCheck,
    ChecksumsEqualCheck,
    Claim,
    CountsExactCheck,
    EqualWithinCheck,
    Explanation,
    LinearCheck,
    MonotoneCheck,
    RatioCheck,
    ShapeCheck,
    ShapeResult,
    ShapeVerdict,
    Take,
    Trend,
)

Z, X, Y = "workload.entities", "workload.managers", "workload.monitors"


def _metric(value: float, low: float | None = None, high: float | None = None) -> SummaryMetric:
    return SummaryMetric(
        name="t",
        title="Time",
        unit="ns",
        better=Better.LOWER,
        values=[value],
        median=value,
        low=value if low is None else low,
        high=value if high is None else high,
    )


def _cell(value: float | SummaryMetric, item: str = "a", **changes: Any) -> CellFacts:
    spec = {key: changes.pop(key) for key in ("entities", "managers", "monitors") if key in changes}
    facts: dict[str, Any] = {
        "item": item,
        "label": ", ".join(f"{key} {value}" for key, value in spec.items()),
        "spec": {"workload": spec},
        "state": RunState.DONE,
        "metrics": {"t": value if isinstance(value, SummaryMetric) else _metric(value)},
        "checks_hold": True,
        "miscounted": (),
        "checksums": frozenset({"1"}),
    }
    return CellFacts(**{**facts, **changes})


def _grid(value: Callable[[int, int], float]) -> list[CellFacts]:
    return [_cell(value(z, x), entities=z, managers=x) for z in (10, 20, 40, 80) for x in (0, 1, 2)]


def _one(check: ShapeCheck, cells: Sequence[CellFacts]) -> ShapeResult:
    return judge([check], cells)[0]


def _linear(**changes: Any) -> LinearCheck:
    return LinearCheck(**{"name": "n", "title": "Grows", "metric": "t", "x": Z, **changes})


def test_a_straight_line_for_each_setting() -> None:
    found = _one(_linear(each=[X]), _grid(lambda z, x: 5 + 3 * z * (x + 1)))
    assert found.verdict is ShapeVerdict.PASSED
    assert found.sentence == "Grows: passed; R² 1.000 at managers 0."


def test_a_bent_line_and_a_falling_one() -> None:
    assert _one(_linear(each=[X]), _grid(lambda z, _: 2 ** (z / 8))).verdict is ShapeVerdict.FAILED
    falling = _one(_linear(each=[X]), _grid(lambda z, _: -z))
    assert falling.verdict is ShapeVerdict.FAILED
    assert "it falls at managers 0" in falling.found
    assert (
        _one(_linear(each=[X], trend=Trend.FALLS), _grid(lambda z, _: -z)).verdict
        is ShapeVerdict.PASSED
    )


def test_two_points_are_no_line() -> None:
    cells = [_cell(1, entities=1), _cell(2, entities=2)]
    assert _one(_linear(), cells).verdict is ShapeVerdict.FAILED


@given(st.floats(-100, 100).filter(lambda slope: abs(slope) > 1e-3), st.floats(-100, 100))
def test_straightness_of_a_line_is_one(slope: float, base: float) -> None:
    found, share = straightness([(x, base + slope * x) for x in (0.0, 1.0, 3.0, 7.0)])
    assert found == pytest.approx(slope, rel=1e-6)
    assert share == pytest.approx(1.0)


def test_monotone_within_noise() -> None:
    check = MonotoneCheck(name="n", title="Falls", metric="t", x=X, trend=Trend.FALLS)

    def line(*values: float) -> list[CellFacts]:
        return [_cell(value, managers=index) for index, value in enumerate(values)]

    assert _one(check, line(0.30, 0.20, 0.16)).verdict is ShapeVerdict.PASSED
    assert _one(check, line(0.30, 0.19, 0.20)).verdict is ShapeVerdict.PASSED
    assert _one(check, line(0.30, 0.15, 0.20)).verdict is ShapeVerdict.FAILED
    assert _one(check, line(0.30, 0.30, 0.30)).verdict is ShapeVerdict.FAILED
    assert _one(check, line(0.16, 0.20, 0.30)).verdict is ShapeVerdict.FAILED


def test_the_least_disturbed_repeat_decides_where_it_is_asked_for() -> None:
    def cell(cpus: int, alone: list[float], threads: list[float]) -> CellFacts:
        def times(name: str, values: list[float]) -> SummaryMetric:
            return _metric(sorted(values)[1]).model_copy(update={"name": name, "values": values})

        both = {"alone": times("alone", alone), "threads": times("threads", threads)}
        return _cell(0, managers=cpus, metrics=both)

    # Two repeats of three met others on the machine: with threads, or alone.
    cells = [cell(1, [10, 19, 20], [10.5, 10.5, 30]), cell(2, [10, 10.2, 31], [5.5, 11, 12])]
    gains: dict[str, Any] = {"metric": "alone", "over": "threads"}
    one = BoundCheck(name="n", title="One", where=[f"{X}=1"], high=1.1, **gains)
    two = RatioCheck(name="n", title="Two", of=[f"{X}=2"], to=[f"{X}=1"], low=1.5, **gains)
    rises = MonotoneCheck(name="n", title="Rises", x=X, trend=Trend.RISES, **gains)
    for check in (one, two, rises):
        assert _one(check, cells).verdict is ShapeVerdict.FAILED
        found = _one(check.model_copy(update={"take": Take.LEAST}), cells)
        assert found.verdict is ShapeVerdict.PASSED, found
    # Another metric below is taken likewise, without `over`.
    least: dict[str, Any] = {
        "take": Take.LEAST,
        "over": None,
        "to_metric": "threads",
        "of": [],
        "to": [],
    }
    ratio = two.model_copy(update=least | {"where": [f"{X}=2"]})
    assert _one(ratio, cells).found == "1.82"
    greatest = one.model_copy(update={"take": Take.GREATEST, "over": None, "high": 19.5})
    assert _one(greatest, cells).found == "20 ns at managers 1"
    assert (
        _one(one.model_copy(update={"over": "none"}), cells).expected == "a figure alone over none"
    )


def test_a_ratio_must_hold_in_each_setting() -> None:
    check = RatioCheck(
        name="n", title="Costs", metric="t", of=[f"{X}=2"], to=[f"{X}=0"], each=[Z], low=1.5
    )
    assert _one(check, _grid(lambda z, x: z * (1 + x))).verdict is ShapeVerdict.PASSED
    broken = _one(check, _grid(lambda z, x: z * (1 + x * (z < 80))))
    assert broken.verdict is ShapeVerdict.FAILED
    assert broken.found == "1 at entities 80"
    assert broken.expected == "a ratio of at least 1.5"
    bounded = check.model_copy(update={"high": 2.0})
    assert _one(bounded, _grid(lambda z, x: z * (1 + x))).verdict is ShapeVerdict.FAILED


def test_a_ratio_of_figures_of_a_bound_that_was_not_kept_is_not_measurable() -> None:
    check = RatioCheck(
        name="n",
        title="Rate",
        metric="t",
        of=[f"{X}=2"],
        to=[f"{X}=0"],
        each=[Z],
        high=1.5,
        given="kept",
    )

    def cell(entities: int, managers: int, *, kept: bool) -> CellFacts:
        flag = _metric(float(kept)).model_copy(update={"name": "kept", "title": "Bound kept"})
        figures = {"kept": flag, **({"t": _metric(20.0)} if kept else {})}
        return _cell(20.0, entities=entities, managers=managers, metrics=figures)

    some = [cell(10, 2, kept=True), cell(10, 0, kept=True), cell(20, 2, kept=False)]
    assert _one(check, [*some, cell(20, 0, kept=True)]).verdict is ShapeVerdict.PASSED

    missed = [cell(z, x, kept=x == 0) for z in (10, 20) for x in (0, 2)]
    result = _one(check, missed)
    assert result.verdict is ShapeVerdict.NOT_MEASURED
    assert result.sentence == (
        "Rate: not measured; not measurable here: Bound kept: 0 in all runs with 2."
    )
    other = _one(check, [cell(z, x, kept=x == 2) for z in (10, 20) for x in (0, 2)])
    assert other.found == "not measurable here: Bound kept: 0 in all runs with 0"
    assert _one(check.model_copy(update={"given": None}), missed).verdict is ShapeVerdict.FAILED


def test_equal_within_a_share_or_by_intervals() -> None:
    check = EqualWithinCheck(
        name="n",
        title="Same",
        metric="t",
        of=[f"{X}=3", f"{Y}=1"],
        to=[f"{X}=1", f"{Y}=2"],
        share=0.05,
    )

    def pair(one: SummaryMetric, other: SummaryMetric) -> list[CellFacts]:
        return [_cell(one, managers=3, monitors=1), _cell(other, managers=1, monitors=2)]

    assert _one(check, pair(_metric(100), _metric(104))).verdict is ShapeVerdict.PASSED
    assert _one(check, pair(_metric(100), _metric(110))).verdict is ShapeVerdict.FAILED
    assert (
        _one(check, pair(_metric(100, 95, 108), _metric(110, 107, 115))).verdict
        is ShapeVerdict.PASSED
    )
    assert _one(check, [_cell(1, managers=3, monitors=1)]).verdict is ShapeVerdict.FAILED


def test_bounds_counts_states_and_own_checks() -> None:
    cells = [_cell(0.2, managers=0), _cell(0.4, managers=1)]
    bound = BoundCheck(name="n", title="Share", metric="t", low=0, high=0.3)
    assert _one(bound, cells).verdict is ShapeVerdict.FAILED
    assert _one(bound.model_copy(update={"high": 1.0}), cells).verdict is ShapeVerdict.PASSED
    counts = CountsExactCheck(name="n", title="Counts")
    assert _one(counts, cells).verdict is ShapeVerdict.PASSED
    assert _one(counts, [*cells, _cell(1, miscounted=("State",))]).verdict is ShapeVerdict.FAILED
    states = ChecksumsEqualCheck(name="n", title="State")
    other = _cell(1, managers=0, checksums=frozenset({"2"}))
    assert _one(states, cells).verdict is ShapeVerdict.PASSED
    assert _one(states, [*cells, other]).verdict is ShapeVerdict.FAILED
    assert (
        _one(states.model_copy(update={"each": [X]}), [cells[1], other]).verdict
        is ShapeVerdict.PASSED
    )
    assert _one(states, [_cell(1, checksums=frozenset())]).verdict is ShapeVerdict.FAILED
    own = ChecksHoldCheck(name="n", title="Own")
    assert _one(own, cells).verdict is ShapeVerdict.PASSED
    assert _one(own, [*cells, _cell(1, checks_hold=False)]).verdict is ShapeVerdict.FAILED


def test_what_was_not_run_or_has_not_ended_is_not_judged() -> None:
    check = CountsExactCheck(name="n", title="Counts", items=["b"])
    assert _one(check, [_cell(1)]).verdict is ShapeVerdict.NOT_MEASURED
    running = _cell(1, item="b", state=RunState.RUNNING)
    found = _one(check, [_cell(1, item="b"), running])
    assert (found.verdict, found.found) == (
        ShapeVerdict.NOT_MEASURED,
        "1 of 2 runs has no complete result",
    )
    assert _one(check, [_cell(1, item="b")]).verdict is ShapeVerdict.PASSED


def test_the_verdict_is_over_what_was_judged() -> None:
    checks: list[ShapeCheck] = [
        CountsExactCheck(name="here", title="Here"),
        CountsExactCheck(name="elsewhere", title="Elsewhere", items=["b"]),
    ]
    assert verdict(judge(checks, [_cell(1)])) is True
    assert verdict(judge(checks, [_cell(1, miscounted=("State",))])) is False
    assert verdict(judge(checks[1:], [_cell(1)])) is None


def _finding(**changes: Any) -> BoundCheck:
    given = {"name": "n", "title": "Twice", "metric": "t", "low": 2.0, "claim": Claim.FINDING}
    study = {"source": "Figure 5", "published": "2.1 times"}
    return BoundCheck(**{**given, **study, **changes})


def test_a_finding_that_the_runs_do_not_show_is_not_found_here_and_fails_nothing() -> None:
    missed = _one(_finding(), [_cell(1.5)])
    assert missed.verdict is ShapeVerdict.NOT_FOUND
    assert "not found here; the study: 2.1 times, here: 1.5 ns" in missed.sentence
    assert _one(_finding(), [_cell(2.5)]).verdict is ShapeVerdict.PASSED
    assert _one(_finding(items=["b"]), [_cell(1.5)]).verdict is ShapeVerdict.NOT_MEASURED
    counts = CountsExactCheck(name="c", title="Counts", claim=Claim.INVARIANT)
    assert verdict(judge([_finding(), counts], [_cell(1.5)])) is True
    assert verdict(judge([_finding(), counts], [_cell(2.5, miscounted=("State",))])) is False
    assert verdict(judge([_finding()], [_cell(1.5)])) is None


def test_a_reason_is_given_with_the_measurement_that_shows_it() -> None:
    reason = Explanation(text="Nothing waits", metrics=["t", "absent"])
    cells = [_cell(1.0, entities=1), _cell(1.5, entities=2)]
    assert _one(_finding(explanation=reason), cells).why == (
        "Nothing waits (Time: 1 ns at entities 1 to 1.5 ns at entities 2)"
    )
    unmeasured = Explanation(text="Nothing waits", metrics=["absent"])
    assert _one(_finding(explanation=unmeasured), cells).why == ""
    assert _one(_finding(low=0.5, explanation=reason), cells).why == ""


@pytest.mark.parametrize(
    "check",
    [
        _linear(),
        MonotoneCheck(name="n", title="Rises", metric="t", x=Z, trend=Trend.RISES),
        RatioCheck(name="n", title="Twice", metric="t", of=[f"{X}=2"], to=[f"{X}=1"], low=2.0),
        EqualWithinCheck(
            name="n", title="Same", metric="t", of=[f"{X}=2"], to=[f"{X}=1"], share=0.1
        ),
        BoundCheck(name="n", title="Low", metric="other", high=1.0),
    ],
    ids=lambda check: check.kind,
)
def test_a_check_without_its_figures_fails_a_whole_suite_and_has_no_result_in_part_of_one(
    check: ShapeCheck,
) -> None:
    cells = [_cell(1, entities=10, managers=2)]
    assert judge([check], cells)[0].verdict is ShapeVerdict.FAILED
    (found,) = judge([check], cells, in_part=True)
    assert found.verdict is ShapeVerdict.NOT_MEASURED
    assert verdict([found]) is None


def test_conditions_compare_json_or_text() -> None:
    cell = _cell(1, managers=2, entities="40")
    assert cell.fits([f"{X}=2", f"{Z}=40"])
    assert not cell.fits([f"{X}=3"])
    assert not cell.fits([f"{Y}=1"])


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=20))
def test_settings_part_the_cells(drawn: list[tuple[int, int]]) -> None:
    cells = [_cell(1, entities=z, managers=x) for z, x in drawn]
    parted = settings(cells, [X])
    assert sum(len(setting.cells) for setting in parted) == len(cells)
    for setting in parted:
        assert len({cell.value(X) for cell in setting.cells}) == 1


_FIGURES = (
    _linear(each=[X]),
    MonotoneCheck(name="n", title="Goes up", metric="t", x=Z, trend=Trend.RISES, each=[X]),
    RatioCheck(
        name="n", title="Twice", metric="t", of=[f"{Z}=20"], to=[f"{Z}=10"], each=[X], low=1.9
    ),
    EqualWithinCheck(name="n", title="Same", metric="t", of=[f"{Z}=20"], to=[f"{Z}=20"], each=[X]),
    BoundCheck(name="n", title="Below", metric="t", high=1e9),
)


@pytest.mark.parametrize("check", _FIGURES, ids=lambda check: check.kind)
def test_figures_of_a_disturbed_machine_are_not_judged(check: ShapeCheck) -> None:
    cells = _grid(lambda z, x: z * (x + 1.0))
    assert _one(check, cells).verdict is ShapeVerdict.PASSED
    bad = [replace(cells[3], disturbed="Other processes had 60 % of the CPU time of lyra.")]
    found = _one(check, cells[:3] + bad + cells[4:])
    assert found.verdict is ShapeVerdict.NOT_MEASURED
    assert "60 %" in found.sentence
    assert "quiet" in found.sentence


@pytest.mark.parametrize("check", _FIGURES, ids=lambda check: check.kind)
def test_figures_with_two_modes_are_not_judged(check: ShapeCheck) -> None:
    cells = _grid(lambda z, x: z * (x + 1.0))
    modes = [Mode(median=600.0, repeats=3), Mode(median=50_000.0, repeats=2)]
    two = cells[4].metrics["t"].model_copy(update={"modes": modes})
    found = _one(check, [*cells[:4], replace(cells[4], metrics={"t": two}), *cells[5:]])
    assert found.verdict is ShapeVerdict.NOT_MEASURED
    assert "600 ns (3 repeats) and 50 µs (2 repeats)" in found.sentence


def test_the_least_of_the_repeats_needs_one_that_was_not_disturbed() -> None:
    cells = [
        replace(cell, disturbances=("Busy.",), disturbed="Busy.", repeats=2)
        for cell in _grid(lambda z, x: z * (x + 1.0))
    ]
    check = _linear(each=[X], take=Take.LEAST)
    assert _one(check, cells).verdict is ShapeVerdict.PASSED
    all_were = replace(cells[4], disturbances=("Busy.", "Busier."))
    found = _one(check, [*cells[:4], all_were, *cells[5:]])
    assert found.verdict is ShapeVerdict.NOT_MEASURED
    assert "every repeat was disturbed" in found.sentence


def test_the_least_of_the_repeats_and_what_is_counted_are_judged_all_the_same() -> None:
    cells = [replace(cell, disturbed="Busy.") for cell in _grid(lambda z, x: z * (x + 1.0))]
    assert _one(_linear(each=[X], take=Take.LEAST), cells).verdict is ShapeVerdict.PASSED
    counted = [
        replace(cell, metrics={"t": cell.metrics["t"].model_copy(update={"unit": "count"})})
        for cell in cells
    ]
    assert _one(_linear(each=[X]), counted).verdict is ShapeVerdict.PASSED
    # A count that follows from measured times is judged as times are.
    from_times = _one(_linear(each=[X], from_times=True), counted)
    assert from_times.verdict is ShapeVerdict.NOT_MEASURED
    assert "Busy." in from_times.sentence
    invariant = CountsExactCheck(name="n", title="Exact", claim=Claim.INVARIANT)
    assert _one(invariant, cells).verdict is ShapeVerdict.PASSED
    # An invariant does not depend on how quiet the machine is.
    never = BoundCheck(name="n", title="Never", metric="t", high=0.0, claim=Claim.INVARIANT)
    assert _one(never, cells).verdict is ShapeVerdict.FAILED
