"""What sweeps and suites found, in sentences that agree with their checks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from backend_testing.suites import window_modes
from orrery_backend.features.groups.concluding import ConcludedCell, conclude
from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.record import Asked, GroupRecord
from orrery_backend.features.groups.shapes import judge
from orrery_contracts.api import Mode, NewRun, RunState, SummaryMetric, WindowModes
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group import GroupKind
from orrery_contracts.results import Better
from orrery_contracts.shape_checks import (
    BoundCheck,
    ChecksHoldCheck,
    Claim,
    ShapeCheck,
    ShapeResult,
    ShapeVerdict,
)
from orrery_contracts.suites import load_suites
from orrery_contracts.sweep import ListAxis, Sweep

_SWEEP = Sweep(
    name="Managers",
    base=NewRun(preset="universe-one-node"),
    axes=[ListAxis(path="workload.managers", values=["0", "1", "2", "3"])],
)
_RECORD = GroupRecord("g", 1, GroupKind.SWEEP, "Managers", 0, True, Asked(sweep=_SWEEP))
_SUITE = GroupRecord("s", 2, GroupKind.SUITE, "Smoke", 0, True, Asked(suite=load_suites()[0]))


def _metric(values: list[float], **changes: Any) -> SummaryMetric:
    ordered = sorted(values)
    metric = SummaryMetric(
        name="step_time.p50",
        title="Step time, median",
        unit="ns",
        better=Better.LOWER,
        values=values,
        median=ordered[len(ordered) // 2],
        low=ordered[0],
        high=ordered[-1],
    )
    return metric.model_copy(update=changes)


def _cell(managers: int, mean: float, repeats: int = 5, **changes: Any) -> ConcludedCell:
    values = [mean * (1 + 0.004 * ((7 * (managers + r)) % 5 - 2)) for r in range(repeats)]
    metric = _metric(values)
    facts = CellFacts(
        item="",
        label=f"managers {managers}",
        spec={"workload": {"managers": managers}},
        state=RunState.DONE,
        metrics={metric.name: metric},
        checks_hold=True,
        miscounted=(),
        checksums=frozenset({"1"}),
        repeats=repeats,
    )
    return ConcludedCell(100 + managers, replace(facts, **changes), [metric])


def test_a_cell_that_is_not_settled_is_a_doubt_and_a_next_step() -> None:
    sentence = "Step time, median is known within 4 % after 30 repeats; 2 % needs about 90 more."
    cells = _cells(unsettled=sentence)
    found = conclude(_RECORD, cells, [])
    assert f"All 4 runs are not settled. With managers 0: {sentence}" in found.doubts
    assert any("Allow more repeats" in step for step in found.next_steps)


def _cells(slope: float = 300_000.0, **changes: Any) -> list[ConcludedCell]:
    return [_cell(managers, 5e6 + slope * managers, **changes) for managers in range(4)]


def _of(cells: list[ConcludedCell]) -> Conclusion:
    return conclude(_RECORD, cells, [])


def test_a_sweep_begins_with_its_effect() -> None:
    found = _of(_cells())
    assert found.outcome is Outcome.FOUND
    assert found.sentence.startswith("Each manager adds 301 µs (95 % interval 278 to 312 µs)")
    assert (found.findings, found.doubts) == ([], [])
    assert len(found.models) == 1


def test_no_effect_and_too_little_are_told_apart() -> None:
    nothing = _of(_cells(slope=0.0))
    assert nothing.outcome is Outcome.NOT_FOUND
    assert nothing.sentence.startswith("No effect of managers on the median step time found (man")
    # Two repeats can show an effect, but not that there is none.
    two = _of(_cells(slope=0.0, repeats=2))
    assert two.outcome is Outcome.OPEN
    assert two.sentence.startswith("Too few repeats")
    few = _of(_cells(repeats=1))
    assert few.outcome is Outcome.OPEN
    assert few.sentence.startswith("Too few repeats")
    assert few.doubts == ["Cells have only 1 repeat; a 95 % interval needs 5."]
    assert few.next_steps[0] == "Run it again with 5 repeats or more."


def test_what_only_the_interval_shows_is_not_certain() -> None:
    first, second = [95.0, 95, 96, 97, 97, 109], [101.0, 103, 105, 106, 106, 109]
    cells = [_cell(0, 1.0, repeats=6), _cell(1, 1.0, repeats=6)]
    cells = [
        replace(cell, facts=replace(cell.facts, metrics={"step_time.p50": _metric(values)}))
        for cell, values in zip(cells, (first, second), strict=True)
    ]
    found = _of(cells)
    assert found.outcome is Outcome.NOT_CERTAIN
    assert found.sentence.startswith("Not certain whether managers has an effect on the median")
    assert found.sentence.endswith("the interval finds a difference, the test does not.")


def test_a_failed_check_comes_before_every_figure() -> None:
    cells = _cells()
    cells[1] = replace(cells[1], facts=replace(cells[1].facts, checks_hold=False))
    found = _of(cells)
    assert found.outcome is Outcome.FAILED
    assert found.sentence == "Checks failed in run 101: do not rely on its figures."
    assert found.findings[0].startswith("Each manager adds")


def test_runs_without_a_result_are_doubts() -> None:
    cells = _cells()
    cells[3] = _cell(3, 1.0, repeats=1, state=RunState.FAILED, metrics={}, checks_hold=None)
    cells[3] = replace(cells[3], facts=replace(cells[3].facts, repeats=0))
    found = _of(cells)
    assert found.sentence.startswith("Each manager adds")
    assert found.doubts == ["Of 4 runs, 1 failed."]
    assert found.next_steps[0] == "Retry the runs that failed or were cancelled."
    lost = _of([replace(cells[3])])
    assert (lost.outcome, lost.sentence) == (
        Outcome.FAILED,
        "Nothing was measured: no run is done.",
    )


def test_disturbed_repeats_and_modes_are_doubts() -> None:
    why = "Other processes had 40 % of the CPU time of lyra."
    cells = _cells(disturbances=(why,))
    modes = [Mode(median=1e6, repeats=2), Mode(median=5e6, repeats=3)]
    metric = cells[0].facts.metrics["step_time.p50"].model_copy(update={"modes": modes})
    cells[0] = replace(cells[0], facts=replace(cells[0].facts, metrics={metric.name: metric}))
    found = _of(cells)
    assert f"4 of 20 repeats were disturbed. {why}" in found.doubts
    assert (
        "Step time, median has two modes with managers 0: 1 ms in 2 repeats, 5 ms in 3."
        in found.doubts
    )


_OVER_TIME = "Step time has two modes over time: 605 ns in 6 windows, 50 µs in 4 (repeat 1, a)."


def _over_time(series: str, places: int = 3) -> WindowModes:
    return window_modes(series, 605, 50_000, _OVER_TIME, places, measured=5)


def test_runs_with_two_modes_over_time_are_named() -> None:
    cells = _cells()
    for at in (1, 3):
        facts = replace(cells[at].facts, window_modes=(_over_time("delay"), _over_time("wait")))
        cells[at] = replace(cells[at], facts=facts)
    found = _of(cells)
    assert found.doubts == [
        f"2 of 4 runs have two modes over time (101 and 103). With managers 1: {_OVER_TIME}"
    ]
    assert "Open a run with two modes over time" in found.next_steps[0]
    many = [replace(cells[1], number=number) for number in range(20)]
    [doubt] = [text for text in _of(many).doubts if "over time" in text]
    assert "(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 8 more)" in doubt


def test_figures_in_two_modes_are_not_made_one() -> None:
    modes = [Mode(median=1e6, repeats=2), Mode(median=5e6, repeats=3)]
    cells = _cells()[:1]
    metric = cells[0].facts.metrics["step_time.p50"].model_copy(update={"modes": modes})
    cells[0] = replace(cells[0], facts=replace(cells[0].facts, metrics={metric.name: metric}))
    assert _of(cells).sentence == ("Step time, median has two modes: 1 ms in 2 repeats, 5 ms in 3.")


def _in_two_modes(cell: ConcludedCell) -> ConcludedCell:
    metric = _metric([1e6, 1.001e6, 5e6, 5.001e6, 5.002e6])
    modes = [Mode(median=1.0005e6, repeats=2), Mode(median=5.001e6, repeats=3)]
    metric = metric.model_copy(update={"modes": modes})
    facts = replace(cell.facts, metrics={metric.name: metric})
    return ConcludedCell(cell.number, facts, [metric])


def test_an_effect_leaves_out_a_cell_in_two_modes_and_says_so() -> None:
    cells = _cells()
    cells[2] = _in_two_modes(cells[2])
    found = _of(cells)
    assert found.outcome is Outcome.FOUND
    assert found.sentence.startswith("Each manager adds 30")
    assert found.sentence.endswith("Left out, because the repeats are in two modes: managers 2.")
    assert len(found.models) == 1


def test_a_range_whose_end_is_in_two_modes_is_not_said_to_end_before_it() -> None:
    cells = [_cell(managers, 5e6 - 300_000 * managers) for managers in range(4)]
    assert any(step.startswith("Try managers above 3") for step in _of(cells).next_steps)
    cells[3] = _in_two_modes(cells[3])
    assert not any(step.startswith("Try managers") for step in _of(cells).next_steps)


def test_an_effect_over_cells_in_two_modes_is_not_given_and_the_reason_is() -> None:
    cells = [_in_two_modes(cell) for cell in _cells()[:3]]
    found = _of([*cells, _cells()[3]])
    assert found.outcome is Outcome.OPEN
    assert found.sentence == (
        "The effect of managers on the median step time is not given, because the repeats are in"
        " two modes with managers 0, managers 1 and managers 2."
    )
    assert (found.findings, found.models) == ([], [])


def _by_model(name: str, mean: float, entities: int) -> ConcludedCell:
    spec = {"workload": {"process_model": name, "entities": entities}}
    label = f"process model {name}, entities {entities}"
    cell = _cell(0, mean * entities, spec=spec, label=label)
    return replace(cell, number=100 + entities)


def test_the_best_of_names_is_not_told_among_cells_in_two_modes() -> None:
    sweep = Sweep(
        name="Models",
        base=NewRun(preset="universe-one-node"),
        axes=[
            ListAxis(path="workload.process_model", values=['"process"', '"thread"']),
            ListAxis(path="workload.entities", values=["20", "40"]),
        ],
    )
    record = replace(_RECORD, asked=Asked(sweep=sweep))
    cells = [
        _by_model(name, mean, entities)
        for name, mean in (("process", 9e6), ("thread", 5e6))
        for entities in (20, 40)
    ]
    cells[1] = _in_two_modes(cells[1])
    found = conclude(record, cells, [])
    [said] = [text for text in (found.sentence, *found.findings) if "has the lowest" in text]
    assert said.startswith("Process model thread has the lowest median step time: 100 ms, ")
    assert said.endswith(
        "Left out, because the repeats are in two modes: settings of process model process,"
        " entities 40."
    )


def test_windows_in_two_modes_are_left_out_as_the_tables_do() -> None:
    cells = _cells()
    facts = replace(cells[1].facts, window_modes=(_over_time("step_time", places=2),))
    cells[1] = replace(cells[1], facts=facts)
    facts = replace(cells[2].facts, window_modes=(_over_time("step_time"),))
    cells[2] = replace(cells[2], facts=facts)
    assert _of(cells).sentence.endswith(
        "Left out, because the windows are in two modes over time: managers 2."
    )
    assert _of([cells[2]]).sentence == _OVER_TIME


def test_the_names_of_a_model_stand_in_sentences_as_written() -> None:
    path = "workload.state.constraint"
    values = ['"in_view"', '"far_off"']
    sweep = _SWEEP.model_copy(update={"axes": [ListAxis(path=path, values=values)]})
    specs = [
        {"workload": {"kind": "universe_steps", "state": {"kind": "model", "constraint": name}}}
        for name in ("in_view", "far_off")
    ]
    cells = [_cell(0, 5e6 + 4e6 * at, spec=spec) for at, spec in enumerate(specs)]
    found = conclude(replace(_RECORD, asked=Asked(sweep=sweep)), cells, [])
    assert found.sentence.startswith("Constraint of the model in_view has the lowest median step")
    assert "that with far_off" in found.sentence


def test_one_cell_has_its_figure() -> None:
    found = _of(_cells()[:1])
    assert found.outcome is Outcome.FOUND
    assert found.sentence.startswith("The median step time is ")
    assert "(95 % interval " in found.sentence


def _shape(verdict: ShapeVerdict, claim: Claim, title: str) -> ShapeResult:
    return ShapeResult(
        name="n",
        title=title,
        claim=claim,
        source="",
        published="",
        verdict=verdict,
        expected="x",
        found="no run measured it",
        why="",
        sentence="",
    )


_PASSED = _shape(ShapeVerdict.PASSED, Claim.INVARIANT, "Counts")
_FAILED = _shape(ShapeVerdict.FAILED, Claim.EXPECTATION, "Faster")
_FOUND = _shape(ShapeVerdict.PASSED, Claim.FINDING, "Linear")
_MISSED = _shape(ShapeVerdict.NOT_FOUND, Claim.FINDING, "Bent")
_OPEN = _shape(ShapeVerdict.NOT_MEASURED, Claim.EXPECTATION, "Later")


@pytest.mark.parametrize(
    ("shapes", "outcome", "sentence"),
    [
        ([_PASSED, _PASSED], Outcome.FOUND, "All 2 checks passed."),
        ([_PASSED], Outcome.FOUND, "The only check passed."),
        (
            [_PASSED, _FAILED, _FOUND],
            Outcome.FAILED,
            "1 of 2 checks failed: Faster. The only finding of the study found here too.",
        ),
        (
            [_PASSED, _PASSED, _FOUND, _MISSED, _OPEN],
            Outcome.NOT_FOUND,
            (
                "All 2 checks passed. 1 of 2 findings of the study was not found here: Bent."
                " 1 check was not measured."
            ),
        ),
        ([_OPEN], Outcome.OPEN, "No check was measured: no run measured it."),
    ],
)
def test_a_suite_begins_with_its_checks(
    shapes: list[ShapeResult], outcome: Outcome, sentence: str
) -> None:
    found = conclude(_SUITE, _cells(), shapes)
    assert (found.outcome, found.sentence) == (outcome, sentence)
    assert found.findings


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("high", [1e9, 1.0])
def test_a_suite_never_contradicts_its_checks(holds: bool, high: float) -> None:
    cells = _cells(checks_hold=holds)
    checks: list[ShapeCheck] = [
        ChecksHoldCheck(name="own", title="Own checks", claim=Claim.INVARIANT),
        BoundCheck(name="bound", title="Bound", metric="step_time.p50", high=high),
    ]
    shapes = judge(checks, [cell.facts for cell in cells])
    found = conclude(_SUITE, cells, shapes)
    failed = [shape for shape in shapes if shape.verdict is ShapeVerdict.FAILED]
    assert (found.outcome is Outcome.FAILED) == bool(failed)
    assert ("failed" in found.sentence) == bool(failed)
    for shape in failed:
        assert shape.title in found.sentence
