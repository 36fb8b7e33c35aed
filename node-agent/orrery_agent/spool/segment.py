"""One file of a run's spool: records with consecutive numbers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from orrery_agent.core import Record
from orrery_agent.spool import framing


@dataclass(slots=True)
class Segment:
    """The state of a segment file. The file's valid content ends at `size`."""

    path: Path
    node_index: int
    first_seq: int
    last_seq: int
    """`first_seq` - 1 while the segment is empty."""
    size: int


def segment_path(directory: Path, first_seq: int) -> Path:
    """The file's path. Paths sort in the order of their numbers."""
    return directory / f"{first_seq:020d}.seg"


def read_records(fd: int, offset: int) -> Iterator[tuple[Record, int]]:
    """Records from an offset on, each with the offset after it.

    Ends at the end of the file; raises `DamagedError` at the first record that is not whole.
    """
    while header := os.pread(fd, framing.RECORD_HEADER.size, offset):
        length = framing.payload_length(header)
        payload = os.pread(fd, length, offset + len(header))
        record = framing.unpack(header, payload)
        offset += len(header) + length
        yield record, offset


def scan(
    path: Path, node_index: int | None, first_seq: int | None
) -> tuple[Segment, Record | None]:
    """Reads a segment and cuts off everything after its last valid record. Also returns that
    record.

    Raises `DamagedError` if the header is invalid or belongs to another segment.
    """
    fd = os.open(path, os.O_RDWR)
    try:
        found_node, found_first = framing.read_segment_header(
            os.pread(fd, framing.SEGMENT_HEADER.size, 0)
        )
        if (node_index, first_seq) not in {(None, None), (found_node, found_first)}:
            raise framing.DamagedError(f"{path.name} does not go on where the one before ends")
        size = framing.SEGMENT_HEADER.size
        segment = Segment(path, found_node, found_first, found_first - 1, size)
        last = None
        try:
            for record, after in read_records(fd, size):
                if record.seq != segment.last_seq + 1:
                    break
                segment.last_seq, segment.size, last = record.seq, after, record
        except framing.DamagedError:
            # This record was being written when the agent or the machine died.
            pass
        os.ftruncate(fd, segment.size)
        return segment, last
    finally:
        os.close(fd)
