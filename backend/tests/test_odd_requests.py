"""Requests that no client sends: answered with a problem, never with status 500."""

from __future__ import annotations

import re

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
        if "requestBody" in call
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
