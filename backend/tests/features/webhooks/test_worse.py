"""The event `metric.worse`: sent once for a sweep that is worse than a baseline."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES
from backend_testing.console import QUICK, RunningConsole, running_console, until
from backend_testing.receiver import Receiver, running_receiver
from orrery_backend.features.baselines import repository
from orrery_contracts.api import Verdict
from orrery_contracts.baseline import Baseline, GroupComparison
from orrery_contracts.group import GroupState
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.webhook import WebhookSubject

pytestmark = pytest.mark.both_stores

_NEVER = replace(QUICK, webhooks_every_s=3600.0)
_REPEATS = 6


@asynccontextmanager
async def _two_agents(console: RunningConsole) -> AsyncIterator[None]:
    agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
    yield
    for agent in agents:
        await agent.stop()


def _sweep(entities: int = 40) -> dict[str, Any]:
    own = [f"repeats={_REPEATS}", f"workload.entities={entities}"]
    base = {**TWO_NODES, "set": [*TWO_NODES.get("set", []), *own]}
    return {
        "name": "Seeds",
        "base": base,
        "axes": [{"kind": "list", "path": "seed", "values": ["1", "2"]}],
    }


async def _swept(console: RunningConsole, sweep: dict[str, Any]) -> GroupDocument:
    answer = await console.client.post("/sweeps", json=sweep)
    assert answer.status_code == 201, answer.text
    key = answer.json()["summary"]["id"]

    async def group() -> GroupDocument:
        found = await console.client.get(f"/groups/{key}")
        return GroupDocument.model_validate_json(found.content)

    async def has_ended() -> bool:
        return (await group()).summary.state is GroupState.DONE

    await until(has_ended, "the sweep ends")
    return await group()


async def _set(console: RunningConsole, name: str, group: GroupDocument, factor: float) -> Baseline:
    """A baseline whose values are `factor` times those of the group."""
    answer = await console.client.put(f"/baselines/{name}", json={"group": group.summary.id})
    assert answer.status_code == 200, answer.text
    real = Baseline.model_validate_json(answer.content)
    cells = [
        cell.model_copy(
            update={
                "metrics": [
                    metric.model_copy(
                        update={
                            # Repeats that vary a little, as real ones do.
                            "values": [
                                value * factor * (1 + 0.001 * place)
                                for place, value in enumerate(metric.values)
                            ],
                            "median": metric.median * factor,
                        }
                    )
                    for metric in cell.metrics
                ]
            }
        )
        for cell in real.cells
    ]
    changed = real.model_copy(update={"cells": cells})
    async with console.console.database.write() as connection:
        await repository.save(connection, changed, 1)
    return changed


async def _listen(console: RunningConsole, receiver: Receiver, events: Sequence[str]) -> None:
    asked = {"name": "chat", "url": receiver.url, "events": list(events)}
    answer = await console.client.post("/webhooks", json=asked)
    assert answer.status_code == 201, answer.text


def _told(receiver: Receiver) -> list[WebhookSubject]:
    payloads = [request.payload for request in receiver.received]
    return [payload.data for payload in payloads if payload.type == "metric.worse"]


async def test_what_is_worse_than_a_baseline_is_told_with_metric_interval_and_link(
    tmp_path: Path,
) -> None:
    async with (
        running_receiver() as receiver,
        running_console(tmp_path, public_url="https://orrery.example.org") as console,
        _two_agents(console),
    ):
        await _listen(console, receiver, ["metric.worse", "group.ended"])
        first = await _swept(console, _sweep())
        await _set(console, "main", first, 0.5)
        await _set(console, "equal", first, 1.0)
        second = await _swept(console, _sweep())
        await until(lambda: len(receiver.received) == 3, "two ends and metric.worse are delivered")
        await console.console.webhooks.look()
        (data,) = _told(receiver)
        assert (data.kind, data.number, data.baseline) == ("sweep", 2, "main")
        assert data.url == "https://orrery.example.org/groups/2?baseline=main"
        assert data.checks_hold is True
        answer = await console.client.get(f"/groups/{second.summary.id}/comparison?baseline=main")
        shown = GroupComparison.model_validate_json(answer.content)
        assert shown.verdict is Verdict.WORSE
        assert data.reason.startswith(shown.conclusion.sentence)
        answer = await console.client.get(f"/groups/{second.summary.id}/worse")
        assert answer.json() == {
            "items": [{"baseline": "main", "sentence": shown.conclusion.sentence}]
        }
        (metric,) = [each for each in shown.metrics if each.verdict is Verdict.WORSE]
        worst = data.worse[0]
        assert (worst.metric, worst.run, worst.sentence) == (metric.metric, None, metric.sentence)
        assert worst.ratio is not None
        assert worst.ratio_low is not None
        assert worst.ratio_high is not None
        assert 1.9 < worst.ratio_low <= worst.ratio <= worst.ratio_high < 2.1


async def test_other_settings_are_not_compared(tmp_path: Path) -> None:
    async with (
        running_receiver() as receiver,
        running_console(tmp_path) as console,
        _two_agents(console),
    ):
        await _listen(console, receiver, ["metric.worse", "group.ended"])
        await _set(console, "main", await _swept(console, _sweep()), 0.5)
        await _swept(console, _sweep(entities=41))
        await until(lambda: len(receiver.received) == 2, "two ends are delivered")
        await console.console.webhooks.look()
        assert _told(receiver) == []


async def test_a_console_that_is_gone_before_it_tells_does_so_once_after_its_start(
    tmp_path: Path,
) -> None:
    async with running_receiver() as receiver:
        async with running_console(tmp_path, times=_NEVER) as console, _two_agents(console):
            await _listen(console, receiver, ["metric.worse"])
            await _set(console, "main", await _swept(console, _sweep()), 0.5)
            await _swept(console, _sweep())
        assert receiver.received == []
        for _ in range(2):
            async with running_console(tmp_path) as console:
                # The console compares with the baseline as it is when it makes group.ended.
                await until(lambda: len(_told(receiver)) >= 1, "metric.worse is delivered")
                await console.console.webhooks.look()
        told = _told(receiver)
        assert {(data.number, data.baseline) for data in told} == {(2, "main")}
        assert len({request.id for request in receiver.received}) == len(told) == 1
