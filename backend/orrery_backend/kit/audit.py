"""What the gate reports of each call that belongs in the audit log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fastapi.routing import APIRoute
from starlette.types import Message, Scope, Send

from orrery_backend.kit.authorize import caller_in, declared_access

_SUBJECT = "orrery_audit_subject"
_OUTCOME = "orrery_audit_outcome"
_WRONG = "orrery_wrong_credentials"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_REFUSED = frozenset({403, 429})


@dataclass(frozen=True, slots=True)
class AuditedCall:
    """Who asked for what, from where, and the answer's status."""

    who: str
    address: str
    action: str
    target: str
    status: int


def set_subject(scope: Scope, subject: str) -> None:
    """What the call is about, if its path does not say so: the name that a sign-in gives, whether
    or not it is right; the user or token that is made, and what changes.
    """
    scope[_SUBJECT] = subject[:500]


def set_outcome(scope: Scope, subject: str, status: int) -> None:
    """Makes a call leave an entry that would leave none, with this status instead of its own."""
    set_subject(scope, subject)
    scope[_OUTCOME] = status


def set_wrong_credentials(scope: Scope) -> None:
    """The token or cookie of the call is not valid."""
    scope[_WRONG] = True


class AuditedAnswer:
    """Awaits `record` with the status of an answer, then sends the answer: the audit log has the
    entry before the caller knows.
    """

    def __init__(self, send: Send, record: Callable[[int], Awaitable[None]]) -> None:
        self._send = send
        self._record = record

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            await self._record(message["status"])
        await self._send(message)


def audited_call(scope: Scope, address: str, status: int) -> AuditedCall | None:
    """None for a call that leaves no entry: reading, and checks that store nothing. Refused calls
    leave one, and so do wrong tokens.
    """
    endpoint = scope.get("endpoint")
    access = declared_access(endpoint)
    method = scope.get("method", "WEBSOCKET")
    changes = method not in (*_SAFE, "WEBSOCKET") and access is not None and access.is_audited
    outcome = scope.get(_OUTCOME)
    if not (changes or outcome or status in _REFUSED or scope.get(_WRONG)):
        return None
    route = scope.get("route")
    action = route.summary if isinstance(route, APIRoute) and route.summary else ""
    target = f"{method} {scope['path']}"
    subject = scope.get(_SUBJECT, "")
    if subject:
        target += f" ({subject})"
    caller = caller_in(scope)
    who = caller.audit_name if caller is not None else ""
    return AuditedCall(who[:120], address[:120], action[:120], target[:2000], outcome or status)
