"""Count tests in a JUnit report of pytest, ctest, vitest or Playwright."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Tally:
    """Numbers of passed, skipped and failed tests; name and first line of each failure."""

    passed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return len(self.failures)

    def add(self, other: Tally) -> None:
        self.passed += other.passed
        self.skipped += other.skipped
        self.failures += other.failures


def read_report(path: Path) -> Tally:
    """Returns the tally of a report. A missing, unreadable or empty report counts as a failure."""
    try:
        root = ElementTree.parse(path).getroot()
    except FileNotFoundError:
        return Tally(failures=["no test was run: there is no report"])
    except ElementTree.ParseError as error:
        return Tally(failures=[f"the report {path.name} was cut short: {error}"])
    tally = Tally()
    for case in root.iter("testcase"):
        _count(case, tally)
    if tally.passed + tally.skipped + tally.failed == 0:
        tally.failures.append("no test was run: the report is empty")
    return tally


#: What GoogleTest prints as a test begins and ends.
_PLAYED = re.compile(
    r"^\[ *(RUN|OK|SKIPPED|FAILED) *\] ([^\s,]+)(?:, where .*)?(?: \(\d+ ms\))?$", re.MULTILINE
)


def _count_group(name: str, output: str, ended_well: bool, tally: Tally) -> bool:
    """Counts each test of a process of GoogleTest; returns whether `output` is of one."""
    ends: dict[str, str] = {}
    for end, test in _PLAYED.findall(output):
        # The failures are listed again at the end.
        ends[test] = end
    for test, end in ends.items():
        if end == "OK" or (end == "RUN" and ended_well):
            tally.passed += 1
        elif end == "SKIPPED":
            tally.skipped += 1
        else:
            why = "" if end == "FAILED" else ": the process ended in it"
            tally.failures.append(f"{name}: {test}{why}")
    if ends and not ended_well and not {"RUN", "FAILED"} & set(ends.values()):
        tally.failures.append(f"{name}: ended badly after its last test")
    return bool(ends)


def _count(case: ElementTree.Element, tally: Tally) -> None:
    output = case.findtext("system-out") or ""
    ended_well = case.find("failure") is None and case.find("error") is None
    if _count_group(case.get("name", ""), output, ended_well, tally):
        return
    for tag in ("failure", "error"):
        if (fault := case.find(tag)) is not None:
            names = [case.get("classname", ""), case.get("name", "")]
            name = " ".join(dict.fromkeys(part for part in names if part))
            why = (fault.get("message") or fault.text or "").strip().split("\n")[0]
            tally.failures.append(f"{name}: {why[:160]}" if why else name)
            return
    if case.find("skipped") is not None:
        tally.skipped += 1
    else:
        tally.passed += 1
