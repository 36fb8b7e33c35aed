"""Webhooks over HTTP: a receiver of another system is told what happened on the console."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, in_state, launch, nodes_are_free
from backend_testing.console import QUICK, RunningConsole, running_console, until
from backend_testing.receiver import Received, Receiver, running_receiver
from backend_testing.stores import SQLITE
from orrery_backend.kit.db import store_file
from orrery_backend.kit.file_tokens import Tokens
from orrery_contracts.api import RunState
from orrery_contracts.webhook import (
    DeliveryList,
    DeliveryState,
    MadeWebhook,
    WebhookDelivery,
    WebhookEvent,
)

pytestmark = pytest.mark.both_stores

_NEVER = replace(QUICK, webhooks_every_s=3600.0)
_ALL = [event.value for event in WebhookEvent]


async def _add(
    console: RunningConsole, receiver: Receiver, events: list[str] = _ALL, name: str = "chat"
) -> MadeWebhook:
    asked = {"name": name, "url": receiver.url, "events": events}
    answer = await console.client.post("/webhooks", json=asked)
    assert answer.status_code == 201, answer.text
    return MadeWebhook.model_validate_json(answer.content)


async def _deliveries(console: RunningConsole, name: str = "chat") -> list[WebhookDelivery]:
    answer = await console.client.get(f"/webhooks/{name}/deliveries")
    assert answer.status_code == 200, answer.text
    return DeliveryList.model_validate_json(answer.content).items


async def _connected(console: RunningConsole) -> list[ScriptedAgent]:
    return [await ScriptedAgent(console.ws, name).connect() for name in "ab"]


async def _stop(agents: list[ScriptedAgent]) -> None:
    for agent in agents:
        await agent.stop()


def _is_signed(secret: str, request: Received) -> bool:
    """By the text of the Standard Webhooks specification."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    at = request.headers["webhook-timestamp"]
    content = b".".join([request.id.encode(), at.encode(), request.body])
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return request.headers["webhook-signature"] == f"v1,{expected}"


def _is_genuine_by_the_page() -> Callable[[str, dict[str, str], bytes], bool]:
    """The function that the user's page gives to receivers."""
    page = Path(__file__).parents[4] / "docs/user/webhooks.md"
    (code,) = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    found: Callable[[str, dict[str, str], bytes], bool] = names["is_genuine"]
    return found


async def test_a_receiver_is_told_of_a_run_and_checks_the_signature(tmp_path: Path) -> None:
    async with (
        running_receiver() as receiver,
        running_console(tmp_path, public_url="https://orrery.example.org") as console,
    ):
        made = await _add(console, receiver, ["run.ended"])
        assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", made.secret)
        agents = await _connected(console)
        run = await ended(console, (await launch(console)).summary.id)
        await until(lambda: len(receiver.received) == 1, "the run is told")
        request = receiver.received[0]
        assert _is_signed(made.secret, request)
        assert not _is_signed(made.secret, replace(request, body=request.body + b" "))
        is_genuine = _is_genuine_by_the_page()
        assert is_genuine(made.secret, request.headers, request.body)
        assert not is_genuine(made.secret, request.headers, request.body + b" ")
        old = {**request.headers, "webhook-timestamp": "1772539320"}
        assert not is_genuine(made.secret, old, request.body)
        assert request.headers["content-type"] == "application/json"
        payload = request.payload
        assert payload.type == "run.ended"
        assert payload.timestamp == run.summary.ended_at
        data = payload.data
        assert (data.kind, data.number, data.state) == ("run", run.summary.number, "done")
        assert data.reason == run.outcome
        assert data.checks_hold is run.summary.checks_hold is True
        assert data.url == f"https://orrery.example.org/runs/{run.summary.number}"

        async def is_delivered() -> bool:
            return [d.state for d in await _deliveries(console)] == [DeliveryState.DELIVERED]

        await until(is_delivered, "the delivery has arrived")
        (delivery,) = await _deliveries(console)
        assert (delivery.id, delivery.tries, delivery.status) == (request.id, 1, 204)
        assert delivery.subject == f"run {run.summary.number}"
        await _stop(agents)


