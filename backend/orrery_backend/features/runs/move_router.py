"""Moving entities over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.move import MoveAccepted, MoveOrder

from orrery_backend.features.runs.service import RunService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import BODY_PROBLEMS, RunInPath, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

_EXAMPLE = {
    "what": {"kind": "share", "from_node": "node-1", "share": 0.25},
    "to_node": "node-2",
}


def move_router(runs: RunService) -> APIRouter:
    router = api_router("runs", "/runs")

    @router.post(
        "/{run}/moves",
        response_model=MoveAccepted,
        status_code=202,
        summary="Move entities of a run that is running to another of its nodes",
        responses=problems(
            ProblemCode.NOT_FOUND,
            ProblemCode.CONFLICT,
            ProblemCode.TOO_MANY,
            ProblemCode.UNAVAILABLE,
            *BODY_PROBLEMS,
        ),
        openapi_extra=json_body(MoveOrder, _EXAMPLE),
    )
    @requires(AccessScope.OPERATOR)
    async def move(request: Request, run: RunInPath) -> Response:
        return document(await runs.move(run, await parse_body(request, MoveOrder)), 202)

    return router
