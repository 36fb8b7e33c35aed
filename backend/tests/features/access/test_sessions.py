"""Sessions of browsers over HTTP: their list, their ends, and the user's own password."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
import websockets
from backend_testing.console import RunningConsole, running_console
from backend_testing.stores import query
from orrery_backend.app import create_app
from orrery_backend.certificates import ServerCertificate, local_certificate
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console
from orrery_backend.kit.credentials import SessionLimits
from orrery_backend.kit.file_tokens import Tokens
from orrery_backend.kit.guard import ENDED

PASSWORD = "correct horse battery"
OTHER_PASSWORD = "another donkey charger"
ADMIN = "admin-token-0123456789"


@pytest.fixture
async def console(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    """With the user ada, a viewer; the client is an administrator."""
    async with running_console(tmp_path, tokens=Tokens.parse(f"admin={ADMIN}")) as running:
        await _add_ada(running)
        yield running


async def _add_ada(console: RunningConsole) -> None:
    console.client.headers["Authorization"] = f"Bearer {ADMIN}"
    ada = {"name": "ada", "scope": "viewer", "password": PASSWORD}
    assert (await console.client.post("/users", json=ada)).status_code == 201


@asynccontextmanager
async def _browser(
    console: RunningConsole, password: str = PASSWORD
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser in which ada has signed in."""
    async with httpx.AsyncClient(base_url=console.client.base_url) as client:
        assert await _sign_in(client, password) == 200
        yield client


async def _sign_in(client: httpx.AsyncClient, password: str, name: str = "ada") -> int:
    answer = await client.post("/session", json={"name": name, "password": password})
    return answer.status_code


async def _works(client: httpx.AsyncClient) -> bool:
    return (await client.get("/runs")).status_code == 200


def _socket(console: RunningConsole, client: httpx.AsyncClient) -> websockets.connect:
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return websockets.connect(f"{console.ws}/api/v1/stream", additional_headers={"Cookie": cookie})


async def _close_code(socket: websockets.ClientConnection) -> int | None:
    async with asyncio.timeout(10):
        with suppress(websockets.ConnectionClosed):
            async for _ in socket:
                pass
    return socket.close_code


async def test_sign_out_closes_the_sockets_of_this_session_alone(console: RunningConsole) -> None:
    async with (
        _browser(console) as one,
        _browser(console) as two,
        _socket(console, one) as first,
        _socket(console, two) as second,
    ):
        assert (await one.delete("/session")).status_code == 200
        assert await _close_code(first) == ENDED
        assert await _works(two)
        assert second.close_code is None


async def test_signing_in_again_ends_the_session_before(console: RunningConsole) -> None:
    async with _browser(console) as browser:
        before = dict(browser.cookies)
        assert await _sign_in(browser, PASSWORD) == 200
        assert dict(browser.cookies) != before
        assert await _works(browser)
        stale = await console.client.get("/runs", cookies=before, headers={"Authorization": ""})
        assert stale.status_code == 401


async def test_people_see_and_end_their_own_sessions_administrators_all(
    console: RunningConsole,
) -> None:
    root = {"name": "root", "scope": "admin", "password": PASSWORD}
    assert (await console.client.post("/users", json=root)).status_code == 201
    async with _browser(console) as one, _browser(console) as two, _browser(console) as admin:
        assert await _sign_in(admin, PASSWORD, "root") == 200
        own = (await one.get("/sessions")).json()["items"]
        assert [(item["who"], item["address"]) for item in own] == [("user:ada", "127.0.0.1")] * 2
        assert [item["is_current"] for item in own].count(True) == 1
        everyone = (await admin.get("/sessions")).json()["items"]
        assert sorted(item["who"] for item in everyone) == ["user:ada", "user:ada", "user:root"]
        (roots,) = (item["id"] for item in everyone if item["who"] == "user:root")
        assert (await one.delete(f"/sessions/{roots}")).status_code == 404
        (others,) = (item["id"] for item in own if not item["is_current"])
        assert (await one.delete(f"/sessions/{others}")).status_code == 204
        assert await _works(one)
        assert not await _works(two)
        assert (await admin.delete(f"/sessions/{own[0]['id']}")).status_code in (204, 404)
        assert (await admin.delete(f"/sessions/{own[1]['id']}")).status_code in (204, 404)
        assert not await _works(one)
        assert await _works(admin)


async def test_a_user_changes_the_password(console: RunningConsole) -> None:
    async with _browser(console) as one, _browser(console) as two:
        for current, new, status in (
            ("not my password", OTHER_PASSWORD, 422),
            (PASSWORD, "password1234", 422),
            (PASSWORD, OTHER_PASSWORD, 200),
        ):
            change = await one.post("/session/password", json={"current": current, "new": new})
            assert change.status_code == status, change.text
            assert PASSWORD not in change.text
            assert OTHER_PASSWORD not in change.text
        assert await _works(one), "the browser that changed it goes on"
        assert not await _works(two), "the user's other sessions end"
        assert await _sign_in(two, PASSWORD) == 401
        assert await _sign_in(two, OTHER_PASSWORD) == 200
    by_token = {"current": ADMIN, "new": OTHER_PASSWORD}
    refused = await console.client.post("/session/password", json=by_token)
    assert refused.status_code == 409


