"""The audit log: what leaves an entry, and its bounds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from backend_testing.console import RunningConsole, running_console
from backend_testing.stores import query
from orrery_backend.features.access.audit import AuditService
from orrery_backend.kit.audit import AuditedCall
from orrery_backend.kit.clock import SystemClock
from orrery_backend.kit.file_tokens import Tokens

pytestmark = pytest.mark.both_stores

_TOKENS = {scope: f"{scope}-token-0123456789" for scope in ("viewer", "operator", "admin")}
_CALL = AuditedCall("user:ada", "192.0.2.7", "Launch a run", "POST /api/v1/runs", 201)
_REFUSED = replace(_CALL, status=403)


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    tokens = Tokens.parse(",".join(f"{scope}={token}" for scope, token in _TOKENS.items()))
    async with running_console(tmp_path, tokens=tokens) as running:
        yield running


def _by(scope: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {_TOKENS[scope]}"}


async def _entries(console: RunningConsole, **query: Any) -> list[dict[str, Any]]:
    answer = await console.client.get("/audit", params=query, headers=_by("admin"))
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def test_changes_sign_ins_and_refusals_leave_entries(guarded: RunningConsole) -> None:
    client = guarded.client
    await client.get("/runs", headers=_by("viewer"))
    await client.post("/specs/check", json={}, headers=_by("operator"))
    assert await _entries(guarded) == [], "reading and checking leave none"
    await client.post("/runs", json={}, headers=_by("operator"))
    await client.post("/runs", json={}, headers=_by("viewer"))
    await client.get("/runs", headers={"Authorization": "Bearer wrong"})
    await client.post("/session", json={"name": "ada", "password": "a wrong password"})
    await client.post("/session", json={"token": _TOKENS["viewer"]})
    found = [
        (entry["who"], entry["action"], entry["target"], entry["status"])
        for entry in reversed(await _entries(guarded))
    ]
    sign_in = "Sign in"
    assert found == [
        ("file:operator", "Launch a run", "POST /api/v1/runs", 422),
        ("file:viewer", "Launch a run", "POST /api/v1/runs", 403),
        ("", "Runs, newest first", "GET /api/v1/runs", 401),
        ("", sign_in, "POST /api/v1/session (ada)", 401),
        ("file:viewer", sign_in, "POST /api/v1/session", 200),
    ]
    assert {entry["address"] for entry in await _entries(guarded)} == {"127.0.0.1"}
    assert "a wrong password" not in str(await _entries(guarded))


async def test_an_entry_says_whom_a_change_is_about(guarded: RunningConsole) -> None:
    user = {"name": "ada", "scope": "viewer", "password": "correct horse battery"}
    await guarded.client.post("/users", json=user, headers=_by("admin"))
    patch = {"scope": "operator", "disabled": True, "password": "another horse battery"}
    await guarded.client.patch("/users/ada", json=patch, headers=_by("admin"))
    token = {"name": "ci", "scope": "operator"}
    await guarded.client.post("/tokens", json=token, headers=_by("admin"))
    assert [entry["target"] for entry in reversed(await _entries(guarded))] == [
        "POST /api/v1/users (ada, viewer)",
        "PATCH /api/v1/users/ada (scope operator, new password, disabled)",
        "POST /api/v1/tokens (ci, operator)",
    ]


async def test_the_log_is_read_in_pages_and_searched(guarded: RunningConsole) -> None:
    for _ in range(5):
        await guarded.client.post("/runs", json={}, headers=_by("operator"))
    await guarded.client.post("/nodes/a/forget", headers=_by("operator"))
    first = await guarded.client.get("/audit", params={"limit": 4}, headers=_by("admin"))
    assert [entry["number"] for entry in first.json()["items"]] == [6, 5, 4, 3]
    rest = await _entries(guarded, limit=4, cursor=first.json()["next_cursor"])
    assert [entry["number"] for entry in rest] == [2, 1]
    assert [entry["number"] for entry in await _entries(guarded, q="FORGET")] == [6]


async def test_a_flood_of_refused_calls_is_bounded(guarded: RunningConsole) -> None:
    await guarded.client.post("/runs", json={}, headers=_by("operator"))
    for _ in range(300):
        await guarded.client.post("/runs", json={}, headers={"Authorization": "Bearer wrong"})
    # The administrator is locked out too: all calls of the test have one address.
    entries = (await guarded.console.audit.page(None, 500, "")).items
    assert 20 <= len(entries) < 300
    assert entries[-1].who == "file:operator"


async def test_the_newest_entries_are_kept(console: RunningConsole) -> None:
    log = AuditService(console.console.database, SystemClock(), most_entries=10)
    for _ in range(3):
        for _ in range(7):
            await log.record(_REFUSED)
        await log.store()
    page = await log.page(None, 100, "")
    assert [entry.number for entry in page.items] == list(range(21, 11, -1))


async def test_entries_are_stored_once(console: RunningConsole) -> None:
    """However many store at the same time, and in order after the store has failed."""
    log = AuditService(console.console.database, SystemClock())
    for number in range(50):
        await log.record(replace(_REFUSED, target=str(number)))
        await asyncio.gather(*(log.store() for _ in range(3)))
    page = await log.page(None, 100, "")
    assert [entry.target for entry in page.items] == [str(n) for n in reversed(range(50))]


async def test_entries_survive_a_restart(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first:
        await first.client.post("/nodes/a/forget")
    async with running_console(tmp_path) as second:
        entries = (await second.client.get("/audit")).json()["items"]
    assert [(entry["who"], entry["status"]) for entry in entries] == [("open", 404)]


async def test_an_entry_of_a_change_is_stored_before_its_answer(
    guarded: RunningConsole, tmp_path: Path
) -> None:
    """A console that is killed at any moment leaves no change without its entry."""
    stored: list[list[str]] = []
    for name in ("ada", "eve", "joe"):
        user = {"name": name, "scope": "viewer", "password": "correct horse battery"}
        answer = await guarded.client.post("/users", json=user, headers=_by("admin"))
        assert answer.status_code == 201, answer.text
        stored.append([target for (target,) in query(tmp_path, "SELECT target FROM audit")])
    assert [len(targets) for targets in stored] == [1, 2, 3]


@pytest.mark.parametrize("status", [401, 403, 422, 429])
async def test_an_entry_of_a_refused_call_is_stored_before_its_answer(
    console: RunningConsole, tmp_path: Path, status: int
) -> None:
    """A console that is killed at any moment forgets no name of who was refused."""
    log = AuditService(console.console.database, SystemClock())
    await log.record(replace(_REFUSED, status=status))
    assert list(query(tmp_path, "SELECT who, status FROM audit")) == [("user:ada", status)]


async def test_refused_calls_at_the_same_time_share_a_transaction(
    console: RunningConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = AuditService(console.console.database, SystemClock())
    transactions: list[int] = []
    insert = log._insert

    async def counted(entries: list[dict[str, Any]]) -> None:
        transactions.append(len(entries))
        await insert(entries)

    monkeypatch.setattr(log, "_insert", counted)
    await asyncio.gather(*(log.record(_REFUSED) for _ in range(40)))
    assert transactions == [40]


async def test_waiting_entries_of_a_cancelled_caller_are_stored_once(
    console: RunningConsole,
) -> None:
    log = AuditService(console.console.database, SystemClock())
    for number in range(30):
        call = asyncio.create_task(log.record(replace(_CALL, target=str(number))))
        await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    await log.store()
    page = await log.page(None, 100, "")
    assert sorted(int(entry.target) for entry in page.items) == list(range(30))
