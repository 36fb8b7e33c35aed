"""Paths of the built parts."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WORKER = ROOT / "build" / "release" / "bin" / "orrery-worker"
RTI_CHECKS = ROOT / "build" / "release" / "rti" / "orrery_rti_test"
PAGE = ROOT / "frontend" / "dist"
