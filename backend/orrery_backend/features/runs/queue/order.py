"""Runs that wait, in the order in which they may begin; the rules are in `waiting`."""

from __future__ import annotations

from collections.abc import Mapping

from orrery_contracts.api import RunState

from orrery_backend.features.runs.queue.waiting import Turn, in_turn
from orrery_backend.features.runs.store.active import ActiveRun


class RunQueue:
    """A view of the engine's runs. The order is kept until `changed` says that a run has joined or
    left: a large group asks for the place of each of its runs.
    """

    def __init__(self, runs: Mapping[str, ActiveRun]) -> None:
        self._runs = runs
        self._places: dict[str, int] | None = None

    def changed(self) -> None:
        self._places = None

    def runs(self) -> list[ActiveRun]:
        return [self._runs[run_id] for run_id in self._order()]

    def place_of(self, run: ActiveRun) -> int | None:
        """Counts from 1; None if it does not wait."""
        return self._order().get(run.id) if run.life.state is RunState.QUEUED else None

    def _order(self) -> dict[str, int]:
        if self._places is None:
            waiting = [_turn(r) for r in self._runs.values() if r.life.state is RunState.QUEUED]
            self._places = {run: place for place, run in enumerate(in_turn(waiting), start=1)}
        return self._places


def _turn(run: ActiveRun) -> Turn:
    record = run.record
    group = record.group.id if record.group is not None and record.interleaved else None
    return Turn(run.id, record.number, group, run.life.repeat)
