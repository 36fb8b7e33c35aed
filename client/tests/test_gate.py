"""The comparison with a baseline: which baseline is used, and which result fails."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as Xml

import httpx2
import pytest
from orrery_cli.failure import CommandError
from orrery_cli.gate import FailOn, check_file_name, gate_of, write_baseline
from orrery_cli.junit import junit_report
from orrery_client import Orrery
from orrery_contracts.api import Verdict
from orrery_contracts.baseline import Baseline, GroupComparison
from orrery_contracts.group_results import GroupDocument

FIXTURES = Path(__file__).parents[2] / "contracts/fixtures/valid"


def _baseline() -> Baseline:
    return Baseline.model_validate_json((FIXTURES / "Baseline/plain.json").read_bytes())


def _comparison(verdict: Verdict) -> GroupComparison:
    text = (FIXTURES / "GroupComparison/plain.json").read_bytes()
    found = GroupComparison.model_validate_json(text)
    over = [metric.model_copy(update={"verdict": verdict}) for metric in found.metrics]
    return found.model_copy(update={"verdict": verdict, "metrics": over})


def _nobody() -> Orrery:
    return Orrery("http://127.0.0.1:9/")


def test_without_a_baseline_there_is_no_gate() -> None:
    assert gate_of(None, 5.0, FailOn.WORSE) is None


def test_a_name_is_asked_of_the_console_and_the_tolerance_is_a_share() -> None:
    gate = gate_of("main", 2.5, FailOn.WORSE)
    assert gate is not None
    assert (gate.baseline, gate.tolerance) == ("main", 0.025)


def test_a_file_is_read_and_a_written_one_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "main.json"
    write_baseline("FILE", file, _baseline())
    gate = gate_of(str(file), 5.0, FailOn.WORSE, _nobody)
    assert gate is not None
    assert gate.baseline == _baseline()


def test_a_name_with_local_is_a_file_in_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_baseline("FILE", Path("main.json"), _baseline())
    gate = gate_of("main", 5.0, FailOn.WORSE, _nobody)
    assert gate is not None
    assert gate.baseline == _baseline()


def test_a_name_with_local_and_no_file_is_asked_of_the_console_at_url(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.url.path)
        return httpx2.Response(200, content=_baseline().model_dump_json())

    def other() -> Orrery:
        return Orrery("http://console:1/", transport=httpx2.MockTransport(answer))

    gate = gate_of("main", 5.0, FailOn.WORSE, other)
    assert asked == ["/api/v1/baselines/main"]
    assert gate is not None
    assert gate.baseline == _baseline()


def test_a_name_with_local_that_is_nowhere_says_where_it_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError) as caught:
        gate_of("main", 5.0, FailOn.WORSE, _nobody)
    assert caught.value.field == "--baseline"
    assert "main.json" in str(caught.value)
    assert "no console answers" in str(caught.value)
    assert "--save-baseline" in caught.value.remedy


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff\xfe", b'{"name": "main"}'])
def test_bad_files_are_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "bad.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError) as caught:
        gate_of(str(file), 5.0, FailOn.WORSE)
    assert caught.value.value == str(file)
    assert caught.value.remedy


def test_a_file_to_write_must_be_one_that_is_read_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        check_file_name("--save-baseline", Path("main"))
    check_file_name("--save-baseline", Path("main.json"))
    with pytest.raises(CommandError):
        write_baseline("--save-baseline", tmp_path / "no/such/folder.json", _baseline())


@pytest.mark.parametrize("verdict", list(Verdict))
def test_only_worse_fails_and_only_if_asked(verdict: Verdict) -> None:
    fails, never = gate_of("main", 5, FailOn.WORSE), gate_of("main", 5, FailOn.NOTHING)
    assert fails is not None
    assert never is not None
    assert fails.lets_pass(_comparison(verdict)) is (verdict is not Verdict.WORSE)
    assert never.lets_pass(_comparison(verdict))


def test_junit_has_a_case_for_each_metric_and_cell() -> None:
    group = GroupDocument.model_validate_json(
        next((FIXTURES / "GroupDocument").glob("*.json")).read_bytes()
    )
    plain = Xml.fromstring(junit_report(group))
    report = Xml.fromstring(junit_report(group, _comparison(Verdict.WORSE)))
    assert len(report.findall(".//testcase")) == len(plain.findall(".//testcase")) + 2
    [over, cell] = report.findall(".//testcase[@classname]")[-2:]
    assert over.find("failure") is not None
    assert cell.find("skipped") is not None
