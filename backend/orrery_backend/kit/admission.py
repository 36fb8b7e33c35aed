"""Requests and viewers are admitted while the console has a share of its connections for them."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from orrery_contracts.errors import ProblemCode
from starlette.types import ASGIApp, Receive, Scope, Send

from orrery_backend.kit.connections import Slot
from orrery_backend.kit.problems import ProblemError
from orrery_backend.kit.refusal import refuse

#: In the state of a scope: the connection's slot (`orrery_backend.server` puts it there).
SLOT_KEY = "connection"


def slot_of(scope: MutableMapping[str, Any]) -> Slot | None:
    """None if another server runs the application."""
    slot = scope.get("state", {}).get(SLOT_KEY)
    return slot if isinstance(slot, Slot) else None


def keep_connection(scope: MutableMapping[str, Any]) -> None:
    """Marks a welcomed agent: its connection is never ended for others."""
    slot = slot_of(scope)
    if slot is not None:
        slot.keep()


def occupy_connection(scope: MutableMapping[str, Any]) -> bool:
    """Marks a viewer. False: there are too many."""
    slot = slot_of(scope)
    return slot is None or slot.occupy()


class Admission:
    """Refuses requests over HTTP while the share is used up. WebSockets mark themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        slot = slot_of(scope) if scope["type"] == "http" else None
        if slot is not None and not slot.is_admitted():
            problem = ProblemError(
                ProblemCode.UNAVAILABLE,
                "The console works on as many requests and viewers as it has connections for. Try"
                " again in a few seconds, or close pages that are not used.",
            )
            await refuse(problem, scope, receive, send)
            return
        await self._app(scope, receive, send)
