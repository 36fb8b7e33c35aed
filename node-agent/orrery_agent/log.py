"""The agent's log: short lines for a person, on standard error."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from typing import Any, Final, TextIO

import structlog

_MARKS: Final = {"info": "", "warning": "warning: ", "error": "error: "}


def make_logger(name: str, out: TextIO = sys.stderr) -> structlog.typing.FilteringBoundLogger:
    """Makes a logger without changing global configuration."""

    def line(_logger: object, level: str, event: MutableMapping[str, Any]) -> str:
        return f"{event['timestamp']} {name} {_MARKS.get(level, level)}{event['event']}"

    logger: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(out),
        processors=[structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False), line],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
    )
    return logger
