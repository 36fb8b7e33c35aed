"""How a run ended, in sentences. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from orrery_contracts.api import Precision, RepeatView, RunState, RunSummary
from orrery_contracts.quantity import duration
from orrery_contracts.surroundings import Grade


def outcome_of(
    summary: RunSummary, repeats: Sequence[RepeatView], precision: Precision | None
) -> str:
    """State, checks, precision and disturbed repeats. Empty while the run goes on."""
    took = _took(summary)
    done = [repeat for repeat in repeats if repeat.counts]
    if summary.state in (RunState.FAILED, RunState.CANCELLED):
        after = f" after {took}" if took else ""
        return f"{summary.state.value.capitalize()}{after}. {_kept(len(done))}"
    if summary.state is not RunState.DONE:
        return ""
    sentences = [f"Done in {took}." if took else "Done.", _checks(repeats)]
    if precision is not None:
        sentences.append(precision.sentence)
    return " ".join([*sentences, *_disturbed(done)])


def _took(summary: RunSummary) -> str:
    if summary.started_at is None or summary.ended_at is None:
        return ""
    first, last = (datetime.fromisoformat(at) for at in (summary.started_at, summary.ended_at))
    return duration((last - first).total_seconds())


def _kept(done: int) -> str:
    if done == 0:
        return "No repeat was finished."
    return "1 finished repeat is kept." if done == 1 else f"{done} finished repeats are kept."


def _checks(repeats: Sequence[RepeatView]) -> str:
    names = {check.name for repeat in repeats for check in repeat.checks}
    failed = {check.name for repeat in repeats for check in repeat.checks if not check.holds}
    if not names:
        return "There was nothing to check."
    checks = "1 check" if len(names) == 1 else f"{len(names)} checks"
    if failed:
        return f"{len(failed)} of {checks} failed: do not rely on its figures."
    everywhere = " in every repeat" if len(repeats) > 1 else ""
    return f"All {checks} passed{everywhere}."


def _disturbed(done: Sequence[RepeatView]) -> list[str]:
    """How many repeats other work on the machines disturbed, and the first one's reason."""
    found = [r.quality for r in done if r.quality and r.quality.grade is Grade.DISTURBED]
    if not found:
        return []
    repeats = "1 repeat" if len(done) == 1 else f"{len(done)} repeats"
    verb = "was" if len(found) == 1 else "were"
    return [f"{len(found)} of {repeats} {verb} disturbed. {found[0].reason}".strip()]
