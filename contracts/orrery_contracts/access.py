"""Who may do what on a console: scopes, and the documents of signing in."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract


class AccessScope(StrEnum):
    """What a caller may do. Each of viewer, operator and admin includes the one before it."""

    AGENT = "agent"
    """Join as a node, and nothing else."""
    VIEWER = "viewer"
    """Read everything, change nothing."""
    OPERATOR = "operator"
    """Launch, change and delete runs; approve and forget nodes."""
    ADMIN = "admin"
    """Manage users and tokens, and read the audit log."""

    def includes(self, needed: AccessScope) -> bool:
        """Whether a caller with this scope may use a route that needs `needed`."""
        if AccessScope.AGENT in (self, needed):
            return self is needed
        return _RANKS.index(self) >= _RANKS.index(needed)


_RANKS = (AccessScope.VIEWER, AccessScope.OPERATOR, AccessScope.ADMIN)


class SignIn(Contract):
    """A token, given once by a person; the answer sets a cookie for the browser."""

    token: Annotated[str, Field(min_length=1, max_length=500)]


class Session(Contract):
    """Who the caller is to the console."""

    required: bool
    """Whether the console asks callers to sign in at all."""
    scope: AccessScope | None
    """What the caller may do; null without a valid token or cookie. An open console: admin."""
