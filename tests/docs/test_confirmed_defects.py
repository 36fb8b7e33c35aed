"""The page of confirmed defects names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "developing" / "confirmed-defects.md"
ROWS = [row.split("|")[1:-1] for row in PAGE.read_text().splitlines() if row.startswith("| ")][1:]


def _exists(file: Path, test: str) -> bool:
    text = file.read_text()
    if file.suffix == ".cpp":
        suite, _, name = test.partition(".")
        return re.search(rf"^TEST\w*\({suite},\s*{name}\)", text, re.MULTILINE) is not None
    return re.search(rf"^(async )?def {test}\(", text, re.MULTILINE) is not None


def test_there_is_a_row_for_each_defect() -> None:
    assert len(ROWS) > 20


@pytest.mark.parametrize(("defect", "tests"), ROWS)
def test_each_defect_has_tests_that_exist(defect: str, tests: str) -> None:
    named = re.findall(r"`([\w./-]+)::([\w.]+)`", tests)
    assert named, defect
    for file, test in named:
        assert _exists(ROOT / file, test), f"{file} has no {test}"
