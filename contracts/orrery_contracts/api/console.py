"""The console itself: its state, its version, the build of its worker."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract, Count, Label

#: In the console's data folder while the worker is being built on its machine.
WORKER_BUILD_FILE = "worker-build.json"


class WorkerBuild(Contract):
    """Progress of the build of the worker on the console's machine."""

    done: Count
    """Build steps that are done."""
    total: Count
    """Build steps in all. 0: not known yet."""


class Health(Contract):
    """State and version of the console."""

    status: Literal["ok"] = "ok"
    version: Label
    commit: Label
    command: Label = "orrery"
    """How its command line is called on the console's machine."""
    epoch: Label
    """Identifies one start of the console."""
    nodes_online: Count
    runs: Count
    keep_days: Count | None = None
    """Days after its end at which a run without a tag is deleted. Null: runs are kept."""
    keep_runs: Count | None = None
    """Number of newest runs without a tag to keep. Null: all are kept."""
    worker_build: WorkerBuild | None = None
    """Null: no build is going on."""
    leader: Annotated[str, Field(max_length=255)] | None = None
    """URL of the console that leads runs, if another one answered and passed this call on."""
