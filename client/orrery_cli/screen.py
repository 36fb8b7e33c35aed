"""Where a command writes: a terminal as wide as it is, a file or pipe without breaking lines."""

from __future__ import annotations

import sys

from rich.console import Console

_WIDTH_OF_A_FILE = 160


def output() -> Console:
    """Standard output, for what was asked for."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE)


def messages() -> Console:
    """Standard error, for progress and errors."""
    return Console(
        stderr=True, highlight=False, width=None if sys.stderr.isatty() else _WIDTH_OF_A_FILE
    )
