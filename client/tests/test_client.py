"""How the client reads a console's answers."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import httpx2
import pytest
from orrery_client import Orrery, ProblemError, UnexpectedReplyError, UnreachableError
from orrery_contracts.api import Health, NewRun, RunState
from orrery_contracts.errors import FieldError, Problem, ProblemCode

HEALTH = Health(version="1", commit="c", epoch="e", nodes_online=2, runs=3)
PROBLEM = Problem(
    title="Invalid",
    status=422,
    code=ProblemCode.INVALID,
    detail="The run spec has an error.",
    errors=[
        FieldError(
            field="workload.entities", value="-1", message="at least 1", remedy="give 1 to 4000000"
        )
    ],
)


def console(*replies: httpx2.Response | Exception) -> tuple[Orrery, list[httpx2.Request]]:
    """A client whose requests get these replies in turn, and the list of its requests."""
    requests: list[httpx2.Request] = []
    pending = list(replies)

    def answer(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        reply = pending.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    client = Orrery("http://console:1/", token="secret", transport=httpx2.MockTransport(answer))
    return client, requests


def json_reply(text: str, status: int = 200) -> httpx2.Response:
    return httpx2.Response(status, text=text)


def test_a_document_is_read_and_the_token_is_sent() -> None:
    client, requests = console(json_reply(HEALTH.model_dump_json()))
    assert client.health() == HEALTH
    assert str(requests[0].url) == "http://console:1/api/v1/health"
    assert requests[0].headers["Authorization"] == "Bearer secret"


def test_a_problem_is_raised_with_its_fields() -> None:
    client, _ = console(json_reply(PROBLEM.model_dump_json(), 422))
    with pytest.raises(ProblemError) as caught:
        client.check_spec(NewRun(preset="p"))
    assert caught.value.problem == PROBLEM
    assert caught.value.remedy == "give 1 to 4000000"


@pytest.mark.parametrize("reply", [json_reply("<html>", 502), json_reply('{"other": 1}')])
def test_an_answer_of_something_else_is_told_apart(reply: httpx2.Response) -> None:
    client, _ = console(reply)
    with pytest.raises(UnexpectedReplyError, match="http://console:1"):
        client.health()


def test_an_unreachable_console_is_named_with_a_remedy() -> None:
    client, _ = console(httpx2.ConnectError("refused"))
    with pytest.raises(UnreachableError, match="refused") as caught:
        client.health()
    assert "make up" in caught.value.remedy


_ENDED = (
    httpx2.RemoteProtocolError("disconnected"),
    httpx2.ReadError("reset"),
    httpx2.WriteError("broken pipe"),
)


@pytest.mark.parametrize("ended", _ENDED)
def test_a_read_is_repeated_when_the_console_closes_its_connection(ended: Exception) -> None:
    client, requests = console(ended, json_reply(HEALTH.model_dump_json()))
    assert client.health() == HEALTH
    assert len(requests) == 2


@pytest.mark.parametrize("ended", _ENDED)
def test_a_change_that_may_have_happened_is_not_repeated(ended: Exception) -> None:
    client, requests = console(ended, json_reply("{}"))
    with pytest.raises(UnreachableError):
        client.cancel_run("1")
    assert len(requests) == 1


def test_a_read_is_given_up_in_the_end() -> None:
    client, requests = console(*[_ENDED[0]] * 9)
    with pytest.raises(UnreachableError, match="disconnected"):
        client.health()
    assert len(requests) == 3


def test_creating_a_run_is_tried_again_under_one_key() -> None:
    lost = httpx2.ReadError("lost")
    client, requests = console(lost, json_reply(PROBLEM.model_dump_json(), 422))
    with pytest.raises(ProblemError):
        client.create_run(b'{"preset": "p"}')
    assert len(requests) == 2
    assert len({request.headers["Idempotency-Key"] for request in requests}) == 1


def test_parameters_that_are_not_given_are_not_sent() -> None:
    client, requests = console(json_reply('{"items": [], "next_cursor": null, "total": 0}'))
    assert client.runs(state=RunState.DONE, limit=5).items == []
    assert dict(requests[0].url.params) == {"limit": "5", "state": "done"}


def test_a_name_cannot_leave_its_place_in_the_path() -> None:
    client, requests = console(json_reply(PROBLEM.model_dump_json(), 422))
    with pytest.raises(ProblemError):
        client.run("../nodes?x=1")
    assert requests[0].url.raw_path == b"/api/v1/runs/..%2Fnodes%3Fx%3D1"


def test_positions_are_asked_for_by_repeat_and_moment() -> None:
    reply = '{"repeat": 1, "times_ns": [5], "steps": [2], "first": 0, "items": [{"nodes": []}]}'
    client, requests = console(json_reply(reply))
    assert client.positions("7", repeat=1).times_ns == [5]
    query = b"repeat=1&first=0&count=30"
    assert requests[0].url.raw_path == b"/api/v1/runs/7/positions?" + query


def test_a_trace_is_saved(tmp_path: Path) -> None:
    client, requests = console(json_reply('{"traceEvents":[]}'))
    file = tmp_path / "run.trace.json"
    client.save_trace("7", file)
    assert file.read_text() == '{"traceEvents":[]}'
    assert requests[0].url.raw_path == b"/api/v1/runs/7/export?format=trace"


@pytest.mark.parametrize(
    ("kind", "asked"),
    [("sqlite", "run=7&run=8&group=2"), ("parquet", "run=7&run=8&group=2&format=parquet")],
)
def test_runs_are_exported(kind: Literal["sqlite", "parquet"], asked: str, tmp_path: Path) -> None:
    client, requests = console(json_reply("what the console sent"))
    client.export_runs(tmp_path / "runs", runs=["7", "8"], groups=["2"], kind=kind)
    assert (tmp_path / "runs").read_text() == "what the console sent"
    assert requests[0].url.raw_path == f"/api/v1/exports?{asked}".encode()
