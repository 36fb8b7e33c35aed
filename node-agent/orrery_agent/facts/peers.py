"""Libraries of other RTIs on this node, which workers can load."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path

#: The variable that workers read (sim-core/peers/helics).
HELICS = "ORRERY_HELICS_LIBRARY"


def offer_peers(environment: MutableMapping[str, str]) -> None:
    """Sets the paths of libraries from Python packages in `environment`, which workers inherit.

    A variable that is set already keeps its value.
    """
    library = helics_library()
    if library is not None:
        environment.setdefault(HELICS, str(library))


def helics_library() -> Path | None:
    """The library in the Python package helics; None if the package is not installed."""
    package = find_spec("helics")
    if package is None or package.origin is None:
        return None
    installed = Path(package.origin).parent / "install"
    return next(iter(sorted(installed.glob("lib*/libhelics.so.?"))), None)
