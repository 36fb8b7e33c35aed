"""Inputs made from a valid corpus by changes of bytes and of JSON values."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from hypothesis import strategies as st

#: Values on which readers of numbers, texts and structures tend to fail.
_WORDS: Final = [
    b"", b"\0", b"\xff", b"\xff\xff\xff\xff", b"\0" * 8, b"\xff" * 8, b"\x80", b"\n", b"\r\n",
    b"{", b"}", b"[", b"]", b'"', b"\\", b"\\u0000", b"\\ud800", b":", b",", b"null", b"true",
    b"-1", b"0", b"-0", b"1e999", b"-1e999", b"NaN", b"Infinity", b"0.1", b"1e-400",
    b"2147483648", b"4294967296", b"9007199254740993", b"9223372036854775808",
    b"18446744073709551616", b"1" * 5000, b"=", b".", b"[0]", b"[" * 200, b'{"a":' * 200,
]  # fmt: skip
_VALUES: Final[list[Any]] = [
    None, True, False, 0, 1, -1, 0.5, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**400, 1e300,
    "", "x", "-1", "auto", "18446744073709551615", "18446744073709551616", "x" * 3000, "\0",
    [], [None], {}, {"kind": "x"}, [[]] * 3,
]  # fmt: skip

_Path = tuple[str | int, ...]


def _places(value: Any, path: _Path = ()) -> Iterator[_Path]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, (*path, index))


def _change_value(draw: Callable[..., Any], document: Any) -> Any:
    """Returns the document with one value replaced, deleted, doubled, renamed or wrapped."""
    path = draw(st.sampled_from(list(_places(document))))
    if not path:
        return draw(st.sampled_from(_VALUES))
    changed = copy.deepcopy(document)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    match draw(st.sampled_from(("replace", "delete", "double", "rename", "wrap"))):
        case "replace":
            holder[path[-1]] = draw(st.sampled_from(_VALUES))
        case "delete":
            del holder[path[-1]]
        case "double" if isinstance(holder, list):
            holder.extend([holder[path[-1]]] * draw(st.sampled_from((1, 2, 100))))
        case "rename" if isinstance(holder, dict):
            holder[draw(st.sampled_from(["", "x", "kind", "__class__", "é"]))] = holder.pop(
                path[-1]
            )
        case _:
            holder[path[-1]] = [holder[path[-1]]]
    return changed


def _change_bytes(draw: Callable[..., Any], data: bytes, corpus: Sequence[bytes]) -> bytes:
    """The bytes with one place changed."""
    at = draw(st.integers(0, len(data)))
    end = min(len(data), at + draw(st.sampled_from((0, 1, 2, 4, 8, 16, 64))))
    match draw(st.sampled_from(("bit", "word", "cut", "truncate", "double", "splice"))):
        case "bit" if at < len(data):
            flipped = data[at] ^ 1 << draw(st.integers(0, 7))
            return data[:at] + bytes([flipped]) + data[at + 1 :]
        case "word":
            word: bytes = draw(st.sampled_from(_WORDS))
            return data[:at] + word + data[end:]
        case "cut":
            return data[:at] + data[end:]
        case "double":
            return data[:end] + data[at:]
        case "splice":
            other: bytes = draw(st.sampled_from(list(corpus)))
            return data[:at] + other[draw(st.integers(0, len(other))) :]
        case _:
            return data[:at]


@st.composite
def mutated(draw: Callable[..., Any], corpus: Sequence[bytes]) -> bytes:
    """Draws an input of the corpus and makes up to six changes."""
    data: bytes = draw(st.sampled_from(list(corpus)))
    for _ in range(draw(st.integers(0, 6))):
        if draw(st.booleans()):
            try:
                document = json.loads(data)
            except (ValueError, RecursionError):
                pass
            else:
                data = json.dumps(_change_value(draw, document)).encode()
                continue
        data = _change_bytes(draw, data, corpus)
    return data
