"""The worker's calibration of this machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from orrery_contracts.worker import Calibration
from orrery_contracts.worker_environment import worker_environment
from pydantic import ValidationError

from orrery_agent.processes.launch import LaunchError, death_with_parent, explain

WITHIN_S: Final = 60.0
_SHOWN: Final = 300


class WorkerUnusableError(Exception):
    """The worker executable cannot be used by this agent."""


def calibrate(executable: Path, ms: int | None = None) -> Calibration:
    """Runs the worker's calibration for `ms`, at least 10; None: about a second.

    Call it in the main thread. Raises `WorkerUnusableError`.
    """
    command = [str(executable), "calibrate", *([] if ms is None else ["--ms", str(ms)])]
    try:
        done = subprocess.run(
            command,
            env=worker_environment(os.environ),
            capture_output=True,
            timeout=WITHIN_S,
            stdin=subprocess.DEVNULL,
            check=False,
            preexec_fn=death_with_parent(),
        )
    except OSError as error:
        raise WorkerUnusableError(str(LaunchError(*explain(executable, error)))) from error
    except subprocess.TimeoutExpired as error:
        raise WorkerUnusableError(
            f"{executable} calibrate did not end within {WITHIN_S:.0f} s. "
            "The node is too busy, or this is no orrery-worker: check --worker."
        ) from error
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()[-_SHOWN:]
        raise WorkerUnusableError(
            f"{executable} calibrate ended with status {done.returncode}: {said} "
            "Build it anew with make build, or name another with --worker PATH."
        )
    try:
        return Calibration.model_validate_json(done.stdout)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "its answer"
        raise WorkerUnusableError(
            f"{executable} does not fit this agent ({where}: {first['msg']}). "
            "Build both from one version: make build."
        ) from error
