"""What parameters did, in sentences with figure, interval and direction."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from orrery_backend.features.analysis.cases import Factor, MetricHeadline, TwoModes
from orrery_backend.features.analysis.effect_words import (
    fitted_models,
    metric_words,
    next_steps_after,
    statement,
)
from orrery_backend.features.analysis.effects import Effect, Estimate, effects_of
from orrery_backend.kit.statistics.bootstrap import Interval
from orrery_contracts.conclusion import ModelKind
from orrery_contracts.results import Better

TIME = MetricHeadline("step_time.p50", "Step time, median", "ns", Better.LOWER)
RATE = MetricHeadline("steps_per_second", "Steps per second", "steps/s", Better.HIGHER)
Axis = tuple[str, str, list[float] | list[str]]
MANAGERS: Axis = ("workload.managers", "Managers", [0.0, 1.0, 2.0, 3.0])
ENTITIES: Axis = ("workload.entities", "Entities", [20.0, 40.0, 80.0])
WORKERS: Axis = ("workload.workers", "Workers", [1.0, 2.0, 4.0, 8.0])
BYTES: Axis = ("workload.attribute_bytes", "Attribute bytes", [8.0, 128.0, 1024.0, 8192.0])
MODELS: Axis = ("workload.process_model", "Process model", ["process", "thread", "pooled"])
SEEDS: Axis = ("seed", "Seed", [57.0, 1645.0, 3351.0])


def _effects(
    figure: Callable[..., float],
    *axes: Axis,
    repeats: int = 5,
    metric: MetricHeadline = TIME,
    noise: float = 0.01,
) -> list[Effect]:
    rng = random.Random(11)
    cells: list[tuple[Any, ...]] = list(product(*(values for _, _, values in axes)))
    factors = []
    for at, (path, title, values) in enumerate(axes):
        words = tuple(
            f"{cell[at]:g}" if isinstance(cell[at], float) else str(cell[at]) for cell in cells
        )
        numbers = tuple(float(cell[at]) for cell in cells) if isinstance(values[0], float) else None
        factors.append(Factor(path, title, "", words, numbers))
    measured = [
        [figure(*cell) * (1 + rng.gauss(0, noise)) for _ in range(repeats)] for cell in cells
    ]
    return effects_of(factors, metric, measured, TwoModes())


def _said(*effects: Effect, metric: MetricHeadline = TIME) -> list[str]:
    return [re.sub(r"\d[\d,.]*", "#", statement(effect, metric)) for effect in effects]


def test_each_unit_of_a_count_adds_so_much() -> None:
    (effect,) = _effects(lambda x: 5e6 + 0.31e6 * x, MANAGERS)
    said = statement(effect, TIME)
    found = re.fullmatch(
        r"Each manager adds (\d+) µs \(95 % interval (\d+) to (\d+) µs\) to the median step time\.",
        said,
    )
    assert found, said
    value, low, high = map(int, found.groups())
    assert low <= value <= high
    assert value == pytest.approx(310, rel=0.1)
    (model,) = fitted_models(effect, TIME)
    assert model.kind is ModelKind.LINE
    assert model.r_squared > 0.95
    assert model.formula.startswith("median step time = ")


def test_few_repeats_have_a_range_and_no_interval() -> None:
    effects = _effects(lambda x: 5e6 + 0.31e6 * x, MANAGERS, repeats=3)
    assert _said(*effects) == [
        "Each manager adds # µs (range of # repeats # to # µs) to the median step time."
    ]


def test_one_repeat_of_few_values_tells_nothing() -> None:
    (effect,) = _effects(lambda x: 5e6 + 0.31e6 * x, MANAGERS, repeats=1)
    assert not effect.shown
    assert _said(effect) == [
        (
            "Too few repeats to tell an effect of managers on the median step time from chance:"
            " from managers # to # it rises to # times."
        )
    ]
    assert fitted_models(effect, TIME) == []


def test_no_effect_says_what_would_have_been_seen() -> None:
    (effect,) = _effects(lambda _: 5e6, MANAGERS)
    assert not effect.shown
    assert effect.enough
    assert _said(effect) == [
        (
            "No effect of managers on the median step time found (managers #: # % above managers"
            " # # % interval -# to +# %); more than # % would have been seen."
        )
    ]


def test_an_effect_whose_interval_holds_no_change_is_not_shown() -> None:
    (effect,) = _effects(lambda managers: 5e6 + managers * 1e6, MANAGERS)
    assert effect.shown
    wide = replace(effect, ratio=Estimate(1.6, Interval(0.65, 2.1), 5))
    assert not wide.shown
    assert _said(wide)[0].startswith("Not certain whether managers has an effect on")
    assert replace(effect, ratio=Estimate(1.6, Interval(0.65, 2.1), 3)).shown, "a range"


def test_slopes_that_differ_between_settings_are_both_told() -> None:
    effects = _effects(lambda x, z: 1e5 * z + 0.01e6 * x * z, MANAGERS, ENTITIES)
    assert [effect.factor.title for effect in effects] == ["Entities", "Managers"]
    assert _said(effects[1]) == [
        (
            "Each manager adds # µs (# % interval # to # µs) to the median step time with"
            " entities #; with entities # # µs (# % interval # to # µs)."
        )
    ]
    alike = _effects(lambda x, z: 1e5 * z + 0.5e6 * x, MANAGERS, ENTITIES)
    assert _said(alike[0])[0].endswith("to the median step time, in all # settings alike.")


def test_a_name_with_the_best_figure() -> None:
    times = {"process": 1e6, "thread": 8e5, "pooled": 3e5}
    (effect,) = _effects(lambda name: times[name], MODELS, repeats=3)
    assert _said(effect) == [
        (
            "Process model pooled has the lowest median step time: # µs, # times (range of #"
            " repeats # to #) that with process."
        )
    ]
    rates = {"process": 10.0, "thread": 20.0, "pooled": 30.0}
    (effect,) = _effects(lambda name: rates[name], MODELS, metric=RATE)
    assert _said(effect, metric=RATE)[0].startswith(
        "Process model pooled has the highest steps per second: # steps/s, # times"
    )


def test_workers_follow_amdahl() -> None:
    for metric, figure in (
        (TIME, lambda x: 1e6 * (0.1 + 0.9 / x)),
        (RATE, lambda x: 100 / (0.1 + 0.9 / x)),
    ):
        (effect,) = _effects(figure, WORKERS, metric=metric)
        assert _said(effect, metric=metric) == [
            (
                "# workers are # times (# % interval # to #) as fast as #; a share of # % (# %"
                " interval # to # %) of the work is serial (Amdahl's law)."
            )
        ]
        (model,) = fitted_models(effect, metric)
        assert model.kind is ModelKind.AMDAHL
    effects = _effects(lambda x: 100 / (0.1 + 0.9 / x), WORKERS, metric=RATE)
    assert next_steps_after(effects, RATE) == [
        "Try workers above 8: the best figure is at the end of the range."
    ]


def test_managers_are_no_workers() -> None:
    (effect,) = _effects(lambda x: 1e6 * (0.1 + 0.9 / (x + 1)), MANAGERS)
    assert all(model.kind is not ModelKind.AMDAHL for model in effect.models)


def test_a_power_law_where_a_line_does_not_fit() -> None:
    (effect,) = _effects(lambda z: z**2 * 1e3, ENTITIES)
    assert _said(effect)[0].startswith(
        "The median step time grows with entities to the power of # (# % interval # to #)"
    )
    assert next_steps_after([effect], TIME) == [
        "Measure more values of entities: the fit rests on 3."
    ]


def test_a_large_range_is_told_in_large_steps() -> None:
    (effect,) = _effects(lambda x: 1000 + 0.9 * x, BYTES)
    assert statement(effect, TIME).startswith("Each 1,000 of attribute bytes adds ")


def test_a_curve_that_nothing_fits_is_told_from_end_to_end() -> None:
    (effect,) = _effects(lambda x: 1.5e6 if x < 2 else 4e6 + x, MANAGERS)
    assert effect.models == []
    assert _said(effect) == [
        (
            "From managers # to # the median step time rises to # times (# % interval # to #): #"
            " ms to # ms."
        )
    ]


def test_a_seed_is_a_name() -> None:
    (effect,) = _effects(lambda seed: 1e6 + seed, SEEDS, noise=0.0001)
    assert statement(effect, TIME).startswith("Seed 57 has the lowest median step time")


def test_values_of_zero_have_no_effect() -> None:
    assert _effects(lambda _: 0.0, MANAGERS) == []


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Step time, median", "the median step time"),
        ("Step time, 99th percentile", "the 99th percentile of step time"),
        ("Steps per second", "steps per second"),
        ("RTI callbacks, mean", "the mean RTI callbacks"),
    ],
)
def test_metrics_in_sentences(title: str, words: str) -> None:
    assert metric_words(title) == words


def test_noise_alone_raises_few_alarms() -> None:
    rng = random.Random(3)
    alarms = 0
    for _ in range(150):
        values = [[1e6 * (1 + rng.gauss(0, 0.05)) for _ in range(5)] for _ in range(4)]
        factor = Factor("workload.managers", "Managers", "", ("0", "1", "2", "3"), (0, 1, 2, 3))
        alarms += effects_of([factor], TIME, values, TwoModes())[0].shown
    assert alarms / 150 < 0.1
