"""Pauses between attempts to connect."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from orrery_agent.link.backoff import FIRST_S, LONGEST_S, Backoff


@given(st.integers())
def test_pauses_grow_to_a_bound_and_begin_again(seed: int) -> None:
    backoff = Backoff(Random(seed))
    pauses = [backoff.next() for _ in range(30)]
    assert all(0.5 * FIRST_S <= pause <= LONGEST_S for pause in pauses)
    assert pauses[0] <= FIRST_S
    assert all(pause >= LONGEST_S / 2 for pause in pauses[10:])
    backoff.reset()
    assert backoff.next() <= FIRST_S
