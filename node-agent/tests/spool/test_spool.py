"""Appended records are found again, whatever happens to the agent in between."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orrery_agent.core import Record, RecordKind, RunKey
from orrery_agent.spool import RunSpool, SpoolBusyError, SpoolStore
from orrery_agent.spool.framing import DamagedError
from orrery_contracts.worker import Phase

KEY = RunKey("0" * 26, 3)


def record(seq: int, size: int = 20, kind: RecordKind = RecordKind.FRAME) -> Record:
    phase = list(Phase)[seq % len(Phase)]
    return Record(seq, -seq, kind, phase, bytes(byte % 251 for byte in range(seq, seq + size)))


def filled(directory: Path, count: int, segment_bytes: int = 300, size: int = 20) -> list[Record]:
    """Write a spool and leave it as a killed agent does."""
    records = [record(seq, size) for seq in range(1, count + 1)]
    spool = RunSpool.create(directory, 7, segment_bytes)
    for each in records:
        spool.append(each)
    spool.close()
    return records


def read_all(spool: RunSpool, after: int = 0) -> list[Record]:
    reader = spool.reader(after)
    found = []
    while (each := reader.next()) is not None:
        found.append(each)
    reader.close()
    return found


@pytest.mark.parametrize("launch", ["", "12-1790000000000"])
def test_output_names_the_launch_that_made_it(tmp_path: Path, launch: str) -> None:
    spool = RunSpool.create(tmp_path / "run", 7, launch=launch)
    spool.append(record(1))
    spool.close()
    recovered = RunSpool.recover(tmp_path / "run", KEY)
    assert recovered is not None
    assert recovered[1].launch == launch
    recovered[0].drop()
    assert list(tmp_path.iterdir()) == []


def test_output_of_an_older_version_names_no_launch(tmp_path: Path) -> None:
    filled(tmp_path / "run", 1)
    (tmp_path / "run" / "launch").unlink()
    recovered = RunSpool.recover(tmp_path / "run", KEY)
    assert recovered is not None
    assert recovered[1].launch == ""
    recovered[0].close()


@given(
    sizes=st.lists(st.integers(0, 400), min_size=1, max_size=40),
    segment_bytes=st.integers(1, 2000),
    after=st.integers(0, 45),
    acked=st.integers(0, 45),
)
@settings(max_examples=60, deadline=None)
def test_records_are_read_again_from_any_number(
    tmp_path_factory: pytest.TempPathFactory,
    sizes: list[int],
    segment_bytes: int,
    after: int,
    acked: int,
) -> None:
    directory = tmp_path_factory.mktemp("spool") / "run"
    records = [record(seq, size) for seq, size in enumerate(sizes, 1)]
    spool = RunSpool.create(directory, 7, segment_bytes)
    early = spool.reader(after)
    for each in records:
        spool.append(each)
        expected = each if each.seq > after else None
        assert early.next() == expected
    assert early.next() is None
    assert read_all(spool, after) == records[after:]
    spool.trim(acked)
    left = read_all(spool)
    assert left == records[len(records) - len(left) :]
    assert left[0].seq <= max(acked + 1, 1) or left[0].seq == 1
    early.close()
    spool.close()
    recovered = RunSpool.recover(directory, KEY, segment_bytes)
    assert recovered is not None
    again, found = recovered
    assert (found.last_seq, found.node_index, found.cut_bytes) == (len(records), 7, 0)
    assert found.phase is records[-1].phase
    assert not found.complete
    assert read_all(again) == left
    size = sum(path.stat().st_size for path in directory.glob("*.seg"))
    assert again.held_bytes == size
    again.append(record(len(records) + 1, kind=RecordKind.EXITED))
    again.close()
    recovered = RunSpool.recover(directory, KEY)
    assert recovered is not None
    assert recovered[1].complete
    recovered[0].drop()
    assert not directory.exists()


@pytest.mark.parametrize("segment_bytes", [10_000, 300])
def test_a_crash_at_any_byte_costs_only_what_was_not_whole(
    tmp_path: Path, segment_bytes: int
) -> None:
    records = filled(tmp_path / "whole", 12, segment_bytes)
    paths = sorted((tmp_path / "whole").glob("*.seg"))
    newest = paths[-1].read_bytes()
    for cut in range(len(newest) + 1):
        directory = tmp_path / f"cut-{cut}"
        directory.mkdir()
        for path in paths[:-1]:
            (directory / path.name).write_bytes(path.read_bytes())
        (directory / paths[-1].name).write_bytes(newest[:cut])
        before = int(paths[-1].stem) - 1
        whole = before + max(0, cut - 16) // (32 + 20)
        recovered = RunSpool.recover(directory, KEY, segment_bytes)
        if whole == 0:
            assert recovered is None
            assert not directory.exists()
            continue
        assert recovered is not None
        spool, found = recovered
        assert found.last_seq == whole
        assert read_all(spool) == records[:whole]
        # The recovered spool accepts further records.
        spool.append(record(whole + 1))
        assert read_all(spool, whole) == [record(whole + 1)]
        spool.close()


def test_a_changed_byte_anywhere_is_never_taken_for_a_record(tmp_path: Path) -> None:
    records = filled(tmp_path / "whole", 4, 10_000)
    (path,) = (tmp_path / "whole").glob("*.seg")
    data = path.read_bytes()
    for place in range(len(data)):
        directory = tmp_path / f"changed-{place}"
        directory.mkdir()
        changed = bytearray(data)
        changed[place] ^= 0x41
        (directory / path.name).write_bytes(changed)
        recovered = RunSpool.recover(directory, KEY)
        if recovered is None:
            continue
        spool, found = recovered
        # No checksum covers the header's node index.
        assert read_all(spool) == records[: found.last_seq]
        assert found.last_seq == (4 if place < 16 else (place - 16) // 52)
        spool.close()


def test_damage_in_an_old_segment_loses_what_is_behind_it_but_leaves_no_gap(
    tmp_path: Path,
) -> None:
    records = filled(tmp_path / "run", 20, 200)
    paths = sorted((tmp_path / "run").glob("*.seg"))
    assert len(paths) > 3
    data = bytearray(paths[1].read_bytes())
    data[-1] ^= 1
    paths[1].write_bytes(data)
    recovered = RunSpool.recover(tmp_path / "run", KEY)
    assert recovered is not None
    spool, found = recovered
    assert read_all(spool) == records[: found.last_seq]
    assert int(paths[1].stem) <= found.last_seq < int(paths[2].stem) - 1 + 1
    assert found.cut_bytes > 0
    spool.close()


def test_a_full_disk_leaves_the_spool_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = RunSpool.create(tmp_path / "run", 0)
    spool.append(record(1))
    write = os.write

    def half(fd: int, data: bytes) -> int:
        write(fd, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(OSError, match="No space left"):
        spool.append(record(2))
    monkeypatch.setattr(os, "write", lambda fd, data: write(fd, data[:10]))
    with pytest.raises(OSError, match="only 10 of 52"):
        spool.append(record(2))
    monkeypatch.undo()
    spool.append(record(2, 5))
    assert read_all(spool) == [record(1), record(2, 5)]
    spool.close()


def test_numbers_have_no_gaps(tmp_path: Path) -> None:
    spool = RunSpool.create(tmp_path / "run", 0)
    with pytest.raises(ValueError, match="record 2 does not follow record 0"):
        spool.append(record(2))
    spool.close()


@given(st.lists(st.integers(0, 3), max_size=60), st.integers(100, 400))
@settings(max_examples=60, deadline=None)
def test_a_reader_that_keeps_up_by_turns_misses_nothing(
    tmp_path_factory: pytest.TempPathFactory, reads: list[int], segment_bytes: int
) -> None:
    spool = RunSpool.create(tmp_path_factory.mktemp("spool") / "run", 0, segment_bytes)
    reader = spool.reader(0)
    found: list[Record | None] = []
    for seq, count in enumerate(reads, 1):
        spool.append(record(seq))
        found += [reader.next() for _ in range(count)]
        spool.trim(len([each for each in found if each]))
    found += [reader.next() for _ in reads]
    assert [each for each in found if each] == [record(seq) for seq in range(1, len(reads) + 1)]
    reader.close()
    spool.close()


def test_damage_under_a_reader_is_told(tmp_path: Path) -> None:
    spool = RunSpool.create(tmp_path / "run", 0)
    spool.append(record(1))
    spool.append(record(2))
    (path,) = (tmp_path / "run").glob("*.seg")
    data = bytearray(path.read_bytes())
    data[60] ^= 1
    path.write_bytes(data)
    reader = spool.reader(0)
    with pytest.raises(DamagedError):
        reader.next()
    reader.close()
    spool.close()


def test_a_store_finds_its_runs_again_and_is_one_agents_own(tmp_path: Path) -> None:
    store = SpoolStore(tmp_path / "spool")
    with pytest.raises(SpoolBusyError, match="another agent"):
        SpoolStore(tmp_path / "spool")
    for number in range(3):
        store.create(RunKey("0" * 25 + str(number), number), number).append(record(1))
    empty = RunKey("0" * 25 + "9", 0)
    store.create(empty, 0)
    store.drop(RunKey("0" * 25 + "1", 1))
    store.close()
    (tmp_path / "spool" / "notes.txt").write_text("not a run")
    store = SpoolStore(tmp_path / "spool")
    found = store.recover()
    assert [(each.key.repeat, each.node_index) for each in found] == [(0, 0), (2, 2)]
    assert store.held_bytes(found[0].key) == 16 + 52
    assert store.held_bytes(empty) == 0
    store.create(empty, 4)
    store.close()


def test_the_agents_key_is_kept(tmp_path: Path) -> None:
    first = SpoolStore(tmp_path)
    first.close()
    second = SpoolStore(tmp_path)
    second.close()
    assert re.fullmatch("[0-9a-f]{64}", first.key)
    assert second.key == first.key
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    (tmp_path / "key").write_text("not a key")
    third = SpoolStore(tmp_path)
    third.close()
    assert third.key not in ("not a key", first.key)
