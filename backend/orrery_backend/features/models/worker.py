"""The language's only implementation is the worker's: a check is a short-lived worker process.

It limits its own memory and CPU time (`orrery-worker model check`); the time that it may take on
the clock is bounded here, and it is ended with the request.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

from orrery_contracts.worker_environment import worker_environment


class WorkerMissingError(Exception):
    """There is no worker executable to ask."""


class CheckOverdueError(Exception):
    """The check did not end in time, and was ended."""


class CheckFailedError(Exception):
    """The worker ended without a report; the message is its last output."""


#: Statuses that come with a report: a good model, one with errors.
_REPORTED = (0, 2)


async def check(worker: Path, text: bytes, timeout_s: float) -> bytes:
    """The worker's report, a JSON document."""
    try:
        process = await asyncio.create_subprocess_exec(
            worker,
            "model",
            "check",
            "-",
            env=worker_environment(os.environ),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        raise WorkerMissingError(f"{worker}: {error.strerror}") from error
    try:
        async with asyncio.timeout(timeout_s):
            report, errors = await process.communicate(text)
    except TimeoutError as error:
        raise CheckOverdueError from error
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode not in _REPORTED:
        last = errors.decode(errors="replace").strip()[-500:]
        raise CheckFailedError(last or f"exit status {process.returncode}")
    return report
