"""What the gate reports of each call that belongs in the audit log."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi.routing import APIRoute
from starlette.types import Message, Scope, Send

from orrery_backend.kit.authorize import caller_in, declared_access

_TRIED = "orrery_tried_name"
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


def set_tried_name(scope: Scope, name: str) -> None:
    """The name that a sign-in gives, whether or not it is right."""
    scope[_TRIED] = name[:63]


def set_wrong_credentials(scope: Scope) -> None:
    """The token or cookie of the call is not valid."""
    scope[_WRONG] = True


class AuditedAnswer:
    """Passes an answer on and remembers its status."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
        await self._send(message)


def audited_call(scope: Scope, address: str, status: int) -> AuditedCall | None:
    """None for a call that leaves no entry: reading, and checks that store nothing. Refused calls
    leave one, and so do wrong tokens.
    """
    endpoint = scope.get("endpoint")
    access = declared_access(endpoint)
    method = scope.get("method", "WEBSOCKET")
    changes = method not in (*_SAFE, "WEBSOCKET") and access is not None and access.is_audited
    if status == 0 or not (changes or status in _REFUSED or scope.get(_WRONG)):
        return None
    route = scope.get("route")
    action = route.summary if isinstance(route, APIRoute) and route.summary else ""
    target = f"{method} {scope['path']}"
    tried = scope.get(_TRIED, "")
    if tried:
        target += f" ({tried})"
    caller = caller_in(scope)
    who = caller.audit_name if caller is not None else ""
    return AuditedCall(who[:120], address[:120], action[:120], target[:2000], status)
