"""Stored repeats and outputs as the documents that pages read."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import RepeatNode, RepeatView, RunNode, RunState
from orrery_contracts.results import Check, WorkerResult
from orrery_contracts.surroundings import Surroundings
from pydantic import TypeAdapter

from orrery_backend.kit.clock import instant_or_none
from orrery_backend.kit.stored import read_stored
from orrery_backend.results.quality import quality_of
from orrery_backend.results.repository import StoredOutput, StoredRepeat

_RESULT: TypeAdapter[WorkerResult] = TypeAdapter(WorkerResult)
_SURROUNDINGS: TypeAdapter[Surroundings] = TypeAdapter(Surroundings)


def repeat_views(
    repeats: Sequence[StoredRepeat], outputs: Sequence[StoredOutput], run_nodes: Sequence[RunNode]
) -> list[RepeatView]:
    results: dict[int, dict[int, WorkerResult]] = {}
    around: dict[int, dict[int, Surroundings]] = {}
    for output in outputs:
        if output.result is not None:
            read, _ = read_stored(_RESULT, output.result)
            results.setdefault(output.repeat, {})[output.node_index] = read
        if output.surroundings is not None:
            near, _ = read_stored(_SURROUNDINGS, output.surroundings)
            around.setdefault(output.repeat, {})[output.node_index] = near
    replaced = replacements(repeats)
    return [
        _view(
            repeat,
            replaced.get(repeat.repeat),
            results.get(repeat.repeat, {}),
            around.get(repeat.repeat, {}),
            run_nodes,
        )
        for repeat in repeats
    ]


def replacements(repeats: Sequence[StoredRepeat]) -> dict[int, int]:
    """By each repeat that is replaced, the finished one that replaces it."""
    return {
        repeat.replaces: repeat.repeat
        for repeat in repeats
        if repeat.replaces is not None and repeat.state is RunState.DONE
    }


def _view(
    repeat: StoredRepeat,
    replaced_by: int | None,
    results: dict[int, WorkerResult],
    around: dict[int, Surroundings],
    run_nodes: Sequence[RunNode],
) -> RepeatView:
    master = results.get(0)
    metrics = master.run_metrics if master else []
    done = repeat.state is RunState.DONE
    return RepeatView(
        repeat=repeat.repeat,
        state=repeat.state,
        started_at=instant_or_none(repeat.started_ms),
        ended_at=instant_or_none(repeat.ended_ms),
        metrics=metrics,
        messages=master.run_messages if master else [],
        checks=_checks(results),
        state_checksum=master.run_state_checksum if master else None,
        migrations=master.migrations if master else [],
        traces=master.traces if master else [],
        nodes=[
            _node(index, result, around.get(index)) for index, result in sorted(results.items())
        ],
        quality=quality_of(around, run_nodes, metrics) if done else None,
        replaces=repeat.replaces,
        replaced_by=replaced_by,
    )


def _checks(results: dict[int, WorkerResult]) -> list[Check]:
    """The master's speak for the run; of the others only what does not hold adds anything."""
    checks: list[Check] = []
    for index, result in sorted(results.items()):
        checks += result.checks if index == 0 else [c for c in result.checks if not c.holds]
    return checks


def _node(index: int, result: WorkerResult, around: Surroundings | None) -> RepeatNode:
    return RepeatNode(
        node_index=index,
        metrics=result.metrics,
        messages=result.messages,
        processes=result.processes,
        paths=result.paths,
        state_checksum=result.state_checksum,
        elapsed_ns=result.elapsed_ns,
        samples_dropped=result.samples_dropped,
        sample_stride=result.sample_stride,
        surroundings=around,
    )
