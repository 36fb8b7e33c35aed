"""Sessions, tokens and users as the gate sees them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.authorize import ANONYMOUS
from orrery_backend.kit.credentials import (
    COOKIE,
    SESSION_SECONDS,
    ApiToken,
    Credentials,
    User,
    new_secret,
    token_digest,
)
from orrery_backend.kit.file_tokens import Tokens
from orrery_contracts.access import AccessScope
from starlette.datastructures import Headers

_TOKEN = "operator-token-0123456789"


class Clock:
    now_s = 1_000_000

    def __call__(self) -> int:
        return self.now_s


def _cookie(value: str) -> Headers:
    return Headers({"cookie": f"{COOKIE}={value}"})


def _bearer(secret: str) -> Headers:
    return Headers({"authorization": f"Bearer {secret}"})


def _credentials(clock: Clock) -> Credentials:
    return Credentials(Tokens.parse(f"operator={_TOKEN}"), clock)


def test_a_session_ends_by_sign_out_and_by_time() -> None:
    clock = Clock()
    credentials = _credentials(clock)
    caller = credentials.caller_by_token(_TOKEN)
    assert caller is not None
    (_, ended), (_, kept) = (credentials.open_session(caller) for _ in range(2))
    assert credentials.caller_of(_cookie(ended)) == caller
    assert credentials.close_session(ended) is not None
    assert credentials.close_session(ended) is None
    assert credentials.caller_of(_cookie(ended)) is None
    assert credentials.caller_of(_cookie(kept)) == caller
    clock.now_s += SESSION_SECONDS
    assert credentials.caller_of(_cookie(kept)) is None


@given(st.text(max_size=80))
def test_a_forged_cookie_is_nobody(text: str) -> None:
    credentials = _credentials(Clock())
    caller = credentials.caller_by_token(_TOKEN)
    assert caller is not None
    session, _ = credentials.open_session(caller)
    assert credentials.caller_of(Headers({"cookie": f"{COOKIE}={session.digest}"})) is None
    raw = [(b"cookie", f"{COOKIE}={text}".encode("latin-1", "replace"))]
    assert credentials.caller_of(Headers(raw=raw)) is None


def test_a_session_has_the_scope_that_its_user_has_now() -> None:
    credentials = _credentials(Clock())
    user = User("ada", AccessScope.VIEWER, "hash", False, 0)
    credentials.keep_user(user)
    _, cookie = credentials.open_session(replace(ANONYMOUS, source="user:ada"))
    found = credentials.caller_of(_cookie(cookie))
    assert found is not None
    assert (found.name, found.scope) == ("ada", AccessScope.VIEWER)
    credentials.keep_user(replace(user, disabled=True))
    assert credentials.caller_of(_cookie(cookie)) is None


def test_a_token_expires_and_its_sockets_close() -> None:
    clock = Clock()
    credentials = _credentials(clock)
    secret = new_secret()
    token = ApiToken("ci", token_digest(secret), AccessScope.VIEWER, None, 0, "", clock.now_s + 10)
    credentials.keep_token(token)
    closed: list[str] = []
    credentials.socket_opened("token:ci", lambda: closed.append("socket"))
    credentials.end_expired()
    assert credentials.caller_of(_bearer(secret)) is not None
    assert credentials.used == {"ci"}
    assert closed == []
    clock.now_s += 10
    assert credentials.caller_of(_bearer(secret)) is None
    credentials.end_expired()
    assert closed == ["socket"]


def test_nobody_signs_in_where_nothing_is_required() -> None:
    credentials = Credentials(Tokens())
    assert credentials.caller_of(Headers({})) == ANONYMOUS
    credentials.keep_user(User("ada", AccessScope.ADMIN, "hash", True, 0))
    assert credentials.caller_of(Headers({})) is None, "a console does not open again"
