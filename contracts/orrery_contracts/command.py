"""How a person calls the command line here: it stands in messages and remedies."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parents[2]

#: `./orrery` in a checkout of the project, `orrery` where the package is installed.
ORRERY: Final = (
    "./orrery" if (_ROOT / "orrery").is_file() and (_ROOT / "Makefile").is_file() else "orrery"
)
