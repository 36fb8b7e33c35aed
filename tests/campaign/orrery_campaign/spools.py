"""The disk of an agent: real files in a folder in memory, with writes that can fail.

`SpoolCalls` replaces the module `os` in the agent's spool. A fault can come at any write, and a
killed agent's files are closed as the kernel closes them.
"""

from __future__ import annotations

import errno
import os
from typing import Any

from orrery_campaign.process import PROCESS, Process


class SpoolDisk:
    """The disk of one agent."""

    def __init__(self) -> None:
        self.full = False
        self.fail_after: int | None = None
        """The number of writes that succeed before one fails; None: all succeed."""
        self.descriptors: set[int] = set()

    def owner_died(self) -> None:
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors.clear()


class SpoolCalls:
    """See the module's comment. Functions that are not overridden are those of `os`."""

    def __init__(self) -> None:
        self.disks: dict[int, SpoolDisk] = {}
        """The disk of each process."""

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def attach(self, process: Process, disk: SpoolDisk) -> None:
        self.disks[id(process)] = disk
        process.resources.append(disk)

    def _disk(self) -> SpoolDisk:
        return self.disks[id(PROCESS.get())]

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        disk = self._disk()
        if disk.full and flags & os.O_CREAT and not os.path.exists(path):  # noqa: PTH110
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        descriptor = os.open(path, flags, mode)
        disk.descriptors.add(descriptor)
        return descriptor

    def close(self, descriptor: int) -> None:
        self._disk().descriptors.discard(descriptor)
        os.close(descriptor)

    def write(self, descriptor: int, data: bytes) -> int:
        disk = self._disk()
        if disk.fail_after is not None:
            disk.fail_after -= 1
            if disk.fail_after < 0:
                disk.fail_after = None
                # A part of the data reaches the disk, as when the last free block is used up.
                return os.write(descriptor, data[: len(data) // 2])
        if disk.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return os.write(descriptor, data)
