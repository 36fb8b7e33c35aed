"""Writes the generated files, or reports how existing files differ."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Mapping
from pathlib import Path


def write(root: Path, files: Mapping[str, str]) -> list[str]:
    """Write the files that differ; returns their paths."""
    changed: list[str] = []
    for name, text in files.items():
        path = root / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        changed.append(name)
    return changed


def differences(root: Path, files: Mapping[str, str], most_lines: int = 20) -> list[str]:
    """Returns a text for each file that differs from the generator's output."""
    found: list[str] = []
    for name, text in files.items():
        path = root / name
        if not path.exists():
            found.append(f"{name}: missing")
            continue
        there = path.read_text(encoding="utf-8")
        if there == text:
            continue
        lines = list(
            difflib.unified_diff(
                there.splitlines(), text.splitlines(), name, f"{name} (generated)", lineterm="", n=1
            )
        )
        more = [f"... {len(lines) - most_lines} more lines"] if len(lines) > most_lines else []
        found.append("\n".join([*lines[:most_lines], *more]))
    return found


def page_comment(doc: str, indent: str = "") -> str:
    """A doc comment of the page's code, wrapped."""
    if not doc:
        return ""
    width = 100 - len(indent)
    if len(doc) + 7 <= width and "\n" not in doc:
        return f"{indent}/** {doc} */\n"
    lines = textwrap.wrap(" ".join(doc.split()), width - 3)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"
