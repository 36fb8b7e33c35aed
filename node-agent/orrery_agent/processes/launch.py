"""Starts a worker executable with its own session, pipes, and a parent-death signal."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from orrery_contracts.worker_environment import worker_environment

TELEMETRY_FD: Final = 3
_TELEMETRY_PIPE_BYTES: Final = 1 << 20
_PR_SET_PDEATHSIG: Final = 1


class LaunchError(Exception):
    """The executable could not be started."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(f"{message} {remedy}")
        self.message = message
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Launched:
    """A running worker and the agent's non-blocking ends of its pipes. The caller owns both."""

    process: subprocess.Popen[bytes]
    pidfd: int
    stdin: int
    stdout: int
    stderr: int
    telemetry: int


def death_with_parent() -> Callable[[], None]:
    """Returns a preexec function: the kernel kills the child when the forking thread ends.

    Therefore launch workers in the main thread, which lives as long as the agent.
    """
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def in_child() -> None:
        if prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0 or os.getppid() != parent:
            os._exit(127)

    return in_child


def launch(executable: Path) -> Launched:
    """Start `executable run`. Raises `LaunchError`."""
    fds: list[int] = []
    die_with_parent = death_with_parent()
    try:
        pipes = [os.pipe2(os.O_CLOEXEC) for _ in range(4)]
        fds = [fd for pipe in pipes for fd in pipe]
        (stdin, our_stdin), (our_stdout, stdout), (our_stderr, stderr), (ours, telemetry) = pipes
        # With a large pipe a worker can write a whole frame without waiting for the agent. A user
        # who has used up the system's allowance for pipes gets the default size.
        with contextlib.suppress(PermissionError):
            fcntl.fcntl(telemetry, fcntl.F_SETPIPE_SZ, _TELEMETRY_PIPE_BYTES)

        def in_child() -> None:
            die_with_parent()
            os.dup2(telemetry, TELEMETRY_FD, inheritable=True)

        with _occupied(TELEMETRY_FD):
            process = subprocess.Popen(
                [str(executable), "run"],
                env=worker_environment(os.environ),
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                pass_fds=(TELEMETRY_FD,),
                preexec_fn=in_child,  # noqa: PLW1509 (it takes no lock, and we have one thread)
                start_new_session=True,
            )
    except OSError as error:
        for fd in fds:
            os.close(fd)
        raise LaunchError(*explain(executable, error)) from error
    for fd in (stdin, stdout, stderr, telemetry):
        os.close(fd)
    for fd in (our_stdin, our_stdout, our_stderr, ours):
        os.set_blocking(fd, False)
    return Launched(process, os.pidfd_open(process.pid), our_stdin, our_stdout, our_stderr, ours)


def explain(executable: Path, error: OSError) -> tuple[str, str]:
    """Message and remedy for an executable that cannot be started."""
    if isinstance(error, FileNotFoundError):
        return (
            f"The worker executable {executable} does not exist.",
            "Build it with make build, or name it with --worker PATH.",
        )
    if isinstance(error, PermissionError):
        return (
            f"The worker executable {executable} may not be executed.",
            "Check its permissions, or name another with --worker PATH.",
        )
    if error.errno == errno.ENOEXEC:
        return (
            f"The worker executable {executable} is no program for this machine.",
            "Build it here with make build, or name another with --worker PATH.",
        )
    reason = error.strerror or str(error)
    return (
        f"The worker executable {executable} could not be started: {reason}.",
        "Check the node's limits on processes, open files and memory.",
    )


@contextlib.contextmanager
def _occupied(fd: int) -> Iterator[None]:
    """Keep a file descriptor number in use, so that Popen's own pipe does not get it."""
    taken: list[int] = []
    try:
        while (got := os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)) <= fd:
            taken.append(got)
        os.close(got)
        yield
    finally:
        for each in taken:
            os.close(each)
