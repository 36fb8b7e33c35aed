"""A sweep or suite as a JUnit report for continuous integration.

There is a case for each run, for each shape check, and for each metric and cell that was compared
with a baseline. A study's finding that was not found here is skipped, or fails if `strict`.
"""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from orrery_contracts.api import RunState, Verdict
from orrery_contracts.baseline import GroupComparison
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.shape_checks import ShapeResult, ShapeVerdict


def junit_report(
    group: GroupDocument, compared: GroupComparison | None = None, *, strict: bool = False
) -> str:
    """The report as text, with its XML declaration."""
    summary = group.summary
    name = summary.name or f"{summary.kind.value} {summary.number}"
    suite = Xml.Element("testsuite", name=_clean(name), timestamp=summary.created_at[:19])
    for cell in group.cells:
        _run_case(suite, cell, name)
    for shape in group.shapes:
        _shape_case(suite, shape, name, strict=strict)
    if compared is not None:
        _baseline_cases(suite, compared, name)
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


def _baseline_cases(suite: Xml.Element, compared: GroupComparison, name: str) -> None:
    place = f"{name}.baseline.{compared.baseline}"
    for over in compared.metrics:
        _verdict_case(suite, place, f"{over.title} over all cells", over.verdict, over.sentence)
    for cell in compared.cells:
        title = ": ".join(filter(None, (cell.item, cell.label, cell.metric.title)))
        _verdict_case(suite, place, title, cell.metric.verdict, cell.metric.sentence)


def _verdict_case(
    suite: Xml.Element, place: str, title: str, verdict: Verdict, sentence: str
) -> None:
    case = Xml.SubElement(suite, "testcase", classname=_clean(place), name=_clean(title))
    if verdict is Verdict.WORSE:
        _fail(case, sentence, "")
    elif verdict in (Verdict.NOT_CERTAIN, Verdict.NOT_ENOUGH_DATA, Verdict.TWO_MODES):
        Xml.SubElement(case, "skipped", message=_clean(sentence))


def _fail(case: Xml.Element, message: str, text: str) -> None:
    Xml.SubElement(case, "failure", message=_clean(message)).text = _clean(text)


def _clean(text: str) -> str:
    """Removes characters that XML cannot hold."""
    return "".join(c for c in text if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff"))
