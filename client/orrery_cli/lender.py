"""What borrowing needs of a workload manager: a job whose tasks are node agents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Phase(StrEnum):
    """How far a job is."""

    WAITS = "waits"
    RUNS = "runs"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class JobState:
    """How a job is."""

    phase: Phase
    reason: str = ""
    """Why it waits or has ended, in the manager's words; empty if the manager says nothing."""
    is_hopeless: bool = False
    """Its nodes will not come: the cluster is smaller, a limit forbids it, or a task has failed."""


@dataclass(frozen=True, slots=True)
class Loan:
    """What a console borrows, and how agents find the console."""

    nodes: int
    join: str
    """Where agents reach the console. Empty: as the cluster's owner has set it."""
    idle_s: float = 600.0
    """A node that had no run for so long is given back."""
    patience_s: float = 600.0
    """How long to wait for the nodes."""
    authority: str = ""
    """The console's certificate authority, PEM. Empty: those that the agents' system trusts."""
    token: str = ""
    """A join token. Empty: one is made, which an administrator may."""
    token_name: str = ""
    """The name of the token that was made for this job alone. Empty: none was."""
    token_days: int = 7
    """How long a token that is made is valid."""


class Lender(Protocol):
    """A workload manager. Its nodes are called MANAGER-JOB- and something of their own."""

    @property
    def manager(self) -> str:
        """Its name in names of nodes and in their facts: slurm."""

    @property
    def title(self) -> str:
        """What a person calls one of its jobs: Slurm job."""

    @property
    def overview(self) -> str:
        """The command that shows what the cluster has: `sinfo`."""

    def submit(self, loan: Loan) -> str:
        """Asks for the nodes of `loan`, whose `token` is final. The new job's name."""

    def state_of(self, job: str) -> JobState:
        """A job that the manager has forgotten has ended."""

    def log_of(self, job: str) -> str:
        """Where a person finds what the job's agents print."""

    def last_lines(self, job: str, count: int) -> tuple[str, ...]:
        """What the job's agents printed last."""

    def token_name(self, job: str) -> str:
        """`Loan.token_name` of the job; empty if none was made, or the job is forgotten."""

    def ended(self) -> tuple[str, ...]:
        """Jobs of this user that ended by themselves and are not forgotten yet."""

    def release(self, job: str) -> None:
        """Ends the job and forgets what was kept for it. One that has ended stays so."""


def node_prefix(manager: str, job: str) -> str:
    """With which the names of a job's nodes begin, and no others."""
    return f"{manager}-{job}-"
