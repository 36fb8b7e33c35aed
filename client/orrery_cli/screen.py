"""Output of commands. A terminal gets its own width; a file or pipe gets unbroken lines."""

from __future__ import annotations

import sys

from rich.console import Console

_WIDTH_OF_A_FILE = 160


def output() -> Console:
    """Standard output, for results."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE)


def messages() -> Console:
    """Standard error, for progress and errors."""
    return Console(
        stderr=True, highlight=False, width=None if sys.stderr.isatty() else _WIDTH_OF_A_FILE
    )
