"""The estimate of a node's clock is within the bound that it states."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.fleet.clock_offset import ClockOffsetEstimator


@given(
    st.integers(-(10**12), 10**12),
    st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**7)), min_size=1, max_size=30),
)
def test_the_true_offset_is_within_the_bound(offset: int, delays: list[tuple[int, int]]) -> None:
    estimator = ClockOffsetEstimator()
    now = 10**15
    for there, back in delays:
        identity = estimator.probe(now)
        estimator.reply(identity, now + there + offset, now + there + back)
        now += 10**9
    best = estimator.best()
    assert best is not None
    assert abs(best.offset_ns - offset) <= best.error_ns + 1
    assert best.error_ns == min((there + back) / 2 for there, back in delays[-16:])


def test_answers_to_nothing_are_ignored() -> None:
    estimator = ClockOffsetEstimator()
    estimator.reply(5, 1, 2)
    assert estimator.best() is None
    identity = estimator.probe(100)
    estimator.reply(identity, 100, 100)
    estimator.reply(identity, 999, 100)
    best = estimator.best()
    assert best is not None
    assert best.offset_ns == 0
