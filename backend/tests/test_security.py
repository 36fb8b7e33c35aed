"""Who is let in, from where, and how much."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console
from orrery_backend.app import create_app
from orrery_backend.kit.file_tokens import Tokens
from orrery_contracts.errors import Problem

_AGENT, _OPERATOR = "agent-token-0123456789", "operator-token-0123456789"
_TOKENS = Tokens.parse(f"agent={_AGENT},operator={_OPERATOR}")


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path, tokens=_TOKENS) as running:
        yield running


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def _status_of_socket(url: str, headers: dict[str, str]) -> int:
    try:
        async with websockets.connect(url, additional_headers=headers):
            return 101
    except websockets.InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 200), ("127.0.0.1:9999", 200), ("evil.example", 403), ("", 403)],
)
async def test_only_names_of_loopback_are_answered(
    console: RunningConsole, host: str, status: int
) -> None:
    response = await console.client.get("/health", headers={"Host": host})
    assert response.status_code == status


async def test_another_site_can_change_nothing(console: RunningConsole) -> None:
    evil = {"Origin": "http://evil.example"}
    response = await console.client.post("/runs", json={}, headers=evil)
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    own = await console.client.post("/runs", json={}, headers={"Origin": console.url})
    assert own.status_code == 422
    assert (await console.client.get("/health", headers=evil)).status_code == 200
    for path in ("stream", "agents/link"):
        url = f"{console.ws}/api/v1/{path}"
        assert await _status_of_socket(url, evil) == 403
        assert await _status_of_socket(url, {"Origin": console.url}) == 101


async def test_a_large_body_is_refused(console: RunningConsole) -> None:
    large = b'{"preset": "' + b"x" * (1 << 20) + b'"}'
    response = await console.client.post("/runs", content=large)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")

    async def parts() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"x" * 40_000

    unsaid = await console.client.post("/runs", content=parts())
    assert unsaid.status_code == 413


async def test_changes_are_bounded_in_rate(console: RunningConsole) -> None:
    app = create_app(console.console)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        first = await client.post("/api/v1/runs", content="")
        assert first.status_code == 400
        for _ in range(2_000):
            last = await client.post("/api/v1/runs", content="")
            if last.status_code == 429:
                break
        else:
            pytest.fail("no change was refused")
        assert last.json()["code"] == "too_many"
        assert (await client.get("/api/v1/health")).status_code == 200


async def test_without_a_token_there_is_health_and_sign_in_only(guarded: RunningConsole) -> None:
    assert (await guarded.client.get("/health")).status_code == 200
    assert (await guarded.client.get("/session")).json() == {
        "required": True,
        "scope": None,
        "name": "",
        "has_password": False,
        "has_users": False,
        "provider": "",
    }
    for method, path in (("GET", "/runs"), ("POST", "/runs"), ("GET", "/nodes")):
        response = await guarded.client.request(method, path)
        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
        assert Problem.model_validate_json(response.content).code == "unauthorized"
    assert (await guarded.client.get(f"{guarded.url}/metrics")).status_code == 401
    for path in ("stream", "agents/link"):
        assert await _status_of_socket(f"{guarded.ws}/api/v1/{path}", {}) == 401


async def test_the_operators_token_opens_rest_and_stream(guarded: RunningConsole) -> None:
    response = await guarded.client.get("/runs", headers=_bearer(_OPERATOR))
    assert response.status_code == 200
    url = f"{guarded.ws}/api/v1/stream"
    assert await _status_of_socket(url, _bearer(_OPERATOR)) == 101
    wrong = await guarded.client.get("/runs", headers=_bearer(_OPERATOR + "x"))
    assert wrong.status_code == 401


async def test_the_agents_token_opens_the_link_only(guarded: RunningConsole) -> None:
    response = await guarded.client.get("/runs", headers=_bearer(_AGENT))
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert await _status_of_socket(f"{guarded.ws}/api/v1/stream", _bearer(_AGENT)) == 403
    agent = await ScriptedAgent(guarded.ws, "a", token=_AGENT).connect()
    assert agent.welcome is not None
    await agent.stop()


async def test_a_browser_signs_in_and_out(guarded: RunningConsole) -> None:
    async with httpx.AsyncClient(base_url=guarded.client.base_url) as browser:
        wrong = await browser.post("/session", json={"token": "nonsense"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "unauthorized")
        agents = await browser.post("/session", json={"token": _AGENT})
        assert agents.status_code == 403
        signed = await browser.post("/session", json={"token": _OPERATOR})
        assert signed.json()["scope"] == "operator"
        cookie = signed.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert (await browser.get("/runs")).status_code == 200
        assert (await browser.delete("/session")).status_code == 200
        assert (await browser.get("/runs")).status_code == 401


async def test_a_session_ends_on_the_server(tmp_path: Path) -> None:
    """At sign-out and with another token, also for who has kept the cookie; not by a restart."""
    other = Tokens.parse(f"agent={_AGENT},operator={_OPERATOR}-other")
    async with running_console(tmp_path, tokens=_TOKENS) as first:
        ended, kept = [
            (await first.client.post("/session", json={"token": _OPERATOR})).cookies
            for _ in range(2)
        ]
        first.client.cookies.clear()
        assert (await first.client.delete("/session", cookies=ended)).status_code == 200
        assert (await first.client.get("/runs", cookies=ended)).status_code == 401
        assert (await first.client.get("/runs", cookies=kept)).status_code == 200
    async with running_console(tmp_path, tokens=_TOKENS) as second:
        assert (await second.client.get("/runs", cookies=ended)).status_code == 401
        assert (await second.client.get("/runs", cookies=kept)).status_code == 200
    async with running_console(tmp_path, tokens=other) as third:
        assert (await third.client.get("/runs", cookies=kept)).status_code == 401
    async with running_console(tmp_path, tokens=_TOKENS) as fourth:
        assert (await fourth.client.get("/runs", cookies=kept)).status_code == 401


@pytest.mark.parametrize("path", ["/runs", "/session", "/metrics", "/nodes/a/forget"])
async def test_tokens_cannot_be_guessed_quickly(
    guarded: RunningConsole, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = guarded.url + path if path == "/metrics" else path
    for kind in ("Authorization", "Cookie"):
        guess = "Bearer wrong-{}" if kind == "Authorization" else "orrery_session=wrong-{}"
        statuses = [
            (await guarded.client.get(url, headers={kind: guess.format(n)})).status_code
            for n in range(60)
        ]
        assert statuses.count(429) >= 30
    # Neither can a right one be told from wrong ones any more.
    assert (await guarded.client.get(url, headers=_bearer(_OPERATOR))).status_code == 429
    for socket in ("stream", "agents/link"):
        address = f"{guarded.ws}/api/v1/{socket}"
        assert await _status_of_socket(address, _bearer("another guess")) == 429
    said = capsys.readouterr().out
    assert "wrong token" in said
    assert said.count("locked out") == 1


async def _guess(console: RunningConsole, address: str) -> int:
    headers = {**_bearer("a wrong guess"), "X-Forwarded-For": address}
    return (await console.client.get("/runs", headers=headers)).status_code


async def test_addresses_that_callers_claim_do_not_help_guessing(guarded: RunningConsole) -> None:
    statuses = [await _guess(guarded, f"192.0.2.{number}") for number in range(60)]
    assert statuses.count(429) >= 30


async def test_behind_a_trusted_proxy_a_guesser_locks_out_itself_alone(tmp_path: Path) -> None:
    async with running_console(tmp_path, tokens=_TOKENS, trusted_proxies=("127.0.0.1",)) as running:
        statuses = [await _guess(running, "192.0.2.7") for _ in range(60)]
        assert statuses[-1] == 429
        # A forged entry before the proxy's own changes nothing.
        assert await _guess(running, "198.51.100.1, 192.0.2.7") == 429
        headers = {**_bearer(_OPERATOR), "X-Forwarded-For": "192.0.2.8"}
        assert (await running.client.get("/runs", headers=headers)).status_code == 200


async def test_sign_in_cannot_be_guessed_quickly(guarded: RunningConsole) -> None:
    statuses = [
        (await guarded.client.post("/session", json={"token": str(n)})).status_code
        for n in range(30)
    ]
    assert 429 in statuses


async def test_the_page_and_its_headers(tmp_path: Path) -> None:
    page = tmp_path / "dist"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Orrery</title>")
    (page / "assets" / "main-abc.js").write_text("export {}")
    (tmp_path / "secret").write_text("secret")
    async with (
        running_console(tmp_path / "data", frontend_dir=page) as running,
        httpx.AsyncClient(base_url=running.url) as browser,
    ):
        for path in ("/", "/runs/12", "/compare?runs=1,2"):
            response = await browser.get(path)
            assert response.status_code == 200
            assert "Orrery" in response.text
            assert response.headers["cache-control"] == "no-cache"
            assert "script-src 'self'" in response.headers["content-security-policy"]
            assert response.headers["x-content-type-options"] == "nosniff"
        asset = await browser.get("/assets/main-abc.js")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-type"].startswith("text/javascript")
        assert (await browser.get("/assets/gone.js")).status_code == 404
        assert (await browser.get("/api/v2/runs")).json()["code"] == "not_found"
        for sneaky in ("/..%2fsecret", "/%2e%2e/secret", "/assets/..%2f..%2f..%2fsecret"):
            assert "secret" not in (await browser.get(sneaky)).text


async def test_without_a_page_it_is_said_how_to_build_it(console: RunningConsole) -> None:
    response = await console.client.get(console.url)
    assert response.status_code == 404
    assert "make build" in response.json()["detail"]
