"""Pipes, lines and the last lines of a process."""

from __future__ import annotations

import asyncio
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_agent.processes.streams import (
    MAX_LINE,
    MAX_UNWRITTEN,
    FullPipeError,
    LastLines,
    LineSplitter,
    LongLineError,
    PipeReader,
    PipeWriter,
)


@given(lines=st.lists(st.binary().filter(lambda b: b"\n" not in b)), chunk=st.integers(1, 7))
def test_lines_come_out_whole(lines: list[bytes], chunk: int) -> None:
    data = b"".join(line + b"\n" for line in lines) + b"rest"
    splitter = LineSplitter()
    found: list[bytes] = []
    for place in range(0, len(data), chunk):
        found += splitter.feed(data[place : place + chunk])
    assert found == lines
    assert splitter.rest == b"rest"


def test_a_line_without_end_is_refused() -> None:
    splitter = LineSplitter()
    assert splitter.feed(b"x" * MAX_LINE) == []
    with pytest.raises(LongLineError):
        splitter.feed(b"x")


@given(st.lists(st.binary(max_size=30), max_size=20), st.integers(1, 5))
def test_the_last_lines_are_kept_and_bounded(chunks: list[bytes], count: int) -> None:
    last = LastLines(count, 10)
    for chunk in chunks:
        last.feed(chunk)
    kept = last.take()
    assert len(kept) <= count
    assert all(0 < len(line) <= 10 for line in kept)


def test_the_last_lines_are_the_last() -> None:
    last = LastLines(2, 5)
    last.feed(b"one\ntwo\r\n\nth")
    last.feed("rée-and-more\nun".encode())
    last.feed(b"finished")
    assert last.take() == ("thrée", "unfin")


async def test_a_writer_waits_for_room_and_loses_nothing() -> None:
    read, write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    got = bytearray()
    ended = asyncio.Event()
    writer = PipeWriter(write)
    sent = bytes(range(256)) * 4096
    writer.write(sent[:500_000])
    writer.write(sent[500_000:])
    PipeReader(read, got.extend, ended.set)
    async with asyncio.timeout(60):
        while len(got) < len(sent):  # noqa: ASYNC110 (a watchdog's poll)
            await asyncio.sleep(0.001)
    writer.close()
    await asyncio.wait_for(ended.wait(), 60)
    assert bytes(got) == sent


async def test_a_reader_that_has_gone_is_no_error() -> None:
    read, write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    os.close(read)
    writer = PipeWriter(write)
    writer.write(b"x")
    writer.write(b"y")
    writer.close()


async def test_a_writer_keeps_a_bounded_number_of_bytes() -> None:
    read, write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    writer = PipeWriter(write)
    piece, kept = bytes(1 << 20), 0
    while kept + len(piece) <= MAX_UNWRITTEN:
        writer.write(piece)
        kept += len(piece)
    with pytest.raises(FullPipeError, match="1,048,576 more do not fit into 67,108,864"):
        writer.write(piece)
    # What was kept still comes, and nothing of what was refused.
    got = 0

    def count(data: bytes) -> None:
        nonlocal got
        got += len(data)

    ended = asyncio.Event()
    PipeReader(read, count, ended.set)
    async with asyncio.timeout(60):
        while got < kept:  # noqa: ASYNC110 (a watchdog's poll)
            await asyncio.sleep(0.001)
    writer.close()
    await asyncio.wait_for(ended.wait(), 60)
    assert got == kept
