"""`python -m orrery_contracts_generator [--check | --schema FILE]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from orrery_contracts_generator import binary, bounds, cpp, cpp_json, json_schema, workloads
from orrery_contracts_generator.reading import Reader, UnsupportedError
from orrery_contracts_generator.writing import differences, write

ROOT = Path(__file__).resolve().parents[2]


def generate() -> dict[str, str]:
    """Returns the text of every generated file by path."""
    definitions = Reader().read()
    return {
        **cpp.files(definitions),
        **cpp_json.files(definitions),
        **workloads.files(),
        **binary.files(),
        **bounds.files(),
    }


def main() -> int:
    """Returns exit status 1 if `--check` finds a difference, 2 if a model is not supported."""
    parser = argparse.ArgumentParser(description="Write what is generated from the contracts.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail on a difference")
    parser.add_argument("--schema", type=Path, help="write the JSON Schema of all documents there")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    arguments = parser.parse_args()
    if arguments.schema is not None:
        arguments.schema.parent.mkdir(parents=True, exist_ok=True)
        arguments.schema.write_text(json_schema.text(), encoding="utf-8")
        return 0
    try:
        files = generate()
    except UnsupportedError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if not arguments.check:
        changed = write(arguments.root, files)
        print(f"{len(files)} generated files, {len(changed)} changed", *changed, sep="\n  ")
        return 0
    found = differences(arguments.root, files)
    if found:
        print("\n\n".join(found), file=sys.stderr)
        print(f"\nerror: {len(found)} generated files differ; remedy: make gen", file=sys.stderr)
        return 1
    print(f"{len(files)} generated files are as the contracts say")
    return 0


if __name__ == "__main__":
    sys.exit(main())
