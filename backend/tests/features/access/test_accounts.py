"""Users and tokens over HTTP, from the first administrator on an open console."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console, until
from backend_testing.stores import dump, store_of
from orrery_backend.config import BackendConfig, UnsafeConfigError
from orrery_backend.features.access.stored import has_stored_admin
from orrery_backend.kit.db import store_file
from orrery_backend.kit.guard import ENDED
from orrery_backend.migrations.preparing_database import prepare_database

pytestmark = pytest.mark.both_stores

PASSWORD = "correct horse battery"
ADMIN = {"name": "root", "scope": "admin", "password": PASSWORD}


@pytest.fixture
async def admin(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    """A console with one user, an administrator, whose session the client has."""
    async with running_console(tmp_path) as running:
        assert (await running.client.post("/users", json=ADMIN)).status_code == 201
        await _sign_in(running.client, "root")
        yield running


async def _sign_in(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> int:
    answer = await client.post("/session", json={"name": name, "password": password})
    return answer.status_code


async def _token(console: RunningConsole, **wanted: object) -> str:
    body = {"name": "t", "scope": "viewer", **wanted}
    made = await console.client.post("/tokens", json=body)
    assert made.status_code == 201, made.text
    secret: str = made.json()["secret"]
    return secret


async def _close_code(socket: websockets.ClientConnection) -> int | None:
    with suppress(websockets.ConnectionClosed):
        async for _ in socket:
            pass
    return socket.close_code


async def _status(console: RunningConsole, secret: str, path: str = "/runs") -> int:
    async with httpx.AsyncClient(base_url=console.client.base_url) as program:
        answer = await program.get(path, headers={"Authorization": f"Bearer {secret}"})
        return answer.status_code


async def test_the_first_user_is_an_administrator(console: RunningConsole) -> None:
    viewer = {**ADMIN, "scope": "viewer"}
    assert (await console.client.post("/users", json=viewer)).status_code == 409
    token = {"name": "t", "scope": "operator", "days": None}
    assert (await console.client.post("/tokens", json=token)).status_code == 409
    assert (await console.client.get("/runs")).status_code == 200
    assert (await console.client.post("/users", json=ADMIN)).status_code == 201
    assert (await console.client.get("/runs")).status_code == 401
    session = (await console.client.get("/session")).json()
    assert session == {
        "required": True,
        "scope": None,
        "name": "",
        "has_password": False,
        "has_users": True,
        "provider": "",
    }


async def test_an_open_socket_closes_when_sign_in_becomes_required(console: RunningConsole) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/stream") as viewer:
        await console.client.post("/users", json=ADMIN)
        assert await _close_code(viewer) == ENDED


async def test_a_user_signs_in_with_the_scope_given(admin: RunningConsole) -> None:
    new = {"name": "ada", "scope": "viewer", "password": PASSWORD}
    assert (await admin.client.post("/users", json=new)).status_code == 201
    assert (await admin.client.post("/users", json=new)).status_code == 409
    async with httpx.AsyncClient(base_url=admin.client.base_url) as ada:
        assert await _sign_in(ada, "ada", "wrong horse battery") == 401
        assert await _sign_in(ada, "unknown") == 401
        assert await _sign_in(ada, "ada") == 200
        assert (await ada.get("/runs")).status_code == 200
        assert (await ada.get("/users")).status_code == 403
        assert (await ada.post("/runs", json={})).status_code == 403
        patched = await admin.client.patch("/users/ada", json={"scope": "operator"})
        assert patched.json()["scope"] == "operator"
        assert (await ada.get("/runs")).status_code == 401, "a change ends the sessions"
        assert await _sign_in(ada, "ada") == 200
        assert (await ada.post("/runs", json={})).status_code == 422
        assert (await admin.client.delete("/users/ada")).status_code == 204
        assert (await ada.get("/runs")).status_code == 401
        assert await _sign_in(ada, "ada") == 401
    assert (await admin.client.delete("/users/ada")).status_code == 404


@pytest.mark.parametrize(
    "password",
    [
        "s3cret!",
        "aaaaaaaaaaaaaaaa",
        "my name is ada",
        "x" * 201,
        "password1234",
        "123456789012",
        "qwertyuiop[]",
        "iloveyou2026",
    ],
)
async def test_a_bad_password_is_refused(admin: RunningConsole, password: str) -> None:
    new = {"name": "ada", "scope": "viewer", "password": password}
    answer = await admin.client.post("/users", json=new)
    assert answer.status_code == 422
    assert password not in answer.text, "a password is never repeated"


async def test_wrong_passwords_for_one_name_are_bounded(
    admin: RunningConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever addresses they come from: the gate's own limits are out of the way here."""
    monkeypatch.setattr("orrery_backend.kit.guard.Guard._check_rate", lambda *_: None)
    for number in range(60):
        status = await _sign_in(admin.client, "root", f"wrong password {number}")
        if status == 429:
            break
        assert status == 401
    else:
        pytest.fail("no password was refused")
    assert await _sign_in(admin.client, "root") == 429, "a right one is not told from wrong ones"
    assert await _sign_in(admin.client, "someone else") == 401


