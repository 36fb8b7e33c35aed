"""The presets that ship with Orrery: named, complete run specs, one JSON file each in this folder.

`load_presets` reads and validates them all; it raises InvalidDocument, naming the file, if one is
not as the contract says. A process reads the files once.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from orrery_contracts.documents import read_text
from orrery_contracts.fields import suggestion
from orrery_contracts.spec import Preset
from orrery_contracts.workloads.registry import WORKLOADS


class UnknownPreset(LookupError):  # noqa: N818 - reads as what it says
    """No preset has this name; `remedy` says which do."""

    def __init__(self, name: str, names: list[str]) -> None:
        super().__init__(f"There is no preset {name}.")
        self.name = name
        self.remedy = suggestion(name, names, "presets").removeprefix(f"Leave {name} out. ")


def load_presets() -> list[Preset]:
    """All presets, in the order in which they are offered."""
    return list(_shipped())


@cache
def _shipped() -> tuple[Preset, ...]:
    found = [
        read_text(Preset, entry.read_bytes(), prefix=entry.name)
        for entry in files(__name__).iterdir()
        if entry.name.endswith(".json")
    ]
    found.sort(key=lambda preset: (_ORDER.get(preset.name, len(_ORDER)), preset.name))
    return tuple(found)


def find_preset(name: str, presets: list[Preset]) -> Preset:
    """The preset of that name. Raises UnknownPreset."""
    for preset in presets:
        if preset.name == name:
            return preset
    raise UnknownPreset(name, [preset.name for preset in presets])


#: The order of the workloads' records; a preset that no record names follows by name.
_ORDER = {
    name: place
    for place, name in enumerate(name for record in WORKLOADS for name in record.presets)
}
