"""A run's account in words."""

from __future__ import annotations

from orrery_contracts.api import RunState

from orrery_backend.features.runs.store.active import ActiveRun


def state_words(run: ActiveRun, state: RunState) -> str:
    """What an account says of a transition."""
    match state:
        case RunState.QUEUED if run.record.interleaved and run.life.repeat > 0:
            done, repeats = run.life.repeat, run.record.repeats
            return f"{done} of {repeats} repeats are done; the group's other runs have a turn."
        case RunState.PLACING:
            return f"On {', '.join(run.node_names)}."
        case RunState.PREPARING:
            repeats = run.record.repeats
            return f"Repeat {run.life.repeat + 1} of {repeats}: workers are launched."
        case RunState.READY:
            return "Every worker is connected to its peers."
        case RunState.RUNNING:
            return "The measured part has begun."
        case RunState.COLLECTING:
            return "Workers check their counts and give their results."
        case RunState.FAILED if run.record.failure is not None:
            return run.record.failure.message
        case _:
            return ""
