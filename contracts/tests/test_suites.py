"""The suites that ship."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from orrery_contracts import suites
from orrery_contracts.presets import find_preset, load_presets
from orrery_contracts.shape_checks import Claim
from orrery_contracts.spec_paths import node_at
from orrery_contracts.suite import Suite
from orrery_contracts.suite_charts import Gain, GainsChart, SuiteChart
from orrery_contracts.suites import (
    UnknownSuite,
    find_suite,
    inconsistencies,
    items_of,
    load_suites,
)

SHIPPED = [suite.name for suite in load_suites()]


def _paths(chart: SuiteChart) -> list[str]:
    match chart.kind:
        case "lines":
            return [chart.x, *chart.series, *([chart.facet] if chart.facet else [])]
        case "breakdown":
            return [chart.x]
        case "speedup":
            return [chart.x, *chart.series]
        case "heat":
            return [chart.x, chart.y]
        case "table":
            return chart.rows
        case "gains":
            return [gain.switch for gain in chart.gains]
        case "traces":
            return [condition.partition("=")[0] for condition in chart.where]


def test_what_ships_starts_with_the_smoke_test() -> None:
    assert SHIPPED[0] == "smoke"
    assert {"uss-single-node", "uss-two-nodes", "uss-three-nodes"} <= set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_is_named_after_its_suite(name: str) -> None:
    text = (files(suites) / f"{name}.json").read_text(encoding="utf-8")
    assert json.loads(text)["name"] == name


@pytest.mark.parametrize("name", SHIPPED)
def test_presets_and_parameters_that_a_suite_names_exist(name: str) -> None:
    suite = find_suite(name, load_suites())
    presets = load_presets()
    for item in suite.items:
        if item.sweep.base.preset is not None:
            find_preset(item.sweep.base.preset, presets)
    named = [axis.path for item in suite.items for axis in item.sweep.axes]
    for chart in suite.charts:
        named += _paths(chart)
    for check in suite.shape_checks:
        named += [*getattr(check, "each", [])]
        for conditions in (check.where, getattr(check, "of", []), getattr(check, "to", [])):
            named += [condition.partition("=")[0] for condition in conditions]
    assert [path for path in named if node_at(path) is None] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_the_default_takes_less_than_ten_minutes(name: str) -> None:
    assert find_suite(name, load_suites()).variants[0].typical_s < 600


def test_an_unknown_suite_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownSuite) as caught:
        find_suite("uss-two-node", load_suites())
    assert "uss-two-nodes" in caught.value.remedy


def _smoke(**changes: object) -> Suite:
    return find_suite("smoke", load_suites()).model_copy(update=changes)


def test_names_that_lead_nowhere_are_found() -> None:
    smoke = _smoke()
    assert list(inconsistencies(smoke)) == []
    chart = smoke.charts[0].model_copy(update={"items": ["no-such"]})
    assert [e.value for e in inconsistencies(_smoke(charts=[chart]))] == ["no-such"]
    gain = Gain(name="g", title="G", item="nowhere", switch="workload.steps", on="2", off="1")
    gains = GainsChart(name="gains", title="Gains", metric="elapsed", gains=[gain])
    assert [e.value for e in inconsistencies(_smoke(charts=[gains]))] == ["nowhere"]
    item = smoke.items[0].model_copy(update={"variants": ["long"]})
    assert "long" in [e.value for e in inconsistencies(_smoke(items=[item, smoke.items[1]]))]
    twice = [smoke.items[0], smoke.items[0]]
    assert next(inconsistencies(_smoke(items=twice))).message.endswith("stands twice.")


def test_items_of_a_variant() -> None:
    item = _smoke().items[0].model_copy(update={"variants": ["long"]})
    suite = _smoke(items=[item, _smoke().items[1]])
    assert [i.name for i in items_of(suite, "short")] == ["two-nodes"]
    assert len(items_of(suite, "long")) == 2


def test_a_finding_names_the_study_s_section_and_figure() -> None:
    check = _smoke().shape_checks[0].model_copy(update={"claim": Claim.FINDING})
    (error,) = inconsistencies(_smoke(shape_checks=[check]))
    assert "without the study's section and figure" in error.message


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_counted_exactly_is_an_invariant(name: str) -> None:
    exact = {"counts_exact", "checksums_equal", "checks_hold"}
    checks = find_suite(name, load_suites()).shape_checks
    assert {c.claim for c in checks if c.kind in exact} <= {Claim.INVARIANT}


def _receivers(suite: Suite, chart: SuiteChart) -> int:
    """The most receivers that an item of the chart has."""
    most = 1
    for item in suite.items:
        if item.name not in chart.items:
            continue
        set_here = [each.partition("=") for each in item.sweep.base.set]
        values = [value for path, _, value in set_here if path == "workload.receivers"]
        for axis in item.sweep.axes:
            if axis.path == "workload.receivers" and axis.kind == "list":
                values += axis.values
        most = max([most, *map(int, values)])
    return most


@pytest.mark.parametrize("name", SHIPPED)
def test_a_chart_of_a_receive_rate_says_whose_rate_it_is(name: str) -> None:
    suite = find_suite(name, load_suites())
    unclear = [
        chart.title
        for chart in suite.charts
        if chart.kind == "lines"
        and any(metric.startswith("received_") for metric in chart.metrics)
        and _receivers(suite, chart) > 1
        and "per receiver" not in chart.title.lower()
    ]
    assert unclear == []
