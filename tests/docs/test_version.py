"""All parts have the same version, and the changelog has it."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from orrery_contracts.version import VERSION

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("part", ["backend", "client", "contracts", "node-agent"])
def test_a_python_package_has_the_version(part: str) -> None:
    project = tomllib.loads((ROOT / part / "pyproject.toml").read_text())
    assert project["project"]["version"] == VERSION


@pytest.mark.parametrize("file", ["package.json", "package-lock.json"])
def test_the_page_has_the_version(file: str) -> None:
    assert json.loads((ROOT / "frontend" / file).read_text())["version"] == VERSION


def test_the_worker_has_the_version() -> None:
    build = (ROOT / "sim-core/worker/CMakeLists.txt").read_text()
    assert re.findall(r'ORRERY_VERSION="([^"]+)"', build) == [VERSION]


def test_the_changelog_has_the_version() -> None:
    assert re.search(rf"^## \[{VERSION}\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
