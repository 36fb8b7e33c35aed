"""Texts for users keep the forms of the style guide, wherever they are made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PACKAGES = (
    "backend/orrery_backend",
    "client/orrery_cli",
    "contracts/orrery_contracts",
    "node-agent/orrery_agent",
)
_SOURCES = sorted(path for package in _PACKAGES for path in (_ROOT / package).rglob("*.py"))
#: `{share:.0%}` writes "41%".
_PERCENT_FORMAT = re.compile(r"\{[^{}]*:[^{}]*%\}")


@pytest.mark.parametrize("package", _PACKAGES)
def test_a_space_stands_before_the_percent_sign(package: str) -> None:
    found = [
        f"{path.relative_to(_ROOT)}:{number}"
        for path in _SOURCES
        if path.is_relative_to(_ROOT / package)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if _PERCENT_FORMAT.search(line)
    ]
    assert found == []
