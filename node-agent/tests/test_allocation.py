"""A node's loan, from the variables of Slurm and of the Helm chart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from orrery_agent.facts import allocation_in
from orrery_contracts.agent import Allocation

_NOW = datetime(2026, 11, 24, 8, 0, tzinfo=UTC)


def _slurm(ends: str) -> Allocation | None:
    variables = {"SLURM_JOB_ID": "7", "SLURM_JOB_PARTITION": "lab", "SLURM_JOB_END_TIME": ends}
    return allocation_in(variables, _NOW)


def test_nobody_has_lent_a_machine_of_ones_own() -> None:
    assert allocation_in({"PATH": "/bin"}, _NOW) is None


def test_slurm_says_until_when() -> None:
    ends = int((_NOW + timedelta(hours=2)).timestamp())
    wanted = Allocation(manager="slurm", job="7", partition="lab", ends_at="2026-11-24T10:00:00Z")
    assert _slurm(str(ends)) == wanted


def test_a_job_without_limit_has_no_end() -> None:
    a_year = int((_NOW + timedelta(days=365)).timestamp())
    for told in (str(a_year), ""):
        found = _slurm(told)
        assert found is not None
        assert found.ends_at is None


def test_the_charts_variables_name_the_loan() -> None:
    variables = {
        "ORRERY_LENT_BY": "kubernetes",
        "ORRERY_LENT_JOB": "orrery-k2f9x",
        "ORRERY_LENT_FROM": "bench",
        "ORRERY_LENT_UNTIL": "",
    }
    wanted = Allocation(manager="kubernetes", job="orrery-k2f9x", partition="bench")
    assert allocation_in(variables, _NOW) == wanted
    until = allocation_in(variables | {"ORRERY_LENT_UNTIL": "2026-11-24T10:00:00Z"}, _NOW)
    assert until is not None
    assert until.ends_at == "2026-11-24T10:00:00Z"
