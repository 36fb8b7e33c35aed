"""A whole console on a free port of loopback, in this process's event loop, for tests."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from orrery_backend.app import create_app
from orrery_backend.certificates import ServerCertificate
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console, ConsoleTimes
from orrery_backend.features.access.provider_config import ProviderConfig
from orrery_backend.features.fleet.service import FleetTimes
from orrery_backend.features.runs.effects.engine import EngineTimes
from orrery_backend.kit.connections import Connections
from orrery_backend.kit.credentials import SessionLimits
from orrery_backend.kit.file_tokens import Tokens
from orrery_backend.main import listen
from orrery_backend.server import Server, ServerConfig

from backend_testing.stores import fill_new_store, store_of

WATCHDOG_S = 30.0

#: Everything that is a wait, shortened; what a test waits for is a condition, never one of these.
QUICK = ConsoleTimes(
    fleet=FleetTimes(
        offline_after_s=2.0,
        silent_after_s=2.0,
        watch_every_s=0.05,
        probe_every_s=0.2,
        publish_every_s=0.1,
    ),
    engine=EngineTimes(blame_s=0.2, grace_s=0.5, return_s=4.0, rest_s=0.05, busy_retry_s=0.1),
    flush_every_s=0.05,
    webhooks_every_s=0.05,
)


@dataclass(frozen=True, slots=True)
class RunningConsole:
    """A console that answers."""

    console: Console
    url: str
    client: httpx.AsyncClient

    @property
    def ws(self) -> str:
        return self.url.replace("http", "ws", 1)


@asynccontextmanager
async def running_console(
    data_dir: Path,
    times: ConsoleTimes = QUICK,
    tokens: Tokens | None = None,
    frontend_dir: Path | None = None,
    connections: Connections | None = None,
    trusted_proxies: tuple[str, ...] = (),
    admit_any_node: bool = True,
    certificate: ServerCertificate | None = None,
    provider: ProviderConfig | None = None,
    session_limits: SessionLimits | None = None,
    public_url: str = "",
) -> AsyncIterator[RunningConsole]:
    await fill_new_store(data_dir)
    config = BackendConfig(
        data_dir=data_dir,
        port=0,
        tokens=tokens or Tokens(),
        frontend_dir=frontend_dir,
        admit_any_node=admit_any_node,
        certificate=certificate,
        provider=provider,
        session_limits=session_limits or SessionLimits(),
        store=store_of(data_dir),
        public_url=public_url,
    )
    connections = Connections(1000) if connections is None else connections
    listener = listen(config, connections)
    console = Console(config, times=times)
    server = Server(ServerConfig(create_app(console), connections, trusted_proxies, certificate))
    server.config.timeout_graceful_shutdown = 1
    # Without its signal handlers.
    serving = asyncio.create_task(server._serve([listener]))  # noqa: SLF001
    await until(lambda: server.started or serving.done(), "the console answers")
    if serving.done():
        serving.result()
    port = listener.getsockname()[1]
    url = f"{'http' if certificate is None else 'https'}://127.0.0.1:{port}"
    # Without TLS: loading the authorities of this machine takes 50 ms.
    verify: ssl.SSLContext | bool = False
    if certificate is not None:
        verify = ssl.create_default_context(cafile=certificate.authority)
    try:
        async with httpx.AsyncClient(
            base_url=f"{url}/api/v1", timeout=WATCHDOG_S, verify=verify
        ) as client:
            yield RunningConsole(console, url, client)
    finally:
        server.should_exit = True
        async with asyncio.timeout(WATCHDOG_S):
            await serving


async def until(
    holds: Callable[[], bool | Awaitable[bool]], what: str, watchdog_s: float = WATCHDOG_S
) -> None:
    """Waits for a condition; the watchdog only ends a test that would never end."""
    try:
        async with asyncio.timeout(watchdog_s):
            while True:
                held = holds()
                if isinstance(held, Awaitable):
                    held = await held
                if held:
                    return
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"never happened: {what}") from None
