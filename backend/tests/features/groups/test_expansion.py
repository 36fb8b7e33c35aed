"""Sweeps and the runs that they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.groups.axes import (
    axes_of,
    distinct_words,
    dumped,
    label_of,
    named,
    value_words,
    values_of,
)
from orrery_backend.features.groups.expansion import expand, numbers
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.api import NewRun
from orrery_contracts.spec import RunSpec
from orrery_contracts.sweep import Axis, Combine, ListAxis, RangeAxis, Sweep
from orrery_contracts.workloads.networked_systems import NetworkedSystems
from orrery_contracts.workloads.rti_throughput import RtiThroughput
from orrery_contracts.workloads.rti_time_advance import RtiTimeAdvance
from orrery_contracts.workloads.universe_steps import ModelState, UniverseSteps


def _range(path: str, least: float, most: float, step: float = 1) -> RangeAxis:
    return RangeAxis(path=path, min=least, max=most, step=step)


def _list(path: str, *values: str) -> ListAxis:
    return ListAxis(path=path, values=list(values))


def _sweep(*axes: Axis, combine: Combine = Combine.GRID) -> Sweep:
    return Sweep(base=NewRun(preset="smoke"), axes=list(axes), combine=combine)


def _refused(*axes: Axis, combine: Combine = Combine.GRID) -> list[tuple[str, str]]:
    with pytest.raises(ProblemError) as caught:
        expand(_sweep(*axes, combine=combine), RunSpec())
    assert all(error.remedy for error in caught.value.errors)
    return [(error.field, error.message) for error in caught.value.errors]


def test_a_grid_varies_its_first_axis_slowest() -> None:
    axes = (
        _range("workload.managers", 0, 2),
        _list("workload.process_model", "pooled", '"thread"'),
    )
    cells = expand(_sweep(*axes), RunSpec())
    paths = ["workload.managers", "workload.process_model"]
    assert [label_of(dumped(cell.spec), paths) for cell in cells] == [
        f"managers {managers}, process model {model}"
        for managers in (0, 1, 2)
        for model in ("pooled", "thread")
    ]


def test_labels_say_values_as_people_do() -> None:
    axes = (
        _list("workload.rti", "orrery", "helics"),
        _list("workload.data.transportation", "best_effort"),
    )
    sweep = Sweep(base=NewRun(preset="rti-throughput"), axes=list(axes))
    cells = expand(sweep, RunSpec(workload=RtiThroughput()))
    paths = [axis.path for axis in axes]
    assert [label_of(dumped(cell.spec), paths) for cell in cells] == [
        "RTI Orrery, transportation best effort",
        "RTI HELICS, transportation best effort",
    ]


def test_axes_in_step_go_together() -> None:
    axes = (_range("workload.managers", 1, 3), _list("workload.entities", "10", "20", "40"))
    cells = expand(_sweep(*axes, combine=Combine.TOGETHER), RunSpec())
    paths = ["workload.managers", "workload.entities"]
    documents = [dumped(cell.spec) for cell in cells]
    group = axes_of(paths, documents)
    assert [values_of(d, group) for d in documents] == [["1", "10"], ["2", "20"], ["3", "40"]]
    assert [(axis.title, axis.numeric) for axis in group] == [
        ("Managers", True),
        ("Entities", True),
    ]


def test_in_step_a_value_may_come_again_but_no_cell_may() -> None:
    managers, monitors = _list("workload.managers", "1", "3", "1"), "workload.monitors"
    cells = expand(
        _sweep(managers, _list(monitors, "1", "1", "2"), combine=Combine.TOGETHER), RunSpec()
    )
    assert len(cells) == 3
    twice = (managers, _list(monitors, "1", "1", "1"))
    assert _refused(*twice, combine=Combine.TOGETHER)[0][0] == "axes[0].values[2]"


def test_no_axis_is_a_single_run() -> None:
    assert [cell.spec for cell in expand(_sweep(), RunSpec())] == [RunSpec()]


@pytest.mark.parametrize(
    ("least", "most", "step", "expected"),
    [
        (1, 1000, 0, [1, 10, 100, 1000]),
        (0.5, 100, 0, [0.5, 5, 50]),
        (0, 1, 0.25, [0, 0.25, 0.5, 0.75, 1]),
        (0.1, 0.5, 0.1, [0.1, 0.2, 0.3, 0.4, 0.5]),
        (1, 8, 3, [1, 4, 7]),
        (5, 5, 0, [5]),
        (-2, 2, 2, [-2, 0, 2]),
    ],
)
def test_numbers_of_a_range(least: float, most: float, step: float, expected: list[float]) -> None:
    assert numbers(_range("x", least, most, step), "axes[0]") == expected


@given(st.integers(-50, 50), st.integers(0, 60), st.integers(1, 9))
def test_a_range_stays_within_its_bounds(least: int, span: int, step: int) -> None:
    found = numbers(_range("x", least, least + span, step), "axes[0]")
    assert found == [float(value) for value in range(least, least + span + 1, step)]


def test_values_of_union_kinds_and_whole_objects() -> None:
    axes = (_list("workload.split", "equal", '{"kind": "by_hand", "counts": [30, 10]}'),)
    cells = expand(_sweep(*axes), RunSpec())
    assert [cell.spec.workload.model_dump()["split"]["kind"] for cell in cells] == [
        "equal",
        "by_hand",
    ]


def test_another_workload_with_its_own_parameter() -> None:
    axes: tuple[Axis, ...] = (
        _list("workload.kind", "phold"),
        _list("workload.engine", "sequential", "multi_fel"),
    )
    cells = expand(_sweep(*axes), RunSpec())
    assert [cell.spec.workload.kind for cell in cells] == ["phold", "phold"]


def test_bad_axes_are_told_by_their_place() -> None:
    managers = _range("workload.managers", 0, 3)
    assert _refused(_range("workload.manager", 0, 3))[0][0] == "axes[0].path"
    assert _refused(managers, managers) == [("axes[1].path", "Another axis varies it already.")]
    assert _refused(_range("workload.managers", 3, 0))[0][0] == "axes[0].max"
    assert _refused(_range("workload.managers", 0, 10, 0))[0][0] == "axes[0].min"
    assert _refused(_range("workload.entities", 1, 1e6, 1))[0][0] == "axes[0].step"
    assert _refused(_range("workload.managers", 0, 17))[0][0] == "axes[0].max"
    assert _refused(_list("workload.managers", "1", "x", "2"))[0][0] == "axes[0].values[1]"
    assert _refused(_list("workload.managers", "1", "1"))[0][0] == "axes[0].values[1]"
    wide = _range("workload.entities", 1, 40)
    assert _refused(wide, _range("workload.steps", 1, 40))[0] == (
        "axes",
        "These axes make 1600 runs.",
    )
    uneven = (managers, _range("workload.monitors", 1, 2))
    assert _refused(*uneven, combine=Combine.TOGETHER)[0][0] == "axes"


def test_a_fault_of_a_combination_names_the_cell() -> None:
    axes = (_list("workload.kind", "phold", "universe_steps"), _range("workload.managers", 1, 2))
    errors = _refused(*axes)
    assert errors[0][0] == "workload.managers"
    assert errors[0][1].startswith("With workload.kind=phold, workload.managers=1: ")


def test_axes_of_cells_that_lack_a_parameter() -> None:
    cells = expand(_sweep(_list("workload.kind", "phold", "universe_steps")), RunSpec())
    documents = [dumped(cell.spec) for cell in cells]
    axes = axes_of(["workload.managers"], documents)
    assert axes[0].values == ["1"]
    assert [values_of(document, axes) for document in documents] == [[None], ["1"]]


def test_a_field_is_named_as_the_workload_of_each_cell_names_it() -> None:
    mixed = [
        dumped(RunSpec(workload=workload))
        for workload in (NetworkedSystems(fan_out=2), RtiTimeAdvance(fan_out=4))
    ]
    path = "workload.fan_out"
    assert [label_of(document, [path]) for document in mixed] == [
        "systems below each 2",
        "fan-out 4",
    ]
    assert [axis.title for axis in axes_of([path], mixed)] == ["Systems below each or Fan-out"]
    assert [axis.title for axis in axes_of([path], mixed[1:])] == ["Fan-out"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1, 2, 4, 8, 12, 16], "1, 2, 4, 8, 12, 16"),
        ([1, 2, 4, 8, 12, 16, 20, 24], "1, 2, 4, 8, 12 and 3 more"),
        (["best_effort"] * 7, ", ".join(["best effort"] * 5) + " and 2 more"),
        ([], ""),
    ],
)
def test_a_long_list_is_shortened(value: list[object], words: str) -> None:
    assert value_words(value, closed=True) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "on"),
        (False, "off"),
        ("best_effort", "best effort"),
        ({"kind": "by_rating", "round_trip_us": 20.0, "names": []}, "by rating 20"),
        ("", "none"),
        ({"kind": "model", "entity": "Walker", "constraint": ""}, "model Walker"),
    ],
)
def test_values_read_as_on_the_page(value: object, words: str) -> None:
    assert value_words(value, closed=True) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("in_view", "in_view"),
        ("orrery", "orrery"),
        ("", "none"),
        (["node_1", "node_2"], "node_1, node_2"),
    ],
)
def test_what_a_person_named_is_shown_as_written(value: object, words: str) -> None:
    assert value_words(value, closed=False) == words


def test_a_union_is_named_by_its_kind_in_words_and_by_details_as_written() -> None:
    state = {"kind": "own_model", "entity": "Slow_walker", "constraint": "in_view"}
    assert value_words(state, closed=True) == "own model Slow_walker in_view"


def test_labels_and_axes_show_the_names_of_a_model_as_written() -> None:
    state = ModelState(constraint="in_view")
    document = dumped(RunSpec(workload=UniverseSteps(state=state)))
    paths = ["workload.state.constraint", "workload.process_model"]
    assert label_of(document, paths[:1]) == "constraint of the model in_view"
    [constraint, process_model] = axes_of(paths, [document])
    assert (constraint.closed, process_model.closed) == (False, True)
    assert named(constraint, "in_view") == "constraint of the model in_view"
    assert named(process_model, "one_process").endswith(" one process")


def test_long_lists_that_differ_late_are_told_apart() -> None:
    ones, other = [1] * 8, [1] * 7 + [2]
    assert distinct_words([ones, [3]], closed=True) == ("1, 1, 1, 1, 1 and 3 more", "3")
    assert distinct_words([ones, other], closed=True) == (
        "1, 1, 1, 1, 1, 1, 1, 1",
        "1, 1, 1, 1, 1, 1, 1, 2",
    )
    whole = ("1, 1, 1, 1, 1, 1, 1, 1", "1, 1, 1, 1, 1, 1, 1, 2")
    assert distinct_words([[ones], [other]], closed=True) == whole
