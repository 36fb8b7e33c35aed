#!/usr/bin/env python3
"""Check that source files have at most 600 lines each, except generated files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LIMIT = 600
SUFFIXES = {".py", ".hpp", ".cpp", ".cc", ".h", ".ts", ".tsx", ".css", ".js"}
GENERATED = ("sim-core/contracts/",)


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    too_long = 0
    for name in listed:
        path = root / name
        if path.suffix not in SUFFIXES or name.startswith(GENERATED) or not path.is_file():
            continue
        with path.open("rb") as source:
            lines = sum(1 for _ in source)
        if lines > LIMIT:
            print(f"{name}: {lines} lines, at most {LIMIT}; remedy: one idea a file, split it")
            too_long += 1
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
