"""The order of sending, and what is dropped when the link is lost."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from orrery_agent.core import Record, RecordKind, RunKey
from orrery_agent.link import Outbox
from orrery_agent.link.outbox import MAX_MESSAGES
from orrery_agent.spool import RunSpool
from orrery_contracts.agent import OutputOpened
from orrery_contracts.worker import Phase

KEY = RunKey("0" * 26, 1)


def text_record(seq: int) -> Record:
    return Record(seq, 5, RecordKind.SAYS, Phase.READY, b'{"kind":"ready"}')


def outbox() -> Outbox:
    def damage(key: RunKey, problem: str) -> None:
        raise AssertionError(problem)

    return Outbox(damage)


def opened_as(stream: int, node_index: int, launch: str = "") -> OutputOpened:
    return OutputOpened(
        stream=stream, run_id=KEY.run_id, repeat=KEY.repeat, node_index=node_index, launch=launch
    )


async def test_messages_go_ahead_of_records_and_records_in_order(tmp_path: Path) -> None:
    box = outbox()
    spool = RunSpool.create(tmp_path / "run", 4)
    box.open(KEY, opened_as(9, 4, "7-1"), spool.reader(0))
    spool.append(text_record(1))
    spool.append(Record(2, 7, RecordKind.FRAME, Phase.RUNNING, b"frame"))
    opened = json.loads(str(box.take()))
    assert opened == {
        "kind": "output_opened", "stream": 9, "run_id": KEY.run_id, "repeat": 1, "node_index": 4,
        "launch": "7-1",
    }  # fmt: skip
    assert box.put("urgent")
    assert box.take() == "urgent"
    assert json.loads(str(box.take())) == {
        "kind": "output", "stream": 9, "seq": 1, "at_ns": "5", "says": {"kind": "ready"}
    }  # fmt: skip
    frame = box.take()
    assert isinstance(frame, bytes)
    header = bytes.fromhex("0100 0900 0200000000000000 0700000000000000")
    assert frame == b"ORAF" + header + b"frame"
    assert box.take() is None
    box.close(KEY)
    spool.close()


async def test_a_waiting_link_is_woken_by_a_record(tmp_path: Path) -> None:
    box = outbox()
    spool = RunSpool.create(tmp_path / "run", 0)
    box.open(KEY, opened_as(1, 0), spool.reader(0))
    await box.next()
    waiting = asyncio.create_task(box.next())
    await asyncio.sleep(0)
    await asyncio.wait_for(box.drained(), 60)
    spool.append(text_record(1))
    box.wake()
    assert b"ready" in str(await asyncio.wait_for(waiting, 60)).encode()
    box.clear()
    spool.append(text_record(2))
    assert box.take() is None
    spool.close()


async def test_records_wait_for_acknowledgements(tmp_path: Path) -> None:
    box = outbox()
    box.window_bytes = 20
    spool = RunSpool.create(tmp_path / "run", 0)
    for seq in range(1, 6):
        spool.append(text_record(seq))
    box.open(KEY, opened_as(1, 0), spool.reader(0))
    box.take()
    assert [json.loads(str(box.take()))["seq"] for _ in range(2)] == [1, 2]
    assert box.take() is None
    assert box.put("urgent")
    assert box.take() == "urgent"
    waiting = asyncio.create_task(box.next())
    await asyncio.sleep(0)
    box.acknowledged(KEY, 1)
    assert json.loads(str(await asyncio.wait_for(waiting, 60)))["seq"] == 3
    assert box.take() is None
    box.acknowledged(KEY, 3)
    assert [json.loads(str(box.take()))["seq"] for _ in range(2)] == [4, 5]
    box.acknowledged(RunKey("1" * 26, 1), 9)
    box.close(KEY)
    spool.close()


async def test_messages_that_nobody_takes_are_bounded() -> None:
    box = outbox()
    assert all(box.put("beat") for _ in range(MAX_MESSAGES))
    assert not box.put("one too many")


async def test_a_spool_that_cannot_be_read_is_told_and_closed(tmp_path: Path) -> None:
    told: list[str] = []
    box = Outbox(lambda key, problem: told.append(f"{key}: {problem}"))
    spool = RunSpool.create(tmp_path / "run", 0)
    spool.append(text_record(1))
    spool.append(text_record(2))
    box.open(KEY, opened_as(1, 0), spool.reader(0))
    (path,) = (tmp_path / "run").glob("*.seg")
    path.write_bytes(path.read_bytes().replace(b"ready", b"reedy", 1))
    box.take()
    assert box.take() is None
    assert "cannot be read back" in told[0]
    assert box.take() is None
    assert len(told) == 1
    spool.close()
