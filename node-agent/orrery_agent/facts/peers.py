"""Where the libraries of other RTIs are, so that this node's workers can load them."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path

#: What workers look at (sim-core/peers/helics).
HELICS = "ORRERY_HELICS_LIBRARY"


def offer_peers(environment: MutableMapping[str, str]) -> None:
    """Name in `environment`, which workers inherit, the libraries that come with Python packages of
    this agent's own environment. What is named there already stays."""
    library = helics_library()
    if library is not None:
        environment.setdefault(HELICS, str(library))


def helics_library() -> Path | None:
    """Of the Python package; none where that is not installed."""
    package = find_spec("helics")
    if package is None or package.origin is None:
        return None
    installed = Path(package.origin).parent / "install"
    return next(iter(sorted(installed.glob("lib*/libhelics.so.?"))), None)
