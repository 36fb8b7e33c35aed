"""Parts of an HTML or SVG document. A text becomes markup only through `element`, which escapes it.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Part = str | Iterable[str]


def joined(*parts: Part) -> Markup:
    """Parts one after another; those that are plain text are escaped."""
    flat: list[str] = []
    for part in parts:
        flat.extend([part] if isinstance(part, str) else part)
    return Markup("".join(text if isinstance(text, Markup) else escape(text) for text in flat))


def element(tag: str, *parts: Part, **attributes: str | float | None) -> Markup:
    """`element("td", text, class_="number")`. Attributes that are None are left out; `_` in a
    name stands for `-`, and a name may end in `_` to avoid a keyword.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_plain(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{tag}{written}>{joined(*parts)}</{tag}>")


def _plain(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
