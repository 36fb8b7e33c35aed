"""The models that ship with Orrery: one `.orm` file each in this folder, in the universe modelling
language. The file's first line, a comment, says what it is.
"""

from __future__ import annotations

from importlib.resources import files

from orrery_contracts.model import ModelExample

_TITLES = {
    "triangle": "Triangle",
    "flock": "Flock",
    "town": "Town to walk through",
    "air-traffic": "Air-traffic sector",
}


def load_models() -> list[ModelExample]:
    """All of them, the simplest first."""
    return [
        ModelExample(name=name, title=title, summary=_summary(text), text=text)
        for name, title in _TITLES.items()
        for text in [files(__name__).joinpath(f"{name}.orm").read_text(encoding="utf-8")]
    ]


def _summary(text: str) -> str:
    return text.splitlines()[0].removeprefix("//").strip()
