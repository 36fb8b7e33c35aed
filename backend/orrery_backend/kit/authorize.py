"""Which scope each route needs, declared beside the route and checked before it runs.

`requires` and `open_to_all` declare it on the endpoint; `authorize` is the dependency of every
router. The console refuses every call of a route without a declaration, so that no route is open by
oversight.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from orrery_contracts.access import AccessScope
from orrery_contracts.agent import lent_prefix
from orrery_contracts.errors import ProblemCode
from starlette.requests import HTTPConnection
from starlette.types import Scope

from orrery_backend.kit.problems import ProblemError

_DECLARED = "orrery_access"
_CALLER = "orrery_caller"

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Access:
    """What a route asks of its caller."""

    scope: AccessScope | None
    """None: callers need not have signed in."""
    is_audited: bool = True
    """Whether a call that is not a GET leaves an entry in the audit log."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request."""

    scope: AccessScope
    name: str = ""
    """Of the user or token; empty if anonymous."""
    source: str = "open"
    """The credential: `user:NAME`, `token:NAME`, `file:DIGEST`, `oidc:DIGEST`, or `open` if
    anonymous.
    """
    session: str = ""
    """Digest of the session's cookie; empty for a caller with a token."""
    node: str | None = None
    """The only node that this caller may join as; with a hyphen at its end, the beginning of the
    names of such nodes. None: any node that is not lent."""
    is_anonymous: bool = False
    """On a console that asks for no sign-in: may do everything, also join as a node."""

    @property
    def audit_name(self) -> str:
        kind = self.source.partition(":")[0]
        return kind if self.is_anonymous else f"{kind}:{self.name}"

    def refusal_to_join(self, name: str) -> str:
        """Why this caller may not join as the node `name`; empty if it may."""
        if self.node is not None:
            is_one_of_its = self.node.endswith("-") and name.startswith(self.node)
            if name == self.node or is_one_of_its:
                return ""
            nodes = f"nodes {self.node}*" if self.node.endswith("-") else f"the node {self.node}"
            return f"this token is for {nodes}, not for {name}"
        lent = lent_prefix(name)
        if lent and not self.is_anonymous:
            return f"a lent node needs a token made for its job (--node {lent}), as {name}"
        return ""

    def may(self, needed: AccessScope) -> bool:
        return self.is_anonymous or self.scope.includes(needed)


ANONYMOUS = Caller(AccessScope.ADMIN, is_anonymous=True)


def requires(scope: AccessScope, *, is_audited: bool = True) -> Callable[[Endpoint], Endpoint]:
    """Declares that the route below needs a caller with this scope."""
    return _declare(Access(scope, is_audited))


def open_to_all() -> Callable[[Endpoint], Endpoint]:
    """Declares that the route below needs no sign-in."""
    return _declare(Access(None))


def declared_access(endpoint: object) -> Access | None:
    """What the route of this endpoint declares; None if it declares nothing."""
    found = getattr(endpoint, _DECLARED, None)
    return found if isinstance(found, Access) else None


def set_caller(scope: Scope, caller: Caller | None) -> None:
    """Called by the gate, once for each request."""
    scope[_CALLER] = caller


def caller_of(connection: HTTPConnection) -> Caller | None:
    """The caller of this connection; None if the caller has not signed in."""
    return caller_in(connection.scope)


def author_of(connection: HTTPConnection) -> str:
    """Name of the caller, for what people write; empty for an anonymous caller."""
    caller = caller_of(connection)
    return "" if caller is None or caller.is_anonymous else caller.name[:120]


def caller_in(scope: Scope) -> Caller | None:
    found = scope.get(_CALLER)
    return found if isinstance(found, Caller) else None


async def authorize(connection: HTTPConnection) -> None:
    """Raises `ProblemError` unless the caller may use the route."""
    access = declared_access(connection.scope["endpoint"])
    if access is None:
        raise ProblemError(
            ProblemCode.FORBIDDEN, "This call declares no scope, so the console refuses it."
        )
    if access.scope is None:
        return
    caller = caller_of(connection)
    if caller is None:
        raise ProblemError(
            ProblemCode.UNAUTHORIZED,
            "Sign-in is required here. Send `Authorization: Bearer TOKEN`, or sign in on the page.",
        )
    if not caller.may(access.scope):
        raise ProblemError(
            ProblemCode.FORBIDDEN,
            f"This call needs the scope {access.scope}; yours is {caller.scope}. "
            "Use a token of that scope, or ask an administrator of this console.",
        )


def _declare(access: Access) -> Callable[[Endpoint], Endpoint]:
    def declare(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, _DECLARED, access)
        return endpoint

    return declare
