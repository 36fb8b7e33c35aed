"""The parts of a console on this machine: their addresses and commands."""

from __future__ import annotations

import errno
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from orrery_contracts.command import ORRERY

from orrery_cli.failure import CommandError
from orrery_cli.installation import PAGE_DIR, WORKER
from orrery_cli.parts import PartPlan


@dataclass(frozen=True)
class LocalConsole:
    """A console with its own agents. `data_dir` holds its data and logs."""

    port: int
    data_dir: Path
    host: str = "127.0.0.1"
    keep_days: int | None = None
    keep_runs: int | None = None
    store: str | None = None
    """Address of a database that replaces the file in `data_dir`."""
    store_password_file: Path | None = None

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def backend(self) -> PartPlan:
        command = [
            sys.executable, "-m", "orrery_backend",
            "--host", self.host,
            "--port", str(self.port),
            "--data", str(self.data_dir),
            "--frontend", str(PAGE_DIR),
        ]  # fmt: skip
        if self.keep_days is not None:
            command += ["--keep-days", str(self.keep_days)]
        if self.keep_runs is not None:
            command += ["--keep-runs", str(self.keep_runs)]
        if self.store is not None:
            command += ["--store", self.store]
        if self.store_password_file is not None:
            command += ["--store-password-file", str(self.store_password_file.absolute())]
        # An empty ORRERY_STORE keeps the console from using this environment's database.
        environment = {"ORRERY_WORKER": str(WORKER), "ORRERY_STORE": ""}
        log = self.data_dir / "logs" / "console.log"
        return PartPlan("console", command, environment, log, 10.0)

    def agent(self, name: str) -> PartPlan:
        command = [
            sys.executable, "-m", "orrery_agent",
            "--join", self.url,
            "--name", name,
            "--address", self.host,
            "--spool", str(self.data_dir / "agents" / name),
            "--worker", str(WORKER),
        ]  # fmt: skip
        return PartPlan(name, command, {}, self.data_dir / "logs" / f"{name}.log", 10.0)


def node_names(count: int) -> tuple[str, ...]:
    """Names of the nodes of a local console."""
    return tuple(f"node-{index}" for index in range(1, count + 1))


def free_port(host: str = "127.0.0.1") -> int:
    """Returns a port that nothing listens on now. Another process may take it before the caller."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def require_free(host: str, port: int) -> None:
    """Raises `CommandError` with a remedy if the console cannot listen at this address."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise _cannot_listen(host, port, error) from error


def _cannot_listen(host: str, port: int, error: OSError) -> CommandError:
    if error.errno == errno.EADDRINUSE:
        message = f"port {port} on {host} is in use by another program"
    elif error.errno == errno.EACCES:
        message = f"port {port} may not be used without more privilege"
    else:
        message = f"cannot listen on {host} port {port}: {error.strerror}"
    free = free_port()
    return CommandError(
        message,
        f"end that program, or take another port: make up PORT={free}"
        f" (or {ORRERY} up --port {free})",
        field="port",
        value=str(port),
    )
