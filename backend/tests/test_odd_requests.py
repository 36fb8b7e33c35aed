"""Requests that no client sends: answered with a problem, never with status 500."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole
from orrery_backend.app import create_app

DEPTHS = (101, 2_000, 3_000, 100_000)


def _nested(depth: int) -> dict[str, str]:
    return {
        "lists": "[" * depth + "]" * depth,
        "open lists": "[" * depth,
        "objects": '{"a":' * depth,
        "whole objects": '{"a":' * depth + "1" + "}" * depth,
        "in a field": '{"spec":' + "[" * depth + "]" * depth + "}",
    }


@pytest.fixture
async def bodies(console: RunningConsole) -> list[tuple[str, str]]:
    """Method and path of each call that takes a JSON body."""
    document = create_app(console.console).openapi()
    return [
        (method.upper(), path.removeprefix("/api/v1"))
        for path, calls in document["paths"].items()
        for method, call in calls.items()
        if "application/json" in call.get("requestBody", {}).get("content", {})
    ]


@pytest.mark.parametrize("depth", DEPTHS)
async def test_a_deeply_nested_body_is_malformed(
    console: RunningConsole, bodies: list[tuple[str, str]], depth: int
) -> None:
    assert len(bodies) > 5
    for method, path in bodies:
        for name, text in _nested(depth).items():
            filled = re.sub(r"\{\w+\}", "1", path.replace("{name}", "smoke"))
            answer = await console.client.request(method, filled, content=text)
            assert answer.status_code in (400, 429), (method, path, name, answer.text)


@pytest.mark.parametrize("depth", DEPTHS)
async def test_a_deeply_nested_setting_is_invalid(
    console: RunningConsole, agents: list[ScriptedAgent], depth: int
) -> None:
    for value in _nested(depth).values():
        for path in ("seed", "name", "workload", "placement.names", "workload.split.counts"):
            asked = {"preset": "smoke", "set": [f"{path}={value}"]}
            answer = await console.client.post("/specs/check", json=asked)
            assert answer.status_code in (200, 400, 413, 422, 429), answer.text
            answer = await console.client.post("/runs", json=asked)
            assert answer.status_code in (400, 413, 422, 429), answer.text
            axes = [{"kind": "list", "path": path, "values": [value]}]
            sweep = {"name": "s", "base": {"preset": "smoke"}, "axes": axes}
            answer = await console.client.post("/sweeps/check", json=sweep)
            assert answer.status_code in (200, 413, 422, 429), answer.text


@pytest.mark.parametrize(
    "query",
    [
        "x=workload.entities&metric=A",
        "x=workload.entities&metric=",
        "x=workload.entities&metric=m%00",
        "x=workload.entities&metric=m&series=A%20B",
        "x=workload.entities&metric=m&item=A",
        "x=A&metric=m",
    ],
)
async def test_a_speed_up_of_odd_names_is_invalid(
    console: RunningConsole, agents: list[ScriptedAgent], query: str
) -> None:
    axes = [{"kind": "list", "path": "workload.entities", "values": ["2", "3"]}]
    sweep = {"name": "s", "base": {"preset": "smoke"}, "axes": axes}
    made = await console.client.post("/sweeps", json=sweep)
    assert made.status_code == 201, made.text
    number = made.json()["summary"]["number"]
    answer = await console.client.get(f"/groups/{number}/speed-up?{query}")
    assert answer.status_code == 422, answer.text


_CODE = re.compile(
    r"\^|\$|\[0-9|\{\d|\\\\|should|Input|String |pattern|unable to parse|<class|Enum|instance"
)
_BAD = {"integer": "x", "number": "x", "boolean": "maybe", "string": "No such! value"}


async def test_errors_of_addresses_have_no_code_in_them(console: RunningConsole) -> None:
    document = create_app(console.console).openapi()
    refused = 0
    for path, calls in document["paths"].items():
        call = calls.get("get")
        if call is None or not path.startswith("/api/v1"):
            continue
        for parameter in call.get("parameters", []):
            if parameter["in"] not in ("path", "query"):
                continue
            schema = parameter["schema"]
            kind = next((s["type"] for s in (schema, *schema.get("anyOf", [])) if "type" in s), "")
            bad = _BAD.get(kind, "No such! value")
            filled = path.removeprefix("/api/v1")
            if parameter["in"] == "path":
                filled = filled.replace(f"{{{parameter['name']}}}", quote(bad))
                asked = {}
            else:
                asked = {parameter["name"]: bad}
            filled = re.sub(r"\{\w+\}", "1", filled)
            answer = await console.client.get(filled, params=asked)
            if answer.status_code != 422:
                continue
            for error in answer.json()["errors"]:
                refused += 1
                words = f"{error['message']} {error['remedy']}"
                assert not _CODE.search(words), (filled, asked, words)
                assert error["remedy"], (filled, asked)
    assert refused > 20


@pytest.mark.parametrize(
    ("address", "detail"),
    [
        ("/runs/zzz", "run: 'zzz' is no run. Give its number, or its id of 26 letters and digits."),
        ("/runs?limit=abc", "limit: 'abc' is not a whole number. Give a whole number."),
        ("/runs?limit=9999", "limit: '9999' is above the largest value. Give at most 500."),
        (
            "/runs/1/series?frame=bad",
            "frame: 'bad' is not one of the allowed values. Give window or samples.",
        ),
    ],
)
async def test_errors_of_addresses_say_what_to_do(
    console: RunningConsole, address: str, detail: str
) -> None:
    answer = await console.client.get(address)
    assert answer.status_code == 422
    assert answer.json()["detail"] == detail
