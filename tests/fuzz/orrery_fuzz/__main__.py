"""`python -m orrery_fuzz --for SECONDS [TARGET...]`: search each target so long, from new seeds.

An input that breaks a target is kept as build/fuzz/broken-TARGET, and its target fails.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from pathlib import Path

from orrery_fuzz.search import Broken, search
from orrery_fuzz.targets import ROOT, TARGETS

_BROKEN = ROOT / "build" / "fuzz"


def main() -> int:
    """The exit status: 0 if no target broke."""
    parser = argparse.ArgumentParser(prog="python -m orrery_fuzz", description=__doc__)
    parser.add_argument("--for", dest="seconds", type=float, default=30.0)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    given = parser.parse_args()
    unknown = set(given.targets) - {target.name for target in TARGETS}
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    status = 0
    for target in TARGETS:
        if given.targets and target.name not in given.targets:
            continue
        until = time.monotonic() + given.seconds
        tried = 0
        try:
            while time.monotonic() < until:
                tried += search(target, examples=500, fixed=False)
        except Broken as broken:
            status = 1
            kept: Path = _BROKEN / f"broken-{target.name}"
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(broken.data)
            traceback.print_exception(broken.__cause__)
            print(f"error: {target.name} broke; the input is in {kept.relative_to(ROOT)}")
            print(f"remedy: mend it, and add the input to tests/fuzz/corpus/{target.name}")
            continue
        print(f"{target.name}: {given.seconds:.0f} s, {tried} inputs", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
