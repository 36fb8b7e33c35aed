"""The fault campaign: random faults in simulated time (docs/decisions/0280-fault-campaign.md).

A seed that fails prints its history; `make campaign SEED=N` plays it again.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from orrery_campaign.play import collect, play

SEEDS = 1000
_AT_ONCE = 10


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """Collects the remains of killed processes while they are silenced."""
    gc.disable()
    yield
    collect()
    gc.enable()


@pytest.mark.parametrize("first", range(1, SEEDS + 1, _AT_ONCE))
def test_after_every_history_what_was_promised_is_so(first: int) -> None:
    for seed in range(first, first + _AT_ONCE):
        history = play(seed)
        if history.problems:
            pytest.fail(history.report(seed), pytrace=False)


def test_a_seed_repeats_its_history_exactly() -> None:
    for seed in (3, 11):
        assert play(seed).lines == play(seed).lines
