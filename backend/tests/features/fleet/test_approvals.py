"""A new node waits for approval, or brings a token of its name."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console
from backend_testing.facts import node_facts
from orrery_backend.config import BackendConfig
from orrery_backend.features.fleet.approvals import Approvals, Waiting
from orrery_backend.kit.file_tokens import Tokens
from orrery_backend.main import _config, _parser
from orrery_contracts.agent import Hello

pytestmark = pytest.mark.both_stores

_KEY, _OTHER = "a1" * 32, "b2" * 32
_AGENT, _OPERATOR = "agent-token-0123456789", "operator-token-0123456789"
_TOKENS = Tokens.parse(f"agent={_AGENT},operator={_OPERATOR}")
_ADMIN = {"name": "root", "scope": "admin", "password": "correct horse battery"}


def _fingerprint(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:16]


async def _asks(console: RunningConsole, name: str, key: str, token: str = _AGENT) -> bool:
    """Whether the agent is welcome."""
    agent = ScriptedAgent(console.ws, name, key=key, token=token)
    await agent.connect()
    welcome = agent.welcome is not None
    await agent.stop()
    return welcome


async def _waiting(console: RunningConsole) -> list[tuple[str, str]]:
    items = (await console.client.get("/nodes/waiting")).json()["items"]
    return [(item["name"], item["fingerprint"]) for item in items]


async def test_a_node_joins_once_it_is_approved(tmp_path: Path) -> None:
    async with running_console(tmp_path, admit_any_node=False, tokens=_TOKENS) as running:
        client = running.client
        client.headers["Authorization"] = f"Bearer {_OPERATOR}"
        assert not await _asks(running, "a", _KEY)
        assert not await _asks(running, "a", _OTHER)
        assert not await _asks(running, "old", "")
        assert (await client.get("/nodes")).json()["items"] == []
        asked = sorted([("a", _fingerprint(_KEY)), ("a", _fingerprint(_OTHER))])
        assert await _waiting(running) == asked
        wrong = await client.post("/nodes/a/approve", json={"fingerprint": "0" * 16})
        assert wrong.status_code == 404
        right = {"fingerprint": _fingerprint(_KEY)}
        assert (await client.post("/nodes/a/approve", json=right)).status_code == 204
        assert await _waiting(running) == []
        assert await _asks(running, "a", _KEY)
        assert not await _asks(running, "a", _OTHER)
        other = {"fingerprint": _fingerprint(_OTHER)}
        assert (await client.post("/nodes/a/approve", json=other)).status_code == 409
    async with running_console(tmp_path, admit_any_node=False, tokens=_TOKENS) as again:
        assert await _asks(again, "a", _KEY), "an approval survives a restart"
        assert not await _asks(again, "a", _OTHER)


async def test_nodes_join_an_open_console_without_approval(tmp_path: Path) -> None:
    async with running_console(tmp_path, admit_any_node=False) as running:
        assert await _asks(running, "a", _KEY, token="")
        assert not await _asks(running, "a", _OTHER, token="")


def test_approval_is_what_a_console_asks_for_unless_told_otherwise(tmp_path: Path) -> None:
    assert not BackendConfig(tmp_path).admit_any_node
    for options, admits in (([], False), (["--admit-any-node"], True)):
        given = _parser().parse_args(["--data", str(tmp_path), *options])
        assert _config(given).admit_any_node is admits


async def test_a_token_of_the_name_is_an_approval(tmp_path: Path) -> None:
    async with running_console(tmp_path, admit_any_node=False) as running:
        secrets = []
        await running.client.post("/users", json=_ADMIN)
        body = {"name": "root", "password": _ADMIN["password"]}
        await running.client.post("/session", json=body)
        for token in (
            {"name": "own", "scope": "agent", "node": "a"},
            {"name": "shared", "scope": "agent"},
        ):
            made = await running.client.post("/tokens", json=token)
            secrets.append(made.json()["secret"])
        own, shared = secrets
        assert not await _asks(running, "b", _OTHER, shared)
        assert await _asks(running, "a", _KEY, own)
        assert await _asks(running, "a", _KEY, shared), "the name is the agent's now"
        assert not await _asks(running, "a", _OTHER, own)


def test_agents_that_wait_are_bounded() -> None:
    approvals = Approvals()
    for number in range(100):
        name = f"node-{number:03}"
        hello = Hello(schema_version=1, name=name, instance="i", facts=node_facts(), held=[])
        approvals.add(Waiting(hello, f"{number:064x}", "192.0.2.7", number))
    names = [item.name for item in approvals.document().items]
    assert names == [f"node-{number:03}" for number in range(36, 100)]
