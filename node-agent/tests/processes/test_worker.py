"""A worker process as its agent sees it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from orrery_agent.core.commands import Force
from orrery_agent.core.events import WorkerMessage
from orrery_agent.processes import streams
from orrery_agent.processes.worker import Worker
from orrery_agent.telemetry import Frame
from orrery_contracts.surroundings import Surroundings
from orrery_contracts.worker import Stop


class _Reports:
    """A `WorkerListener` that records failures and the worker's end."""

    def __init__(self) -> None:
        self.failures: list[tuple[str, str, str]] = []
        self.end = asyncio.Event()

    def surrounded(self, surroundings: Surroundings) -> None:
        pass

    def said(self, message: WorkerMessage, line: bytes) -> None:
        pass

    def frame(self, frame: Frame) -> None:
        pass

    def failed(self, code: str, message: str, remedy: str) -> None:
        self.failures.append((code, message, remedy))

    def ended(self, status: int, last_output: tuple[str, ...]) -> None:
        self.end.set()


async def test_a_worker_that_does_not_read_its_input_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_UNWRITTEN", 100_000)
    script = tmp_path / "worker"
    script.write_text("#!/bin/sh\nexec sleep 1000\n")
    script.chmod(0o755)
    reports = _Reports()
    worker = Worker(script, 0, 0, reports)
    try:
        line = len(Stop(reason="x" * 1000).model_dump_json()) + 1
        for _ in range(1_000_000 // line):
            worker.tell(Stop(reason="x" * 1000))
            if reports.failures:
                break
        ((code, message, remedy),) = reports.failures
        assert code == "input_unread"
        assert message.startswith("The worker does not read its input: ")
        assert message.endswith(f"{line:,} more do not fit into 100,000.")
        assert "The worker hangs" in remedy
    finally:
        worker.end(Force.KILL)
        await asyncio.wait_for(reports.end.wait(), 60)
