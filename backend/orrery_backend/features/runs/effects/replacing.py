"""A disturbed repeat of a run that has ended is made again by itself. Pure.

Only what other work disturbed is replaced: a repeat is never left out because of its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orrery_contracts.agent import NodeFacts
from orrery_contracts.api import RepeatView, RunState
from orrery_contracts.errors import ProblemCode
from orrery_contracts.surroundings import Grade

from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.features.runs.store.record import MOST_REPLACED, RunRecord
from orrery_backend.kit.problems import ProblemError, conflict, field_error, invalid

#: Facts that decide whether a node still measures what it measured.
_SAME = ("machine_id", "address", "cores", "cpu_limit", "worker_version", "build", "commit")
#: How a repeat ended that did not measure.
_ENDED = {RunState.FAILED: "failed", RunState.CANCELLED: "was cancelled"}


def judge_replacement(
    record: RunRecord, repeats: Sequence[RepeatView], repeat: int, online: Mapping[str, NodeFacts]
) -> None:
    """Refuses what cannot or should not be replaced. Raises `ProblemError`. `online`: facts of
    nodes by name."""
    if record.state is not RunState.DONE:
        raise conflict(
            f"Run {record.number} is {record.state.value}; repeats of a run that is done are"
            " replaced. Launch it again."
        )
    found = next((each for each in repeats if each.repeat == repeat), None)
    if found is None:
        raise _refused(
            repeat,
            f"Run {record.number} has {len(repeats)} repeats; they count from 0.",
            f"Give 0 to {len(repeats) - 1}.",
        )
    if found.replaced_by is not None:
        raise _refused(
            repeat,
            f"Repeat {repeat + 1} is replaced already, by repeat {found.replaced_by + 1}.",
            "If that one was disturbed too, replace it.",
        )
    if found.quality is None or found.quality.grade is Grade.QUIET:
        raise _refused(
            repeat,
            f"No other work disturbed repeat {repeat + 1}: a figure is not replaced for its value.",
            "Replace a repeat that is graded busy or disturbed, or launch the run again.",
        )
    if record.repeats >= record.spec.most_repeats + MOST_REPLACED:
        raise conflict(
            f"{MOST_REPLACED} repeats of run {record.number} were made to replace others. Launch it"
            " again when the machines are quiet."
        )
    _refuse_other_nodes(record, online)


def _refuse_other_nodes(record: RunRecord, online: Mapping[str, NodeFacts]) -> None:
    for node in record.nodes:
        now = online.get(node.name)
        if now is None:
            raise ProblemError(
                ProblemCode.UNAVAILABLE,
                f"Node {node.name}, on which run {record.number} was measured, is not online."
                " Start its agent, or launch the run again.",
            )
        changed = [name for name in _SAME if getattr(now, name) != getattr(node.facts, name)]
        if changed:
            raise conflict(
                f"Node {node.name} has changed since run {record.number} was measured"
                f" ({', '.join(changed)}): a new repeat would be of another kind. Launch the run"
                " again."
            )


def asked_words(run: ActiveRun) -> str:
    """`run` waits for the repeat that is to replace another."""
    repeat = run.record.repeat
    return f"Repeat {_replaced(run, repeat) + 1} is to be replaced by repeat {repeat + 1}."


def replacement_words(run: ActiveRun, repeat: int, state: RunState) -> tuple[str, str]:
    """Name and text of the event that says how the replacement of a repeat ended."""
    old = _replaced(run, repeat) + 1
    if state is RunState.DONE:
        return "repeat.replaced", f"Repeat {old} is replaced by repeat {repeat + 1}."
    why = f"repeat {repeat + 1} {_ENDED.get(state, state.value)}"
    return "repeat.not_replaced", f"Repeat {old} is not replaced: {why}. It counts as before."


def _replaced(run: ActiveRun, repeat: int) -> int:
    return run.repeats[repeat].replaces or 0


def _refused(repeat: int, why: str, remedy: str) -> ProblemError:
    return invalid(field_error("repeat", repeat, why, remedy))
