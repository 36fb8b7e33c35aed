"""Console processes over one PostgreSQL database, which can be killed."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from orrery_backend.certificates import ServerCertificate
from orrery_backend.kit.postgres import PostgresAddress

from backend_testing.agent import ScriptedAgent
from backend_testing.console import WATCHDOG_S, until

_ANSWERS = re.compile(r"console answers\S* .*address\S*=\S*(https?://127\.0\.0\.1:\d+)")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_START_S = 120.0


@dataclass(eq=False)
class ConsoleProcess:
    """A console on a free port of loopback."""

    folder: Path
    store: PostgresAddress
    certificate: ServerCertificate | None = None
    url: str = ""
    process: subprocess.Popen[bytes] | None = None

    @property
    def ws(self) -> str:
        return self.url.replace("http", "ws", 1)

    @property
    def said(self) -> str:
        return _COLOURS.sub("", (self.folder / "log").read_text())

    async def start(self) -> ConsoleProcess:
        self._spawn()
        await until(self._answers, f"the console in {self.folder} answers", _START_S)
        return self

    def _spawn(self) -> None:
        page = self.folder / "page"
        page.mkdir(parents=True, exist_ok=True)
        (page / "index.html").write_text("<title>Orrery</title>")
        port = self.url.rpartition(":")[2] or "0"
        command = [sys.executable, "-m", "orrery_backend", "--data", str(self.folder)]
        command += ["--frontend", str(page)]
        if self.certificate is not None:
            command += ["--tls-cert", str(self.certificate.certificate)]
            command += ["--tls-key", str(self.certificate.key)]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--port", port, "--store", self.store.url, "--admit-any-node"],
                stderr=log,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.said
        found = _ANSWERS.search(self.said)
        self.url = found[1] if found else self.url
        return found is not None

    def kill(self) -> None:
        """As a machine that goes away: nothing is said or stored."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    async def end(self) -> None:
        """In order. Returns when it has ended."""
        if self.process is not None:
            self.process.terminate()
            await asyncio.to_thread(self.process.wait, WATCHDOG_S)
            self.process = None

    async def leads(self) -> bool:
        """False also while it does not answer."""
        health = await self.health()
        return health is not None and health["leader"] is None

    async def answers(self) -> bool:
        """Whether it leads or has found the console that does."""
        return await self.health() is not None

    async def health(self) -> dict[str, object] | None:
        try:
            async with httpx.AsyncClient(timeout=WATCHDOG_S) as client:
                answer = await client.get(f"{self.url}/api/v1/health")
        except httpx.TransportError:
            return None
        return dict(answer.json()) if answer.status_code == 200 else None


@asynccontextmanager
async def consoles(
    folder: Path,
    store: PostgresAddress,
    count: int = 2,
    certificate: ServerCertificate | None = None,
) -> AsyncIterator[list[ConsoleProcess]]:
    """With a certificate the consoles answer over TLS. They trust the authorities in the file that
    SSL_CERT_FILE names.
    """
    made = [
        ConsoleProcess(folder / f"console-{number}", store, certificate) for number in range(count)
    ]
    try:
        await asyncio.gather(*(console.start() for console in made))
        yield made
    finally:
        for console in made:
            console.kill()


async def leader_of(made: list[ConsoleProcess]) -> ConsoleProcess:
    found: list[ConsoleProcess] = []

    async def one_leads() -> bool:
        found[:] = [console for console in made if await console.leads()]
        return bool(found)

    await until(one_leads, "a console leads", _START_S)
    return found[0]


async def dial(agent: ScriptedAgent, console: ConsoleProcess) -> None:
    """Again and again, as agents do: a console that does not find the leader refuses."""
    agent.url = console.ws

    async def is_welcome() -> bool:
        await agent.drop_link()
        try:
            await agent.connect()
        except OSError:
            return False
        return agent.welcome is not None

    await until(is_welcome, f"{agent.name} is welcome", _START_S)
