"""Verdicts: what data can show, and what they cannot."""

from __future__ import annotations

from statistics import median

import numpy as np
import pytest
from orrery_backend.features.analysis.families import MetricUnderTest, adjust
from orrery_backend.features.analysis.judging import SIGNIFICANCE
from orrery_backend.features.analysis.metrics import (
    compare_metrics,
    repeats_needed,
)
from orrery_backend.kit.statistics.mann_whitney import two_sided_p
from orrery_contracts.api import Mode, SummaryMetric, Verdict
from orrery_contracts.results import Better

_RUN = "0" * 26
_QUICK = [100.0, 101.0, 102.0, 103.0, 104.0]
_SLOW = [120.0, 121.0, 122.0, 123.0, 124.0]


def _metric(
    values: list[float], name: str = "step_time.p50", better: Better = Better.LOWER
) -> SummaryMetric:
    return SummaryMetric(
        name=name,
        title="Step time",
        unit="ns",
        better=better,
        values=values,
        median=median(values),
        low=min(values),
        high=max(values),
    )


@pytest.mark.parametrize(
    ("baseline", "other", "better", "verdict"),
    [
        (_QUICK, _SLOW, Better.LOWER, Verdict.WORSE),
        (_SLOW, _QUICK, Better.LOWER, Verdict.BETTER),
        (_QUICK, _SLOW, Better.HIGHER, Verdict.BETTER),
        (_QUICK, [100.5, 99.0, 103.5, 101.5, 104.5], Better.LOWER, Verdict.NO_DIFFERENCE),
        (_QUICK[:3], _SLOW[:3], Better.LOWER, Verdict.NOT_ENOUGH_DATA),
    ],
)
def test_verdicts(
    baseline: list[float], other: list[float], better: Better, verdict: Verdict
) -> None:
    (found,) = compare_metrics(
        _RUN, [_metric(baseline, better=better)], [_metric(other, better=better)]
    )
    assert found.verdict is verdict


def test_a_comparison_over_two_modes_has_both_figures_and_no_ratio() -> None:
    modes = [Mode(median=100.5, repeats=2), Mode(median=500.0, repeats=3)]
    two = _metric([100.0, 101.0, 499.0, 500.0, 501.0]).model_copy(update={"modes": modes})
    (found,) = compare_metrics(_RUN, [_metric(_QUICK)], [two])
    assert found.verdict is Verdict.TWO_MODES
    assert (found.ratio, found.ratio_low, found.ratio_high) == (None, None, None)
    assert (found.baseline_modes, found.modes) == ([], [100.5, 500.0])
    (turned,) = compare_metrics(_RUN, [two], [_metric(_QUICK)])
    assert (turned.baseline_modes, turned.modes, turned.ratio) == ([100.5, 500.0], [], None)


def test_the_figures_of_a_comparison() -> None:
    (found,) = compare_metrics(_RUN, [_metric(_QUICK)], [_metric(_SLOW)])
    assert found.ratio == pytest.approx(122 / 102)
    assert found.ratio_low is not None
    assert found.ratio_high is not None
    assert found.ratio_low < 122 / 102 < found.ratio_high
    assert found.superiority == 1.0
    assert found.p_value == pytest.approx(2 / 252)
    assert "20 % above the baseline" in found.sentence


def test_too_few_repeats_say_how_many_are_needed() -> None:
    (found,) = compare_metrics(_RUN, [_metric(_QUICK[:2])], [_metric(_SLOW[:2])])
    assert "5 repeats on each side" in found.sentence
    assert found.ratio_low is None


@pytest.mark.parametrize(("questions", "needed"), [(1, 4), (4, 5), (7, 6)])
def test_more_questions_need_more_repeats(questions: int, needed: int) -> None:
    assert repeats_needed(2, 2, questions) == needed
    assert repeats_needed(needed, needed, questions) is None
    assert repeats_needed(needed - 1, needed - 1, questions) == needed


@pytest.mark.parametrize("change", [1.0, 1.01, 1.02, 1.05])
def test_a_verdict_never_contradicts_the_interval_beside_it(change: float) -> None:
    """Better and worse only if the interval leaves 1 out; no difference only if it holds it."""
    generator = np.random.default_rng(20_261_128)
    seen = set()
    for repeats in (5, 8, 10) * 20:
        sides = generator.lognormal(4.6, 0.02, (2, 4, repeats))
        sides[1] *= change
        baseline, other = (
            [_metric(values.tolist(), f"time.{at}") for at, values in enumerate(side)]
            for side in sides
        )
        for found in compare_metrics(_RUN, baseline, other, ["time.0"]):
            assert found.ratio_low is not None
            assert found.ratio_high is not None
            leaves_out = not found.ratio_low <= 1.0 <= found.ratio_high
            if found.verdict in (Verdict.BETTER, Verdict.WORSE):
                assert leaves_out
                assert (found.verdict is Verdict.WORSE) == (found.ratio_low > 1.0)
            if found.verdict is Verdict.NO_DIFFERENCE:
                assert not leaves_out
            seen.add(found.verdict)
    assert Verdict.NOT_CERTAIN in seen


