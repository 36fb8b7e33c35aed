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


SERVICES = ROOT / "sim-core/rti/src/face/services.def"
SHARED = {"RTIinternalError", "Congested"}


def described() -> dict[tuple[str, bool], tuple[str, set[str]]]:
    """Clause and errors of each service in services.def, by its function and whether it has a time,
    an update rate or an object class that another of that name has not.
    """
    text = re.sub(r"//[^\n]*", "", SERVICES.read_text())
    group = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
    errors = dict(re.findall(r"^ERRORS\((\w+), \w+,?\s*([^)]*)\)", text, re.MULTILINE))
    found: dict[tuple[str, bool], tuple[str, set[str]]] = {}
    for row in re.findall(rf"^(?:SERVICE|OVERLOAD|UNREPORTED){group}\n", text, re.MULTILINE):
        parts = re.match(r'(?:(\w+), )?"([\w.]+)", .*?, (\w+), \w+(?:,|$)', row, re.DOTALL)
        assert parts, row
        name, clause, function = parts.groups()
        key = (function, _is_overload(function, row))
        found[key] = (clause, set(re.findall(r"\w+", errors[name or function])))
    return found


def _is_overload(function: str, declaration: str) -> bool:
    """The second of two services with one name."""
    if function == "request_attribute_value_update":
        return "ObjectClassHandle" in declaration
    if function == "subscribe_object_class_attributes":
        return "update_rate" in declaration
    return bool(re.search(r"LogicalTime\b\W+time", declaration)) and not function.startswith(
        ("time_advance", "next_message", "flush")
    )


def test_each_declaration_names_its_clause_and_errors() -> None:
    """Compared with services.def, whose errors a C++ test compares with the reference model."""
    rows = described()
    declared: set[tuple[str, bool]] = set()
    for header in FACE:
        if header == "federate_ambassador":
            continue
        text = (HEADERS / f"{header}.hpp").read_text()
        for comment, declaration in re.findall(
            r"((?:^  //[^\n]*\n)+)  virtual ([^;]*?) = 0;", text, re.MULTILINE
        ):
            function = re.search(r"(\w+)\(", declaration)
            assert function, declaration
            key = (function[1], _is_overload(function[1], declaration))
            clause, errors = rows[key]
            words = " ".join(line.strip().removeprefix("//") for line in comment.splitlines())
            listed = re.search(r"Errors: ([\w, ]+)\.", words)
            assert set(re.findall(r"\w+", listed[1] if listed else "")) == errors, key
            if clause[0].isdigit() and "." in clause:
                assert re.search(rf"^\s*{re.escape(clause)}(\s|$)", words), (key, words)
            declared.add(key)
    assert declared == set(rows)
