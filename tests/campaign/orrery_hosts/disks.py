"""Small disks in memory that can be filled."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

_FILLER = "filler-of-the-campaign"
_PIECE = bytes(1 << 16)


def why_not_disks(folder: Path) -> str:
    """Returns why no disk can be made on this machine; empty if it can."""
    try:
        disk = Disk(folder / "tried-disk", 1)
    except AssertionError as error:
        return str(error)
    disk.remove()
    return ""


class Disk:
    """A tmpfs of `size_mib` MiB, mounted on a new folder."""

    def __init__(self, folder: Path, size_mib: int) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        _run("mount", "-t", "tmpfs", "-o", f"size={size_mib}m", "tmpfs", str(folder))

    def fill(self) -> None:
        """Fills the disk: no write finds space any more."""
        descriptor = os.open(self.folder / _FILLER, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            for piece in (_PIECE, _PIECE[:4096], _PIECE[:1]):
                _write_until_full(descriptor, piece)
        finally:
            os.close(descriptor)

    def free(self) -> None:
        """Frees the space that `fill` used."""
        (self.folder / _FILLER).unlink(missing_ok=True)

    def remove(self) -> None:
        # A process that was just killed may still use the disk; a lazy unmount waits for it.
        _run("umount", "--lazy", str(self.folder))
        self.folder.rmdir()


def _write_until_full(descriptor: int, piece: bytes) -> None:
    while True:
        try:
            os.write(descriptor, piece)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            return


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr.strip()}"
