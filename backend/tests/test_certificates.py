"""TLS of the console: certificates given and made, and who accepts them."""

from __future__ import annotations

import asyncio
import random
import ssl
import stat
from pathlib import Path

import httpx
import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.console import running_console
from cryptography import x509
from orrery_agent.link import parse_joins
from orrery_agent.link.client import Link
from orrery_agent.link.outbox import Outbox
from orrery_backend.certificates import (
    CertificateError,
    ServerCertificate,
    check_certificate,
    local_certificate,
)
from orrery_backend.features.consoles.service import Leader
from orrery_backend.relay import NoLeaderError, Relay, trusted
from orrery_client import Orrery, UnreachableError
from starlette.types import Message

NAMES = ["127.0.0.1", "localhost"]


def test_a_local_certificate_is_kept_until_its_names_change(tmp_path: Path) -> None:
    first = local_certificate(tmp_path, NAMES)
    assert first.authority is not None
    check_certificate(first)
    before = first.certificate.read_bytes(), first.authority.read_bytes()
    again = local_certificate(tmp_path, NAMES)
    assert (again.certificate.read_bytes(), again.authority.read_bytes()) == before  # type: ignore[union-attr]
    other = local_certificate(tmp_path, [*NAMES, "lab"])
    assert other.certificate.read_bytes() != before[0]
    assert first.authority.read_bytes() == before[1], "agents go on trusting the authority"
    made = x509.load_pem_x509_certificate(other.certificate.read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost", "lab"]
    for key in (first.key, tmp_path / "ca.key"):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    one = local_certificate(tmp_path / "one", NAMES)
    two = local_certificate(tmp_path / "two", NAMES)
    for wrong in (
        ServerCertificate(tmp_path / "none", one.key),
        ServerCertificate(one.certificate, two.key),
        ServerCertificate(one.key, one.key),
    ):
        with pytest.raises(CertificateError, match=str(wrong.certificate)):
            check_certificate(wrong)


async def test_the_console_answers_over_tls_only(tmp_path: Path) -> None:
    certificate = local_certificate(tmp_path / "tls", NAMES)
    trusted = ssl.create_default_context(cafile=certificate.authority)
    async with running_console(tmp_path / "data", certificate=certificate) as running:
        assert (await running.client.get("/health")).status_code == 200
        async with websockets.connect(f"{running.ws}/api/v1/stream", ssl=trusted):
            pass
        async with httpx.AsyncClient() as stranger:
            with pytest.raises(httpx.ConnectError, match="certificate verify failed"):
                await stranger.get(f"{running.url}/api/v1/health")
            with pytest.raises(httpx.TransportError):
                await stranger.get(f"http{running.url.removeprefix('https')}/api/v1/health")
        known = Orrery(running.url, authority=certificate.authority)
        assert (await asyncio.to_thread(known.health)).status == "ok"
        known.close()
        with Orrery(running.url) as unknown, pytest.raises(UnreachableError):
            await asyncio.to_thread(unknown.health)


async def _passed_on(leader: Leader, trust: ServerCertificate) -> list[Message]:
    """What a console that trusts the authority of `trust` answers to a call for the leader."""
    answered: list[Message] = []

    async def send(message: Message) -> None:
        answered.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/api/v1/runs", "headers": []}
    relay = Relay(lambda: leader, trusted(trust), wait_s=0)
    try:
        await relay.http(scope, receive, send)
    finally:
        await relay.close()
    return answered


async def test_a_console_passes_calls_on_to_a_leader_that_it_trusts_alone(tmp_path: Path) -> None:
    certificate = local_certificate(tmp_path / "tls", NAMES)
    other = local_certificate(tmp_path / "other", NAMES)
    async with running_console(tmp_path / "data", certificate=certificate) as running:
        leader = Leader(1, running.url, "secret")
        answered = await _passed_on(leader, certificate)
        assert answered[0]["status"] == 200
        with pytest.raises(NoLeaderError, match="certificate verify failed"):
            await _passed_on(leader, other)


async def test_a_cookie_over_tls_is_secure(tmp_path: Path) -> None:
    certificate = local_certificate(tmp_path / "tls", NAMES)
    admin = {"name": "root", "scope": "admin", "password": "correct horse battery"}
    async with running_console(tmp_path / "data", certificate=certificate) as running:
        await running.client.post("/users", json=admin)
        body = {"name": "root", "password": admin["password"]}
        signed = await running.client.post("/session", json=body)
        assert "secure" in signed.headers["set-cookie"].lower()


class _Listener:
    def __init__(self) -> None:
        self.told: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def opened(self, _local_address: str) -> None:
        self.told.set_result("opened")

    def received(self, _data: str | bytes) -> None: ...

    def closed(self) -> None: ...

    def trouble(self, problem: str) -> None:
        if not self.told.done():
            self.told.set_result(problem)


async def _dialled(url: str, authority: Path | None) -> str:
    listener = _Listener()
    link = Link(
        parse_joins(url),
        None,
        Outbox(lambda _run, _problem: None),
        listener,
        random.Random(1),
        authority,
    )
    task = asyncio.create_task(link.run())
    try:
        return await asyncio.wait_for(listener.told, 30)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_an_agent_trusts_the_pinned_authority_alone(tmp_path: Path) -> None:
    certificate = local_certificate(tmp_path / "tls", NAMES)
    other = local_certificate(tmp_path / "other", NAMES)
    async with running_console(tmp_path / "data", certificate=certificate) as running:
        assert await _dialled(running.url, certificate.authority) == "opened"
        for wrong in (None, other.authority):
            assert "give --ca FILE" in await _dialled(running.url, wrong)
    async with running_console(tmp_path / "plain") as plain:
        secure = plain.url.replace("http", "https", 1)
        assert "join with http://" in await _dialled(secure, certificate.authority)
        agent = await ScriptedAgent(plain.ws, "a").connect()
        await agent.stop()
