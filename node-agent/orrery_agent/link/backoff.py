"""How long to wait before the next attempt to connect."""

from __future__ import annotations

from random import Random
from typing import Final

FIRST_S: Final = 0.2
LONGEST_S: Final = 5.0
GROWTH: Final = 1.7
JITTER: Final = 0.5


class Backoff:
    """Pauses that grow, with jitter, so that a thousand agents do not come back at once."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pause = FIRST_S

    def next(self) -> float:
        """The next pause in seconds: between half and all of what it has grown to."""
        pause = self._pause
        self._pause = min(LONGEST_S, pause * GROWTH)
        return pause * (1 - JITTER * self._random.random())

    def reset(self) -> None:
        """A connection stood: begin with the shortest pause again."""
        self._pause = FIRST_S
