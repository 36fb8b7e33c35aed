"""Turns the signals that ask a command to end into one exception, and watches the make above."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from orrery_cli.reaper import die_with_parent, make_was_interrupted, makes_above

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """A signal asked the command to end.

    It does not derive from Exception, so that only the code that handles interrupts catches it.
    """

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def raise_on_signals() -> None:
    """Makes every later signal that asks the command to end raise `Interrupted` in the main thread.

    This includes SIGINT where the shell ignores it, as for a background job of a script.
    """

    def interrupt(signum: int, _frame: FrameType | None) -> None:
        # Raise once only: the clean-up follows, and signals often come in pairs (make passes
        # SIGTERM on, and make's end sends the parent-death signal as well).
        for known in _SIGNALS:
            signal.signal(known, signal.SIG_IGN)
        raise Interrupted(signum)

    for signum in _SIGNALS:
        signal.signal(signum, interrupt)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignores signals within the block, so that a clean-up can finish."""
    before = [signal.signal(signum, signal.SIG_IGN) for signum in _SIGNALS]
    try:
        yield
    finally:
        for signum, handler in zip(_SIGNALS, before, strict=True):
            signal.signal(signum, handler)


class MakeWatch:
    """Watches the make that started this command, if there is one.

    `check` raises `Interrupted` when make has ended or was interrupted.
    """

    def __init__(self) -> None:
        makes = makes_above() if "MAKELEVEL" in os.environ else []
        self._make = makes[0] if makes else None
        if self._make is not None:
            die_with_parent(signal.SIGTERM)

    def check(self) -> None:
        if make_was_interrupted(self._make):
            raise Interrupted(signal.SIGINT)
