"""The notes of agents (orrery_hosts.agent): their records, and the console's acknowledgements."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orrery_hosts.account import Account


@dataclass
class Launch:
    """The output of one launch of a worker: notes by record number."""

    records: dict[int, dict[str, Any]] = field(default_factory=dict)
    acked: int = 0

    def rows(self, kind: str, up_to: int | None = None) -> int:
        """The number of rows in frames of a kind: windows or samples."""
        return sum(
            record.get(kind, 0)
            for seq, record in self.records.items()
            if up_to is None or seq <= up_to
        )

    def lines(self, up_to: int | None = None) -> Counter[str]:
        return Counter(
            record["text"]
            for seq, record in self.records.items()
            if record.get("said") == "log" and (up_to is None or seq <= up_to)
        )

    def has(self, said: str) -> bool:
        return any(record.get("said") == said for record in self.records.values())


Launches = dict[tuple[str, int], list[Launch]]
"""Launches by run and repeat, the oldest first."""


def read_notes(name: str, file: Path, account: Account) -> Launches:
    """Reads the notes of one agent. Also checks that the console takes back no acknowledgement."""
    launches: Launches = {}
    for line in file.read_bytes().splitlines():
        note = json.loads(line)
        known = launches.setdefault((note["run"], note["repeat"]), [])
        if "seq" in note:
            if note["seq"] == 1:
                known.append(Launch())
            known[-1].records[note["seq"]] = note
        elif known and "acked" in note:
            launch = known[-1]
            launch.acked = max(launch.acked, note["acked"])
            account.check(
                note["acked"] <= len(launch.records),
                f"{name}: record {note['acked']} of {note['run']}.{note['repeat']} acknowledged,"
                f" {len(launch.records)} written",
            )
        elif known and note.get("kept") is not None:
            account.check(
                note["kept"] >= known[-1].acked,
                f"{name}: the console acknowledged record {known[-1].acked} of"
                f" {note['run']}.{note['repeat']} and has {note['kept']} now",
            )
    return launches
