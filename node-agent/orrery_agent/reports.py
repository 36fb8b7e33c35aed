"""Turns the reports of one worker into events of the core."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from orrery_contracts.surroundings import Surroundings

from orrery_agent.core import RunKey
from orrery_agent.core import events as on
from orrery_agent.telemetry import Frame


class Feed(Protocol):
    """Accepts events."""

    def feed(self, event: on.Event) -> None:
        """Passes an event to the core."""


class WorkerReports:
    """A worker's listener. It adds the run, the time and the output's size to each event."""

    def __init__(
        self,
        key: RunKey,
        feed: Feed,
        spool_bytes: Callable[[], int],
        forget: Callable[[RunKey], None],
    ) -> None:
        self._key = key
        self._feed = feed
        self._spool_bytes = spool_bytes
        self._forget = forget

    def surrounded(self, surroundings: Surroundings) -> None:
        self._feed.feed(on.Surrounded(self._key, surroundings, time.time_ns()))

    def said(self, message: on.WorkerMessage, line: bytes) -> None:
        self._feed.feed(
            on.WorkerSaid(self._key, message, line, self._spool_bytes(), time.time_ns())
        )

    def frame(self, frame: Frame) -> None:
        self._feed.feed(
            on.FrameRead(
                self._key,
                frame.samples,
                frame.momentary,
                frame.rows,
                frame.done,
                frame.data,
                self._spool_bytes(),
                time.time_ns(),
            )
        )

    def failed(self, code: str, message: str, remedy: str) -> None:
        self._feed.feed(on.WorkerFailed(self._key, code, message, remedy, time.time_ns()))

    def ended(self, status: int, last_output: tuple[str, ...]) -> None:
        self._forget(self._key)
        self._feed.feed(on.WorkerEnded(self._key, status, last_output, time.time_ns()))
