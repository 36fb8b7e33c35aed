"""Sweeps and suites against a baseline: verdicts, what is left out, and the words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from backend_testing.suites import metric
from orrery_backend.features.baselines.comparing import compare
from orrery_contracts.api import Mode, SummaryMetric, Verdict
from orrery_contracts.baseline import Baseline, BaselineCell, CellSetting
from orrery_contracts.conclusion import Outcome
from orrery_contracts.group import GroupKind, GroupState, GroupSummary
from orrery_contracts.results import Better
from pydantic import ValidationError

_AT = "2026-03-03T12:02:00.000Z"
Values = Callable[[int], list[float]]


def _group(number: int = 1) -> GroupSummary:
    return GroupSummary(
        id="01jzq3v5m8c2k4w9x7t6n0r1ac",
        number=number,
        kind=GroupKind.SUITE,
        name="smoke",
        version=1,
        variant="short",
        title="Smoke test",
        state=GroupState.DONE,
        created_at=_AT,
        started_at=_AT,
        ended_at=_AT,
        runs=4,
        runs_done=4,
        runs_failed=0,
        interleaved=True,
        progress=1.0,
        seconds_left=None,
        workloads=["universe_steps"],
        checks_hold=True,
        shapes_hold=True,
    )


def _metric(values: list[float], better: Better = Better.LOWER) -> SummaryMetric:
    return metric("step_time.p50", "ns", values, better=better)


def _cell(managers: int, values: list[float], **changes: object) -> BaselineCell:
    cell = BaselineCell(
        item="steps",
        label=f"managers {managers}",
        settings=[CellSetting(path="workload.managers", value=str(managers))],
        run=managers + 1,
        metrics=[_metric(values)],
        disturbed="",
    )
    return cell.model_copy(update=changes)


def _results(cells: list[BaselineCell], number: int = 1, machine: str = "lyra") -> Baseline:
    return Baseline(
        schema_version=1,
        name="main" if number == 1 else f"suite-{number}",
        set_at=_AT,
        group=_group(number),
        asked=[],
        machines=[machine],
        builds=["release"],
        cells=cells,
    )


def _noisy(seed: int, cells: int = 4, repeats: int = 5, change: float = 1.0) -> Baseline:
    generator = np.random.default_rng(seed)
    return _results(
        [
            _cell(m, (1e6 * (m + 1) * change * generator.lognormal(0, 0.02, repeats)).tolist())
            for m in range(cells)
        ],
        number=seed,
    )


def test_what_is_slower_in_all_cells_is_worse() -> None:
    found = compare(_noisy(2, change=1.2), _noisy(1), 0.05)
    assert found.verdict is Verdict.WORSE
    assert found.conclusion.outcome is Outcome.FOUND
    [over] = found.metrics
    assert over.verdict is Verdict.WORSE
    assert over.cells == 4
    assert over.ratio == pytest.approx(1.2, rel=0.03)
    assert over.ratio_low is not None
    assert over.ratio_low > 1.1
    assert found.conclusion.sentence.startswith("Slower: the median step time over 4 cells is 1.")
    assert "times baseline main" in found.conclusion.sentence
    assert all("over 4 cells" not in finding for finding in found.conclusion.findings)


def test_a_metric_has_no_more_values_than_a_run_has_repeats() -> None:
    """10,000 values took 40 s and 1.7 GB to compare."""
    assert len(_metric([1.0] * 100).values) == 100
    with pytest.raises(ValidationError):
        _metric([1.0] * 101)


def test_what_is_faster_is_better() -> None:
    found = compare(_noisy(2, change=0.8), _noisy(1), 0.05)
    assert found.verdict is Verdict.BETTER
    assert found.conclusion.outcome is Outcome.FOUND


def test_a_rate_that_rises_is_better() -> None:
    def rate(baseline: Baseline) -> Baseline:
        cells = [
            c.model_copy(update={"metrics": [_metric(c.metrics[0].values, Better.HIGHER)]})
            for c in baseline.cells
        ]
        return baseline.model_copy(update={"cells": cells})

    assert compare(rate(_noisy(2, change=1.2)), rate(_noisy(1)), 0.05).verdict is Verdict.BETTER


def test_a_change_within_the_tolerance_does_not_count() -> None:
    candidate, baseline = _noisy(2, change=1.06), _noisy(1)
    assert compare(candidate, baseline, 0.02).verdict is Verdict.WORSE
    found = compare(candidate, baseline, 0.2)
    assert found.verdict is Verdict.NO_DIFFERENCE
    assert found.conclusion.sentence == "No change of more than 20 % found against baseline main."


def test_the_sentence_of_a_cell_never_contradicts_its_verdict() -> None:
    found = compare(_noisy(2, change=1.12, repeats=8), _noisy(1, repeats=8), 0.2)
    assert found.cells
    for cell in found.cells:
        assert cell.metric.verdict is Verdict.NO_DIFFERENCE
        assert "no difference found" in cell.metric.sentence
        assert "worse" not in cell.metric.sentence


def test_a_verdict_never_contradicts_its_interval() -> None:
    """Ranks may agree where the repeats of one side spread too far for its median."""
    for seed in range(40):
        generator = np.random.default_rng(seed)
        sides = [
            [_cell(m, (1e6 * change * generator.lognormal(0, 1.2, 5)).tolist()) for m in range(2)]
            for change in (1.0, 3.0)
        ]
        found = compare(_results(sides[1], 2), _results(sides[0]), 0.0)
        for over in found.metrics:
            if over.verdict in (Verdict.WORSE, Verdict.BETTER):
                assert over.ratio_low is not None
                assert over.ratio_high is not None
                assert not over.ratio_low <= 1 <= over.ratio_high
        for cell in found.cells:
            low, high = cell.metric.ratio_low, cell.metric.ratio_high
            if cell.metric.verdict in (Verdict.WORSE, Verdict.BETTER):
                assert low is not None
                assert high is not None
                assert not low <= 1 <= high


def test_other_settings_are_a_doubt() -> None:
    candidate = _noisy(2).model_copy(update={"asked": ["workload.entities=200"]})
    doubts = compare(candidate, _noisy(1), 0.05).conclusion.doubts
    assert "Settings asked for: workload.entities=200 here, none in the baseline." in doubts


def test_one_cell_that_is_much_slower_is_worse_alone() -> None:
    baseline, candidate = _noisy(1, cells=3, repeats=10), _noisy(2, cells=3, repeats=10)
    slow = candidate.cells[1]
    values = [3 * v for v in slow.metrics[0].values]
    # The other cells are a little faster, so that there is no trend over all.
    cells = [
        _cell(0, [0.97 * v for v in candidate.cells[0].metrics[0].values]),
        _cell(1, values),
        _cell(2, [0.97 * v for v in candidate.cells[2].metrics[0].values]),
    ]
    found = compare(_results(cells, 2), baseline, 0.05)
    assert found.verdict is Verdict.WORSE
    assert [c.metric.verdict for c in found.cells][1] is Verdict.WORSE
    assert found.cells[1].baseline_run == 2


def test_too_few_repeats_of_one_cell_say_so() -> None:
    found = compare(_noisy(2, cells=1, repeats=2, change=3), _noisy(1, cells=1, repeats=2), 0.05)
    assert found.verdict is Verdict.NOT_ENOUGH_DATA
    assert found.conclusion.outcome is Outcome.OPEN
    assert any("--repeats" in step for step in found.conclusion.next_steps)


def test_disturbed_times_are_left_out_and_named() -> None:
    candidate = _noisy(2, change=2)
    reason = "Other processes had 60 % of the CPUs."
    cells = [c.model_copy(update={"disturbed": reason}) for c in candidate.cells]
    found = compare(candidate.model_copy(update={"cells": cells}), _noisy(1), 0.05)
    assert found.verdict is Verdict.NOT_ENOUGH_DATA
    assert found.cells == []
    assert "All 4 cells are left out: Other processes had 60 % of the CPUs." in (
        found.conclusion.doubts
    )


def test_two_modes_are_left_out() -> None:
    candidate = _noisy(2, change=2)
    modes = [Mode(median=1.0, repeats=3), Mode(median=9.0, repeats=2)]
    metric = candidate.cells[0].metrics[0].model_copy(update={"modes": modes})
    first = candidate.cells[0].model_copy(update={"metrics": [metric]})
    found = compare(
        candidate.model_copy(update={"cells": [first, *candidate.cells[1:]]}), _noisy(1), 0.05
    )
    assert len(found.cells) == 3
    assert any("two modes" in doubt for doubt in found.conclusion.doubts)


def test_cells_are_matched_by_item_and_settings() -> None:
    baseline = _noisy(1)
    turned = baseline.model_copy(update={"cells": list(reversed(baseline.cells))})
    found = compare(_noisy(2), turned, 0.05)
    assert [(c.run, c.baseline_run) for c in found.cells] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    less = baseline.model_copy(update={"cells": baseline.cells[1:]})
    found = compare(_noisy(2), less, 0.05)
    assert found.only_here == ["steps: managers 0"]
    assert found.only_in_baseline == []
    assert len(found.cells) == 3


def test_nothing_in_common_is_no_verdict() -> None:
    other = _results([_cell(0, [1.0] * 5, item="other")])
    found = compare(_noisy(2), other, 0.05)
    assert found.verdict is Verdict.NOT_ENOUGH_DATA
    assert found.metrics == []
    assert len(found.only_here) == 4
    assert "same settings" in found.conclusion.next_steps[0]


def test_other_machines_and_versions_are_doubts() -> None:
    baseline = _results(_noisy(1).cells, machine="vega")
    baseline = baseline.model_copy(
        update={"group": baseline.group.model_copy(update={"version": 7, "variant": "full"})}
    )
    doubts = compare(_noisy(2), baseline, 0.05).conclusion.doubts
    assert any("Other machines: lyra here, vega in the baseline" in d for d in doubts)
    assert any("version 1 here and 7" in d for d in doubts)
    assert any("variant is short here and full" in d for d in doubts)


@pytest.mark.parametrize("cells", [1, 4, 12])
def test_equal_results_are_seldom_called_different(cells: int) -> None:
    """Without a tolerance, so that the statistics alone decide."""
    alarms = 0
    for seed in range(100):
        found = compare(_noisy(2 * seed + 1000, cells), _noisy(2 * seed + 1001, cells), 0.0)
        alarms += found.verdict in (Verdict.WORSE, Verdict.BETTER)
    # 5 % of 100 is 5; 11 or more have a probability of 1 %.
    assert alarms < 11