async def test_a_failed_run_says_why(tmp_path: Path) -> None:
    async with running_receiver() as receiver, running_console(tmp_path) as console:
        await _add(console, receiver, ["run.ended"])
        agents = await _connected(console)
        agents[0].hold_after_begin = agents[1].hold_after_begin = True
        run = (await launch(console)).summary
        await until(lambda: len(agents[0].held) == 1, "the worker is there")
        await agents[0].fail(agents[0].output_of(), "disk_full", "The disk is full.")
        await ended(console, run.id)
        await until(lambda: len(receiver.received) == 1, "the run is told")
        data = receiver.received[0].payload.data
        assert data.state == "failed"
        assert "The disk is full." in data.reason
        assert data.url is None
        await _stop(agents)


async def test_a_sweep_tells_its_cells_and_its_end_once(tmp_path: Path) -> None:
    axis = {"kind": "list", "path": "seed", "values": ["1", "2", "3"]}
    sweep = {"name": "Seeds", "base": TWO_NODES, "axes": [axis]}
    async with running_receiver() as receiver, running_console(tmp_path) as console:
        await _add(console, receiver)
        await _add(console, receiver, ["group.ended"], "ci")
        agents = await _connected(console)
        made = await console.client.post("/sweeps", json=sweep)
        assert made.status_code == 201, made.text
        await until(lambda: len(receiver.received) >= 5, "the sweep is told")
        types = [request.payload.type for request in receiver.received]
        assert sorted(types) == ["cell.ended"] * 3 + ["group.ended"] * 2
        cells = [r.payload.data for r in receiver.received if r.payload.type == "cell.ended"]
        assert {cell.group for cell in cells} == {1}
        group = next(r.payload.data for r in receiver.received if r.payload.type == "group.ended")
        assert (group.kind, group.number, group.name) == ("sweep", 1, "Seeds")
        assert (group.state, group.reason) == ("done", "3 of 3 runs are done.")
        await nodes_are_free(console)
        await console.console.webhooks.look()
        assert len(await _deliveries(console) + await _deliveries(console, "ci")) == 5
        await _stop(agents)


async def test_a_cancelled_sweep_tells_that_it_was(tmp_path: Path) -> None:
    axis = {"kind": "list", "path": "seed", "values": ["1", "2", "3"]}
    sweep = {"name": "Seeds", "base": TWO_NODES, "axes": [axis]}
    async with running_receiver() as receiver, running_console(tmp_path) as console:
        await _add(console, receiver, ["group.ended"])
        agents = await _connected(console)
        agents[0].hold_after_begin = agents[1].hold_after_begin = True
        await console.client.post("/sweeps", json=sweep)
        await in_state(console, "1", RunState.RUNNING)
        assert (await console.client.post("/groups/1/cancel")).status_code == 200
        await until(lambda: len(receiver.received) == 1, "the sweep is told")
        data = receiver.received[0].payload.data
        assert data.state == "cancelled"
        assert data.reason == "0 of 3 runs are done, 3 failed or were cancelled."
        # Its runs are repeated, so it ends again.
        agents[0].hold_after_begin = agents[1].hold_after_begin = False
        await nodes_are_free(console)
        assert (await console.client.post("/groups/1/retry")).status_code == 201
        await until(lambda: len(receiver.received) == 2, "the second end is told")
        assert receiver.received[1].payload.data.state == "done"
        await _stop(agents)


