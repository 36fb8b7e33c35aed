"""How figures look in a terminal."""

from __future__ import annotations

import io

import pytest
from orrery_cli.tables import comparison_view, nodes_view, print_checks, run_view, runs_view
from orrery_contracts.api import (
    Comparison,
    Mode,
    NodeList,
    RunDocument,
    RunPage,
    RunSetting,
    SummaryMetric,
    Verdict,
    Waiting,
    WindowMode,
    WindowModes,
)
from orrery_contracts.quantity import quantity
from orrery_contracts.results import Better, Check
from orrery_contracts.surroundings import Grade, Quality
from orrery_contracts_generator.fixture_files import FIXTURES
from rich.console import Console


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.0, "ns", "0 ns"),
        (850.0, "ns", "850 ns"),
        (12_340.0, "ns", "12.3 µs"),
        (12_340_000.0, "ns", "12.3 ms"),
        (2.5e9, "ns", "2.5 s"),
        (1536.0, "B", "1.54 kB"),
        (3.0 * 2**30, "B", "3.22 GB"),
        (0.25, "share", "25 %"),
        (512_345.6, "steps/s", "512,346 steps/s"),
        (1.9349, "ratio", "1.93 x"),
        (3.14159, "count", "3.14"),
        (-2_000_000.0, "ns", "-2 ms"),
    ],
)
def test_a_quantity_is_shown_in_the_unit_that_suits_it(value: float, unit: str, text: str) -> None:
    assert quantity(value, unit) == text


def test_nodes_name_those_that_share_their_machine() -> None:
    fleet = NodeList.model_validate_json((FIXTURES / "valid/NodeList/plain.json").read_text())
    assert "shares a machine with" in _shown_nodes(fleet)
    many = fleet.items[0].model_copy(update={"shares_machine_with": ["b", "c", "d", "e"]})
    assert "b, c, d and others" in _shown_nodes(fleet.model_copy(update={"items": [many]}))
    alone = fleet.items[0].model_copy(update={"shares_machine_with": []})
    shown = _shown_nodes(fleet.model_copy(update={"items": [alone]}))
    assert "shares a machine with" not in shown


def test_receivers_have_a_table_of_their_own() -> None:
    text = (FIXTURES / "valid/RunDocument/plain.json").read_text()
    document = RunDocument.model_validate_json(text)
    metrics = [
        SummaryMetric(
            name=name,
            title="T " + name,
            unit=unit,
            better=Better.LOWER,
            values=[1.0] * 5,
            median=1e3,
            low=900.0,
            high=1100.0,
        )
        for name, unit in (
            ("received_rate", "messages/s"),
            ("received_rate.federate2", "messages/s"),
            ("latency.p50.federate2", "ns"),
        )
    ]
    screen = io.StringIO()
    run_view(document.model_copy(update={"metrics": metrics}), Console(file=screen, width=200))
    shown = screen.getvalue()
    assert "T received_rate " in shown
    assert "T received_rate.federate2" not in shown
    assert "latency, median" in shown
    [row] = [line.split() for line in shown.splitlines() if line.strip().startswith("2 ")]
    assert row[:3] == ["2", "1,000", "messages/s"]
    assert row[-1] == "–"
    assert "1 µs (range: 900 ns to 1.1 µs)" in " ".join(row)


def _shown_nodes(fleet: NodeList) -> str:
    screen = io.StringIO()
    nodes_view(fleet, Console(file=screen, width=200))
    return screen.getvalue()


def test_checks_of_repeats_are_told_together_and_failures_one_by_one() -> None:
    def check(name: str, *, holds: bool) -> Check:
        return Check(name=name, title=name.title(), holds=holds, expected="40", found="39")

    screen = io.StringIO()
    checks = [check("counts", holds=True), check("state", holds=True)]
    checks += [check("counts", holds=True), check("state", holds=False)]
    print_checks(checks, Console(file=screen, width=100))
    assert [" ".join(line.split()) for line in screen.getvalue().splitlines()] == [
        "passed Counts (2 of 2 repeats)",
        "FAILED State: expected 40, found 39",
        "passed State (1 of 2 repeats)",
    ]


def test_a_run_tells_which_repeats_were_disturbed_and_which_metrics_have_two_modes() -> None:
    fixture = FIXTURES / "valid" / "RunDocument" / "plain.json"
    document = RunDocument.model_validate_json(fixture.read_text())
    reason = "Other processes had 43 % of the CPU time of lyra."
    disturbed = document.repeats[0].model_copy(
        update={"quality": Quality(grade=Grade.DISTURBED, reason=reason)}
    )
    modes = [Mode(median=600.0, repeats=3), Mode(median=50_000.0, repeats=2)]
    metric = document.metrics[0].model_copy(update={"unit": "ns", "modes": modes})
    screen = io.StringIO()
    run_view(
        document.model_copy(update={"repeats": [disturbed], "metrics": [metric]}),
        Console(file=screen, width=140),
    )
    lines = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert f"doubt repeat {disturbed.repeat + 1} disturbed: {reason}" in lines
    assert f"doubt {metric.title} has two modes: 600 ns in 3 repeats, 50 µs in 2 repeats" in lines
    row = next(line for line in lines if line.startswith(f"{metric.title} two modes"))
    assert row.startswith(f"{metric.title} two modes: 600 ns and 50 µs ")


