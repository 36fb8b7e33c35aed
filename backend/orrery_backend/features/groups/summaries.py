"""How a group is doing, from how its runs are doing. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import RunState
from orrery_contracts.group import GroupState, GroupSummary

from orrery_backend.features.groups.record import GroupRecord
from orrery_backend.features.runs.service import MemberState
from orrery_backend.kit.clock import instant, instant_or_none

_ENDED = (RunState.DONE, RunState.FAILED, RunState.CANCELLED)
#: Below this share nothing can be said about the rest.
_LEAST_FOR_ESTIMATE = 0.02


def newest(states: Sequence[MemberState]) -> list[MemberState]:
    """The newest run of each cell, by cell."""
    by_cell: dict[int, MemberState] = {}
    for state in states:
        known = by_cell.get(state.cell)
        if known is None or state.number > known.number:
            by_cell[state.cell] = state
    return [by_cell[cell] for cell in sorted(by_cell)]


def state_of(runs: Sequence[MemberState]) -> GroupState:
    """Of the newest run of each cell."""
    states = [run.state for run in runs]
    if all(state in _ENDED for state in states):
        if RunState.FAILED in states:
            return GroupState.FAILED
        if RunState.CANCELLED in states or not states:
            return GroupState.CANCELLED
        return GroupState.DONE
    begun = any(run.started_ms is not None for run in runs)
    return GroupState.RUNNING if begun else GroupState.QUEUED


def summarise(record: GroupRecord, states: Sequence[MemberState], now_ms: int) -> GroupSummary:
    runs = newest(states)
    state = state_of(runs)
    ended = state not in (GroupState.QUEUED, GroupState.RUNNING)
    progress = _progress(runs)
    started = min((r.started_ms for r in states if r.started_ms is not None), default=None)
    finished = max((r.ended_ms for r in runs if r.ended_ms is not None), default=None)
    checks = [run.checks_hold for run in runs if run.checks_hold is not None]
    return GroupSummary(
        id=record.id,
        number=record.number,
        kind=record.kind,
        name=record.name,
        version=record.version,
        variant=record.variant,
        title=record.title,
        state=state,
        created_at=instant(record.created_ms),
        started_at=instant_or_none(started),
        ended_at=instant_or_none(finished) if ended else None,
        runs=len(runs),
        runs_done=sum(run.state is RunState.DONE for run in runs),
        runs_failed=sum(run.state in (RunState.FAILED, RunState.CANCELLED) for run in runs),
        interleaved=record.interleaved,
        progress=progress,
        seconds_left=None if ended else _seconds_left(started, now_ms, progress),
        workloads=list(dict.fromkeys(run.workload for run in runs)),
        checks_hold=all(checks) if checks else None,
        shapes_hold=record.shapes_hold if ended else None,
        note=record.note,
        tags=record.tags,
    )


def _progress(runs: Sequence[MemberState]) -> float:
    whole = sum(run.repeats for run in runs)
    if not whole:
        return 1.0
    done = sum(run.repeats * (1.0 if run.state in _ENDED else run.progress) for run in runs)
    return min(1.0, done / whole)


def _seconds_left(started: int | None, now_ms: int, progress: float) -> float | None:
    if started is None or progress < _LEAST_FOR_ESTIMATE:
        return None
    return max(0.0, (now_ms - started) / 1000 * (1 - progress) / progress)
