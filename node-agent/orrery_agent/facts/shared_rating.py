"""One calibration for all agents of a machine.

Agents that start together would each measure a part of the machine. The first one measures under
a lock; the others take its rating from a file. The file is in a folder that only this user can
write. A file that is damaged, of another boot, version or set of CPUs, or too old is ignored. What
was measured beside other programs is soon too old.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Final, Literal

from orrery_contracts.base import Contract
from orrery_contracts.version import VERSION
from orrery_contracts.worker import Calibration
from pydantic import Field, ValidationError

from orrery_agent.facts.load import watch_others
from orrery_agent.facts.machine import Machine, boot_id

#: Longer than a calibration may take: the lock's holder ends or fails before.
LOCK_WITHIN_S: Final = 90.0
#: A rating is not used for longer: the machine's governor or its other work may have changed.
MOST_AGE_S: Final = 24 * 3600.0
#: The same for a rating measured beside other programs: for agents that start together.
MOST_AGE_DISTURBED_S: Final = 60.0
#: Share of all CPUs that other programs may use while a rating is measured that is kept so long.
MOST_OTHERS: Final = 0.25
#: Length of the short calibration that checks the worker, in ms.
PROBE_MS: Final = 10
_LOCK_EVERY_S: Final = 0.05
_MOST_BYTES: Final = 1 << 16
_PRIVATE: Final = 0o700

Calibrate = Callable[[int | None], Calibration]
"""Runs a calibration of this many ms; None: of the worker's default length. It may raise
`WorkerUnusableError`."""


class SharedRating(Contract):
    """What the file holds."""

    format: Literal[1] = 1
    machine_id: str
    boot_id: str
    agent_version: str
    cpus: list[int]
    """The CPUs that the measuring agent could use."""
    cpu_limit: Annotated[float, Field(gt=0)]
    measured_at_s: Annotated[float, Field(gt=0)]
    """The wall clock, in seconds since 1970."""
    others_share: Annotated[float, Field(ge=0)]
    """Share of all CPUs that other programs used during the calibration."""
    calibration: Calibration


class SharedRatings:
    """The ratings of this user's agents, in `folder`."""

    def __init__(
        self,
        folder: Path | None,
        note: Callable[[str], None],
        lock_within_s: float = LOCK_WITHIN_S,
        watch: Callable[[], Callable[[], float]] = watch_others,
    ) -> None:
        """`folder` is made if it does not exist; None: nothing is shared. `note` gets a sentence
        for the log when a rating cannot be shared. `watch`: see `watch_others`.
        """
        self._folder = folder
        self._note = note
        self._lock_within_s = lock_within_s
        self._watch = watch

    def calibrate(self, machine: Machine, measure: Calibrate, *, again: bool) -> Calibration:
        """Returns the shared rating of this machine, or measures and shares it.

        `again`: measure also if there is a rating. Only one agent of the machine measures at a
        time. Facts of the worker itself, such as its transports, are never taken from the file.
        """
        name = hashlib.sha256(machine.machine_id.encode()).hexdigest()[:16]
        try:
            folder = self._private_folder()
        except OSError as error:
            self._note(f"the rating is not shared with other agents: {error}")
            return measure(None)
        with _locked(folder / f"rating-{name}.lock", self._lock_within_s) as problem:
            if problem:
                self._note(f"the rating is not shared with other agents: {problem}")
                return measure(None)
            file = folder / f"rating-{name}.json"
            shared = None if again else _read(file)
            if shared is not None and _applies(shared, machine):
                own = measure(PROBE_MS)
                if _is_same_worker(own, shared.calibration):
                    self._note("the rating is that of another agent on this machine")
                    return own.model_copy(update=_measured(shared.calibration))
            others = self._watch()
            calibration = measure(None)
            self._write(file, machine, calibration, others())
            return calibration

    def _private_folder(self) -> Path:
        """Makes the folder. Raises `OSError` if others could write to it."""
        if self._folder is None:
            raise OSError("there is no folder of this user")
        self._folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        found = self._folder.lstat()
        is_private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o022
        if not is_private or found.st_uid != os.geteuid():
            raise OSError(f"{self._folder} is not a folder that only this user can write")
        return self._folder

    def _write(
        self, file: Path, machine: Machine, calibration: Calibration, others_share: float
    ) -> None:
        """Replaces the file in one step. A failure only means that other agents measure too."""
        shared = SharedRating(
            machine_id=machine.machine_id,
            boot_id=boot_id(),
            agent_version=VERSION,
            cpus=_cpus(),
            cpu_limit=machine.cpu_limit,
            measured_at_s=time.time(),
            others_share=others_share,
            calibration=calibration,
        )
        beside = file.with_suffix(".new")
        try:
            beside.unlink(missing_ok=True)
            beside.write_text(shared.model_dump_json() + "\n")
            beside.replace(file)
        except OSError as error:
            self._note(f"the rating is not shared with other agents: {error}")


def ratings_folder(environment: Mapping[str, str]) -> Path | None:
    """Returns this user's folder for ratings; None if the user has no home."""
    cache = environment.get("XDG_CACHE_HOME", "")
    if cache.startswith("/"):
        return Path(cache) / "orrery" / "ratings"
    try:
        return Path.home() / ".cache" / "orrery" / "ratings"
    except RuntimeError:
        return None


def _read(file: Path) -> SharedRating | None:
    """The file's rating; None if the file is absent, damaged, or not this user's own."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as opened:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
                return None
            text = opened.read(_MOST_BYTES + 1)
        return SharedRating.model_validate_json(text) if len(text) <= _MOST_BYTES else None
    except (OSError, ValidationError):
        return None


def _applies(shared: SharedRating, machine: Machine) -> bool:
    """Whether the rating was measured on this machine since its boot, on the same CPUs."""
    age_s = time.time() - shared.measured_at_s
    most_age_s = MOST_AGE_S if shared.others_share <= MOST_OTHERS else MOST_AGE_DISTURBED_S
    return (
        0 <= age_s <= most_age_s
        and shared.machine_id == machine.machine_id
        and shared.boot_id == boot_id()
        and shared.agent_version == VERSION
        and shared.cpus == _cpus()
        and shared.cpu_limit == machine.cpu_limit
        and shared.calibration.rating > 0
    )


def _is_same_worker(own: Calibration, other: Calibration) -> bool:
    """Whether both were measured by the same build: another compiler gives another rating."""
    return (own.worker_version, own.build, own.commit, own.cores) == (
        other.worker_version,
        other.build,
        other.commit,
        other.cores,
    )


def _measured(calibration: Calibration) -> dict[str, float]:
    return {
        "rating": calibration.rating,
        "clock_resolution_ns": calibration.clock_resolution_ns,
        "clock_read_ns": calibration.clock_read_ns,
    }


def _cpus() -> list[int]:
    return sorted(os.sched_getaffinity(0))


@contextmanager
def _locked(file: Path, within_s: float) -> Iterator[str]:
    """Holds the lock; yields why not if it is not free within `within_s`. The kernel frees the lock
    of a process that ends.
    """
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        yield str(error)
        return
    try:
        yield _take(descriptor, within_s)
    finally:
        with suppress(OSError):
            os.close(descriptor)


def _take(descriptor: int, within_s: float) -> str:
    until = time.monotonic() + within_s
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return f"another agent has measured for {within_s:.0f} s"
            time.sleep(_LOCK_EVERY_S)
        except OSError as error:
            return str(error)
        else:
            return ""
