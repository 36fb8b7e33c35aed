"""The interface to a workload manager that lends nodes: a job whose tasks are node agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Phase(StrEnum):
    """The phase of a job."""

    WAITS = "waits"
    RUNS = "runs"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class JobState:
    """The state of a job."""

    phase: Phase
    reason: str = ""
    """Why the job waits or has ended, in the manager's words; empty without a reason."""
    is_hopeless: bool = False
    """No node will come: the cluster is too small, a limit forbids it, or a task has failed."""
    option: str = ""
    """The option that a limit forbids, like --nodes; empty if none is known."""
    value: str = ""
    """The value of `option`."""
    limit: str = ""
    """The limit in words: "partition lab allows at most 3 nodes"."""


@dataclass(frozen=True, slots=True)
class Loan:
    """What a console borrows, and how agents find the console."""

    nodes: int
    join: str
    """Where agents reach the console. Empty: the address that the cluster's owner configured."""
    idle_s: float = 600.0
    """A node that had no run for this time is given back."""
    patience_s: float = 600.0
    """How long to wait for the nodes."""
    authority: str = ""
    """The console's certificate authority, PEM. Empty: those that the agents' system trusts."""
    token: str = ""
    """A join token. Empty: a token is made, which only an administrator may do."""
    token_name: str = ""
    """The name of the token that was made for this job alone. Empty: no token was made."""
    token_days: int = 7
    """How long a token made for the job is valid."""


Authorise = Callable[[str], Loan]
"""Returns the loan with a token that was made for the job of this name."""


class Lender(Protocol):
    """A workload manager. The names of its nodes begin with MANAGER-JOB-.

    Methods may raise `CommandError`: the manager refuses a call or does not answer.
    """

    @property
    def manager(self) -> str:
        """The manager's name in node names and node facts: slurm."""

    @property
    def title(self) -> str:
        """The user's name for a job: Slurm job."""

    @property
    def overview(self) -> str:
        """The command that shows the cluster's nodes: `sinfo`."""

    def submit(self, loan: Loan, authorise: Authorise | None = None) -> str:
        """Requests the nodes of `loan`; returns the new job's name.

        Calls `authorise` once the job's name is known. None: the loan has its token, or needs none.
        """

    def state_of(self, job: str) -> JobState:
        """A job that the manager has forgotten counts as ended."""

    def log_of(self, job: str) -> str:
        """Where the user finds the output of the job's agents."""

    def last_lines(self, job: str, count: int) -> tuple[str, ...]:
        """Returns the last `count` lines of the output of the job's agents."""

    def token_name(self, job: str) -> str:
        """Returns the job's `Loan.token_name`; empty without a token and for a forgotten job."""

    def ended(self) -> tuple[str, ...]:
        """Returns this user's jobs that ended by themselves and are not forgotten yet."""

    def release(self, job: str) -> None:
        """Ends the job and forgets its data. A job that has ended is not an error."""


def node_prefix(manager: str, job: str) -> str:
    """The prefix that the names of a job's nodes have, and no other node's name has."""
    return f"{manager}-{job}-"