async def test_the_password_cannot_be_guessed_through_a_session(console: RunningConsole) -> None:
    async with _browser(console) as thief:
        statuses = [
            (
                await thief.post(
                    "/session/password", json={"current": f"guess {n}", "new": OTHER_PASSWORD}
                )
            ).status_code
            for n in range(12)
        ]
    assert statuses.count(422) <= 5
    assert statuses[-1] == 429


async def test_an_idle_session_ends_on_the_server_and_in_the_store(tmp_path: Path) -> None:
    tokens = Tokens.parse(f"admin={ADMIN}")
    limits = SessionLimits(idle_s=1, total_s=3600)
    async with running_console(tmp_path, tokens=tokens, session_limits=limits) as console:
        await _add_ada(console)
        async with _browser(console) as browser:
            assert await _works(browser)
            await asyncio.sleep(2.1)
            for _ in range(40):
                assert (await browser.get("/runs")).status_code == 401, "stale, but no guess"
            assert await _sign_in(browser, PASSWORD) == 200
            await asyncio.sleep(2.1)
            console.console.credentials.end_expired()
            await console.console.access.store_uses()
    assert query(tmp_path, "SELECT count(*) FROM sessions") == [(0,)]


async def test_times_of_use_survive_a_restart(tmp_path: Path) -> None:
    tokens = Tokens.parse(f"admin={ADMIN}")
    async with running_console(tmp_path, tokens=tokens) as first:
        await _add_ada(first)
        async with _browser(first) as browser:
            cookies = dict(browser.cookies)
    query(tmp_path, "UPDATE sessions SET used_s = used_s - 1700")
    async with running_console(tmp_path, tokens=tokens) as second:
        assert (await second.client.get("/runs", cookies=cookies)).status_code == 200
    query(tmp_path, "UPDATE sessions SET used_s = used_s - 1900")
    async with running_console(tmp_path, tokens=tokens) as third:
        assert (await third.client.get("/runs", cookies=cookies)).status_code == 401


async def test_a_guesser_elsewhere_does_not_lock_out_a_user(tmp_path: Path) -> None:
    """Wrong passwords count by user and address, and by user for unknown addresses."""
    tokens = Tokens.parse(f"admin={ADMIN}")
    async with running_console(tmp_path, tokens=tokens, trusted_proxies=("127.0.0.1",)) as console:
        await _add_ada(console)
        assert await _from(console, "192.0.2.1", PASSWORD) == 200
        statuses = [
            await _from(console, f"198.51.100.{number % 50}", f"wrong {number}")
            for number in range(100)
        ]
        assert statuses.count(401) == 10, "of all unknown addresses together"
        assert statuses.count(429) == 90
        assert await _from(console, "203.0.113.9", PASSWORD) == 429
        assert await _from(console, "192.0.2.1", PASSWORD) == 200, "ada's own address"
        own = [await _from(console, "192.0.2.1", f"wrong {number}") for number in range(10)]
        assert own == [401] * 5 + [429] * 5
        told = await _post(console, "192.0.2.1", PASSWORD)
        assert "Wait " in told.json()["detail"]


async def test_known_addresses_survive_a_restart(tmp_path: Path) -> None:
    tokens = Tokens.parse(f"admin={ADMIN}")
    proxies = ("127.0.0.1",)
    async with running_console(tmp_path, tokens=tokens, trusted_proxies=proxies) as first:
        await _add_ada(first)
        assert await _from(first, "192.0.2.1", PASSWORD) == 200
    async with running_console(tmp_path, tokens=tokens, trusted_proxies=proxies) as second:
        for number in range(12):
            await _from(second, f"198.51.100.{number}", "wrong")
        assert await _from(second, "203.0.113.9", PASSWORD) == 429
        assert await _from(second, "192.0.2.1", PASSWORD) == 200


async def _post(console: RunningConsole, address: str, password: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=console.client.base_url) as client:
        return await client.post(
            "/session",
            json={"name": "ada", "password": password},
            headers={"X-Forwarded-For": address},
        )


async def _from(console: RunningConsole, address: str, password: str) -> int:
    return (await _post(console, address, password)).status_code


async def test_over_tls_the_cookie_is_the_hosts_alone(tmp_path: Path) -> None:
    certificate = local_certificate(tmp_path / "tls", ["127.0.0.1"])
    tokens = Tokens.parse(f"admin={ADMIN}")
    async with running_console(tmp_path, tokens=tokens, certificate=certificate) as console:
        answer = await console.client.post("/session", json={"token": ADMIN})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-orrery_session=")
        for part in ("HttpOnly", "Secure", "Path=/", "SameSite=strict"):
            assert part.lower() in cookie.lower()
        assert "domain" not in cookie.lower()
        assert (await console.client.get("/runs")).status_code == 200
        assert (await console.client.delete("/session")).status_code == 200
        assert (await console.client.get("/runs")).status_code == 401


@pytest.mark.parametrize("is_made_here", [False, True])
async def test_a_given_certificate_binds_browsers_to_https(
    tmp_path: Path, is_made_here: bool
) -> None:
    """A name with a certificate made here may serve plain HTTP on other ports."""
    file = tmp_path / "file"
    certificate = ServerCertificate(file, file, file if is_made_here else None)
    app = create_app(Console(BackendConfig(tmp_path, certificate=certificate)))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="https://localhost") as client:
        answer = await client.get("/api/v1/session")
    bound = answer.headers.get("strict-transport-security")
    assert bound == (None if is_made_here else "max-age=31536000; includeSubDomains")
