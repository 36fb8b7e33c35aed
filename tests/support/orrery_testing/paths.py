"""Where the built parts are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WORKER = ROOT / "build" / "release" / "bin" / "orrery-worker"
PAGE = ROOT / "frontend" / "dist"
