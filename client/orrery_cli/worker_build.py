"""Builds the worker while the console already runs; the page Fleet shows the progress.

The build is `make worker`. This module writes its progress to a file in the console's data folder,
which `GET /health` reports. The file exists only during the build.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

from orrery_contracts.api import WORKER_BUILD_FILE, WorkerBuild

from orrery_cli.failure import CommandError
from orrery_cli.installation import BUILD_LOG, CHECKOUT
from orrery_cli.reaper import die_with_parent

_NINJA = re.compile(rb"\[(\d+)/(\d+)\]")
_TAIL_BYTES = 4096


class BackgroundBuild:
    """One build. Call `look` often and `close` at the end. `make` ends with this process."""

    def __init__(self, data_dir: Path) -> None:
        self._file = data_dir / WORKER_BUILD_FILE
        self._progress = WorkerBuild(done=0, total=0)
        BUILD_LOG.unlink(missing_ok=True)  # the log of an earlier build
        data_dir.mkdir(parents=True, exist_ok=True)
        self._write()
        environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
        self._make = subprocess.Popen(
            ["make", "--no-print-directory", "worker"],
            cwd=CHECKOUT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=_die_with_parent,  # noqa: PLW1509 -- this program has no threads
        )

    def look(self) -> bool:
        """Returns true when the worker is built. Raises `CommandError` if the build failed."""
        status = self._make.poll()
        if status is None:
            progress = _progress()
            if progress != self._progress:
                self._progress = progress
                self._write()
            return False
        if status == 0:
            return True
        assert self._make.stderr is not None
        said = self._make.stderr.read().decode(errors="replace").splitlines()
        raise CommandError(
            "the worker could not be built",
            f"fix the errors that the compiler reports in {BUILD_LOG}",
            details=tuple(said[-20:]),
        )

    def close(self) -> None:
        """Removes the progress file."""
        self._file.unlink(missing_ok=True)

    def _write(self) -> None:
        whole = self._file.with_suffix(".new")
        whole.write_text(self._progress.model_dump_json())
        whole.replace(self._file)


def _die_with_parent() -> None:
    die_with_parent(signal.SIGTERM)


def _progress() -> WorkerBuild:
    try:
        with BUILD_LOG.open("rb") as log:
            log.seek(0, os.SEEK_END)
            log.seek(max(0, log.tell() - _TAIL_BYTES))
            found = _NINJA.findall(log.read())
    except OSError:
        found = []
    done, total = (int(number) for number in found[-1]) if found else (0, 0)
    return WorkerBuild(done=done, total=total)
