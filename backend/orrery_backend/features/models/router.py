"""Models over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.model import ModelCheck, ModelExamples, ModelReport

from orrery_backend.features.models.service import ModelService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import BODY_PROBLEMS, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router


def models_router(models: ModelService) -> APIRouter:
    router = api_router("models", "/models")

    @router.get("", response_model=ModelExamples, summary="Models that ship with Orrery")
    @requires(AccessScope.VIEWER)
    async def examples() -> Response:
        return document(models.examples())

    @router.post(
        "/check",
        response_model=ModelReport,
        summary="What is wrong with a model, what is in it, and what it takes; nothing is stored",
        responses=problems(
            ProblemCode.UNAVAILABLE,
            *BODY_PROBLEMS,
        ),
        openapi_extra=json_body(ModelCheck, {"text": "UNIVERSE Sky { PROPERTY height : REAL; }"}),
    )
    @requires(AccessScope.OPERATOR, is_audited=False)
    async def check(request: Request) -> Response:
        return document(await models.check((await parse_body(request, ModelCheck)).text))

    return router
