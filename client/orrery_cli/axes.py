"""Axes of a sweep as people write them on the command line.

workload.managers=0:3:1         from 0 to 3 by 1; the step is 1 if it is left out
workload.entities=10:10000:0    step 0 multiplies by ten
workload.process_model=pooled,thread
workload.split=equal,{"kind":"by_hand","counts":[30,10]}
"""

from __future__ import annotations

import re
from typing import Any

from orrery_cli.failure import bad_input

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_RANGE = re.compile(rf"({_NUMBER}):({_NUMBER})(?::({_NUMBER}))?")
_OPENING, _CLOSING = "[{", "]}"


def read_axis(text: str) -> dict[str, Any]:
    """Reads one `--axis`. The console checks the path and the values.

    Raises `CommandError` if the text has no path, no equals sign or no values.
    """
    path, equals, values = text.partition("=")
    if not equals or not path.strip() or not values.strip():
        raise bad_input(
            "--axis",
            text,
            "an axis is a path, an equals sign, and a range or values",
            "write it like --axis workload.managers=0:3:1 or --axis workload.entities=10,20,40",
        )
    found = _RANGE.fullmatch(values.strip())
    if found is not None:
        least, most, step = found.groups()
        axis = {"kind": "range", "path": path.strip(), "min": float(least), "max": float(most)}
        return axis | {"step": float(step) if step is not None else 1.0}
    return {"kind": "list", "path": path.strip(), "values": split_values(values)}


def split_values(text: str) -> list[str]:
    """Splits at commas, except at those inside JSON values."""
    parts, depth, quoted, escaped, part = [], 0, False, False, ""
    for letter in text:
        if quoted:
            quoted = letter != '"' or escaped
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            quoted = True
        elif letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        part += letter
    return [*parts, part.strip()]
