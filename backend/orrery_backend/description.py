"""`python -m orrery_backend.description FILE`: writes the OpenAPI document of the console.

The page's client is generated from it. A file that says the same already keeps its time, so that
nothing is built again for it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from orrery_backend.app import create_app
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console


def description() -> str:
    """The document as JSON, of a console that is never started."""
    with tempfile.TemporaryDirectory() as folder:
        document = create_app(Console(BackendConfig(Path(folder)))).openapi()
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def main(file: Path) -> None:
    """Writes `file` and the folders above it."""
    text = description()
    if file.is_file() and file.read_text(encoding="utf-8") == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
