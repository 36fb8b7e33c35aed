"""Differences, doubts, checks and headlines over whole runs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from backend_testing.analysed_runs import analysed_run
from backend_testing.suites import metric, window_modes
from orrery_backend.features.analysis.checks import checks_over
from orrery_backend.features.analysis.concluding import conclude
from orrery_backend.features.analysis.differences import (
    count_compared,
    find_differences,
    settings_in_words,
)
from orrery_backend.features.analysis.doubts import doubts_about
from orrery_backend.features.analysis.metrics import compare_metrics
from orrery_backend.features.analysis.service import label_in_comparison, label_of
from orrery_backend.features.analysis.simulations import amount_of
from orrery_backend.features.analysis.words import headline
from orrery_contracts.api import (
    ComparedRun,
    IntervalKind,
    MetricComparison,
    Mode,
    RunDocument,
    RunState,
    SummaryMetric,
    Verdict,
    Waiting,
)
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.results import Better, Check
from orrery_contracts.spec import RunSpec
from orrery_contracts.surroundings import Grade, Quality
from orrery_contracts.workloads.record import WorkloadRecord
from orrery_contracts.workloads.registry import WORKLOADS
from orrery_contracts.workloads.universe_steps import ProcessModel


def test_equal_runs_do_not_differ() -> None:
    assert find_differences([analysed_run(1), analysed_run(2)]) == []


def test_settings_differ_by_path_with_their_titles() -> None:
    found = find_differences(
        [analysed_run(1, managers=1), analysed_run(2, managers=2, changing_share=0.5)]
    )
    assert [(d.path, d.title, d.kind, d.values) for d in found] == [
        ("workload.managers", "Managers", "setting", ["1", "2"]),
        ("workload.changing_share", "Share of changing entities", "setting", ["1", "0.5"]),
    ]


def test_facts_differ_by_node() -> None:
    found = find_differences([analysed_run(1), analysed_run(2, build="debug")])
    assert [(d.path, d.kind, d.values) for d in found] == [
        ("nodes.0.build", "fact", ["release", "debug"])
    ]


def test_of_a_node_that_a_run_lacks_its_name_says_all() -> None:
    alone, two = analysed_run(1), analysed_run(2)
    two.nodes.append(two.nodes[0].model_copy(update={"index": 1, "name": "b"}))
    (found,) = find_differences([alone, two])
    assert (found.path, found.values[1]) == ("nodes.1.name", "b")


@pytest.mark.parametrize(("rating", "differs"), [(970.0, False), (500.0, True)])
def test_a_rating_differs_only_past_its_noise(rating: float, differs: bool) -> None:
    found = find_differences([analysed_run(1), analysed_run(2, rating=rating)])
    assert [d.path for d in found] == (["nodes.0.rating"] if differs else [])


def test_every_setting_has_a_title() -> None:
    found = {path: title for path, title, _ in settings_in_words(analysed_run())}
    assert all(found.values())
    assert found["workload.split.kind"] == "Split of entities"


def test_a_setting_has_the_title_of_its_own_workload() -> None:
    advance = _of_workload(1, "rti_time_advance", fan_out=2)
    titles = {path: title for path, title, _ in settings_in_words(advance)}
    assert titles["workload.fan_out"] == "Fan-out"
    found = find_differences([advance, _of_workload(2, "rti_time_advance", fan_out=4)])
    assert [(d.title, d.values) for d in found] == [("Fan-out", ["2", "4"])]
    found = find_differences([advance, _of_workload(2, "networked_systems", fan_out=3)])
    assert ("Fan-out or Systems below each", ["2", "3"]) in [(d.title, d.values) for d in found]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({}, ""),
        ({"repeats": 3}, "Only 3 repeats"),
        ({"busy": 0.6}, "60 % busy"),
        ({"build": "debug"}, "another build"),
    ],
)
def test_doubts(change: dict[str, Any], word: str) -> None:
    found = doubts_about(analysed_run(2, **change), analysed_run(1))
    assert [word in doubt for doubt in found] == ([True] if word else []), found


def test_a_busy_node_is_no_doubt_of_repeats_that_were_graded() -> None:
    run = analysed_run(2, busy=0.6)
    quiet = Quality(grade=Grade.QUIET, reason="")
    graded = [repeat.model_copy(update={"quality": quiet}) for repeat in run.repeats]
    assert doubts_about(run.model_copy(update={"repeats": graded}), analysed_run(1)) == []


def test_modes_over_time_are_doubts() -> None:
    modes = window_modes("step_time", 600.0, 50_000.0)
    run = analysed_run(2).model_copy(update={"window_modes": [modes]})
    assert doubts_about(run, analysed_run(1)) == [modes.sentence]


def test_endpoints_that_do_not_poll_are_a_doubt_once_for_each_machine() -> None:
    asleep = Waiting(polls=False, sentence="a and b share 1 CPU for 2 endpoints.")
    polls = Waiting(polls=True, sentence="Each endpoint polls on a CPU of its own.")
    run = analysed_run(2)
    nodes = [run.nodes[0].model_copy(update={"waiting": each}) for each in (asleep, asleep, polls)]
    assert doubts_about(run.model_copy(update={"nodes": nodes}), analysed_run(1)) == [
        asleep.sentence
    ]


def test_a_run_that_failed_is_doubted() -> None:
    run = analysed_run(2)
    failed = run.model_copy(
        update={"summary": run.summary.model_copy(update={"state": RunState.FAILED})}
    )
    assert "all 5 repeats are complete" in doubts_about(failed, analysed_run(1))[0]


def test_checksums_must_be_equal_where_the_simulation_is() -> None:
    def holds(*runs: RunDocument) -> bool:
        return {c.name: c.holds for c in checks_over(runs)}["state_checksums"]

    assert holds(analysed_run(1), analysed_run(2, process_model=ProcessModel.POOLED))
    assert not holds(
        analysed_run(1), analysed_run(2, checksum="7", process_model=ProcessModel.POOLED)
    )
    assert holds(analysed_run(1), analysed_run(2, checksum="7", entities=41))


def test_wrong_counts_are_found_and_named() -> None:
    run = analysed_run(3)
    wrong = run.repeats[0].messages[0].model_copy(update={"counted": "119999"})
    repeat = run.repeats[0].model_copy(update={"messages": [wrong]})
    broken = run.model_copy(update={"repeats": [repeat]})
    check = next(c for c in checks_over([analysed_run(1), broken]) if c.name == "message_counts")
    assert not check.holds
    assert check.found == "run 3, repeat 1: state_from_entity 119999 of 120000"


def _that_counted(counted: str, kind: str, workload: str, **fields: object) -> RunDocument:
    run = _of_workload(3, workload, **fields)
    changes = {"kind": kind, "counted": counted, "expected": "10"}
    message = run.repeats[0].messages[0].model_copy(update=changes)
    repeat = run.repeats[0].model_copy(update={"messages": [message]})
    return run.model_copy(update={"repeats": [repeat]})


@pytest.mark.parametrize(
    ("transportation", "kind", "counted", "holds"),
    [
        ("reliable", "receiver-1", "10", True),
        ("reliable", "receiver-1", "9", False),
        ("reliable", "receiver-1", "11", False),
        ("best_effort", "receiver-1", "9", True),
        ("best_effort", "receiver-1", "11", False),
        ("minimum_rate", "receiver-1", "9", True),
        ("one_shot", "receiver-1", "9", True),
        ("best_effort", "receiver-1.best_effort", "9", True),
        ("best_effort", "receiver-1.reliable", "9", False),
    ],
)
def test_messages_may_be_missing_only_where_they_may_be_lost(
    transportation: str, kind: str, counted: str, holds: bool
) -> None:
    data = {"transportation": transportation}
    run = _that_counted(counted, kind, "rti_throughput", data=data)
    (check,) = [c for c in checks_over([run]) if c.name == "message_counts"]
    assert check.holds is holds
    if counted == "9" and holds:
        assert check.found == "1 counts: 0 exact, 1 with lost messages"


def test_a_workload_without_a_data_path_may_lose_nothing() -> None:
    run = _that_counted("9", "state_from_entity", "universe_steps")
    assert not next(c for c in checks_over([run]) if c.name == "message_counts").holds


# The headline.


def _compared(number: int, label: str) -> ComparedRun:
    return ComparedRun(summary=analysed_run(number).summary, label=label, metrics=[], doubts=[])


def _metric(number: int, ratio: float, verdict: Verdict) -> MetricComparison:
    return MetricComparison(
        run=f"{number:026d}",
        metric="step_time.p50",
        title="Step time, median",
        unit="ns",
        better=Better.LOWER,
        baseline_median=100.0,
        median=100.0 * ratio,
        ratio=ratio,
        ratio_low=None,
        ratio_high=None,
        superiority=1.0,
        p_value=0.01,
        p_adjusted=0.01,
        verdict=verdict,
        sentence="Said.",
    )


_RUNS = [_compared(1, "managers 0"), _compared(2, "managers 1"), _compared(3, "managers 2")]
_BASE = f"{1:026d}"


@pytest.mark.parametrize(
    ("metrics", "verdict", "title"),
    [
        ([], Verdict.NOT_ENOUGH_DATA, "no results"),
        (
            [_metric(2, 1.2, Verdict.WORSE), _metric(3, 1.5, Verdict.WORSE)],
            Verdict.WORSE,
            "All are slower than managers 0: the median step time up to 50 % above the baseline",
        ),
        (
            [_metric(2, 1.1, Verdict.WORSE), _metric(3, 0.5, Verdict.BETTER)],
            Verdict.BETTER,
            "managers 2 differs most: faster, the median step time 50 % below the baseline",
        ),
        (
            [_metric(2, 1.0, Verdict.NO_DIFFERENCE), _metric(3, 1.0, Verdict.NOT_ENOUGH_DATA)],
            Verdict.NO_DIFFERENCE,
            "No difference found in the median step time in 1 of 2 runs; 1 cannot be compared.",
        ),
        (
            [_metric(2, 1.0, Verdict.NO_DIFFERENCE), _metric(3, 1.1, Verdict.NOT_CERTAIN)],
            Verdict.NOT_CERTAIN,
            (
                "No difference found in the median step time in 1 of 2 runs; not certain whether"
                " the median step time differs in 1 of 2 runs."
            ),
        ),
        (
            [_metric(2, 1.0, Verdict.TWO_MODES), _metric(3, 1.0, Verdict.NOT_ENOUGH_DATA)],
            Verdict.NOT_ENOUGH_DATA,
            "Cannot be compared: the median step time has two modes or too few repeats.",
        ),
    ],
)
def test_headlines(metrics: list[MetricComparison], verdict: Verdict, title: str) -> None:
    found, said, _ = headline(_RUNS, _BASE, metrics)
    assert found is verdict
    assert title in said


def test_a_headline_is_about_the_first_metric_that_most_runs_have() -> None:
    def named(number: int, name: str) -> MetricComparison:
        found = _metric(number, 1.0, Verdict.NO_DIFFERENCE)
        return found.model_copy(update={"metric": name, "title": name})

    metrics = [named(2, "waited"), named(2, "round_trip"), named(3, "round_trip")]
    _, said, _ = headline(_RUNS, _BASE, metrics)
    assert said == "No difference found in round_trip."


def _other(number: int, name: str, verdict: Verdict) -> MetricComparison:
    found = _metric(number, 1.3, verdict)
    return found.model_copy(update={"metric": name, "title": f"Metric {name}", "unit": "B"})


@pytest.mark.parametrize(
    ("lead", "rest", "verdict", "said"),
    [
        (
            Verdict.NO_DIFFERENCE,
            [Verdict.WORSE],
            Verdict.WORSE,
            "another metric is worse: metric m0 30 % above the baseline",
        ),
        (
            Verdict.NO_DIFFERENCE,
            [Verdict.BETTER, Verdict.WORSE],
            Verdict.WORSE,
            "another metric is worse: metric m1 30 % above the baseline",
        ),
        (
            Verdict.NO_DIFFERENCE,
            [Verdict.BETTER],
            Verdict.BETTER,
            "another metric is better: metric m0 30 % above the baseline",
        ),
        (
            Verdict.BETTER,
            [Verdict.WORSE] * 4,
            Verdict.BETTER,
            "4 other metrics are worse: "
            + "".join(f"metric m{at} 30 % above the baseline; " for at in range(3))
            + "…",
        ),
        (
            Verdict.NOT_ENOUGH_DATA,
            [Verdict.WORSE],
            Verdict.WORSE,
            "another metric is worse: metric m0 30 % above the baseline",
        ),
        (Verdict.WORSE, [Verdict.WORSE], Verdict.WORSE, None),
        (Verdict.NO_DIFFERENCE, [Verdict.NO_DIFFERENCE], Verdict.NO_DIFFERENCE, None),
    ],
)
def test_a_headline_does_not_hide_another_metric(
    lead: Verdict, rest: list[Verdict], verdict: Verdict, said: str | None
) -> None:
    metrics = [
        _metric(2, 1.0, lead),
        *(_other(2, f"m{at}", other) for at, other in enumerate(rest)),
    ]
    found, title, _ = headline(_RUNS[:2], _BASE, metrics)
    assert found is verdict
    assert title.removesuffix(".").partition("; but ")[2] == (said or "")


def test_a_headline_names_the_farthest_of_other_metrics_first() -> None:
    worse = [_other(2, name, Verdict.WORSE) for name in ("near", "far")]
    far = worse[1].model_copy(update={"ratio": 41.0})
    metrics = [_metric(2, 1.0, Verdict.NO_DIFFERENCE), worse[0], far]
    _, said, _ = headline(_RUNS[:2], _BASE, metrics)
    assert said.endswith("metric far 41 times the baseline; metric near 30 % above the baseline.")


@pytest.mark.parametrize(
    ("in_two_modes", "where"),
    [([1], "in the baseline"), ([2], "in this run"), ([1, 2], "in both runs")],
)
def test_a_headline_says_which_run_has_two_modes(in_two_modes: list[int], where: str) -> None:
    metric = _metric(2, 1.0, Verdict.TWO_MODES)
    modes = [Mode(median=1.0, repeats=2), Mode(median=9.0, repeats=3)]
    measured = SummaryMetric(
        name=metric.metric,
        title=metric.title,
        unit=metric.unit,
        better=metric.better,
        values=[1, 1, 9, 9, 9],
        median=9,
        low=1,
        high=9,
        interval=IntervalKind.RANGE,
        modes=modes,
    )
    plain = measured.model_copy(update={"modes": []})
    runs = [
        run.model_copy(update={"metrics": [measured if at in in_two_modes else plain]})
        for at, run in enumerate(_RUNS[:2], 1)
    ]
    verdict, said, _ = headline(runs, _BASE, [metric])
    assert verdict is Verdict.TWO_MODES
    assert said.endswith(
        f"cannot tell whether faster or slower; the median step time has two modes {where}."
    )


def test_no_difference_says_what_would_have_been_seen() -> None:
    metric = _metric(2, 1.01, Verdict.NO_DIFFERENCE)
    known = metric.model_copy(update={"ratio_low": 0.97, "ratio_high": 1.05})
    _, said, _ = headline(_RUNS[:2], _BASE, [known])
    assert said.endswith(
        "no difference found in the median step time (1 % above the baseline, 95 % interval -3 to"
        " +5 %); more than 5 % would have been seen."
    )


def test_an_interval_begins_with_its_lower_end() -> None:
    metric = _metric(2, 0.99, Verdict.NO_DIFFERENCE)
    known = metric.model_copy(update={"ratio_low": 0.92, "ratio_high": 1.04})
    _, said, _ = headline(_RUNS[:2], _BASE, [known])
    assert "95 % interval -8 to +4 %" in said


def test_an_interval_without_its_test_is_not_certain() -> None:
    metric = _metric(2, 3.28, Verdict.NOT_CERTAIN)
    apart = metric.model_copy(update={"ratio_low": 1.44, "ratio_high": 5.79})
    _, said, _ = headline(_RUNS[:2], _BASE, [apart])
    assert said.endswith(
        "not certain whether the median step time differs: 3.28 times the baseline (95 % interval"
        " 1.44 to 5.79 times); the interval finds a difference, the test does not."
    )


def test_a_test_without_its_interval_is_not_certain() -> None:
    metric = _metric(2, 1.02, Verdict.NOT_CERTAIN)
    held = metric.model_copy(update={"ratio_low": 0.99, "ratio_high": 1.05})
    _, said, _ = headline(_RUNS[:2], _BASE, [held])
    assert said.endswith(
        "2 % above the baseline (95 % interval -1 to +5 %); the test finds a difference, the"
        " interval does not."
    )


def _judged(spec: RunDocument, sides: list[list[SummaryMetric]]) -> tuple[Verdict, list[Verdict]]:
    """Of run 1 with one manager against a run with that spec: of the headline, and of each
    metric."""
    same = amount_of(spec.spec) == amount_of(analysed_run(1, managers=1).spec)
    baseline, other = sides
    leading = ["step_time.p50"]
    found = compare_metrics(f"{2:026d}", baseline, other, leading, same_amount=same)
    return headline(_RUNS[:2], _BASE, found)[0], [metric.verdict for metric in found]


@pytest.mark.parametrize("better", [Better.LOWER, Better.HIGHER])
def test_counts_that_the_settings_decide_are_neither_better_nor_worse(better: Better) -> None:
    def side(sent: list[float], rate: float) -> list[SummaryMetric]:
        times = [100.0 + at for at in range(10)]
        rates = [rate + at / 100 for at in range(10)]
        return [
            metric("step_time.p50", "ns", times, better=better),
            metric("sent", "messages", sent, better=better),
            metric("rate", "messages/s", rates, better=better),
        ]

    one, three = side([20.0] * 10, 5.0), side([60.0] * 10, 15.0)
    same, as_set = Verdict.NO_DIFFERENCE, Verdict.AS_SET
    judged = Verdict.WORSE if better is Better.LOWER else Verdict.BETTER
    more = analysed_run(2, managers=3)
    assert _judged(more, [one, three]) == (same, [same, as_set, as_set])
    assert _judged(analysed_run(2, managers=1), [one, three]) == (judged, [same, judged, judged])
    threads = analysed_run(2, managers=1, process_model=ProcessModel.THREAD)
    assert _judged(threads, [one, three])[1] == [same, judged, judged], "what carries it out"
    varies = side([60.0 + at % 2 for at in range(10)], 15.0)
    assert _judged(more, [one, varies])[1] == [same, judged, judged], "it was measured"
    equal = side([20.0] * 10, 15.0)
    assert _judged(more, [one, equal])[1] == [same, same, judged], "as many were counted"


def test_a_count_that_the_settings_decide_says_so() -> None:
    less, more = ([metric("sent", "messages", [count] * 5)] for count in (20.0, 60.0))
    (found,) = compare_metrics(_BASE, less, more, same_amount=False)
    assert found.sentence.endswith(
        ": 3 times the baseline, as the settings of the two runs decide."
    )
    assert (found.p_value, found.p_adjusted) == (None, None)
    verdict, said, _ = headline(_RUNS[:2], _BASE, [found])
    assert (verdict, said) == (
        Verdict.NOT_ENOUGH_DATA,
        "These runs have no results to compare.",
    )


@pytest.mark.parametrize("record", WORKLOADS, ids=lambda record: record.kind)
def test_what_decides_the_amount_is_a_setting_of_the_workload(record: WorkloadRecord) -> None:
    fields = (*record.simulated_by, *record.amount)
    assert fields
    assert set(fields) <= set(record.spec.model_fields)
    assert len(set(fields)) == len(fields)


def test_runs_of_different_names_are_named() -> None:
    one, other = analysed_run(1, managers=1), analysed_run(2, managers=3)

    def labels(*names: str) -> list[str]:
        runs = [
            run.model_copy(update={"summary": run.summary.model_copy(update={"name": name})})
            for run, name in zip((one, other), names, strict=True)
        ]
        differences = find_differences(runs)
        return [label_in_comparison(runs, at, differences) for at in range(2)]

    assert labels("one manager", "three managers") == ["one manager", "three managers"]
    assert labels("same", "same") == ["managers 1", "managers 3"]


def _of_workload(number: int, kind: str, **fields: object) -> RunDocument:
    document = json.dumps({"workload": {"kind": kind, **fields}})
    workload = RunSpec.model_validate_json(document).workload
    run = analysed_run(number)
    spec = run.spec.model_copy(update={"workload": workload})
    return run.model_copy(
        update={"spec": spec, "summary": run.summary.model_copy(update={"workload": kind})}
    )


def test_runs_of_different_workloads_differ_in_what_they_share() -> None:
    runs = [analysed_run(1), _of_workload(2, "phold")]
    found = find_differences(runs)
    assert found[0].values == ["universe_steps", "phold"]
    assert not [d for d in found if "–" in d.values and d.kind == "setting"]
    assert len(found) <= count_compared(runs)
    compared = [ComparedRun(summary=run.summary, label="x", metrics=[], doubts=[]) for run in runs]
    _, said, _ = headline(compared, runs[0].summary.id, [])
    assert said == "These runs share no metric: their workloads are universe steps and phold."
    _, _, findings = headline(compared, runs[0].summary.id, [_metric(2, 1.0, Verdict.WORSE)])
    assert findings[0].startswith("The workloads differ (universe steps and phold)")


def test_more_is_compared_than_differs_whatever_the_baseline() -> None:
    alone, two = analysed_run(1), analysed_run(2, managers=2, build="debug", rating=500.0)
    two.nodes.append(two.nodes[0].model_copy(update={"index": 1, "name": "b"}))
    for runs in ([alone, two], [two, alone]):
        assert len(find_differences(runs)) <= count_compared(runs)
        assert count_compared(runs) == count_compared(runs[::-1])


def test_a_label_names_few_settings_or_else_the_run() -> None:
    few = [analysed_run(1, managers=1), analysed_run(2, managers=2)]
    assert label_of(few[1], 1, find_differences(few)) == "managers 2"
    many = [analysed_run(1), analysed_run(2, managers=2, steps=7, entities=20, changing_share=0.5)]
    assert label_of(many[1], 1, find_differences(many)) == "Run 2 #2"
    assert label_of(few[0], 0, []) == "Run 1 #1"


def test_nothing_to_compare_says_what_to_do() -> None:
    _, found = conclude(_RUNS[:1], [analysed_run(1)], _BASE, [], [], [])
    assert "Nothing to compare" in found.sentence
    assert "Add a run" in found.next_steps[0]


def _step_times(number: int, label: str, mean: float) -> ComparedRun:
    values = [mean * factor for factor in (0.99, 1.0, 1.01, 1.0, 0.995)]
    metric = SummaryMetric(
        name="step_time.p50",
        title="Step time, median",
        unit="ns",
        better=Better.LOWER,
        values=values,
        median=mean,
        low=min(values),
        high=max(values),
    )
    compared = _compared(number, label)
    return compared.model_copy(update={"metrics": [metric], "doubts": ["Only a test."]})


def _of_managers(times: list[float]) -> tuple[Verdict, Conclusion]:
    runs = [_step_times(at + 1, f"managers {at}", time) for at, time in enumerate(times)]
    documents = [analysed_run(at + 1, managers=at) for at in range(len(times))]
    metrics = [
        metric
        for run in runs[1:]
        for metric in compare_metrics(run.summary.id, runs[0].metrics, run.metrics)
    ]
    differences = find_differences(documents)
    return conclude(runs, documents, _BASE, metrics, differences, checks_over(documents))


def test_runs_that_differ_in_one_number_are_concluded_from_its_effect() -> None:
    verdict, found = _of_managers([1000.0, 1310.0, 1620.0, 1930.0])
    assert verdict is Verdict.WORSE
    assert found.outcome is Outcome.FOUND
    assert found.sentence.startswith("Each manager adds 310 ns (95 % interval ")
    assert found.findings[0].startswith(
        "All are slower than managers 0: the median step time up to"
    )
    assert "(95 % interval " in found.findings[0]
    assert [model.parameter for model in found.models] == ["workload.managers"]
    assert found.doubts == ["All runs: Only a test."]


def test_the_next_step_after_too_few_repeats_says_how_many_it_takes() -> None:
    few, five = _metric(2, 1.2, Verdict.NOT_ENOUGH_DATA), analysed_run(1)
    five.repeats[:] = five.repeats[:1] * 5
    assert few.sentence in conclude(_RUNS[:2], [five] * 2, _BASE, [few], [], [])[1].next_steps


def test_the_conclusion_is_the_verdict_where_runs_disagree() -> None:
    verdict, found = _of_managers([1000.0, 1310.0, 700.0])
    assert verdict is Verdict.WORSE or verdict is Verdict.BETTER
    assert "differs most" in found.sentence


def test_a_difference_has_its_interval_in_percent() -> None:
    _, found = _of_managers([1000.0, 1200.0])
    assert re.fullmatch(
        r"managers 1: slower, the median step time 20 % above the baseline"
        r" \(95 % interval 1[89](\.\d)? to 2[012](\.\d)? %\)\.",
        found.sentence,
    ), found.sentence


def test_a_failed_check_is_part_of_the_conclusion() -> None:
    check = Check(name="sums", title="Equal states", holds=False, expected="1", found="2 in run 2")
    _, found = conclude(_RUNS[:2], [analysed_run(1), analysed_run(2)], _BASE, [], [], [check])
    assert found.outcome is Outcome.FAILED
    assert found.doubts[0] == "Check failed: Equal states. Found: 2 in run 2."
