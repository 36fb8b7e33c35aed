"""Non-blocking reading and writing of pipes in the event loop. Every buffer is bounded."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from typing import Final

MAX_LINE: Final = 8 << 20
MAX_UNWRITTEN: Final = 64 << 20
"""Bytes that a `PipeWriter` keeps for a reader that does not read."""
_CHUNK: Final = 1 << 18


class PipeReader:
    """Passes a pipe's data to `on_data`. Owns the descriptor and closes it at the end.

    `on_end` is called once, after the last `on_data`.
    """

    def __init__(
        self, fd: int, on_data: Callable[[bytes], None], on_end: Callable[[], None]
    ) -> None:
        self._fd = fd
        self._on_data = on_data
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(fd, self._read)

    def close(self) -> None:
        """Closes the pipe, even if more data would come, and calls `on_end`."""
        if self._fd >= 0:
            self._loop.remove_reader(self._fd)
            os.close(self._fd)
            self._fd = -1
            self._on_end()

    def _read(self) -> None:
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return
        if data:
            self._on_data(data)
        else:
            self.close()


class FullPipeError(ValueError):
    """More than `MAX_UNWRITTEN` bytes wait for a pipe's reader."""


class PipeWriter:
    """Writes to a pipe when the pipe has room. Owns the descriptor.

    A closed reader is not an error here: the code that watches the process reports the process's
    end.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._left = bytearray()
        self._loop = asyncio.get_running_loop()

    def write(self, data: bytes) -> None:
        """Writes the data now, or as soon as the pipe has room.

        Raises `FullPipeError` and keeps nothing of `data` if too much waits already.
        """
        if self._fd < 0:
            return
        if len(self._left) + len(data) > MAX_UNWRITTEN:
            raise FullPipeError(
                f"{len(self._left):,} bytes wait for its reader, and {len(data):,} more do not fit"
                f" into {MAX_UNWRITTEN:,}"
            )
        waiting = bool(self._left)
        self._left += data
        if not waiting:
            self._write()
            if self._left and self._fd >= 0:
                self._loop.add_writer(self._fd, self._write)

    def close(self) -> None:
        """Closes the pipe: the reader gets the end of input. Unwritten data is lost."""
        if self._fd >= 0:
            self._loop.remove_writer(self._fd)
            os.close(self._fd)
            self._fd = -1

    def _write(self) -> None:
        try:
            written = os.write(self._fd, self._left)
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._left.clear()
            self.close()
            return
        del self._left[:written]
        if not self._left:
            self._loop.remove_writer(self._fd)


class LongLineError(ValueError):
    """A line is longer than the contract allows."""


class LineSplitter:
    """Splits a byte stream into lines of at most `MAX_LINE` bytes."""

    def __init__(self) -> None:
        self._partial = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Returns the completed lines without their newlines. Raises `LongLineError`."""
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = bytes(self._partial) + lines[0]
            self._partial = bytearray(rest)
        else:
            self._partial += rest
        if len(self._partial) > MAX_LINE or any(len(line) > MAX_LINE for line in lines):
            raise LongLineError(f"a line is longer than {MAX_LINE} bytes")
        return lines

    @property
    def rest(self) -> bytes:
        """The bytes after the last newline."""
        return bytes(self._partial)


class LastLines:
    """Keeps the last lines of any bytes, decoded as text, each cut to `length` characters."""

    def __init__(self, lines: int, length: int) -> None:
        self._length = length
        self._lines: deque[str] = deque(maxlen=lines)
        self._partial = bytearray()

    def feed(self, data: bytes) -> None:
        """Adds bytes."""
        for line in data.splitlines(keepends=True):
            # A character takes at most four bytes.
            self._partial += line[: max(0, 4 * self._length - len(self._partial))]
            if line.endswith((b"\n", b"\r")):
                self._finish()

    def take(self) -> tuple[str, ...]:
        """Returns the kept lines, including an unfinished last line."""
        if self._partial:
            self._finish()
        return tuple(self._lines)

    def _finish(self) -> None:
        text = self._partial.decode(errors="replace").rstrip("\r\n")
        self._partial.clear()
        if text:
            self._lines.append(text[: self._length])
