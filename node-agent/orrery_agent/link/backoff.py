"""How long to wait before the next attempt to connect."""

from __future__ import annotations

from random import Random
from typing import Final

FIRST_S: Final = 0.2
LONGEST_S: Final = 5.0
GROWTH: Final = 1.7
JITTER: Final = 0.5


class Backoff:
    """Growing pauses with jitter, so that a thousand agents do not reconnect at once."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pause = FIRST_S

    def next(self) -> float:
        """Returns the next pause in seconds: a random value from half of the grown pause on."""
        pause = self._pause
        self._pause = min(LONGEST_S, pause * GROWTH)
        return pause * (1 - JITTER * self._random.random())

    def reset(self) -> None:
        """Resets the pause to the shortest, after a successful connection."""
        self._pause = FIRST_S
