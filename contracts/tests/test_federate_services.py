"""The table of services in docs/user/federates.md, compared with the headers of the RTI."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/user/federates.md"
HEADERS = ROOT / "sim-core/rti/include/orrery/rti"
FACE = (
    "rti_ambassador",
    "basic_services",
    "data_distribution",
    "advisory_switches",
    "save_restore",
    "transportation",
    "support_services",
    "tuning",
    "federate_ambassador",
)
# The last service of each clause of IEEE 1516.1-2010; the first is number 2.
LAST = {4: 32, 5: 13, 6: 30, 7: 19, 8: 24, 9: 13, 10: 44}


def rows(heading: str) -> list[list[str]]:
    section = PAGE.read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def names(cell: str) -> list[str]:
    return re.findall(r"`([\w:]+)`", cell)


def functions(header: str) -> set[str]:
    text = (HEADERS / f"{header}.hpp").read_text()
    text = re.sub(r"//[^\n]*", "", text)
    found = re.findall(r"\bvirtual\s+[^;{}()]*?[\s>](\w+)\(", text)
    return set(found)


def face() -> set[str]:
    return set().union(*(functions(header) for header in FACE))


def test_each_clause_has_a_row() -> None:
    clauses = [row[0] for row in rows("Services of IEEE 1516.1-2010")]
    assert clauses == [
        f"{clause}.{number}" for clause, last in LAST.items() for number in range(2, last + 1)
    ]


def test_each_row_names_functions_that_exist() -> None:
    table = [(row[1], row[2]) for row in rows("Services of IEEE 1516.1-2010")]
    table += [(row[0], row[1]) for row in rows("Beyond IEEE 1516.1-2010")]
    known = face() | {f"Node::{name}" for name in functions("node")}
    for service, here in table:
        if here == "not offered":
            continue
        assert names(here), service
        assert set(names(here)) <= known, service


def test_each_service_that_is_not_offered_has_a_reason() -> None:
    for row in rows("Beyond IEEE 1516.1-2010"):
        if row[1] == "not offered":
            assert row[2], row[0]


@pytest.mark.parametrize("header", FACE)
def test_each_function_of_the_face_is_in_the_table(header: str) -> None:
    table = rows("Services of IEEE 1516.1-2010") + rows("Beyond IEEE 1516.1-2010")
    listed = {name for row in table for cell in row for name in names(cell)}
    assert functions(header), "the header has functions"
    assert functions(header) <= listed
