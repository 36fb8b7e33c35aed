"""Runs as the analysis sees them."""

from __future__ import annotations

from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.results.repository import StoredOutput, StoredRepeat
from orrery_backend.results.summaries import summarise
from orrery_backend.results.views import repeat_views
from orrery_contracts.api import RunDocument, RunNode, RunState
from orrery_contracts.spec import RunSpec

from backend_testing.facts import node_facts, worker_result


def analysed_run(
    number: int = 1,
    *,
    repeats: int = 5,
    busy: float = 0.1,
    step_time: float = 1000.0,
    checksum: str = "42",
    build: str = "release",
    rating: float = 1000.0,
    **workload: object,
) -> RunDocument:
    """A run that is done, on one node, all repeats alike. `workload`: fields of its workload."""
    spec = RunSpec(repeats=repeats)
    spec = spec.model_copy(update={"workload": spec.workload.model_copy(update=workload)})
    facts = node_facts(rating).model_copy(update={"build": build})
    node = RunNode(
        index=0,
        name="a",
        colour=1,
        load_before=3.0,
        busy_share_before=busy,
        assigned="40 entities",
        facts=facts,
    )
    identity = f"{number:026d}"
    record = RunRecord(identity, number, spec, 0, f"Run {number}", "", [], nodes=[node])
    record.state = RunState.DONE
    result = worker_result(master=True, step_time=step_time, checksum=checksum)
    stored = [StoredRepeat(r, RunState.DONE) for r in range(repeats)]
    outputs = [StoredOutput(r, 0, result=result.model_dump_json()) for r in range(repeats)]
    views = repeat_views(stored, outputs, [node])
    return RunDocument(
        summary=record.summary(),
        spec=spec,
        nodes=[node],
        metrics=summarise(views),
        repeats=views,
        events=[],
        schemas=[],
        versions=["console 0.1.0"],
    )
