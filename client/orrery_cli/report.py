"""The one document that `run --json`, `watch --json` and `show --json` print."""

from __future__ import annotations

from orrery_contracts.api import (
    Precision,
    RepeatView,
    RunDocument,
    RunFailure,
    RunNode,
    RunState,
    SummaryMetric,
)
from orrery_contracts.base import Contract, Label, RunId
from orrery_contracts.results import Check
from orrery_contracts.spec import RunSpec


class RunReport(Contract):
    """A run as a program that started it wants it. Checks are those of every repeat, in order."""

    id: RunId
    number: int
    state: RunState
    spec: RunSpec
    metrics: list[SummaryMetric]
    checks: list[Check]
    nodes: list[RunNode]
    repeats: list[RepeatView]
    precision: Precision | None
    """Null without --until-settled."""
    failure: RunFailure | None
    versions: list[Label]

    @classmethod
    def of(cls, document: RunDocument) -> RunReport:
        return cls(
            id=document.summary.id,
            number=document.summary.number,
            state=document.summary.state,
            spec=document.spec,
            metrics=document.metrics,
            checks=[check for repeat in document.repeats for check in repeat.checks],
            nodes=document.nodes,
            repeats=document.repeats,
            precision=document.precision,
            failure=document.summary.failure,
            versions=document.versions,
        )
