"""A real node agent that notes its records and their acknowledgements in a file.

`python -m orrery_hosts.agent` takes an agent's options. The variable `ORRERY_OBSERVED` names the
file. Each note is one line in one write, so that a killed agent leaves whole lines.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import orrery_agent.main as agent_main
from orrery_agent.agent import Agent
from orrery_agent.core import commands as do
from orrery_agent.core import events as on
from orrery_agent.core.records import Record, RecordKind
from orrery_contracts import agent as wire
from orrery_contracts.binary_records import FRAME_KIND_NUMBERS, TelemetryHeader
from orrery_contracts.telemetry import FrameKind

from orrery_hosts.clocks import follow_clock


class ObservedAgent(Agent):
    """See the module's comment."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        self._notes = os.open(os.environ["ORRERY_OBSERVED"], flags, 0o600)

    def feed(self, event: on.Event) -> None:
        if isinstance(event, on.Received):
            match event.message:
                case wire.Ack(run_id=run, repeat=repeat, seq=seq):
                    self._note({"run": run, "repeat": repeat, "acked": seq})
                case wire.Welcome(held=held):
                    for keep in held:
                        note = {"run": keep.run_id, "repeat": keep.repeat}
                        self._note(note | {"kept": keep.acked_seq if keep.wanted else None})
                case _:
                    pass
        super().feed(event)

    def _append(self, command: do.Append) -> None:
        # Noted before the write. If the agent is killed in between, the last noted record is
        # missing on disk, and its number is used again.
        key, record = command.key, command.record
        note = {"run": key.run_id, "repeat": key.repeat, "seq": record.seq}
        self._note(note | _content(record))
        super()._append(command)

    def _note(self, note: dict[str, Any]) -> None:
        os.write(self._notes, json.dumps(note).encode() + b"\n")


def _content(record: Record) -> dict[str, Any]:
    if record.kind is RecordKind.FRAME:
        header = TelemetryHeader.read(record.data)
        if header.kind == FRAME_KIND_NUMBERS[FrameKind.WINDOW]:
            return {"windows": header.rows}
        is_samples = header.kind == FRAME_KIND_NUMBERS[FrameKind.SAMPLES]
        return {"samples": header.rows * is_samples}
    if record.kind is RecordKind.SAYS:
        said = json.loads(record.data)
        return {"said": said["kind"], "text": said.get("text", "")}
    return {"said": record.kind.name.lower()}


if __name__ == "__main__":
    follow_clock()
    setattr(agent_main, Agent.__name__, ObservedAgent)
    sys.exit(agent_main.main())
