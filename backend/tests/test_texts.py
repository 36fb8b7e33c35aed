"""Texts for users keep the forms of the style guide, wherever they are made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from orrery_backend.kit.counted import WAS, part_that

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


#: `{bad} of {len(runs)} runs` writes "1 of 1 runs"; `kit/counted.py` does not.
_COUNT_OF_COUNT = re.compile(r"\} of \{(len|_?counted)\(.*\}( (runs|repeats|cells|checks))?\b")
#: Written only of several.
_OF_SEVERAL = {
    "backend/orrery_backend/features/analysis/words.py": 2,
    "backend/orrery_backend/features/reports/group_heat.py": 1,
    "backend/orrery_backend/features/reports/group_traces.py": 1,
    "backend/orrery_backend/results/windows.py": 1,
    "client/orrery_cli/tables.py": 1,
}


def test_no_sentence_says_one_of_one() -> None:
    found: dict[str, int] = {}
    for path in _SOURCES:
        count = len(_COUNT_OF_COUNT.findall(path.read_text()))
        if count:
            found[str(path.relative_to(_ROOT))] = count
    assert found == _OF_SEVERAL


@pytest.mark.parametrize(
    ("count", "whole", "said"),
    [
        (1, 1, "The run was"),
        (1, 3, "1 of 3 runs was"),
        (2, 3, "2 of 3 runs were"),
        (3, 3, "All 3 runs were"),
    ],
)
def test_a_part_of_a_whole(count: int, whole: int, said: str) -> None:
    assert part_that(count, whole, "run", WAS) == said
