"""A sweep or suite as a JUnit report, for continuous integration: a case for each run, and one for
each shape check. A study's finding that was not found here is a skipped case unless `strict`.
"""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from orrery_contracts.api import RunState
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.shape_checks import ShapeResult, ShapeVerdict


def junit_report(group: GroupDocument, *, strict: bool = False) -> str:
    """The report as text, with its XML declaration."""
    summary = group.summary
    name = summary.name or f"{summary.kind.value} {summary.number}"
    suite = Xml.Element("testsuite", name=_clean(name), timestamp=summary.created_at[:19])
    for cell in group.cells:
        _run_case(suite, cell, name)
    for shape in group.shapes:
        _shape_case(suite, shape, name, strict=strict)
    cases = list(suite)
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    suite.set("skipped", str(sum(case.find("skipped") is not None for case in cases)))
    root = Xml.Element("testsuites")
    root.append(suite)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _run_case(suite: Xml.Element, cell: GroupCell, name: str) -> None:
    place = f"{name}.{cell.item}" if cell.item else name
    case = Xml.SubElement(
        suite, "testcase", classname=_clean(place), name=_clean(cell.label or cell.run.name)
    )
    run = cell.run
    if run.failure is not None:
        _fail(case, run.failure.message, run.failure.remedy)
    elif run.state is not RunState.DONE:
        _fail(case, f"run {run.number} is {run.state.value}", "")
    elif run.checks_hold is False:
        _fail(case, "checks of the run failed", f"orrery show {run.number} says which")


def _shape_case(suite: Xml.Element, shape: ShapeResult, name: str, *, strict: bool) -> None:
    place = f"{name}.shape"
    case = Xml.SubElement(suite, "testcase", classname=_clean(place), name=_clean(shape.title))
    not_found = shape.verdict is ShapeVerdict.NOT_FOUND
    if shape.verdict is ShapeVerdict.NOT_MEASURED or (not_found and not strict):
        Xml.SubElement(case, "skipped", message=_clean(shape.sentence))
    elif shape.verdict is not ShapeVerdict.PASSED:
        _fail(case, shape.sentence, f"expected {shape.expected}; found {shape.found}")


def _fail(case: Xml.Element, message: str, text: str) -> None:
    Xml.SubElement(case, "failure", message=_clean(message)).text = _clean(text)


def _clean(text: str) -> str:
    """Without characters that XML cannot hold."""
    return "".join(c for c in text if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff"))
