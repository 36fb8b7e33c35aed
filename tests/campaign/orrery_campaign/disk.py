"""A simulated disk for the store: files in memory that know which writes have been synced.

The campaign sets faults: a full disk, slow syncs, and a death at a counted write or sync. After a
power failure only synced content is certain to remain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random


@dataclass(eq=False)
class SimulatedFile:
    """A file: its process reads `data`; the disk has `durable` and perhaps some of `unsynced`."""

    data: bytearray = field(default_factory=bytearray)
    durable: bytearray = field(default_factory=bytearray)
    unsynced: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes as (offset, bytes), truncations as (size, None)."""

    def write(self, offset: int, data: bytes) -> None:
        _apply(self.data, offset, data)
        self.unsynced.append((offset, data))

    def truncate(self, size: int) -> None:
        _apply(self.data, size, None)
        self.unsynced.append((size, None))

    def sync(self) -> None:
        for offset, data in self.unsynced:
            _apply(self.durable, offset, data)
        self.unsynced.clear()

    def after_power_loss(self, random: Random) -> SimulatedFile:
        """The file after a power failure: none, the first or any unsynced writes survive."""
        survives = random.choice(("nothing", "beginning", "any part"))
        kept = list(self.unsynced)
        if survives == "nothing":
            kept = []
        elif survives == "beginning":
            kept = kept[: random.randint(0, len(kept))]
        else:
            kept = [operation for operation in kept if random.random() < 0.5]
        content = bytearray(self.durable)
        for offset, data in kept:
            _apply(content, offset, data)
        return SimulatedFile(content, bytearray(content))


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        content.extend(bytes(max(0, offset - len(content))))
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class PowerLostError(Exception):
    """The disk's process has died at this operation."""


@dataclass(eq=False)
class SimulatedDisk:
    """The files of one console, by path."""

    random: Random
    files: dict[str, SimulatedFile] = field(default_factory=dict)
    full: bool = False
    slow_s: float = 0.0
    """The longest time of a sync in seconds; each takes a random share of it."""
    die_after: int | None = None
    """The number of writes and syncs until `on_death` is called; None: never."""
    on_death: Callable[[], None] = lambda: None
    dead: bool = False
    operations: int = 0
    waited_s: float = 0.0
    """Time of all operations since the last `take_wait_s`."""

    def take_wait_s(self) -> float:
        waited, self.waited_s = self.waited_s, 0.0
        return waited

    def before_change(self) -> bool:
        """Counts a write, sync, truncation or deletion. Returns False if it must not happen."""
        if self.dead:
            return False
        self.operations += 1
        if self.die_after is not None:
            if self.die_after == 0:
                self.die_after = None
                self.dead = True
                self.on_death()
                return False
            self.die_after -= 1
        return True

    def sync(self, file: SimulatedFile) -> bool:
        if not self.before_change():
            return False
        file.sync()
        self.waited_s += 0.002 + self.slow_s * self.random.random()
        return True

    def restart(self, *, power_lost: bool) -> SimulatedDisk:
        """The disk of the next process. Without a power failure every write survives."""
        files = {
            path: file.after_power_loss(self.random)
            if power_lost
            else SimulatedFile(bytearray(file.data), file.durable, file.unsynced)
            for path, file in self.files.items()
        }
        return SimulatedDisk(self.random, files, self.full, self.slow_s)
