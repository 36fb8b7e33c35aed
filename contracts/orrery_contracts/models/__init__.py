"""The models that ship with Orrery: one `.orm` file each in this folder, in the universe modelling
language. The file's first line, a comment, says what it is.
"""

from __future__ import annotations

from importlib.resources import files

from orrery_contracts.model import ModelExample, ModelSource, OwnModel

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
        for text in [_shipped(name)]
    ]


def text_of(model: ModelSource) -> str:
    """The model's text, given or shipped."""
    return model.text if isinstance(model, OwnModel) else _shipped(model.name.value)


def _shipped(name: str) -> str:
    return files(__name__).joinpath(f"{name}.orm").read_text(encoding="utf-8")


def _summary(text: str) -> str:
    return text.splitlines()[0].removeprefix("//").strip()
