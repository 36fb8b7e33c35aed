"""A PostgreSQL server of the tests' own, for one process of tests: on a socket in a temporary
folder, and over TLS on an address of loopback. Debian's package `postgresql` brings the programs.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from orrery_backend.certificates import local_certificate
from orrery_backend.kit.postgres import PostgresAddress

_SETTINGS = (
    # Processes are killed in tests, machines are not.
    "fsync=off",
    "full_page_writes=off",
    "ssl=on",
    "ssl_cert_file=server.pem",
    "ssl_key_file=server.key",
    "max_connections=200",
    "shared_buffers=16MB",
    "lc_messages=C",
)
_PR_SET_PDEATHSIG = 1


class PostgresServer:
    """A server that runs. `kill` and `start` are what an administrator does to it; the thread that
    starts it must go on.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self._user, self._group = _unprivileged()
        # No other process of tests has this address, so the server's usual port is free on it.
        bytes_of_pid = os.getpid().to_bytes(4, "big")[1:]
        self.host = "127." + ".".join(str(byte) for byte in bytes_of_pid)

    @property
    def authority(self) -> Path:
        """Of the server's certificate, which names `host`."""
        return self._folder / "tls" / "ca.pem"

    def initialise(self) -> None:
        command = [
            _program("initdb"),
            "-D",
            str(self._data),
            "-U",
            "orrery",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run(
            [*command, "--locale=C", "--auth=trust"],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._user,
            group=self._group,
        )
        made = local_certificate(self.authority.parent, [self.host])
        self.authority.parent.chmod(0o755)
        for file, name in ((made.certificate, "server.pem"), (made.key, "server.key")):
            target = self._data / name
            shutil.copy(file, target)
            if self._user is not None:
                os.chown(target, self._user, -1)
        rules = "local all all trust\nhostssl all all 127.0.0.0/8 trust\n"
        (self._data / "pg_hba.conf").write_text(rules)

    def start(self) -> None:
        settings = (*_SETTINGS, f"listen_addresses={self.host}")
        options = [part for setting in settings for part in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_program("postgres"), "-D", str(self._data), "-k", str(self._folder), *options],
                stdout=log,
                stderr=log,
                preexec_fn=_end_with_parent,  # noqa: PLW1509
                user=self._user,
                group=self._group,
            )
        ready = [_program("pg_isready"), "-q", "-h", str(self._folder), "-U", "orrery"]
        while subprocess.run([*ready, "-d", "postgres"], check=False).returncode:
            if self._process.poll() is not None:
                raise AssertionError((self._folder / "log").read_text())
            time.sleep(0.05)

    def kill(self) -> None:
        """Ends it at once, with every connection."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
            self._process = None

    def new_database(self, name: str = "", template: str = "template0") -> PostgresAddress:
        """An empty one, or a copy of another."""
        self._databases += 1
        name = name or f"store_{self._databases}"
        self.ask("postgres", f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.address(name)

    def address(self, name: str) -> PostgresAddress:
        return PostgresAddress.parse(f"postgresql://orrery@/{name}?host={self._folder}")

    def over_tls(self, address: PostgresAddress, mode: str = "verify-full") -> PostgresAddress:
        """The same database over TCP and TLS. The client trusts `authority`."""
        name = address.url.partition("@/")[2].partition("?")[0]
        query = f"sslmode={mode}&sslrootcert={self.authority}"
        return PostgresAddress.parse(f"postgresql://orrery@{self.host}/{name}?{query}")

    def ask(self, database: str, statement: str) -> str:
        """What psql answers."""
        asked = [_program("psql"), "-h", str(self._folder), "-U", "orrery", "-d", database, "-qAt"]
        found = subprocess.run(
            [*asked, "-v", "ON_ERROR_STOP=1", "-c", statement],
            check=True,
            capture_output=True,
            text=True,
        )
        return found.stdout.strip()


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    folder = Path(tempfile.mkdtemp(prefix="orrery-pg-"))
    folder.chmod(0o755)
    user, _ = _unprivileged()
    if user is not None:
        os.chown(folder, user, -1)
    server = PostgresServer(folder)
    try:
        server.initialise()
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> str:
    """Debian keeps most of them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    program = str(found[-1]) if found else shutil.which(name)
    if program is None:
        raise AssertionError(f"no {name} here: run scripts/bootstrap test")
    return program


def _unprivileged() -> tuple[int | None, int | None]:
    """Returns the user and group that the server runs as, because it refuses to run as root; None
    for the test's own.
    """
    if os.geteuid() != 0:
        return None, None
    try:
        found = pwd.getpwnam("postgres")
    except KeyError:
        found = pwd.getpwnam("nobody")
    return found.pw_uid, found.pw_gid


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)
