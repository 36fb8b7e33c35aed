"""Sessions, tokens and users as the gate sees them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.authorize import ANONYMOUS, Caller
from orrery_backend.kit.credentials import (
    COOKIE,
    ApiToken,
    Credentials,
    SessionLimits,
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
    (session, ended), (other, kept) = (credentials.open_session(caller) for _ in range(2))
    assert credentials.caller_of(_cookie(ended)) == replace(caller, session=session.digest)
    assert credentials.end_session(session.digest) is not None
    assert credentials.end_session(session.digest) is None
    assert credentials.caller_of(_cookie(ended)) is None
    assert credentials.was_valid(_cookie(ended))
    assert not credentials.was_valid(_cookie(kept))
    assert credentials.caller_of(_cookie(kept)) == replace(caller, session=other.digest)
    clock.now_s += SessionLimits().total_s
    assert credentials.caller_of(_cookie(kept)) is None
    assert credentials.was_valid(_cookie(kept)), "a cookie past its time is stale, not a guess"


def test_a_session_ends_when_it_is_not_used() -> None:
    clock = Clock()
    limits = SessionLimits(idle_s=100, total_s=1000)
    credentials = Credentials(Tokens.parse(f"operator={_TOKEN}"), clock, limits)
    caller = credentials.caller_by_token(_TOKEN)
    assert caller is not None
    _, used = credentials.open_session(caller)
    _, idle = credentials.open_session(caller)
    for _ in range(10):
        assert credentials.caller_of(_cookie(used)) is not None
        clock.now_s += 99
        credentials.end_expired()
    assert credentials.caller_of(_cookie(idle)) is None
    assert credentials.caller_of(_cookie(used)) is not None
    clock.now_s += 10
    assert credentials.caller_of(_cookie(used)) is None, "1000 s after the sign-in it ends anyhow"


def test_an_open_socket_keeps_its_session_until_the_whole_time_is_over() -> None:
    clock = Clock()
    credentials = Credentials(
        Tokens.parse(f"operator={_TOKEN}"), clock, SessionLimits(idle_s=100, total_s=1000)
    )
    caller = credentials.caller_by_token(_TOKEN)
    assert caller is not None
    session, cookie = credentials.open_session(caller)
    closed: list[str] = []
    gone = credentials.socket_opened(
        replace(caller, session=session.digest), lambda: closed.append("socket")
    )
    for _ in range(9):
        clock.now_s += 99
        credentials.end_expired()
    assert credentials.caller_of(_cookie(cookie)) is not None
    assert closed == []
    clock.now_s += 109
    credentials.end_expired()
    assert closed == ["socket"]
    gone()
    assert credentials.caller_of(_cookie(cookie)) is None


def test_sessions_of_one_source_are_bounded() -> None:
    clock = Clock()
    credentials = _credentials(clock)
    caller = credentials.caller_by_token(_TOKEN)
    assert caller is not None
    cookies = []
    for _ in range(60):
        cookies.append(credentials.open_session(caller)[1])
        clock.now_s += 1
    live = [credentials.caller_of(_cookie(cookie)) is not None for cookie in cookies]
    assert live == [False] * 10 + [True] * 50


@given(st.text(max_size=80))
def test_a_forged_cookie_proves_no_session(text: str) -> None:
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
    caller = Caller(AccessScope.VIEWER, "ci", "token:ci")
    credentials.socket_opened(caller, lambda: closed.append("socket"))
    credentials.end_expired()
    assert credentials.caller_of(_bearer(secret)) is not None
    assert credentials.used == {"ci"}
    assert closed == []
    clock.now_s += 10
    assert credentials.caller_of(_bearer(secret)) is None
    credentials.end_expired()
    assert closed == ["socket"]


def test_an_open_console_asks_for_no_sign_in() -> None:
    credentials = Credentials(Tokens())
    assert credentials.caller_of(Headers({})) == ANONYMOUS
    credentials.keep_user(User("ada", AccessScope.ADMIN, "hash", True, 0))
    assert credentials.caller_of(Headers({})) is None, "a console does not open again"
