"""Every fuzz target has a committed corpus and a row in its decision; the example of a nightly
workflow runs what exists and keeps what the searches write.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from orrery_fuzz.targets import TARGETS

ROOT = Path(__file__).resolve().parents[2]
DECISION = (ROOT / "docs/decisions/0300-fuzz-targets.md").read_text()
SOURCES = sorted((ROOT / "sim-core").glob("*/fuzz/*.cpp"))
MAKEFILE = (ROOT / "Makefile").read_text()


def _rows() -> set[str]:
    """The targets that the table of the decision names."""
    return {
        name for row in DECISION.splitlines() if "|" in row for name in re.findall("`(.+?)`", row)
    }


@pytest.fixture(scope="module")
def steps() -> list[dict[str, Any]]:
    page = (ROOT / "docs/developing/testing.md").read_text()
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (job,) = yaml.safe_load(block)["jobs"].values()
    return list(job["steps"])


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: f"{source.parts[-3]}-{source.stem}")
def test_a_target_of_the_core_has_a_corpus_and_a_row(source: Path) -> None:
    assert any((source.parent / "corpus" / source.stem).iterdir())
    assert source.stem in _rows()


def test_each_target_of_the_python_parts_has_a_row() -> None:
    assert {target.name for target in TARGETS} <= _rows()


def test_the_nightly_workflow_runs_tasks_that_exist(steps: list[dict[str, Any]]) -> None:
    tasks = {found for step in steps for found in re.findall(r"make ([\w-]+)", step.get("run", ""))}
    assert "nightly" in tasks
    assert [task for task in tasks if f"\n{task}:" not in MAKEFILE] == []
    recipe = MAKEFILE.partition("\nnightly:")[2].partition("\n\n")[0]
    assert re.findall(r"\$\(MAKE\) (\w+)", recipe) == ["fuzz", "campaign"]
    assert re.search(r"fuzz FOR=\$\(or \$\(FOR\),30\)", recipe), "30 s for each target"


def test_the_nightly_workflow_keeps_what_the_searches_found(steps: list[dict[str, Any]]) -> None:
    paths = {path for step in steps for path in step.get("with", {}).get("path", "").split()}
    assert paths == {"build/fuzz/found", "build/fuzz/broken-*", "build/campaign/*.txt"}
    fuzz = (ROOT / "scripts/fuzz").read_text()
    assert '"found/$name"' in fuzz
    assert '-artifact_prefix="broken-$name-"' in fuzz
    campaign = (ROOT / "tests/campaign/orrery_campaign/__main__.py").read_text()
    assert 'Path("build/campaign")' in campaign
