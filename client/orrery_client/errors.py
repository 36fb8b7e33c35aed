"""Errors of the client, each with a remedy."""

from __future__ import annotations

from orrery_contracts.command import ORRERY
from orrery_contracts.errors import Problem


class OrreryError(Exception):
    """Base of every error that the client itself raises. `remedy` says what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class UnreachableError(OrreryError):
    """Nothing answered at the console's address, or it stopped answering."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(
            f"no console answers at {url} ({reason})",
            f"start one with `make up` or `{ORRERY} up`, or name another with --url or ORRERY_URL",
        )
        self.url = url


class UnexpectedReplyError(OrreryError):
    """The answer does not follow this version of the interface."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(
            f"{url} gave an answer that is not of Orrery's interface: {reason}",
            "check the address; if a console of another version runs there, start it anew",
        )
        self.url = url


class ProblemError(OrreryError):
    """The console refused the call. `problem` is its document, with the invalid fields."""

    def __init__(self, problem: Problem) -> None:
        remedies = [error.remedy for error in problem.errors if error.remedy]
        super().__init__(problem.detail or problem.title, "; ".join(dict.fromkeys(remedies)))
        self.problem = problem
