"""An agent's directory of spools."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
from pathlib import Path

from orrery_agent.core import Recovered, RunKey
from orrery_agent.spool.run_spool import RunSpool

_NAME = re.compile(r"^([0-9a-hjkmnp-tv-z]{26})\.([0-9]{1,5})$")
_KEY = re.compile(r"[0-9a-f]{64}")


def _kept_key(file: Path) -> str:
    """The agent's key: 64 hexadecimal digits, which the agent makes at its first start."""
    try:
        key = file.read_text()
    except FileNotFoundError:
        key = ""
    if _KEY.fullmatch(key) is None:
        key = secrets.token_hex(32)
        made = file.with_suffix(".new")
        made.touch(0o600)
        made.write_text(key)
        made.replace(file)
    return key


class SpoolBusyError(Exception):
    """Another agent uses the directory."""


class SpoolStore:
    """All spools of one agent. Locks its directory until `close` or the end of the process.

    Raises `SpoolBusyError` if another agent uses the directory.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._spools: dict[RunKey, RunSpool] = {}
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = os.open(directory / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise SpoolBusyError(f"another agent uses {directory}") from None
        self.key = _kept_key(directory / "key")
        """The console recognises this agent by the key."""

    def recover(self) -> list[Recovered]:
        """Opens the output of the agent's earlier process. The oldest run is first."""
        found: list[Recovered] = []
        for path in sorted(self._directory.iterdir()):
            match = _NAME.match(path.name)
            if match is None:
                continue
            key = RunKey(match[1], int(match[2]))
            recovered = RunSpool.recover(path, key)
            if recovered is not None:
                self._spools[key] = recovered[0]
                found.append(recovered[1])
        return found

    def create(self, key: RunKey, node_index: int, launch: str = "") -> RunSpool:
        """Makes a spool for a run that has none."""
        folder = self._directory / f"{key.run_id}.{key.repeat}"
        spool = RunSpool.create(folder, node_index, launch=launch)
        self._spools[key] = spool
        return spool

    def find(self, key: RunKey) -> RunSpool | None:
        """The spool of a run, if it has one."""
        return self._spools.get(key)

    def held_bytes(self, key: RunKey) -> int:
        """Size of a run's output on disk in bytes; 0 without a spool."""
        spool = self._spools.get(key)
        return spool.held_bytes if spool else 0

    def drop(self, key: RunKey) -> None:
        """Delete a run's spool, if it has one."""
        if (spool := self._spools.pop(key, None)) is not None:
            spool.drop()

    def close(self) -> None:
        """Closes all spools and unlocks the directory. The output stays on disk."""
        for spool in self._spools.values():
            spool.close()
        self._spools.clear()
        os.close(self._lock)
