"""The index of the studies, read and checked once when the console starts, with the newest result
of each suite item in this console's store.
"""

from __future__ import annotations

from collections.abc import Mapping

from orrery_contracts.group import GroupKind, GroupState
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.shape_checks import ShapeVerdict
from orrery_contracts.studies import load_studies
from orrery_contracts.study import (
    LastResult,
    Study,
    StudyIndex,
    StudyPart,
    StudyResults,
    StudyRow,
    SuitePart,
)
from orrery_contracts.suite import Suite

from orrery_backend.features.groups.service import GroupFilter, GroupService

#: An item that was not measured in this many of its suite's newest runs shows no result.
_RUNS_LOOKED_AT = 20

#: From worst to best.
_WORST_FIRST = (ShapeVerdict.FAILED, ShapeVerdict.NOT_FOUND, ShapeVerdict.PASSED)

_ENDED = (GroupState.DONE, GroupState.FAILED, GroupState.CANCELLED)


class StudyService:
    """Reads groups; stores nothing."""

    def __init__(self, groups: GroupService) -> None:
        self._groups = groups
        self._suites = {suite.name: suite for suite in groups.suites().items}
        self._studies = load_studies(list(self._suites.values()))

    async def index(self) -> StudyIndex:
        named = {
            part.suite for study in self._studies for entry in study.entries for part in entry.parts
        }
        last = {name: await self._last_results(name) for name in sorted(named)}
        return StudyIndex(items=[_results(study, self._suites, last) for study in self._studies])

    async def _last_results(self, suite: str) -> dict[str, LastResult]:
        """By item: of the newest ended run of the suite that measured it."""
        wanted = GroupFilter(kind=GroupKind.SUITE, name=suite)
        page = await self._groups.page(wanted, None, _RUNS_LOOKED_AT)
        missing = {item.name for item in self._suites[suite].items}
        found: dict[str, LastResult] = {}
        for summary in page.items:
            if not missing:
                break
            if summary.state not in _ENDED:
                continue
            for item, result in item_results(await self._groups.document(summary.id)).items():
                if item in missing:
                    found[item] = result
                    missing.discard(item)
        return found


def item_results(group: GroupDocument) -> dict[str, LastResult]:
    """By item that the group measured. Pure."""
    suite, ended = group.suite, group.summary.ended_at
    if suite is None or ended is None:
        return {}
    concerns = {check.name: check.items for check in suite.shape_checks}
    found: dict[str, LastResult] = {}
    for item in dict.fromkeys(cell.item for cell in group.cells):
        verdicts = {
            shape.verdict
            for shape in group.shapes
            if not concerns.get(shape.name) or item in concerns[shape.name]
        }
        worst = next((v for v in _WORST_FIRST if v in verdicts), ShapeVerdict.NOT_MEASURED)
        if worst is not ShapeVerdict.NOT_MEASURED:
            found[item] = LastResult(
                group_id=group.summary.id,
                group_number=group.summary.number,
                ended_at=ended,
                verdict=worst,
            )
    return found


def _results(
    study: Study, suites: Mapping[str, Suite], last: Mapping[str, Mapping[str, LastResult]]
) -> StudyResults:
    def shown(part: SuitePart) -> StudyPart:
        item = next(each for each in suites[part.suite].items if each.name == part.item)
        return StudyPart(
            suite=part.suite,
            item=part.item,
            title=item.title,
            last=last[part.suite].get(part.item),
        )

    rows = [
        StudyRow(
            where=entry.where,
            title=entry.title,
            published=entry.published,
            gap=entry.gap,
            parts=[shown(part) for part in entry.parts],
        )
        for entry in study.entries
    ]
    return StudyResults(name=study.name, title=study.title, year=study.year, rows=rows)