async def test_an_administrator_is_always_left(admin: RunningConsole) -> None:
    for patch in ({"scope": "viewer"}, {"disabled": True}):
        assert (await admin.client.patch("/users/root", json=patch)).status_code == 409
    assert (await admin.client.delete("/users/root")).status_code == 409
    assert await _token(admin, name="deputy", scope="admin")
    assert (await admin.client.delete("/users/root")).status_code == 204
    # Its session has ended with it.
    assert (await admin.client.get("/tokens")).status_code == 401


async def test_a_token_works_until_it_is_revoked(admin: RunningConsole) -> None:
    secret = await _token(admin, name="ci", scope="operator")
    assert await _status(admin, secret) == 200
    assert await _status(admin, secret, "/users") == 403
    listed = (await admin.client.get("/tokens")).json()["items"][0]
    assert (listed["created_by"], listed["scope"]) == ("root", "operator")
    assert listed["last_used_at"] is not None
    assert secret not in str(listed)
    async with websockets.connect(
        f"{admin.ws}/api/v1/stream", additional_headers={"Authorization": f"Bearer {secret}"}
    ) as viewer:
        revoked = await admin.client.post("/tokens/ci/revoke")
        assert revoked.json()["revoked_at"] is not None
        assert await _close_code(viewer) == ENDED
    assert await _status(admin, secret) == 401
    assert (await admin.client.post("/tokens", json={"name": "ci", "scope": "viewer"})).is_error


async def test_a_revoked_token_does_not_lock_its_address_out(admin: RunningConsole) -> None:
    """An agent goes on to ask with it; other agents and people have the same address."""
    secret = await _token(admin, name="old", scope="agent")
    await admin.client.post("/tokens/old/revoke")
    assert {await _status(admin, secret) for _ in range(60)} == {401}
    assert (await admin.client.get("/runs")).status_code == 200


async def test_an_agents_token_names_the_node(admin: RunningConsole) -> None:
    wrong = {"name": "t", "scope": "viewer", "node": "a"}
    assert (await admin.client.post("/tokens", json=wrong)).status_code == 422
    secret = await _token(admin, name="node-a", scope="agent", node="a")
    other = await ScriptedAgent(admin.ws, "b", token=secret).connect()
    assert other.welcome is None
    await other.stop()
    own = await ScriptedAgent(admin.ws, "a", token=secret).connect()
    assert own.welcome is not None
    await admin.client.post("/tokens/node-a/revoke")
    await until(lambda: not _linked(admin, "a"), "the link of a revoked token closes")
    await own.stop()
    assert [node.name for node in admin.console.fleet.nodes()] == ["a"]


