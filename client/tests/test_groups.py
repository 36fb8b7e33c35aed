"""Sweeps and suites on the command line: axes, nodes, reports."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from orrery_cli.axes import read_axis, split_values
from orrery_cli.failure import BAD_INPUT, CommandError
from orrery_cli.follow_group import follow_group
from orrery_cli.group_commands import passed
from orrery_cli.group_tables import group_view
from orrery_cli.junit import junit_report
from orrery_cli.study_commands import study_view
from orrery_cli.temporary_console import enough_nodes
from orrery_client import Orrery
from orrery_contracts.api import PublishedTable
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.spec import FastestNodes, NamedNodes
from orrery_contracts.stream import GroupChanged, StreamData
from orrery_contracts.study import StudyIndex
from orrery_contracts_generator.fixture_files import valid
from rich.console import Console


def _group(name: str) -> dict[str, Any]:
    [text] = [f.text for f in valid() if (f.document, f.name) == ("GroupDocument", name)]
    document: dict[str, Any] = json.loads(text)
    return document


def _read(document: dict[str, Any]) -> GroupDocument:
    return GroupDocument.model_validate_json(json.dumps(document))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("w.a=0:3:1", {"kind": "range", "path": "w.a", "min": 0.0, "max": 3.0, "step": 1.0}),
        ("w.a=0:3", {"kind": "range", "path": "w.a", "min": 0.0, "max": 3.0, "step": 1.0}),
        ("w.a=1:1e4:0", {"kind": "range", "path": "w.a", "min": 1.0, "max": 1e4, "step": 0.0}),
        ("w.a=-1:.5:.5", {"kind": "range", "path": "w.a", "min": -1.0, "max": 0.5, "step": 0.5}),
        ("w.a=x,y", {"kind": "list", "path": "w.a", "values": ["x", "y"]}),
        ("w.a=7", {"kind": "list", "path": "w.a", "values": ["7"]}),
    ],
)  # fmt: skip
def test_an_axis_is_a_range_or_a_list(text: str, expected: dict[str, Any]) -> None:
    assert read_axis(text) == expected


@pytest.mark.parametrize("text", ["workload.managers", "=1,2", "workload.managers=", ""])
def test_an_axis_without_path_or_values_is_refused(text: str) -> None:
    with pytest.raises(CommandError) as caught:
        read_axis(text)
    assert (caught.value.field, caught.value.status) == ("--axis", BAD_INPUT)
    assert caught.value.remedy


def test_commas_inside_of_json_part_nothing() -> None:
    text = 'equal, {"kind": "by_hand", "counts": [30, 10]},"a,\\"b",[1,2]'
    assert split_values(text) == [
        "equal",
        '{"kind": "by_hand", "counts": [30, 10]}',
        '"a,\\"b"',
        "[1,2]",
    ]


def test_as_many_nodes_as_the_largest_run_needs() -> None:
    assert len(enough_nodes([FastestNodes(count=1)])) == 2
    assert len(enough_nodes([FastestNodes(count=1), FastestNodes(count=3), None])) == 3
    assert enough_nodes([NamedNodes(names=["left", "right"])]) == ("left", "right")
    both = enough_nodes([NamedNodes(names=["left"]), FastestNodes(count=2)])
    assert "left" in both
    assert len(both) >= 2
    assert len(enough_nodes([FastestNodes(count=60)])) == 2


def _with_verdict(verdict: str) -> GroupDocument:
    document = _group("suite")
    document["shapes"] = [dict(document["shapes"][0], verdict=verdict)]
    return _read(document)


def test_the_exit_status_follows_runs_checks_and_shapes() -> None:
    assert passed(_with_verdict("passed"))
    assert passed(_with_verdict("not_measured"))
    assert not passed(_with_verdict("failed"))
    unchecked = _group("suite")
    unchecked["cells"][0]["run"]["checks_hold"] = False
    assert not passed(_read(unchecked))
    failed = _group("suite")
    failed["summary"]["state"] = "failed"
    assert not passed(_read(failed))


def test_a_finding_that_was_not_found_fails_only_a_strict_suite() -> None:
    missed = _with_verdict("not_found")
    assert passed(missed)
    assert not passed(missed, strict=True)

    def counts(report: str) -> tuple[str | None, str | None]:
        suite = Xml.fromstring(report).find("testsuite")
        assert suite is not None
        return suite.get("failures"), suite.get("skipped")

    assert counts(junit_report(missed)) == ("0", "1")
    assert counts(junit_report(missed, strict=True)) == ("1", "0")


def test_a_junit_report_has_a_case_for_each_run_and_shape() -> None:
    document = _group("suite")
    document["shapes"][0] |= {"verdict": "failed", "title": "Grows <straight>\u0000"}
    document["cells"].append(
        {**document["cells"][0], "label": "managers 3", "run": dict(document["cells"][0]["run"])}
    )
    document["cells"][1]["run"]["state"] = "cancelled"
    suite = Xml.fromstring(junit_report(_read(document))).find("testsuite")
    assert suite is not None
    assert suite.attrib["name"] == "uss-single-node"
    assert [suite.get(key) for key in ("tests", "failures", "skipped")] == ["4", "2", "1"]
    failures = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failures == ["managers 3", "Grows <straight>"]


def test_a_suite_of_one_run_has_a_row_for_each_figure_and_published_ones_below() -> None:
    study = PublishedTable(
        id="t",
        source="s",
        source_title="A study",
        year="2001",
        platforms=[],
        where="Table 1",
        title="Functions",
        unit="microsecond",
        columns=["function", "old_machine"],
        rows=[["mutex_lock", 1.8], ["bound_thread", None]],
        note="",
    )
    screen = io.StringIO()
    group_view(_read(_group("suite")), Console(file=screen, width=120), [study])
    lines = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    figure = next(line for line in lines if line.startswith("Step time"))
    assert " ns" in figure or " µs" in figure or " ms" in figure
    assert "Published: Functions, microsecond (A study, Table 1, 2001)" in lines
    assert "mutex lock 1.8" in lines
    assert "bound thread –" in lines


def test_both_figures_of_two_modes_stand_in_place_of_the_median() -> None:
    document = _group("sweep")
    for cell in document["cells"]:
        cell["metrics"][0]["values"] = [1e6, 1e6, 5e6, 5e6]
        cell["metrics"][0]["modes"] = [
            {"median": 1e6, "repeats": 2},
            {"median": 5e6, "repeats": 2},
        ]
    group = _read(document)
    for cells in (group.cells, group.cells[:1]):
        screen = io.StringIO()
        group_view(group.model_copy(update={"cells": cells}), Console(file=screen, width=160))
        assert screen.getvalue().count("two modes: 1 ms and 5 ms") == len(cells)


def test_both_figures_of_two_modes_over_time_stand_in_place_of_the_median() -> None:
    document = _group("sweep")
    for cell in document["cells"]:
        assert cell["metrics"][0]["name"] == "step_time.p50"
        cell["window_modes"] = [
            {
                "series": "step_time",
                "title": "Step time",
                "unit": "ns",
                "repeat": 0,
                "node_index": 0,
                "modes": [{"median": 1e6, "windows": 6}, {"median": 5e6, "windows": 4}],
                "places": 3,
                "places_measured": 5,
                "sentence": "Step time has two modes over time.",
            }
        ]
    group = _read(document)
    for cells in (group.cells, group.cells[:1]):
        screen = io.StringIO()
        group_view(group.model_copy(update={"cells": cells}), Console(file=screen, width=160))
        assert screen.getvalue().count("two modes over time: 1 ms and 5 ms") == len(cells)


class _Followed(Orrery):
    """A console whose group reports these values of progress."""

    def __init__(self, group: GroupDocument, progress: list[float]) -> None:
        self._group = group
        self._progress = progress

    def follow_group(self, group: str, on_idle: object = None) -> Iterator[StreamData]:
        for now in self._progress:
            changes = {"progress": now, "seconds_left": 9.0}
            yield GroupChanged(group=self._group.summary.model_copy(update=changes))

    def group(self, group: str) -> GroupDocument:
        return self._group


def test_without_a_screen_each_tenth_is_told_once_though_no_run_has_ended() -> None:
    running = _group("suite")
    running["summary"]["state"] = "running"
    group = _read(running)
    said = io.StringIO()
    client = _Followed(group, [0.04, 0.11, 0.19, 0.42, 1.0])
    follow_group(client, group, Console(file=said, width=120), lambda: None)
    told = [line.strip() for line in said.getvalue().splitlines() if "left" in line]
    assert [line.split(",")[0] for line in told] == ["10 %", "40 %"]
    assert all(line.endswith("9 s left") for line in told)


@pytest.mark.parametrize("state", ["running", "done"])
def test_every_run_that_ended_has_its_line_whatever_news_came_first(state: str) -> None:
    """`state`: the group's when it is first read. The news of its end may come before a run's."""
    ended = _group("suite")
    for cell in ended["cells"]:
        cell["run"]["state"] = "done"
    ended["summary"]["state"] = state
    group = _read(ended)
    said = io.StringIO()
    client = _Followed(group, [1.0])
    follow_group(client, group, Console(file=said, width=120), lambda: None)
    count = len(group.cells)
    for number in range(1, count + 1):
        assert said.getvalue().count(f"  {number}/{group.summary.runs}  ") == 1


def test_the_index_of_studies_says_what_reproduces_each_figure_and_what_is_missing() -> None:
    [text] = [f.text for f in valid() if f.document == "StudyIndex"]
    index = StudyIndex.model_validate_json(text)
    console = Console(file=io.StringIO(), width=200)
    study_view(index.items[0], console)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "rti-kit --item time-advance" in shown
    assert "not found here, group 3" in shown
    assert "not reproduced" in shown
    assert "Not measured." in shown
