"""The viewers' door."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket
from orrery_contracts.access import AccessScope

from orrery_backend.features.live import socket
from orrery_backend.features.live.service import LiveService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.routes import api_router


def live_router(live: LiveService) -> APIRouter:
    router = api_router("live")

    @router.websocket("/stream")
    @requires(AccessScope.VIEWER)
    async def stream(connection: WebSocket) -> None:
        await socket.serve(connection, live)

    return router
