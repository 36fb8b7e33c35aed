"""The list of runs by workload, time, commit and settings."""

from __future__ import annotations

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole
from orrery_backend.features.runs.store.conditions import (
    SettingCondition,
    commit_prefix,
    setting_condition,
    since_ms,
    until_ms,
    value_in,
)
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.api import RunPage
from orrery_contracts.spec_paths import ABSENT

_DAY_MS = 86_400_000


@pytest.mark.parametrize(
    ("text", "value", "fits"),
    [
        ("40", 40, True),
        ("40.0", 40, True),
        ("4e1", 40, True),
        ("41", 40, False),
        ("forty", 40, False),
        ("nan", 40, False),
        ("0.5", 0.5, True),
        ("1", True, False),
        ("true", True, True),
        ("false", True, False),
        ("null", None, True),
        ("0", None, False),
        ("pooled", "pooled", True),
        ('"pooled"', "pooled", True),
        ("pool", "pooled", False),
        ("7", "7", True),
        ("[1, 2]", [1, 2], True),
        ("[1]", [1, 2], False),
        ("null", ABSENT, False),
    ],
)
def test_a_value_fits_in_any_form_of_its_number(text: str, value: object, fits: bool) -> None:
    assert SettingCondition("x", text).fits(value) is fits


def test_a_path_that_a_spec_does_not_have_is_absent() -> None:
    assert value_in('{"workload": {"entities": 40}}', "workload.entities") == 40
    assert value_in('{"workload": {"entities": 40}}', "workload.managers") is ABSENT


def test_a_day_is_whole_and_in_utc() -> None:
    assert since_ms("1970-01-02") == _DAY_MS
    assert until_ms("1970-01-02") == 2 * _DAY_MS
    assert since_ms("1970-01-02T01:00:00+01:00") == since_ms("1970-01-02T00:00:00") == _DAY_MS
    assert until_ms("1970-01-02T00:00:00.500Z") == _DAY_MS + 501
    assert until_ms("9999-12-31") > _DAY_MS


def test_a_long_commit_fits_the_short_one_that_is_stored() -> None:
    assert commit_prefix("51DCbca0") == "51dcbca0"
    assert commit_prefix("51dcbca0b7c1" + "0" * 28) == "51dcbca0b7c1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("workload.entities", "not a path, an equals sign and a value"),
        ("workload.entities=", "not a path, an equals sign and a value"),
        ("=40", "not a path, an equals sign and a value"),
        ("workload.entitys=40", "No workload has the setting workload.entitys."),
        ("tags=quiet", "cannot be filtered by tags"),
        ("repeats=5", "cannot be filtered by repeats"),
    ],
)
def test_a_bad_setting_names_itself_and_the_remedy(text: str, message: str) -> None:
    with pytest.raises(ProblemError) as raised:
        setting_condition(text)
    [error] = raised.value.errors
    assert (error.field, error.value) == ("set", text)
    assert message in error.message
    assert error.remedy


@pytest.mark.both_stores
async def test_runs_are_listed_by_workload_time_commit_and_settings(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for managers in ("1", "2", "2"):
        asked = {"preset": "universe-two-nodes", "set": [f"workload.managers={managers}"]}
        await ended(console, (await launch(console, asked)).summary.id)

    async def listed(*query: tuple[str, str]) -> list[int]:
        answer = await console.client.get("/runs", params=list(query))
        assert answer.status_code == 200, answer.text
        page = RunPage.model_validate_json(answer.content)
        assert page.total == len(page.items)
        return [run.number for run in page.items]

    assert await listed(("set", "workload.managers=2")) == [3, 2]
    assert await listed(("set", "workload.managers=2"), ("collapsed", "true")) == [3, 2]
    assert await listed(("set", "workload.managers=1")) == [1]
    assert await listed(("set", "workload.managers=2"), ("set", "workload.entities=40")) == [3, 2]
    assert await listed(("set", "workload.managers=2"), ("set", "workload.entities=41")) == []
    assert await listed(("workload", "universe_steps")) == [3, 2, 1]
    assert await listed(("workload", "event_queue")) == []
    document = (await console.client.get("/runs/2")).json()
    created = document["summary"]["created_at"]
    assert await listed(("since", created)) == [3, 2]
    assert await listed(("until", created)) == [2, 1]
    assert await listed(("since", created[:10])) == [3, 2, 1]
    assert await listed(("until", "2020-01-01")) == []
    [worker] = [text for text in document["versions"] if text.startswith("worker")]
    commit = worker.partition("(")[2].rstrip(")")
    assert await listed(("commit", commit[:7])) == [3, 2, 1]
    assert await listed(("commit", "0123456789ab")) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("since", "yesterday"),
        ("until", "2026-02-30"),
        ("commit", "51d"),
        ("commit", "main-branch"),
        ("set", "workload.entities>40"),
    ],
)
async def test_a_bad_condition_names_field_value_and_remedy(
    console: RunningConsole, field: str, value: str
) -> None:
    answer = await console.client.get("/runs", params={field: value})
    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert (error["field"], error["value"]) == (field, value)
    assert error["remedy"]
