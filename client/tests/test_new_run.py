"""How `orrery run` reads its arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from orrery_cli.failure import BAD_INPUT, CommandError
from orrery_cli.new_run import read_new_run
from orrery_contracts.spec import FastestNodes, NamedNodes


def test_a_preset_and_overrides_become_one_document() -> None:
    new_run = read_new_run("universe-two-nodes", ["workload.managers=2"])
    assert json.loads(new_run.as_json()) == {
        "spec": None,
        "preset": "universe-two-nodes",
        "set": ["workload.managers=2"],
    }


def test_a_file_is_passed_on_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "spec.json"
    file.write_text('{"seed": "18446744073709551615", "unknown": 1}')
    document = json.loads(read_new_run(str(file), []).as_json())
    assert document["spec"] == {"seed": "18446744073709551615", "unknown": 1}
    assert document["preset"] is None


@pytest.mark.parametrize(
    ("content", "field", "value"),
    [
        ('{"name": "a",\n  "seed" 1}', "FILE, line 2, column 10", "1}"),
        ('{"name":', "FILE, line 1, column 9", "(the end of the file)"),
        ("[1]", "FILE", "[1]"),
        ('{"a": 1, "a": 2}', "FILE", "a"),
        ('{"a": NaN}', "FILE", "NaN"),
        ("[" * 100_000, "FILE", None),
        ("\xff", "FILE", None),
    ],
)
def test_a_file_that_cannot_be_used_is_told_with_its_place(
    tmp_path: Path, content: str, field: str, value: str | None
) -> None:
    file = tmp_path / "spec.json"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(CommandError) as caught:
        read_new_run(str(file), [])
    assert caught.value.field == field
    assert caught.value.value == (str(file) if value is None else value)
    assert caught.value.remedy
    assert caught.value.status == BAD_INPUT


@pytest.mark.parametrize("target", ["no/such/file", "missing.json", "/"])
def test_a_file_that_cannot_be_read_is_told(target: str) -> None:
    with pytest.raises(CommandError, match="cannot read it") as caught:
        read_new_run(target, [])
    assert caught.value.status == BAD_INPUT


@pytest.mark.parametrize("override", ["workload.managers", "=2", ""])
def test_an_override_without_path_or_value_is_refused(override: str) -> None:
    with pytest.raises(CommandError) as caught:
        read_new_run("p", [override])
    assert (caught.value.field, caught.value.value) == ("--set", override)
    assert caught.value.status == BAD_INPUT


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ([], FastestNodes(count=2)),
        (["placement.count=3"], FastestNodes(count=3)),
        (['placement={"kind":"named","names":["a","b"]}'], NamedNodes(names=["a", "b"])),
        (["placement.count=many"], None),
        (["workload.entities=5"], FastestNodes(count=2)),
    ],
)
def test_the_nodes_that_a_run_needs_follow_the_overrides(
    overrides: list[str], expected: FastestNodes | NamedNodes | None
) -> None:
    assert read_new_run("p", overrides).placement(FastestNodes(count=2)) == expected
