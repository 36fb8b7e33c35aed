"""Where Orrery's page, worker and data are, in a checkout and in an installed package."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

from orrery_cli.failure import CommandError

#: A wheel has the built page and the worker in this folder; a checkout has no such folder.
_PACKAGED = Path(__file__).resolve().parent / "packaged"
CHECKOUT = Path(__file__).resolve().parents[2]
#: The compiler's output of `make worker`.
BUILD_LOG = CHECKOUT / "build" / "logs" / "c-worker.log"


def _user_data() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "orrery"


if _PACKAGED.is_dir():
    PAGE_DIR = _PACKAGED / "page"
    WORKER = _PACKAGED / "orrery-worker"
    DATA_DIR = _user_data()
    COMMAND = Path(sysconfig.get_path("scripts")) / "orrery"
    _REMEDY = "install the package again: it is incomplete"
else:
    PAGE_DIR = CHECKOUT / "frontend" / "dist"
    WORKER = CHECKOUT / "build" / "release" / "bin" / "orrery-worker"
    DATA_DIR = CHECKOUT / "var"
    COMMAND = CHECKOUT / "orrery"
    _REMEDY = "run `make build` (or `make up`, which builds what is missing)"


def require_worker() -> None:
    """Raise with a remedy if there is no worker."""
    _require("worker", WORKER)


def require_page() -> None:
    """Raise with a remedy if there is no page."""
    _require("page", PAGE_DIR / "index.html")


def require_built() -> None:
    """Raises `CommandError` with a remedy if the worker or the page is missing."""
    require_worker()
    require_page()


def _require(part: str, path: Path) -> None:
    if not path.exists():
        raise CommandError(f"the {part} has not been built: {path} is missing", _REMEDY)
