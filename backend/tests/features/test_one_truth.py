"""The same repeats of the same metric have the same figure, interval and verdict in a comparison, a
sweep, a comparison with a baseline, a chart of gains and a chart of speed-ups.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from backend_testing.suites import metric
from orrery_backend.features.analysis.cases import Factor, MetricHeadline, TwoModes
from orrery_backend.features.analysis.effect_words import statement
from orrery_backend.features.analysis.effects import Effect, effects_of
from orrery_backend.features.analysis.metrics import compare_metrics
from orrery_backend.features.analysis.speed_up import SpeedUpSeries, speed_up
from orrery_backend.features.analysis.words import headline
from orrery_backend.features.baselines.comparing import compare
from orrery_backend.features.groups.chart_figures import _ends
from orrery_contracts.api import ComparedRun, MetricComparison, SummaryMetric, Verdict
from orrery_contracts.baseline import Baseline, BaselineCell, CellSetting
from orrery_contracts.group import GroupSummary
from orrery_contracts.results import Better

_IDS = ("0" * 25 + "1", "0" * 25 + "2")


def _metric(values: list[float], better: Better, name: str = "step_time.p50") -> SummaryMetric:
    return metric(name, "ns", values, better=better)


@dataclass(frozen=True)
class _Repeats:
    """Of two runs, and of other metrics of theirs."""

    first: list[float]
    second: list[float]
    better: Better
    others: list[tuple[list[float], list[float]]]

    def compared(self) -> MetricComparison:
        sides = [
            [
                _metric(values, self.better),
                *(_metric(other[at], Better.LOWER, f"m{k}") for k, other in enumerate(self.others)),
            ]
            for at, values in enumerate((self.first, self.second))
        ]
        return compare_metrics(_IDS[1], sides[0], sides[1], ["step_time.p50"])[0]

    def effect(self, values: tuple[str, str], numbers: tuple[float, float] | None) -> Effect:
        factor = Factor("workload.managers", "Managers", "", values, numbers)
        lead = MetricHeadline("step_time.p50", "Step time, median", "ns", self.better)
        return effects_of([factor], lead, [self.first, self.second], TwoModes())[0]


def _drawn(repeats: int, change: float, better: Better, others: int, seed: int) -> _Repeats:
    generator = np.random.default_rng(seed)

    def side(level: float) -> list[float]:
        return [float(v) for v in level * generator.lognormal(0, 0.05, repeats)]

    rest = [(side(7.0), side(7.0)) for _ in range(others)]
    return _Repeats(side(1e6), side(1e6 * change), better, rest)


_CASES = [
    _drawn(repeats, change, better, others, seed)
    for seed, (repeats, change, better, others) in enumerate(
        (repeats, change, better, others)
        for repeats in (2, 3, 5, 6, 10)
        for change in (0.9, 1.0, 1.03, 1.3)
        for better in (Better.LOWER, Better.HIGHER)
        for others in (0, 8)
    )
]
#: What a sweep says of each verdict.
_WORDS = {
    Verdict.BETTER: r".* (rises|falls) to |.* has the (lowest|highest) ",
    Verdict.WORSE: r".* (rises|falls) to |.* has the (lowest|highest) ",
    Verdict.NO_DIFFERENCE: "No effect of ",
    Verdict.NOT_CERTAIN: "Not certain whether ",
    Verdict.NOT_ENOUGH_DATA: "Too few repeats ",
}
_SEEN = re.compile(r"more than [\d.,]+ % would have been seen")


def _seen(text: str) -> str:
    found = _SEEN.search(text)
    return found[0] if found else ""


@pytest.mark.parametrize("numbers", [(0.0, 4.0), None])
def test_a_sweep_and_a_comparison_say_the_same(numbers: tuple[float, float] | None) -> None:
    verdicts = set()
    for case in _CASES:
        compared, effect = case.compared(), case.effect(("0", "4"), numbers)
        lead = MetricHeadline("step_time.p50", "Step time, median", "ns", case.better)
        said = statement(effect, lead)
        runs = [
            ComparedRun.model_construct(
                summary=type("Summary", (), {"id": key, "workload": "phold", "number": 1})(),
                label=key,
                metrics=[],
                doubts=[],
            )
            for key in _IDS
        ]
        _, title, _ = headline(runs, _IDS[0], [compared])
        turned = effect.first == "4"
        ratio = 1 / effect.ratio.value if turned else effect.ratio.value
        assert ratio == pytest.approx(compared.ratio)
        if compared.ratio_low is not None:
            assert effect.ratio.interval is not None
            ends = [effect.ratio.interval.low, effect.ratio.interval.high]
            ends = sorted(1 / end for end in ends) if turned else ends
            assert ends == pytest.approx([compared.ratio_low, compared.ratio_high])
        if compared.verdict is not Verdict.NO_DIFFERENCE or effect.decided:
            # Without an interval a sweep does not say that there is no effect.
            assert re.match(_WORDS[compared.verdict], said), (compared.verdict, said)
        if effect.ratio.sure:
            assert _seen(said) == _seen(title)
            assert effect.p == pytest.approx(compared.p_adjusted)
        verdicts.add(compared.verdict)
    assert verdicts == set(_WORDS)


def test_the_other_baseline_has_the_inverse() -> None:
    for case in _CASES:
        there = case.compared()
        back = _Repeats(case.second, case.first, case.better, case.others).compared()
        assert there.ratio is not None
        assert back.ratio == pytest.approx(1 / there.ratio)
        if there.ratio_low is not None and there.ratio_high is not None:
            assert (back.ratio_low, back.ratio_high) == pytest.approx(
                (1 / there.ratio_high, 1 / there.ratio_low)
            )


def test_charts_have_the_figures_of_the_comparison() -> None:
    for case in _CASES:
        compared = case.compared()
        assert compared.ratio is not None
        if compared.ratio_low is None or compared.ratio_high is None:
            continue
        ends = _ends(_metric(case.second, case.better), _metric(case.first, case.better))
        assert ends == pytest.approx((compared.ratio_low, compared.ratio_high))
        series = SpeedUpSeries("", [], case.better, {1.0: case.first, 2.0: case.second})
        point = speed_up(series, 1.0).points[1]
        expected = [compared.ratio_low, compared.ratio, compared.ratio_high]
        if case.better is Better.LOWER:
            expected = sorted(1 / ratio for ratio in expected)
        assert [point.low, point.speed_up, point.high] == pytest.approx(expected)


def _baseline(values: list[float], better: Better, number: int) -> Baseline:
    cell = BaselineCell(
        item="",
        label="",
        settings=[CellSetting(path="workload.managers", value="0")],
        run=number,
        metrics=[_metric(values, better)],
        disturbed="",
    )
    facts: dict[str, Any] = {"id": _IDS[0], "number": number, "version": 1, "variant": "short"}
    group = GroupSummary.model_construct(**facts)
    return Baseline.model_construct(
        schema_version=1,
        name="main",
        set_at="",
        group=group,
        asked=[],
        machines=["a"],
        builds=["release"],
        cells=[cell],
    )


def test_a_baseline_without_tolerance_has_the_figures_and_verdict_of_the_comparison() -> None:
    for case in _CASES:
        compared = case.compared()
        found = compare(
            _baseline(case.second, case.better, 2), _baseline(case.first, case.better, 1), 0.0
        )
        [over], [cell] = found.metrics, found.cells
        assert over.ratio == pytest.approx(compared.ratio)
        for low, high in (
            (over.ratio_low, over.ratio_high),
            (cell.metric.ratio_low, cell.metric.ratio_high),
        ):
            assert (low, high) == pytest.approx((compared.ratio_low, compared.ratio_high))
        assert over.verdict is compared.verdict
        assert cell.metric.verdict is compared.verdict
        assert over.p_value == pytest.approx(compared.p_adjusted)
        assert compared.ratio is not None
        assert math.isfinite(compared.ratio)
