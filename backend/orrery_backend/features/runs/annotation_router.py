"""Annotations of runs over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.annotation import Annotation, NewAnnotation
from orrery_contracts.errors import ProblemCode
from pydantic import TypeAdapter

from orrery_backend.features.runs.service import RunService
from orrery_backend.kit.authorize import author_of, requires
from orrery_backend.kit.http import BODY_PROBLEMS, RunInPath, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

_ANNOTATIONS: TypeAdapter[list[Annotation]] = TypeAdapter(list[Annotation])
_EXAMPLE = {"text": "The backup began here.", "repeat": 0, "step": 1200}
AnnotationInPath = Annotated[
    str, Path(pattern=r"^[0-9a-hjkmnp-tv-z]{26}$", examples=["01jzq3v5m8c2k4w9x7t6n0r0aa"])
]


def annotation_router(runs: RunService) -> APIRouter:
    router = api_router("runs", "/runs")

    @router.get(
        "/{run}/annotations",
        response_model=list[Annotation],
        summary="Notes on a run and on its steps, oldest first",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def listed(run: RunInPath) -> Response:
        found = await runs.annotations.read(run)
        return Response(_ANNOTATIONS.dump_json(found), media_type="application/json")

    @router.post(
        "/{run}/annotations",
        response_model=Annotation,
        status_code=201,
        summary="Write a note on a run, or on a step of it",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT, *BODY_PROBLEMS),
        openapi_extra=json_body(NewAnnotation, _EXAMPLE),
    )
    @requires(AccessScope.OPERATOR)
    async def add(request: Request, run: RunInPath) -> Response:
        asked = await parse_body(request, NewAnnotation)
        return document(await runs.annotations.add(run, asked, author_of(request)), 201)

    @router.delete(
        "/{run}/annotations/{annotation}",
        status_code=204,
        response_class=Response,
        summary="Delete a note",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.OPERATOR)
    async def remove(run: RunInPath, annotation: AnnotationInPath) -> Response:
        await runs.annotations.remove(run, annotation)
        return Response(status_code=204)

    return router