@pytest.mark.parametrize(
    ("node", "name", "reason"),
    [
        (None, "slurm-7-a", "a lent node needs a token made for its job (--node slurm-7-)"),
        (None, "kubernetes-orrery-bcdfg-0", "made for its job (--node kubernetes-orrery-bcdfg-)"),
        ("slurm-8-", "slurm-7-a", "this token is for nodes slurm-8-*, not for slurm-7-a"),
        ("slurm-7-", "slurm-70-a", "this token is for nodes slurm-7-*, not for slurm-70-a"),
        ("slurm-7", "slurm-7-a", "this token is for the node slurm-7, not for slurm-7-a"),
        ("a", "slurm-7-a", "this token is for the node a, not for slurm-7-a"),
        ("slurm-7-", "slurm-7-a", ""),
        ("slurm-", "slurm-7-a", ""),
        ("slurm-7-a", "slurm-7-a", ""),
        ("kubernetes-orrery-bcdfg-", "kubernetes-orrery-bcdfg-0", ""),
    ],
)
async def test_a_lent_nodes_name_needs_a_token_of_its_job(
    admin: RunningConsole, node: str | None, name: str, reason: str
) -> None:
    secret = await _token(admin, name="t", scope="agent", node=node)
    agent = await ScriptedAgent(admin.ws, name, token=secret).connect()
    assert agent.socket is not None
    if reason:
        await agent.socket.wait_closed()
        assert agent.welcome is None
        assert agent.socket.close_code == 4403
        assert reason in (agent.socket.close_reason or "")
        assert admin.console.fleet.find(name) is None
    else:
        assert agent.welcome is not None
    await agent.stop()


async def test_a_token_of_no_node_may_join_under_names_like_those_of_lent_nodes(
    admin: RunningConsole,
) -> None:
    secret = await _token(admin, name="t", scope="agent")
    for name in ("slurm-head", "kubernetes-worker-1"):
        agent = await ScriptedAgent(admin.ws, name, token=secret).connect()
        assert agent.welcome is not None
        await agent.stop()


def _linked(console: RunningConsole, name: str) -> bool:
    node = console.console.fleet.find(name)
    return node is not None and node.link is not None


async def _has_stored_admin(folder: Path, name: str = "") -> bool:
    address = store_of(folder / name)
    if address is None:
        return has_stored_admin(store_file(folder / name))
    return await prepare_database(address)


async def test_access_survives_a_restart_and_no_secret_is_stored(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first:
        assert not await _has_stored_admin(tmp_path, "none")
        await first.client.post("/users", json=ADMIN)
        assert await _has_stored_admin(tmp_path)
        await _sign_in(first.client, "root")
        cookies = dict(first.client.cookies)
        secret = await _token(first, name="ci")
        gone = await _token(first, name="gone")
        await first.client.post("/tokens/gone/revoke")
        assert await _status(first, secret) == 200
    stored = dump(tmp_path)
    assert "argon2id" in stored
    for hidden in (PASSWORD, secret, gone, *cookies.values()):
        assert hidden not in stored
    async with running_console(tmp_path) as second:
        assert (await second.client.get("/runs")).status_code == 401
        assert (await second.client.get("/users", cookies=cookies)).status_code == 200
        listed = (await second.client.get("/tokens", cookies=cookies)).json()["items"]
        assert [token["last_used_at"] is not None for token in listed] == [True, False]
        assert await _status(second, secret) == 200
        assert await _status(second, gone) == 401


def test_a_stored_administrator_opens_the_way_beyond_loopback(tmp_path: Path) -> None:
    for config in (
        BackendConfig(tmp_path, host="0.0.0.0"),
        BackendConfig(tmp_path, allowed_hosts=("lab",)),
    ):
        with pytest.raises(UnsafeConfigError):
            config.check(has_stored_admin=False)
        config.check(has_stored_admin=True)