def test_a_replaced_repeat_is_no_doubt() -> None:
    fixture = FIXTURES / "valid" / "RunDocument" / "plain.json"
    document = RunDocument.model_validate_json(fixture.read_text())
    quality = Quality(grade=Grade.DISTURBED, reason="Others had 43 %.")
    first = document.repeats[0].model_copy(update={"quality": quality, "replaced_by": 4})
    screen = io.StringIO()
    run_view(document.model_copy(update={"repeats": [first]}), Console(file=screen, width=140))
    lines = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert "note repeat 1 is replaced by repeat 5 (Others had 43 %.)" in lines
    assert not [line for line in lines if line.startswith("doubt repeat")]


def test_a_run_tells_once_how_its_endpoints_wait() -> None:
    fixture = FIXTURES / "valid" / "RunDocument" / "plain.json"
    document = RunDocument.model_validate_json(fixture.read_text())
    node = document.nodes[0]
    polls = Waiting(polls=True, sentence="Each endpoint polls on a CPU of its own.")
    asleep = Waiting(polls=False, sentence="a and b share 1 CPU for 2 endpoints.")
    nodes = [node.model_copy(update={"waiting": each}) for each in (polls, asleep, asleep, None)]
    screen = io.StringIO()
    run_view(document.model_copy(update={"nodes": nodes}), Console(file=screen, width=140))
    lines = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert lines.count(f"waits {polls.sentence}") == 1
    assert lines.count(f"doubt {asleep.sentence}") == 1


def test_a_run_tells_which_durations_have_two_modes_over_time() -> None:
    fixture = FIXTURES / "valid" / "RunDocument" / "plain.json"
    document = RunDocument.model_validate_json(fixture.read_text())
    modes = WindowModes(
        series="step_time",
        title="Step time",
        unit="ns",
        repeat=0,
        node_index=0,
        modes=[WindowMode(median=600.0, windows=30), WindowMode(median=50_000.0, windows=20)],
        places=1,
        places_measured=1,
        sentence="Step time has two modes over time: 600 ns in 30 windows, 50 µs in 20.",
    )
    screen = io.StringIO()
    run_view(document.model_copy(update={"window_modes": [modes]}), Console(file=screen, width=140))
    lines = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert f"doubt {modes.sentence}" in lines
    row = next(line for line in lines if line.startswith(document.metrics[0].title))
    assert f"{document.metrics[0].title} two modes over time: 600 ns and 50 µs – " in row


def test_a_comparison_shows_both_figures_of_two_modes_and_no_ratio() -> None:
    comparison = Comparison.model_validate_json(
        (FIXTURES / "valid" / "Comparison" / "plain.json").read_text()
    )
    changes = {
        "unit": "ns",
        "ratio": None,
        "modes": [600.0, 50_000.0],
        "verdict": Verdict.TWO_MODES,
    }
    metric = comparison.metrics[0].model_copy(update=changes)
    screen = io.StringIO()
    comparison_view(
        comparison.model_copy(update={"metrics": [metric]}), Console(file=screen, width=160)
    )
    text = " ".join(screen.getvalue().split())
    assert f"{metric.title} {quantity(metric.baseline_median, 'ns')} two modes: 600 ns" in text
    assert "600 ns and 50 µs - two modes" in text


def test_a_list_shows_both_figures_of_two_modes_and_what_tells_a_run_apart() -> None:
    fixture = FIXTURES / "valid" / "RunDocument" / "plain.json"
    document = RunDocument.model_validate_json(fixture.read_text())
    modes = [Mode(median=600.0, repeats=3), Mode(median=50_000.0, repeats=2)]
    metric = document.metrics[0].model_copy(update={"unit": "ns", "modes": modes})
    run = document.summary.model_copy(update={"headline": [metric]})
    screen = io.StringIO()
    apart = [RunSetting(run=run.id, label="managers 2")]
    page = RunPage(items=[run], next_cursor=None, total=1, settings=apart)
    runs_view(page, Console(file=screen, width=200))
    assert f"{run.name} (managers 2)" in screen.getvalue()
    assert "two modes: 600 ns and 50 µs" in screen.getvalue()
