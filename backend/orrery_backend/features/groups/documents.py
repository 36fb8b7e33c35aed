"""A group whole, from its record and its runs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orrery_contracts.api import RunSummary, SummaryMetric, WindowModes
from orrery_contracts.group import GroupKind, GroupRef, GroupState, GroupSummary
from orrery_contracts.group_results import GroupCell, GroupDocument, MetricHead
from orrery_contracts.shape_checks import ShapeResult
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.groups.axes import axes_of, dumped, values_of
from orrery_backend.features.groups.chart_figures import chart_figures
from orrery_backend.features.groups.concluding import ConcludedCell, conclude
from orrery_backend.features.groups.facts import CellFacts, facts_of
from orrery_backend.features.groups.record import GroupRecord
from orrery_backend.features.groups.shapes import judge, verdict
from orrery_backend.features.runs.service import Member
from orrery_backend.results.service import precision_if_asked, summarise_node


@dataclass(frozen=True, slots=True)
class SeenCell:
    """A cell's newest run, as documents and shape checks need it; what an ended run has does not
    change any more.
    """

    summary: RunSummary
    ref: GroupRef
    metrics: list[SummaryMetric]
    facts: CellFacts
    window_modes: list[WindowModes]
    is_stored: bool
    """Nothing more of the run will come."""


def see(member: Member, record: GroupRecord) -> SeenCell:
    """Takes its time: intervals are drawn here."""
    ref, measured = member.ref, member.measured
    metrics = [*measured.metrics]
    nodes = max((len(repeat.nodes) for repeat in measured.repeats), default=0)
    for index in range(nodes):
        metrics += summarise_node(measured.repeats, index, record.wants_of_node)
    spec = dumped(member.spec)
    precision = precision_if_asked(member.spec, measured)
    facts = replace(
        facts_of(ref.item, ref.label, spec, member.summary.state, measured, metrics, precision),
        window_modes=tuple(member.window_modes),
    )
    return SeenCell(
        member.summary, ref, metrics, facts, member.window_modes, is_stored=member.is_stored
    )


def group_document(
    record: GroupRecord, summary: GroupSummary, cells: Sequence[SeenCell]
) -> GroupDocument:
    """Cells in order. Takes its time: gains are computed here, and once all runs have ended the
    conclusion.
    """
    axes = axes_of(record.paths(), [cell.facts.spec for cell in cells])
    shapes = shapes_of(record, cells)
    concluded = [_concluded(cell) for cell in cells]
    charts = record.asked.suite.charts if record.asked.suite else []
    has_ended = summary.state not in (GroupState.QUEUED, GroupState.RUNNING)
    if has_ended and record.kind is GroupKind.SUITE:
        # The record has its verdict some moments after the last run has ended.
        summary = summary.model_copy(update={"shapes_hold": verdict(shapes)})
    return GroupDocument(
        summary=summary,
        sweep=record.asked.sweep,
        suite=record.asked.suite,
        run_suite=record.asked.run_suite,
        axes=axes,
        metrics=_heads(cells),
        cells=[group_cell(cell, axes) for cell in cells],
        chart_figures=chart_figures(charts, concluded, axes),
        shapes=shapes,
        conclusion=conclude(record, concluded, shapes) if has_ended else None,
    )


def _concluded(cell: SeenCell) -> ConcludedCell:
    return ConcludedCell(cell.summary.number, cell.facts, cell.summary.headline)


def group_cell(cell: SeenCell, axes: Sequence[GroupAxis]) -> GroupCell:
    return GroupCell(
        cell=cell.ref.cell,
        item=cell.ref.item,
        label=cell.ref.label,
        values=values_of(cell.facts.spec, axes),
        run=cell.summary,
        metrics=cell.metrics,
        window_modes=cell.window_modes,
    )


def shapes_of(record: GroupRecord, cells: Sequence[SeenCell]) -> list[ShapeResult]:
    suite, asked = record.asked.suite, record.asked.run_suite
    if suite is None:
        return []
    ran = {cell.facts.item for cell in cells}
    whole = all(item.name in ran for item in suite.items) and not (asked and asked.set)
    return judge(suite.shape_checks, [cell.facts for cell in cells], in_part=not whole)


def _heads(cells: Sequence[SeenCell]) -> list[MetricHead]:
    found: dict[str, SummaryMetric] = {}
    for cell in cells:
        for metric in cell.metrics:
            found.setdefault(metric.name, metric)
    return [
        MetricHead(name=m.name, title=m.title, unit=m.unit, better=m.better) for m in found.values()
    ]