async def test_a_console_that_is_gone_before_it_delivers_does_so_after_its_start(
    tmp_path: Path,
) -> None:
    async with running_receiver() as receiver:
        async with running_console(tmp_path, times=_NEVER) as console:
            made = await _add(console, receiver, ["run.ended"])
            agents = await _connected(console)
            run = await ended(console, (await launch(console)).summary.id)
            await _stop(agents)
        assert receiver.received == []
        async with running_console(tmp_path) as console:
            await until(lambda: len(receiver.received) == 1, "the run is told")
            assert receiver.received[0].payload.data.number == run.summary.number
            assert _is_signed(made.secret, receiver.received[0])


async def test_the_end_of_a_run_and_the_note_about_it_are_one_commit(
    tmp_path: Path, store_kind: str
) -> None:
    """A copy of the file at the moment of that commit is what a killed console leaves."""
    if store_kind != SQLITE:
        pytest.skip("a database has no file to copy")
    killed, copied = tmp_path / "killed", tmp_path / "copied"
    copied.mkdir()
    async with running_receiver() as receiver:
        async with running_console(killed, times=_NEVER) as console:
            await _add(console, receiver, ["run.ended"])
            agents = await _connected(console)
            await launch(console)
            with closing(sqlite3.connect(store_file(killed))) as store:

                def has_ended() -> bool:
                    return store.execute("SELECT state FROM runs").fetchall() == [("done",)]

                await until(has_ended, "the end of the run is stored")
                with closing(sqlite3.connect(store_file(copied))) as copy:
                    store.backup(copy)
            await _stop(agents)
        assert receiver.received == []
        async with running_console(copied):
            await until(lambda: len(receiver.received) == 1, "the run is told")


async def test_a_delivery_that_was_not_acknowledged_is_repeated_with_its_id(
    tmp_path: Path,
) -> None:
    async with running_receiver() as receiver:
        receiver.gate.clear()
        async with running_console(tmp_path) as console:
            await _add(console, receiver)
            await console.client.post("/webhooks/chat/test")
            await until(lambda: len(receiver.received) == 1, "the receiver has the request")
        receiver.gate.set()
        async with running_console(tmp_path):
            await until(lambda: len(receiver.received) == 2, "the request is repeated")
        first, second = receiver.received
        assert (first.id, first.body) == (second.id, second.body)


async def test_nodes_that_are_lost_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_receiver() as receiver:

        def told() -> list[tuple[str, str]]:
            payloads = [request.payload for request in receiver.received]
            return [(str(payload.type), payload.data.name) for payload in payloads]

        async with running_console(tmp_path) as console:
            await _add(console, receiver)
            agent = await ScriptedAgent(console.ws, "a").connect()
            service: Any = console.console.webhooks
            await until(lambda: "a" in service._told, "the console knows the node")
            # As if the console had been started long ago.
            monkeypatch.setattr("orrery_backend.features.webhooks.service._RETURN_WITHIN_S", 0.0)
            await agent.stop()
            await until(lambda: told() == [("node.lost", "a")], "the loss is told")
            again = await ScriptedAgent(console.ws, "a").connect()
            lost_and_found = [("node.lost", "a"), ("node.returned", "a")]
            await until(lambda: told() == lost_and_found, "the return is told")
            await again.stop()
            await until(lambda: len(told()) == 3, "the second loss is told")
        # A console that starts waits for agents, and tells nothing twice.
        async with running_console(tmp_path) as console:
            back = await ScriptedAgent(console.ws, "a").connect()
            await until(lambda: len(told()) == 4, "the return is told")
            assert told() == lost_and_found * 2
            await back.stop()


