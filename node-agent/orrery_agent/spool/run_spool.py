"""The output of one run and repeat on disk: a directory of segments."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from orrery_agent.core import Record, RecordKind, Recovered, RunKey
from orrery_agent.spool import framing
from orrery_agent.spool.segment import Segment, read_records, scan, segment_path

SEGMENT_BYTES = 8 << 20
"""A segment is closed at this size; acknowledged output is deleted by whole segments."""

_LAUNCH = "launch"


class RunSpool:
    """Appends records, reads them back from any number, deletes acknowledged segments."""

    def __init__(self, directory: Path, segments: deque[Segment], segment_bytes: int) -> None:
        self._directory = directory
        self._segments = segments
        self._segment_bytes = segment_bytes
        self._fd = os.open(segments[-1].path, os.O_WRONLY | os.O_APPEND)
        self._bytes = sum(segment.size for segment in segments)
        self._tail: _Tail | None = None

    @classmethod
    def create(
        cls,
        directory: Path,
        node_index: int,
        segment_bytes: int = SEGMENT_BYTES,
        launch: str = "",
    ) -> RunSpool:
        """A new, empty spool in a new directory."""
        directory.mkdir()
        try:
            (directory / _LAUNCH).write_text(launch)
            return cls(directory, deque([_new_segment(directory, node_index, 1)]), segment_bytes)
        except OSError:
            shutil.rmtree(directory)
            raise

    @classmethod
    def recover(
        cls, directory: Path, key: RunKey, segment_bytes: int = SEGMENT_BYTES
    ) -> tuple[RunSpool, Recovered] | None:
        """Opens the output of the agent's earlier process, up to the first damage.

        Returns None, and deletes the directory, if no record is left. Records after a damage are
        deleted, because numbers have no gaps.
        """
        segments: deque[Segment] = deque()
        last: Record | None = None
        paths = sorted(directory.glob("*.seg"))
        found_bytes = sum(path.stat().st_size for path in paths)
        for index, path in enumerate(paths):
            before = segments[-1] if segments else None
            try:
                segment, record = scan(
                    path,
                    before.node_index if before else None,
                    before.last_seq + 1 if before else None,
                )
            except framing.DamagedError:
                for lost in paths[index:]:
                    lost.unlink()
                break
            segments.append(segment)
            last = record or last
        if last is None:
            shutil.rmtree(directory)
            return None
        found = Recovered(
            key=key,
            node_index=segments[0].node_index,
            last_seq=last.seq,
            phase=last.phase,
            complete=last.kind is RecordKind.EXITED,
            cut_bytes=found_bytes - sum(segment.size for segment in segments),
            launch=_launch_of(directory),
        )
        return cls(directory, segments, segment_bytes), found

    @property
    def last_seq(self) -> int:
        """Number of the newest record; 0 if there is none."""
        return self._segments[-1].last_seq

    @property
    def held_bytes(self) -> int:
        """Size of all segments in bytes."""
        return self._bytes

    def append(self, record: Record) -> None:
        """Writes the record with the next number. After a failure the spool is unchanged."""
        segment = self._segments[-1]
        if record.seq != segment.last_seq + 1:
            raise ValueError(f"record {record.seq} does not follow record {segment.last_seq}")
        if segment.size >= self._segment_bytes and segment.last_seq >= segment.first_seq:
            segment = self._next_segment(segment)
        data = framing.pack(record)
        try:
            written = os.write(self._fd, data)
            if written < len(data):
                raise OSError(f"only {written} of {len(data)} bytes could be written")
        except OSError:
            os.ftruncate(self._fd, segment.size)
            raise
        segment.size += len(data)
        segment.last_seq = record.seq
        self._tail = _Tail(record, segment, segment.size)
        self._bytes += len(data)

    def trim(self, acked_seq: int) -> None:
        """Deletes the segments whose records are all acknowledged, except the newest segment."""
        while len(self._segments) > 1 and self._segments[0].last_seq <= acked_seq:
            segment = self._segments.popleft()
            segment.path.unlink()
            self._bytes -= segment.size

    def reader(self, after_seq: int) -> SpoolReader:
        """Returns a reader of the records after `after_seq`, including later ones."""
        return SpoolReader(self._segments, lambda: self._tail, after_seq)

    def close(self) -> None:
        """Closes the file. The output stays on disk."""
        with contextlib.suppress(OSError):  # nothing is buffered, so closing cannot lose data
            os.close(self._fd)

    def drop(self) -> None:
        """Deletes the output."""
        self.close()
        shutil.rmtree(self._directory)

    def _next_segment(self, full: Segment) -> Segment:
        segment = _new_segment(self._directory, full.node_index, full.last_seq + 1)
        fd = os.open(segment.path, os.O_WRONLY | os.O_APPEND)
        os.close(self._fd)
        self._fd = fd
        self._segments.append(segment)
        self._bytes += segment.size
        return segment


class SpoolReader:
    """A position in a run's output. Belongs to one sender, which closes it."""

    def __init__(
        self, segments: deque[Segment], tail: Callable[[], _Tail | None], after_seq: int
    ) -> None:
        self._segments = segments
        self._tail = tail
        self._seq = after_seq
        self._segment: Segment | None = None
        self._offset = 0
        self._fd = -1

    @property
    def behind(self) -> bool:
        """Whether a next record exists."""
        return self._segments[-1].last_seq > self._seq

    def next(self) -> Record | None:
        """Returns the next record; None if there is none yet. Raises `DamagedError`."""
        if not self.behind:
            return None
        tail = self._tail()
        if tail is not None and tail.record.seq == self._seq + 1:
            # A reader usually keeps up: it takes the record from memory and reads no file.
            self._move(tail.segment, tail.after)
            self._seq += 1
            return tail.record
        segment = self._segment
        if segment is None or (segment.last_seq <= self._seq and segment is not self._segments[-1]):
            # The oldest segment with a later record: the segment of the next record may be deleted.
            segment = next(each for each in self._segments if each.last_seq > self._seq)
            self._move(segment, framing.SEGMENT_HEADER.size)
        if self._fd < 0:
            self._fd = os.open(segment.path, os.O_RDONLY)
        for record, after in read_records(self._fd, self._offset):
            self._offset = after
            if record.seq > self._seq:
                self._seq = record.seq
                return record
        raise framing.DamagedError(f"{segment.path.name} ends before record {self._seq + 1}")

    def close(self) -> None:
        """Closes the file."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1
        self._segment = None

    def _move(self, segment: Segment, offset: int) -> None:
        if segment is not self._segment:
            self.close()
        self._segment, self._offset = segment, offset


@dataclass(frozen=True, slots=True)
class _Tail:
    """The record that was appended last, and the offset after it."""

    record: Record
    segment: Segment
    after: int


def _launch_of(directory: Path) -> str:
    """The console's name for the launch; empty if an older version stored the output."""
    try:
        return (directory / _LAUNCH).read_text()
    except FileNotFoundError:
        return ""


def _new_segment(directory: Path, node_index: int, first_seq: int) -> Segment:
    path = segment_path(directory, first_seq)
    header = framing.segment_header(node_index, first_seq)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        if os.write(fd, header) < len(header):
            raise OSError(f"{path.name} could not be written")
    except OSError:
        path.unlink()
        raise
    finally:
        os.close(fd)
    return Segment(path, node_index, first_seq, first_seq - 1, len(header))
