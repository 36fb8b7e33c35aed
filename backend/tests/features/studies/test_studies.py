"""The index of the studies with the last results."""

from __future__ import annotations

import json

from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, until
from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.features.studies.service import item_results
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.shape_checks import ShapeVerdict
from orrery_contracts.studies import load_studies
from orrery_contracts.study import StudyIndex, StudyPart
from orrery_contracts.suites import load_suites
from orrery_contracts_generator.fixture_files import valid


def test_every_published_table_belongs_to_an_entry_of_its_study() -> None:
    tables = ReferenceService().tables().items
    studies = load_studies(load_suites())
    named = {
        (study.name, table)
        for study in studies
        for entry in study.entries
        for table in entry.published
    }
    assert named == {(table.source, table.id) for table in tables}


async def _parts(console: RunningConsole, suite: str, item: str) -> list[StudyPart]:
    response = await console.client.get("/studies")
    assert response.status_code == 200, response.text
    index = StudyIndex.model_validate_json(response.content)
    parts = [part for study in index.items for row in study.rows for part in row.parts]
    return [part for part in parts if (part.suite, part.item) == (suite, item)]


async def test_a_row_shows_the_newest_result_of_the_item_that_reproduces_it(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    suite, item, other = "uss-single-node", "managers-0-monitors-1", "managers-3-monitors-1"
    assert {part.last for part in await _parts(console, suite, item)} == {None}
    asked = {"items": [item], "repeats": 1, "set": ["workload.steps=50"]}
    response = await console.client.post(f"/suites/{suite}/run", json=asked)
    assert response.status_code == 201, response.text
    made = GroupDocument.model_validate_json(response.content)

    async def shown() -> bool:
        return all(part.last is not None for part in await _parts(console, suite, item))

    await until(shown, "the item has a result")
    parts = await _parts(console, suite, item)
    assert len(parts) > 1
    assert {part.last.group_number for part in parts if part.last} == {made.summary.number}
    assert {part.last for part in await _parts(console, suite, other)} == {None}


def _group(**verdicts: str) -> GroupDocument:
    """A suite with a check of each name on its first item; `all_items` is on every item."""
    [text] = [f.text for f in valid() if (f.document, f.name) == ("GroupDocument", "suite")]
    document = json.loads(text)
    check, shape = document["suite"]["shape_checks"][0], document["shapes"][0]
    item = document["suite"]["items"][0]["name"]
    for cell in document["cells"]:
        cell["item"] = item
    document["suite"]["shape_checks"] = [
        {**check, "name": name, "items": [] if name == "all_items" else [item]} for name in verdicts
    ]
    document["shapes"] = [{**shape, "name": n, "verdict": v} for n, v in verdicts.items()]
    document["summary"]["ended_at"] = "2026-07-05T10:20:00.000Z"
    return GroupDocument.model_validate_json(json.dumps(document))


def test_the_worst_verdict_counts() -> None:
    def verdicts(**given: str) -> set[ShapeVerdict]:
        return {result.verdict for result in item_results(_group(**given)).values()}

    assert verdicts(a="passed", b="not_found") == {ShapeVerdict.NOT_FOUND}
    assert verdicts(a="failed", b="not_found", all_items="passed") == {ShapeVerdict.FAILED}
    assert verdicts(a="not_measured", b="passed") == {ShapeVerdict.PASSED}
    assert verdicts(a="not_measured") == set()
