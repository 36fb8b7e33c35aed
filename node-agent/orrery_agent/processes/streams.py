"""Reading and writing a pipe from the event loop, without a buffer that can grow without bound."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from typing import Final

MAX_LINE: Final = 8 << 20
_CHUNK: Final = 1 << 18


class PipeReader:
    """Calls back with what a pipe brings; owns the descriptor and closes it at the end.

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
        """Stop reading, whatever may still come."""
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


class PipeWriter:
    """Writes to a pipe as it takes it; owns the descriptor. A reader that has gone is no error:
    its end is reported by whoever watches the process."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._left = bytearray()
        self._loop = asyncio.get_running_loop()

    def write(self, data: bytes) -> None:
        """Write, now or when there is room."""
        if self._fd < 0:
            return
        waiting = bool(self._left)
        self._left += data
        if not waiting:
            self._write()
            if self._left and self._fd >= 0:
                self._loop.add_writer(self._fd, self._write)

    def close(self) -> None:
        """Give up the pipe: the reader sees the end of input."""
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
    """Cuts bytes into lines of at most `MAX_LINE`."""

    def __init__(self) -> None:
        self._partial = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that the bytes complete, without their ends. Raises `LongLineError`."""
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
        """What came after the last line's end."""
        return bytes(self._partial)


class LastLines:
    """Keeps the last lines of a text, each cut to a length; whatever comes is text."""

    def __init__(self, lines: int, length: int) -> None:
        self._length = length
        self._lines: deque[str] = deque(maxlen=lines)
        self._partial = bytearray()

    def feed(self, data: bytes) -> None:
        """Take text in."""
        for line in data.splitlines(keepends=True):
            # Four bytes are the most that a character takes.
            self._partial += line[: max(0, 4 * self._length - len(self._partial))]
            if line.endswith((b"\n", b"\r")):
                self._finish()

    def take(self) -> tuple[str, ...]:
        """What is kept, an unfinished last line included."""
        if self._partial:
            self._finish()
        return tuple(self._lines)

    def _finish(self) -> None:
        text = self._partial.decode(errors="replace").rstrip("\r\n")
        self._partial.clear()
        if text:
            self._lines.append(text[: self._length])
