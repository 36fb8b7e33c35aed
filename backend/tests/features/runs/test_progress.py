"""Progress, time left and estimates."""

from __future__ import annotations

import pytest
from orrery_backend.features.runs.estimate import estimate_seconds
from orrery_backend.features.runs.life.progress import Progress
from orrery_contracts.federation import Rti
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.rti_throughput import RtiThroughput


def test_progress_is_over_all_repeats() -> None:
    progress = Progress(repeats=4)
    progress.total = 1000
    assert (progress.share(), progress.seconds_left()) == (0.0, None)
    progress.see(500, 2_000_000_000)
    assert progress.share() == pytest.approx(0.125)
    # Two seconds here, and three repeats of four seconds.
    assert progress.seconds_left() == pytest.approx(14.0)


def test_repeats_that_have_ended_say_what_the_next_will_take() -> None:
    progress = Progress(repeats=3)
    progress.end(5.0)
    progress.begin(1)
    assert progress.seconds_left() == pytest.approx(10.0)
    progress.total = 100
    progress.see(50, 1_000_000_000)
    assert progress.seconds_left() == pytest.approx(6.0)


def test_progress_never_goes_back() -> None:
    progress = Progress(repeats=1)
    progress.total = 100
    progress.see(60, 60)
    progress.see(40, 40)
    assert progress.share() == pytest.approx(0.6)


def _spec(**workload: object) -> RunSpec:
    spec = RunSpec()
    return spec.model_copy(update={"workload": spec.workload.model_copy(update=workload)})


def test_the_most_similar_runs_tell_how_long() -> None:
    # Sizes of the work stand as steps times entities.
    small, large = _spec(steps=900, warmup_steps=100), _spec(steps=999_900, warmup_steps=100)
    earlier = [(small, 10.0)] + [(large, 100.0)] * 9
    # Setting up takes a second of each; the other 99 are doubled.
    assert estimate_seconds(_spec(steps=1_999_900, warmup_steps=100), earlier) == pytest.approx(199)


def test_a_repeat_of_a_short_run_takes_the_time_of_setting_it_up() -> None:
    long = _spec(steps=9_999_900, warmup_steps=100)
    short = _spec(steps=900, warmup_steps=100).model_copy(update={"repeats": 144})
    seconds = estimate_seconds(short, [(long.model_copy(update={"repeats": 5}), 105.0)])
    assert seconds == pytest.approx(144 * 1.002)
    # An earlier run shows that setting up takes less.
    quick = short.model_copy(update={"repeats": 10})
    assert estimate_seconds(short, [(quick, 3.0)]) == pytest.approx(144 * 0.3)


def test_one_instance_on_helics_is_not_estimated_from_many() -> None:
    def on(rti: Rti, instances: int) -> RunSpec:
        return RunSpec(workload=RtiThroughput(rti=rti, instances=instances))

    assert estimate_seconds(on(Rti.HELICS, 1), [(on(Rti.HELICS, 100), 5.0)]) is None
    assert estimate_seconds(on(Rti.ORRERY, 1), [(on(Rti.ORRERY, 100), 5.0)]) is not None


def test_nothing_is_estimated_without_similar_runs() -> None:
    assert estimate_seconds(_spec(), []) is None
