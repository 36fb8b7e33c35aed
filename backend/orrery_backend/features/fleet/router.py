"""The fleet over HTTP, and the agents' door."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response, WebSocket
from orrery_contracts.access import AccessScope, ApproveNode, WaitingNodeList
from orrery_contracts.api import LinkMatrix, MeasureLinks, NodeList
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.fleet import link
from orrery_backend.features.fleet.links import LinkService
from orrery_backend.features.fleet.service import FleetService
from orrery_backend.kit.authorize import ANONYMOUS, caller_of, requires
from orrery_backend.kit.http import BODY_PROBLEMS, SlugInPath, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router


def fleet_router(fleet: FleetService, links: LinkService) -> APIRouter:
    router = api_router("fleet")

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

    @router.get(
        "/nodes/waiting",
        response_model=WaitingNodeList,
        summary="Agents that wait for approval",
    )
    @requires(AccessScope.VIEWER)
    async def waiting() -> Response:
        return document(fleet.waiting())

    @router.post(
        "/nodes/{name}/approve",
        status_code=204,
        response_class=Response,
        summary="Approve an agent that waits to join",
        responses=problems(
            ProblemCode.NOT_FOUND,
            ProblemCode.CONFLICT,
            *BODY_PROBLEMS,
        ),
        openapi_extra=json_body(ApproveNode, {"fingerprint": "0123456789abcdef"}),
    )
    @requires(AccessScope.OPERATOR)
    async def approve(name: SlugInPath, request: Request) -> Response:
        wanted = await parse_body(request, ApproveNode)
        await fleet.approve(name, wanted.fingerprint)
        return Response(status_code=204)

    @router.get("/nodes/links", response_model=LinkMatrix, summary="The network between nodes")
    @requires(AccessScope.VIEWER)
    async def node_links() -> Response:
        return document(links.document())

    @router.post(
        "/nodes/links",
        response_model=LinkMatrix,
        status_code=202,
        summary="Measure the network between nodes",
        responses=problems(ProblemCode.CONFLICT, *BODY_PROBLEMS),
        openapi_extra=json_body(MeasureLinks, {"nodes": ["lyra", "cygnus"]}),
    )
    @requires(AccessScope.OPERATOR)
    async def measure_links(request: Request) -> Response:
        return document(links.measure(await parse_body(request, MeasureLinks)), 202)

    @router.websocket("/agents/link")
    @requires(AccessScope.AGENT)
    async def agents_link(socket: WebSocket) -> None:
        await link.serve(socket, fleet, caller_of(socket) or ANONYMOUS)

    return router
