"""Turn the signals that ask a command to end into one exception; hear a make that waits for us."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from orrery_cli.reaper import die_with_parent, make_was_interrupted, makes_above

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """The command was asked to end. Not an Exception: nothing but its owner may catch it."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def raise_on_signals() -> None:
    """From now on a signal that asks the command to end raises `Interrupted` in the main thread.

    Also where SIGINT came ignored, as in a background job of a shell script.
    """

    def interrupt(signum: int, _frame: FrameType | None) -> None:
        # Only once: what follows is the clean-up, and signals often come in pairs (make passes
        # SIGTERM on, and its end brings the parent-death signal as well).
        for known in _SIGNALS:
            signal.signal(known, signal.SIG_IGN)
        raise Interrupted(signum)

    for signum in _SIGNALS:
        signal.signal(signum, interrupt)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let a clean-up finish: signals are ignored meanwhile."""
    before = [signal.signal(signum, signal.SIG_IGN) for signum in _SIGNALS]
    try:
        yield
    finally:
        for signum, handler in zip(_SIGNALS, before, strict=True):
            signal.signal(signum, handler)


class MakeWatch:
    """Under make, follows what becomes of it: `check` raises `Interrupted` when make is to end."""

    def __init__(self) -> None:
        makes = makes_above() if "MAKELEVEL" in os.environ else []
        self._make = makes[0] if makes else None
        if self._make is not None:
            die_with_parent(signal.SIGTERM)

    def check(self) -> None:
        if make_was_interrupted(self._make):
            raise Interrupted(signal.SIGINT)
