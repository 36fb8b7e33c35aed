"""Who may do what on a console: scopes, and the documents of signing in."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from orrery_contracts.base import Contract, Count, Instant, Label, Slug, Text


class AccessScope(StrEnum):
    """What a caller may do. Each of viewer, operator and admin includes the one before it."""

    AGENT = "agent"
    """Join as a node, and nothing else."""
    VIEWER = "viewer"
    """Read everything, change nothing."""
    OPERATOR = "operator"
    """Launch, change and delete runs; approve and forget nodes."""
    ADMIN = "admin"
    """Manage users, tokens and webhooks, and read the audit log."""

    def includes(self, needed: AccessScope) -> bool:
        """Whether a caller with this scope may use a route that needs `needed`."""
        if AccessScope.AGENT in (self, needed):
            return self is needed
        return _RANKS.index(self) >= _RANKS.index(needed)


_RANKS = (AccessScope.VIEWER, AccessScope.OPERATOR, AccessScope.ADMIN)


#: Scopes of people and programs; only a token can have the scope `agent`.
UserScope = Literal[AccessScope.VIEWER, AccessScope.OPERATOR, AccessScope.ADMIN]
#: Name of a user or of a token: an e-mail address fits.
AccessName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._@-]{0,62}$")]
Password = Annotated[str, Field(min_length=12, max_length=200)]


class SignIn(Contract):
    """A token, or a user's name and password; the answer sets a cookie for the browser."""

    token: Annotated[str, Field(max_length=500)] = ""
    name: Annotated[str, Field(max_length=63)] = ""
    password: Annotated[str, Field(max_length=200)] = ""


class Session(Contract):
    """Who the caller is to the console."""

    required: bool
    """Whether the console asks callers to sign in at all."""
    scope: AccessScope | None
    """What the caller may do; null without a valid token or cookie. An open console: admin."""
    name: Label = ""
    """The user or token that signed in; empty on an open console."""
    has_password: bool = False
    """Whether the caller is a user with a password."""
    has_users: bool = False
    """Whether the console has users with passwords; otherwise the sign-in page asks for a token."""
    provider: Label = ""
    """Host of the provider through which people sign in (OpenID Connect); empty: none."""


class SignedOut(Contract):
    """The session has ended on the console."""

    provider_url: Annotated[str, Field(max_length=16_000)] | None
    """Where the browser signs out at the provider; null if the session was not the provider's."""


class PasswordChange(Contract):
    """A new password for the caller; the caller's other sessions end."""

    current: Annotated[str, Field(max_length=200)]
    new: Password


class SessionView(Contract):
    """A browser that has signed in."""

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    who: Label
    """`user:NAME`, `token:NAME`, `file:SCOPE` or `oidc:NAME`."""
    address: Label
    """Where the sign-in came from."""
    opened_at: Instant
    used_at: Instant
    """When it was last used: by a call, or by an open page."""
    ends_at: Instant
    """When it ends if it is not used again."""
    is_current: bool
    """Whether this call was made with it."""


class SessionList(Contract):
    """Open sessions, the last used first."""

    items: list[SessionView]


class NewUser(Contract):
    """A user to add."""

    name: AccessName
    scope: UserScope
    password: Password


class UserPatch(Contract):
    """What to change of a user; null keeps a value. A change ends the user's sessions."""

    scope: UserScope | None = None
    password: Password | None = None
    disabled: bool | None = None


class UserView(Contract):
    """A person who signs in with a password."""

    name: AccessName
    scope: UserScope
    disabled: bool
    created_at: Instant
    last_sign_in_at: Instant | None


class UserList(Contract):
    """Every user, by name."""

    items: list[UserView]


class NewToken(Contract):
    """A token to make for a program or an agent."""

    name: AccessName
    scope: AccessScope
    node: Slug | None = None
    """With scope `agent`: the only node that may join with the token, or with a hyphen at its end
    (`slurm-7-`) the nodes whose names begin so. Null: any node that no workload manager lends."""
    days: Annotated[int, Field(ge=1, le=3650)] | None = 90
    """Days until the token expires; null: it does not expire."""


class TokenView(Contract):
    """A token, without its secret."""

    name: AccessName
    scope: AccessScope
    node: Slug | None
    created_at: Instant
    created_by: Label
    """The user or token that made it; empty if the console was open then."""
    expires_at: Instant | None
    last_used_at: Instant | None
    revoked_at: Instant | None


class TokenList(Contract):
    """Every token, by name; revoked ones too."""

    items: list[TokenView]


class MadeToken(Contract):
    """A new token with its secret, which is shown only here."""

    secret: Label
    token: TokenView


class AuditEntry(Contract):
    """One call that changed something, signed in, or was refused."""

    number: Count
    """Rises by one with each entry."""
    at: Instant
    who: Label
    """`user:NAME`, `token:NAME`, `file:SCOPE`, `open` on an open console; empty: not signed in."""
    address: Label
    """Where the call came from."""
    action: Label
    """What was asked for, in the words of the interface's description."""
    target: Text
    """Method and path; of a sign-in also the name that was given."""
    status: Annotated[int, Field(ge=100, le=599)]
    """HTTP status of the answer: below 400 it was done."""


class AuditPage(Contract):
    """Entries of the audit log, newest first."""

    items: list[AuditEntry]
    next_cursor: str | None
    """Gives the entries before these; null at the end."""


class WaitingNode(Contract):
    """An agent that asked to join as a node and has not been approved."""

    name: Slug
    fingerprint: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    """Of the key that the agent made at its first start; the agent shows it while it waits."""
    address: Label
    hostname: Label
    asked_at: Instant
    """When the agent asked last."""


class WaitingNodeList(Contract):
    """Agents that wait for approval, by name."""

    items: list[WaitingNode]


class ApproveNode(Contract):
    """Which of the agents that ask for a name is to have it."""

    fingerprint: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
