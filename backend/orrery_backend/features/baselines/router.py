"""Baselines over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.baseline import (
    DEFAULT_TOLERANCE,
    Baseline,
    BaselineList,
    CompareGroup,
    GroupComparison,
    SetBaseline,
    WorseThanBaseline,
    WorseThanBaselines,
)
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.baselines.service import BaselineService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import (
    BODY_PROBLEMS,
    GroupInPath,
    SlugInPath,
    document,
    parse_body,
    problems,
)
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

NameInQuery = Annotated[
    str,
    Query(
        description="Name of a baseline.",
        pattern=r"^[a-z0-9][a-z0-9._-]{0,62}$",
        examples=["main"],
    ),
]
ToleranceInQuery = Annotated[
    float,
    Query(
        description="Least change of a metric over all cells that counts, as a share.",
        ge=0,
        le=10,
        examples=[0.05],
    ),
]


def baselines_router(baselines: BaselineService, example: Baseline) -> APIRouter:
    """`example`: for the description of the interface."""
    router = api_router("baselines")
    _baselines(router, baselines)
    _comparison(router, baselines, example)
    return router


def _baselines(router: APIRouter, baselines: BaselineService) -> None:
    @router.get("/baselines", response_model=BaselineList, summary="Baselines by name")
    @requires(AccessScope.VIEWER)
    async def listed() -> Response:
        return document(await baselines.list())

    @router.get(
        "/baselines/{name}",
        response_model=Baseline,
        summary="A baseline with its figures",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def one(name: SlugInPath) -> Response:
        return document(await baselines.get(name))

    @router.put(
        "/baselines/{name}",
        response_model=Baseline,
        summary="Make the results of a sweep or suite a baseline",
        responses=problems(*BODY_PROBLEMS, ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
        openapi_extra=json_body(SetBaseline, {"group": "3"}),
    )
    @requires(AccessScope.OPERATOR)
    async def put(request: Request, name: SlugInPath) -> Response:
        return document(await baselines.set(name, await parse_body(request, SetBaseline)))

    @router.delete(
        "/baselines/{name}",
        status_code=204,
        summary="Delete a baseline",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.OPERATOR)
    async def delete(name: SlugInPath) -> Response:
        await baselines.delete(name)
        return Response(status_code=204)


def _comparison(router: APIRouter, baselines: BaselineService, example: Baseline) -> None:
    @router.get(
        "/groups/{group}/baseline",
        response_model=Baseline,
        summary="The results of a sweep or suite as a baseline document, to keep in a file",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.VIEWER)
    async def results(group: GroupInPath) -> Response:
        return document(await baselines.results(group))

    @router.get(
        "/groups/{group}/comparison",
        response_model=GroupComparison,
        summary="Compare a sweep or suite with a baseline of the console",
        responses=problems(ProblemCode.INVALID, ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.VIEWER)
    async def compare(
        group: GroupInPath, baseline: NameInQuery, tolerance: ToleranceInQuery = DEFAULT_TOLERANCE
    ) -> Response:
        found = await baselines.get(baseline)
        return document(await baselines.compare(group, found, tolerance))

    @router.get(
        "/groups/{group}/worse",
        response_model=WorseThanBaselines,
        summary="Baselines of the same settings that a sweep or suite is worse than",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.VIEWER)
    async def worse(group: GroupInPath) -> Response:
        found = await baselines.worse(group)
        return document(
            WorseThanBaselines(
                items=[
                    WorseThanBaseline(
                        baseline=comparison.baseline, sentence=comparison.conclusion.sentence
                    )
                    for comparison in found
                ]
            )
        )

    @router.post(
        "/groups/{group}/comparison",
        response_model=GroupComparison,
        summary="Compare a sweep or suite with the document of a baseline; nothing is stored",
        responses=problems(*BODY_PROBLEMS, ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
        openapi_extra=json_body(CompareGroup, {"baseline": example.model_dump(mode="json")}),
    )
    @requires(AccessScope.OPERATOR, is_audited=False)
    async def compare_with(request: Request, group: GroupInPath) -> Response:
        asked = await parse_body(request, CompareGroup)
        return document(await baselines.compare(group, asked.baseline, asked.tolerance))
