"""The pages of the project: links lead to files; decisions have one form and an index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISIONS = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
PAGES = sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    targets = [link.partition("#")[0] for link in LINK.findall(page.read_text())]
    files = [target for target in targets if target and "://" not in target]
    assert [target for target in files if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.name[:4])
def test_a_decision_has_title_date_status_and_sections(page: Path) -> None:
    text = page.read_text()
    lines = text.splitlines()
    assert re.fullmatch(rf"# {page.name[:4]}: \S.*", lines[0])
    assert re.fullmatch(
        r"Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \d{4})\.", lines[2]
    )
    assert [name for name in ("Context", "Decision") if f"\n**{name}.**" not in text] == []


def test_the_index_lists_every_decision_once_with_its_title() -> None:
    index = (ROOT / "docs/decisions/README.md").read_text()
    listed = re.findall(r"^- \[(\d{4})\]\(([^)]+)\) (.+)$", index, re.MULTILINE)
    titles = [page.read_text().splitlines()[0].removeprefix("# ") for page in DECISIONS]
    assert sorted(listed) == sorted(
        (page.name[:4], page.name, title.partition(": ")[2])
        for page, title in zip(DECISIONS, titles, strict=True)
    )


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs/developing").glob("*.md")), ids=lambda page: page.stem
)
def test_every_file_that_a_page_for_developers_names_exists(page: Path) -> None:
    folders = "backend|client|contracts|docs|frontend|node-agent|scripts|sim-core|tests"
    text = page.read_text()
    named = set(re.findall(rf"`((?:{folders})/[\w./-]+)`", text))
    made = set(re.findall(r"^New file `([^`]+)`:$", text, re.MULTILINE))
    assert [name for name in sorted(named - made) if not (ROOT / name).exists()] == []


def test_the_changelog_has_short_lines() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
    assert [line for line in lines if len(line) > 100] == []
