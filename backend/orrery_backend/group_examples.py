"""Examples of answers about sweeps and suites, for the description of the interface."""

from __future__ import annotations

from orrery_contracts.api import RunState, RunSummary, SummaryMetric
from orrery_contracts.baseline import Baseline
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group import GroupKind, GroupState, GroupSummary
from orrery_contracts.group_results import (
    GroupCell,
    GroupDocument,
    GroupPage,
    MetricHead,
    SpeedUp,
    SpeedUpPoint,
    SpeedUps,
)
from orrery_contracts.results import Better
from orrery_contracts.shape_checks import ShapeVerdict
from orrery_contracts.study import LastResult, StudyIndex, StudyPart, StudyResults, StudyRow
from orrery_contracts.suite import SuiteList
from orrery_contracts.sweep import GroupAxis, PlannedCell, SweepCheck
from pydantic import BaseModel

from orrery_backend.baseline_examples import baseline_example, baseline_examples

_AT = "2026-03-03T12:02:00.000Z"
_ID = "01jzq3v5m8c2k4w9x7t6n0r1ac"
_AXIS = GroupAxis(
    path="workload.managers", title="Managers", unit="", numeric=True, values=["0", "1"]
)
_STEP_TIME = SummaryMetric(
    name="step_time.p50",
    title="Step time, median",
    unit="ns",
    better=Better.LOWER,
    values=[141_200.0, 139_800.0, 140_500.0],
    median=140_500.0,
    low=139_800.0,
    high=141_200.0,
)
_GROUP = GroupSummary(
    id=_ID,
    number=3,
    kind=GroupKind.SUITE,
    name="smoke",
    version=1,
    variant="short",
    title="Smoke test",
    state=GroupState.DONE,
    created_at=_AT,
    started_at=_AT,
    ended_at="2026-03-03T12:02:41.100Z",
    runs=1,
    runs_done=1,
    runs_failed=0,
    interleaved=True,
    progress=1.0,
    seconds_left=None,
    workloads=["universe_steps"],
    checks_hold=True,
    shapes_hold=True,
)
_RUN = RunSummary(
    id="01jzq3v5m8c2k4w9x7t6n0r1ab",
    number=121,
    name="Smoke test: managers 1",
    state=RunState.DONE,
    workload="universe_steps",
    created_at=_AT,
    started_at=_AT,
    ended_at="2026-03-03T12:02:09.100Z",
    tags=[],
    preset="smoke",
    repeat=2,
    repeats=3,
    progress=1.0,
    seconds_left=None,
    nodes=["lyra"],
    checks_hold=True,
    headline=[_STEP_TIME],
    queue_position=None,
    failure=None,
    archived=False,
)


def group_examples(suites: SuiteList) -> dict[str, BaseModel]:
    """By the name of their model."""
    cell = GroupCell(
        cell=0,
        item="process-models",
        label="managers 1",
        values=["1"],
        run=_RUN,
        metrics=[_STEP_TIME],
    )
    head = MetricHead(
        name=_STEP_TIME.name,
        title=_STEP_TIME.title,
        unit=_STEP_TIME.unit,
        better=_STEP_TIME.better,
    )
    documents: list[BaseModel] = [
        suites,
        suites.items[0],
        SweepCheck(
            axes=[_AXIS],
            cells=[
                PlannedCell(
                    item="",
                    cell=0,
                    label="managers 0",
                    values=["0"],
                    repeats=3,
                    nodes=["lyra"],
                    estimate_s=9.5,
                )
            ],
            runs=1,
            repeats=3,
            estimate_s=9.5,
            estimated_cells=1,
        ),
        GroupPage(items=[_GROUP], next_cursor=None, total=1),
        GroupDocument(
            summary=_GROUP,
            sweep=None,
            suite=suites.items[0],
            axes=[_AXIS],
            metrics=[head],
            cells=[cell],
            shapes=[],
            conclusion=Conclusion(
                outcome=Outcome.FOUND,
                sentence="All 3 checks passed.",
                findings=["The median step time is 140 µs (range of 3 repeats 140 to 141 µs)."],
                models=[],
                doubts=["Cells have only 3 repeats; a 95 % interval needs 5."],
                next_steps=["Run it again with 5 repeats or more."],
            ),
        ),
        _speed_ups(),
        _study_index(),
    ]
    made = {type(document).__name__: document for document in documents}
    return made | baseline_examples(_GROUP, _STEP_TIME)


def example_baseline() -> Baseline:
    """What `orrery baseline save` writes."""
    return baseline_example(_GROUP, _STEP_TIME)


def _study_index() -> StudyIndex:
    last = LastResult(group_id=_ID, group_number=1, ended_at=_AT, verdict=ShapeVerdict.NOT_FOUND)
    part = StudyPart(
        suite="rti-kit", item="time-advance", title="Grants of logical time", last=last
    )
    row = StudyRow(
        where="Figure 6",
        title="Grants against federates",
        published=["rtikit.rti"],
        gap="",
        parts=[part],
    )
    study = StudyResults(
        name="rtikit", title="HLA RTI Performance in High Speed LANs", year="1998", rows=[row]
    )
    return StudyIndex(items=[study])


def _speed_ups() -> SpeedUps:
    points = [
        SpeedUpPoint(x=1.0, speed_up=1.0, low=1.0, high=1.0),
        SpeedUpPoint(x=2.0, speed_up=1.82, low=1.79, high=1.85),
    ]
    series = SpeedUp(
        label="",
        values=[],
        points=points,
        serial_fraction=0.099,
        serial_fraction_low=0.081,
        serial_fraction_high=0.117,
        fitted=[1.0, 1.82],
    )
    return SpeedUps(
        x="workload.workers",
        x_title="Workers",
        metric="events_per_second",
        title="Events per second",
        baseline_x=1.0,
        series=[series],
    )
