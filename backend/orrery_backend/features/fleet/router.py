"""The fleet over HTTP, and the agents' door."""

from __future__ import annotations

from fastapi import APIRouter, Response, WebSocket
from orrery_contracts.access import AccessScope
from orrery_contracts.api import NodeList
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.fleet import link
from orrery_backend.features.fleet.service import FleetService
from orrery_backend.kit.authorize import caller_of, requires
from orrery_backend.kit.http import SlugInPath, document, problems


def fleet_router(fleet: FleetService) -> APIRouter:
    router = APIRouter(tags=["fleet"])

    @router.get("/nodes", response_model=NodeList, summary="The fleet")
    @requires(AccessScope.VIEWER)
    async def nodes() -> Response:
        return document(fleet.document())

    @router.post(
        "/nodes/{name}/forget",
        status_code=204,
        response_class=Response,
        summary="Forget an offline node",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.OPERATOR)
    async def forget(name: SlugInPath) -> Response:
        await fleet.forget(name)
        return Response(status_code=204)

    @router.websocket("/agents/link")
    @requires(AccessScope.AGENT)
    async def agents_link(socket: WebSocket) -> None:
        caller = caller_of(socket)
        await link.serve(socket, fleet, caller.node if caller is not None else None)

    return router
