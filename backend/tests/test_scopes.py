"""Every scope on every route: generated from the routes themselves."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES
from backend_testing.console import RunningConsole, running_console
from fastapi import Depends, FastAPI
from orrery_backend.app import create_app, scopes
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console
from orrery_backend.kit.authorize import Access, Caller, authorize
from orrery_backend.kit.errors import handle_errors
from orrery_backend.kit.file_tokens import Tokens
from orrery_backend.kit.rates import RateLimit
from orrery_contracts.access import AccessScope

TOKENS = {scope: f"{scope}-token-0123456789" for scope in AccessScope}
CALLERS: list[AccessScope | None] = [None, *AccessScope]
#: A caller without a scope, and what each scope may use.
ALLOWED: dict[AccessScope | None, set[AccessScope | None]] = {
    None: {None},
    AccessScope.AGENT: {None, AccessScope.AGENT},
    AccessScope.VIEWER: {None, AccessScope.VIEWER},
    AccessScope.OPERATOR: {None, AccessScope.VIEWER, AccessScope.OPERATOR},
    AccessScope.ADMIN: {None, AccessScope.VIEWER, AccessScope.OPERATOR, AccessScope.ADMIN},
}
#: Values that the patterns of path parameters allow; none of them exists.
SAMPLES = {
    "run": "999999",
    "group": "999999",
    "name": "nothing",
    "user": "nothing",
    "token": "nothing",
    "session": "0" * 16,
    "annotation": "0" * 26,
}
#: What viewers may change: their own password and their own sessions.
OWN = {("/api/v1/session/password", "POST"), ("/api/v1/sessions/{session}", "DELETE")}


def _routes() -> dict[tuple[str, str], Access | None]:
    with TemporaryDirectory() as folder:
        return scopes(create_app(Console(BackendConfig(Path(folder)))))


ROUTES = _routes()


@pytest.fixture
async def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningConsole]:
    # How often may be called is tested elsewhere.
    monkeypatch.setattr(RateLimit, "take", lambda *_: True)
    tokens = Tokens.parse(",".join(f"{scope}={token}" for scope, token in TOKENS.items()))
    async with running_console(tmp_path, tokens=tokens) as running:
        yield running


def _bearer(caller: AccessScope | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {TOKENS[caller]}"} if caller is not None else {}


async def _status(
    console: RunningConsole, method: str, path: str, caller: AccessScope | None
) -> int:
    """Of the answer; 0 if no route answered: the status would say nothing about its scope."""
    filled = re.sub(r"\{(\w+)\}", lambda found: SAMPLES[found.group(1)], path)
    if method != "WEBSOCKET":
        url = console.url + filled
        answer = await console.client.request(method, url, headers=_bearer(caller))
        no_route = answer.status_code == 405 or "There is no call" in answer.text
        return 0 if no_route else answer.status_code
    try:
        async with websockets.connect(console.ws + filled, additional_headers=_bearer(caller)):
            return 101
    except websockets.InvalidStatus as refused:
        return refused.response.status_code


def test_every_route_declares_its_scope() -> None:
    assert [route for route, access in ROUTES.items() if access is None] == []
    assert {"/api/v1/stream", "/api/v1/agents/link", "/metrics"} <= {path for path, _ in ROUTES}


def test_the_description_names_every_scope() -> None:
    with TemporaryDirectory() as folder:
        described = create_app(Console(BackendConfig(Path(folder)))).openapi()
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            access = ROUTES[path, method.upper()]
            assert access is not None
            assert call.get("x-scope") == (access.scope and access.scope.value), (path, method)
            assert (call["security"] == []) == (access.scope is None), (path, method)


def test_every_call_is_described_but_the_sockets_and_the_description() -> None:
    with TemporaryDirectory() as folder:
        described = create_app(Console(BackendConfig(Path(folder)))).openapi()
    calls = {
        (path, method.upper()) for path, known in described["paths"].items() for method in known
    }
    assert ROUTES.keys() - calls == {
        ("/api/v1/agents/link", "WEBSOCKET"),
        ("/api/v1/stream", "WEBSOCKET"),
        ("/api/v1/openapi.json", "GET"),
    }
    assert ("/metrics", "GET") in calls
    assert {access.scope for access in ROUTES.values() if access} == {None, *AccessScope}


async def _wrongly_answered(
    console: RunningConsole, caller: AccessScope | None
) -> list[tuple[str, str, int]]:
    """Routes that let a caller in without the scope, or refuse a caller with it, or fail."""
    wrong: list[tuple[str, str, int]] = []
    for (path, method), access in ROUTES.items():
        assert access is not None, (path, method)
        status = await _status(console, method, path, caller)
        refused = 401 if caller is None else 403
        is_allowed = access.scope in ALLOWED[caller]
        if (status == refused) is is_allowed or status == 0 or status >= 500:
            wrong.append((method, path, status))
    return wrong


@pytest.mark.parametrize("caller", CALLERS)
async def test_each_scope_on_each_route(
    guarded: RunningConsole, caller: AccessScope | None
) -> None:
    session = (await guarded.client.get("/session", headers=_bearer(caller))).json()
    assert session["scope"] == caller
    assert await _wrongly_answered(guarded, caller) == []


@pytest.mark.parametrize("caller", [AccessScope.AGENT, AccessScope.VIEWER, AccessScope.OPERATOR])
async def test_the_check_of_scopes_finds_each_open_route(
    guarded: RunningConsole, caller: AccessScope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Caller, "may", lambda *_: True)
    found = {(path, method) for method, path, _ in await _wrongly_answered(guarded, caller)}
    assert found == {
        route for route, access in ROUTES.items() if access and access.scope not in ALLOWED[caller]
    }


async def test_a_viewer_changes_nothing(guarded: RunningConsole) -> None:
    agents = [
        await ScriptedAgent(guarded.ws, name, token=TOKENS[AccessScope.AGENT]).connect()
        for name in ("a", "b")
    ]
    made = await guarded.client.post("/runs", json=TWO_NODES, headers=_bearer(AccessScope.OPERATOR))
    number = made.json()["summary"]["number"]
    viewer = _bearer(AccessScope.VIEWER)
    before = (await guarded.client.get(f"/runs/{number}", headers=viewer)).json()["spec"]
    for (path, method), access in ROUTES.items():
        if method in ("GET", "HEAD", "WEBSOCKET") or access is None or access.scope is None:
            continue
        if (path, method) in OWN:
            continue
        url = guarded.url + re.sub(
            r"\{(\w+)\}", lambda m: str({"run": number}.get(m[1], "a")), path
        )
        refused = await guarded.client.request(method, url, headers=viewer, json={"name": "Mine"})
        assert refused.status_code == 403, (method, path)
    after = await guarded.client.get(f"/runs/{number}", headers=viewer)
    assert after.json()["spec"] == before
    assert (await guarded.client.get("/runs", headers=viewer)).json()["total"] == 1
    for agent in agents:
        await agent.stop()


async def test_a_console_without_tokens_is_open(console: RunningConsole) -> None:
    for (path, method), _ in ROUTES.items():
        assert await _status(console, method, path, None) not in (401, 403), (method, path)


async def test_a_route_without_a_declaration_is_refused() -> None:
    app = FastAPI(dependencies=[Depends(authorize)])
    handle_errors(app)

    @app.get("/forgotten")
    async def forgotten() -> str:
        return "answered"

    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get("/forgotten")).status_code == 403
