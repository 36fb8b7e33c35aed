"""Making a disturbed repeat again over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import RepeatReplacement, RunDocument
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.runs.service import RunService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import BODY_PROBLEMS, RunInPath, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router


def replacement_router(runs: RunService) -> APIRouter:
    router = api_router("runs", "/runs")

    @router.post(
        "/{run}/replacements",
        response_model=RunDocument,
        status_code=202,
        summary="Make a disturbed repeat of a run that is done again",
        responses=problems(
            ProblemCode.NOT_FOUND,
            ProblemCode.CONFLICT,
            ProblemCode.UNAVAILABLE,
            *BODY_PROBLEMS,
        ),
        openapi_extra=json_body(RepeatReplacement, {"repeat": 1}),
    )
    @requires(AccessScope.OPERATOR)
    async def replace(request: Request, run: RunInPath) -> Response:
        asked = await parse_body(request, RepeatReplacement)
        return document(await runs.replace_repeat(run, asked.repeat), 202)

    return router
