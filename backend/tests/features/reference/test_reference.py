"""Published figures are read whole, and always say what they are."""

from __future__ import annotations

import pytest
from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.workloads.registry import WORKLOADS


def test_every_table_says_where_it_is_from() -> None:
    tables = ReferenceService().tables().items
    assert len(tables) >= 19
    for table in tables:
        assert table.source_title
        assert table.year
        assert table.where
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_by_source() -> None:
    reference = ReferenceService()
    assert {t.source for t in reference.tables("uss").items} == {"uss"}
    with pytest.raises(ProblemError) as caught:
        reference.tables("nowhere")
    assert "uss" in caught.value.errors[0].remedy


def test_a_workload_has_its_tables() -> None:
    reference = ReferenceService()
    assert "uss.simulation" in {t.id for t in reference.for_workload("universe_steps")}
    assert reference.for_workload("unheard_of") == []


def test_every_table_that_a_workload_names_is_published() -> None:
    published = {table.id for table in ReferenceService().tables().items}
    named = {table for record in WORKLOADS for table in record.published}
    assert named <= published