async def test_secrets_are_shown_once_and_never_logged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tokens = Tokens.parse("admin=" + "a" * 32)
    admin = {"Authorization": "Bearer " + "a" * 32}
    async with running_receiver() as receiver, running_console(tmp_path, tokens=tokens) as console:
        console.client.headers.update(admin)
        made = await _add(console, receiver)
        renewed = MadeWebhook.model_validate_json(
            (await console.client.post("/webhooks/chat/secret")).content
        )
        assert renewed.secret != made.secret
        await console.client.post("/webhooks/chat/test")
        await until(lambda: len(receiver.received) == 1, "the test is sent")
        assert _is_signed(renewed.secret, receiver.received[0])
        assert not _is_signed(made.secret, receiver.received[0])
        await console.client.patch("/webhooks/chat", json={"enabled": False})
        await console.client.patch("/webhooks/chat", json={"url": receiver.url + "/key-of-chat"})
        texts = [
            (await console.client.get(path)).text
            for path in ("/webhooks", "/webhooks/chat/deliveries", "/audit")
        ]
        assert (await console.client.delete("/webhooks/chat")).status_code == 204
        shown = "".join(texts[1:]) + capfd.readouterr().err
        for hidden in (made.secret, renewed.secret):
            assert hidden not in "".join(texts) + shown
        assert "key-of-chat" not in shown
        entries = (await console.client.get("/audit")).json()["items"]
        targets = [entry["target"] for entry in entries]
        assert targets[::-1] == [
            f"POST /api/v1/webhooks (chat, {', '.join(_ALL)})",
            "POST /api/v1/webhooks/chat/secret",
            "POST /api/v1/webhooks/chat/test",
            "PATCH /api/v1/webhooks/chat (disabled)",
            "PATCH /api/v1/webhooks/chat (new URL)",
            "DELETE /api/v1/webhooks/chat",
        ]
        assert {entry["who"] for entry in entries} == {"file:admin"}


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"url": "ftp://example.org/x"}, "url", "right form"),
        ({"url": "https://ada:secret@example.org/"}, "url", "user name or a password"),
        ({"url": "https://example.org/#part"}, "url", "fragment"),
        ({"url": "https://"}, "url", "right form"),
        ({"url": "https:///path"}, "url", "names no host"),
        ({"url": "https://example.org:99999/"}, "url", "cannot be read"),
        ({"url": "https://example.org/" + "x" * 500}, "url", "too long"),
        ({"events": []}, "events", "too short"),
        ({"events": ["run.begun"]}, "events[0]", "not one of the allowed values"),
        ({"name": "Two words"}, "name", "right form"),
        ({"secret": "mine"}, "secret", "no secret here"),
    ],
)
async def test_a_webhook_that_cannot_work_is_refused(
    console: RunningConsole, change: dict[str, object], field: str, words: str
) -> None:
    asked = {"name": "chat", "url": "https://example.org/", "events": ["run.ended"], **change}
    answer = await console.client.post("/webhooks", json=asked)
    assert answer.status_code == 422, answer.text
    (error,) = answer.json()["errors"]
    assert error["field"] == field
    assert words in error["message"]
    assert error["remedy"]
    assert "secret@" not in answer.text
    assert (await console.client.get("/webhooks")).json() == {"items": []}


async def test_names_are_taken_once_and_webhooks_are_bounded(
    console: RunningConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orrery_backend.features.webhooks.service.MOST_WEBHOOKS", 2)
    asked = {"name": "a", "url": "https://example.org/", "events": ["run.ended"]}
    statuses = [
        (await console.client.post("/webhooks", json={**asked, "name": name})).status_code
        for name in ("a", "a", "b", "c")
    ]
    assert statuses == [201, 409, 201, 409]
    for method, path in [
        ("PATCH", "/webhooks/z"),
        ("DELETE", "/webhooks/z"),
        ("POST", "/webhooks/z/secret"),
        ("POST", "/webhooks/z/test"),
        ("GET", "/webhooks/z/deliveries"),
    ]:
        answer = await console.client.request(method, path, content=b"{}")
        assert answer.status_code == 404, (method, path)
        assert "GET /api/v1/webhooks lists them." in answer.json()["detail"]
    await console.client.patch("/webhooks/a", json={"enabled": False})
    tried = await console.client.post("/webhooks/a/test")
    assert tried.status_code == 409
    assert "Enable it first" in tried.json()["detail"]
