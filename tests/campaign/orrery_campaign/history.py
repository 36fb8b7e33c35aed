"""The events of a history in order. A failing seed prints them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256

_MOST_SHOWN = 20


@dataclass
class History:
    """Lines with simulated times. Two plays of a seed have equal lines."""

    now: Callable[[], float]
    folder: str
    """This path is cut out of the lines, because it differs in each play."""
    lines: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Checks that failed, each with what was expected and what was found."""

    def note(self, who: str, what: str) -> None:
        shown = what.replace(self.folder, "")
        self.lines.append(f"{self.now() - 1000:9.4f} {who:10} {shown}")

    def fail(self, problem: str) -> None:
        self.note("CHECK", problem)
        self.problems.append(problem)

    def check(self, holds: bool, problem: str) -> None:
        if not holds:
            self.fail(problem)

    def digest(self) -> str:
        return sha256("\n".join(self.lines).encode()).hexdigest()

    def report(self, seed: int) -> str:
        """A report of the failed checks and all lines."""
        problems = "\n".join(f"  {problem}" for problem in self.problems[:_MOST_SHOWN])
        lines = "\n".join(self.lines)
        return (
            f"seed {seed}: {len(self.problems)} checks failed\n{problems}\n\n"
            f"Its history:\n{lines}\n\n"
            f"Play it again: make campaign SEED={seed}"
        )
