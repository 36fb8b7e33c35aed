"""The first benchmark run of an empty store: it fills the pages. No command waits for it."""

from __future__ import annotations

import time

from orrery_client import ENDED, Orrery, OrreryError
from orrery_contracts.api import NewRun
from rich.console import Console

from orrery_cli.failure import show

_LOOK_EVERY_S = 1.0


class FirstRun:
    """Makes the run at the first look if the store has none, and prints a line when it ends."""

    def __init__(self, client: Orrery, preset: str, screen: Console, *, enough_nodes: bool) -> None:
        self._client = client
        self._preset = preset if enough_nodes else ""
        self._screen = screen
        self._run_id: str | None = None
        self._next_look = 0.0

    def look(self) -> None:
        """Call it often. After an error it prints the error once and does nothing from then on."""
        if not self._preset or time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _LOOK_EVERY_S
        try:
            if self._run_id is None:
                self._make()
            else:
                self._check(self._run_id)
        except OrreryError as error:
            self._screen.print("  the first benchmark run could not be made:")
            show(error, self._screen)
            self._preset = ""

    def _make(self) -> None:
        if self._client.health().runs > 0:
            self._preset = ""
            return
        summary = self._client.create_run(NewRun(preset=self._preset)).summary
        self._run_id = summary.id
        self._screen.print(f"  the store is empty: making a first run, {self._preset}")

    def _check(self, run_id: str) -> None:
        summary = self._client.run(run_id).summary
        if summary.state not in ENDED:
            return
        self._preset = ""
        self._screen.print(f"  the first run is {summary.state}: {self._client.url}")
        if summary.failure is not None:
            self._screen.print(f"  {summary.failure.message}; {summary.failure.remedy}")