def test_metrics_without_a_better_direction_are_not_compared() -> None:
    neither = _metric(_QUICK, better=Better.NEITHER)
    assert compare_metrics(_RUN, [neither], [neither]) == []


def test_metrics_of_single_receivers_are_not_compared() -> None:
    one = _metric(_QUICK, name="latency.p50.federate3")
    assert compare_metrics(_RUN, [one], [one]) == []


def test_a_zero_baseline_has_no_ratio() -> None:
    (found,) = compare_metrics(_RUN, [_metric([0.0] * 5)], [_metric(_SLOW)])
    assert found.ratio is None
    assert found.verdict is Verdict.WORSE


# Questions.


def _tested(name: str, values: tuple[float, ...], p: float) -> MetricUnderTest:
    return MetricUnderTest(name, values, p)


def test_holm_over_unrelated_questions() -> None:
    found = adjust(
        [
            _tested("a", (1, 2, 3, 4), 0.01),
            _tested("b", (1, 3, 2, 4), 0.04),
            _tested("c", (4, 1, 2, 3), 0.03),
        ]
    )
    assert found.factors == [2.0, 2.0, 2.0], "the first is shown, so the others have all 5 %"
    assert found.p_values == pytest.approx([0.02, 0.06, 0.06])


def test_what_is_asked_beside_the_first_metric_has_the_other_half() -> None:
    found = adjust(
        [
            _tested("a", (1, 2, 3, 4), 0.2),
            _tested("b", (1, 3, 2, 4), 0.04),
            _tested("c", (4, 1, 2, 3), 0.01),
        ]
    )
    assert found.factors == [2.0, 4.0, 4.0]
    assert found.p_values == pytest.approx([0.4, 0.08, 0.04])


@pytest.mark.parametrize("others", [0, 1, 20])
def test_the_first_metric_has_the_same_p_whatever_else_is_measured(others: int) -> None:
    generator = np.random.default_rng(others)
    rest = [
        _tested(f"m{at}", tuple(generator.permutation(4).tolist()), 0.001) for at in range(others)
    ]
    found = adjust([_tested("a", (1, 2, 3, 4), 0.02), *rest])
    assert (found.p_values[0], found.factors[0]) == (0.04, 2.0)


def test_a_metric_and_its_inverse_are_one_question() -> None:
    found = adjust(
        [
            _tested("step_time.mean", (1, 2, 3, 4), 0.02),
            _tested("steps_per_second", (4, 3, 2, 1), 0.02),
        ]
    )
    assert found.factors == [2.0, 2.0]
    assert found.p_values == pytest.approx([0.04, 0.04])


def test_statistics_of_one_outcome_are_one_question_that_the_first_leads() -> None:
    found = adjust(
        [
            _tested("step_time.p50", (1, 2, 3, 4), 0.02),
            _tested("step_time.p99", (1, 3, 2, 4), 0.01),
            _tested("cpu", (2, 1, 3, 4), 0.5),
        ]
    )
    assert found.factors == pytest.approx([2.0, 5.0, 1.25])
    assert found.p_values == pytest.approx([0.04, 0.05, 0.625])


@pytest.mark.parametrize("repeats", [6, 10])
def test_all_metrics_together_raise_few_false_alarms(repeats: int) -> None:
    """Seven outcomes with four statistics each, that rise and fall together in part."""
    random = np.random.default_rng(repeats)
    alarms = 0
    for _ in range(300):
        common = random.normal(size=(7, 1, 2 * repeats))
        values = common + random.normal(size=(7, 4, 2 * repeats))
        tested = [
            _tested(f"o{outcome}.s{statistic}", tuple(both.tolist()), p)
            for outcome, statistics in enumerate(values)
            for statistic, both in enumerate(statistics)
            for p in [two_sided_p(both[:repeats], both[repeats:])]
        ]
        alarms += min(adjust(tested).p_values) < SIGNIFICANCE
    # With 5 %, 24 or fewer of 300 come in 98 % of cases.
    assert alarms <= 24


def test_what_never_varies_is_no_question() -> None:
    found = adjust([_tested("a", (1, 2, 3, 4), 0.02), _tested("bytes", (7, 7, 7, 7), 1.0)])
    assert found.factors == [2.0, 1.0]
    assert found.p_values == pytest.approx([0.04, 1.0])
