"""Lists of runs: what tells runs of the same name apart."""

from __future__ import annotations

from typing import Any

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole
from orrery_backend.kit.setting_words import labels_apart, settings_of
from orrery_contracts.api import RunPage
from orrery_contracts.spec import RunSpec

_SPEC: dict[str, Any] = {"name": "Mine", "workload": {"kind": "universe_steps", "entities": 40}}


def _spec(**workload: object) -> RunSpec:
    return RunSpec.model_validate({**_SPEC, "workload": {**_SPEC["workload"], **workload}})


def _labels(*specs: RunSpec) -> list[str]:
    return labels_apart([settings_of(spec) for spec in specs])


def test_few_differences_are_named_for_each() -> None:
    labels = _labels(_spec(managers=1), _spec(managers=2), _spec(managers=2, entities=80))
    assert labels == [
        "entities 40, managers 1",
        "entities 40, managers 2",
        "entities 80, managers 2",
    ]


def test_names_notes_and_tags_are_no_settings() -> None:
    other = _spec().model_copy(update={"name": "Other", "note": "a note", "tags": ["kept"]})
    assert _labels(_spec(), other) == ["", ""]


def test_of_many_differences_the_unusual_ones_are_named() -> None:
    one_each = [
        _spec(entities=80),
        _spec(managers=2),
        _spec(steps=999),
        _spec(warmup_steps=7),
        _spec(entities=81, managers=3, steps=998, warmup_steps=8),
    ]
    labels = _labels(_spec(), *one_each)
    assert labels[0] == ""
    assert labels[1:3] == ["entities 80", "managers 2"]
    assert labels[5].endswith(", 1 more")


@pytest.mark.both_stores
async def test_the_list_says_in_which_setting_runs_of_one_name_differ(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    async def launch(*sets: str) -> str:
        asked = {"preset": "universe-two-nodes", "set": list(sets)}
        answer = await console.client.post("/runs", json=asked)
        assert answer.status_code == 201, answer.text
        run: str = answer.json()["summary"]["id"]
        return run

    first = await launch("workload.managers=1")
    second = await launch("workload.managers=2", "note=a note")
    await launch("name=Other", "workload.managers=3")
    page = RunPage.model_validate_json((await console.client.get("/runs")).content)
    said = {each.run: each.label for each in page.settings}
    assert said == {first: "managers 1", second: "managers 2"}
    # The cells of a sweep have labels of their own.
    axis = {"kind": "list", "path": "seed", "values": ["7", "8"]}
    sweep = {"name": "seeds", "base": {"preset": "universe-two-nodes"}, "axes": [axis]}
    assert (await console.client.post("/sweeps", json=sweep)).status_code == 201
    again = RunPage.model_validate_json((await console.client.get("/runs")).content)
    assert again.settings == sorted(page.settings, key=lambda each: each.run, reverse=True)
