"""Identities, times, rates, tokens."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.clock import instant
from orrery_backend.kit.file_tokens import BadTokensError, Tokens
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.rates import Bucket, RateLimit
from orrery_contracts.access import AccessScope

_AGENT, _OPERATOR = "agent-token-0123456789", "operator-token-0123456789"


@given(st.integers(0, 2**48 - 2))
def test_ids_sort_by_time(now_ms: int) -> None:
    first, second = new_ulid(now_ms), new_ulid(now_ms + 1)
    assert re.fullmatch("[0-9a-hjkmnp-tv-z]{26}", first)
    assert first < second


def test_instants_are_utc_with_milliseconds() -> None:
    assert instant(0) == "1970-01-01T00:00:00.000Z"
    assert instant(1_772_539_320_007) == "2026-03-03T12:02:00.007Z"


def test_a_bucket_holds_the_burst_and_fills_again() -> None:
    bucket = Bucket(per_second=2, burst=3)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(10.5)
    assert not bucket.take(10.5)


def test_callers_have_a_bucket_each() -> None:
    limit = RateLimit(per_second=1, burst=1)
    assert limit.take("a", 0.0)
    assert limit.take("b", 0.0)
    assert not limit.take("a", 0.0)


def test_tokens_by_scope() -> None:
    tokens = Tokens.parse(f"# both\nagent = {_AGENT}\n\noperator={_OPERATOR}")
    assert tokens.can_operate
    scopes = {token: found[0] for token in (_AGENT, _OPERATOR) if (found := tokens.find(token))}
    assert scopes == {_AGENT: AccessScope.AGENT, _OPERATOR: AccessScope.OPERATOR}
    assert tokens.find(_OPERATOR + "x") is None
    assert tokens.find("") is None


def test_tokens_between_commas() -> None:
    assert Tokens.parse(f"agent={_AGENT},operator={_OPERATOR}").can_operate


@pytest.mark.parametrize(
    "text",
    ["nonsense", "root=0123456789abcdef0", "agent=short", f"agent={_AGENT}\noperator={_AGENT}"],
)
def test_bad_tokens_are_refused(text: str) -> None:
    with pytest.raises(BadTokensError):
        Tokens.parse(text)
