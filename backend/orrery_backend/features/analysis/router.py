"""Comparison over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import Comparison
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.analysis.service import AnalysisService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import document, problems


def analysis_router(analysis: AnalysisService) -> APIRouter:
    router = APIRouter(tags=["analysis"])

    @router.get(
        "/compare",
        response_model=Comparison,
        summary="Compare runs with a baseline",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def compare(
        runs: Annotated[
            str,
            Query(
                max_length=2000,
                description="Ids or numbers with commas between.",
                examples=["1,2"],
            ),
        ],
        baseline: Annotated[str | None, Query(max_length=26, examples=["1"])] = None,
    ) -> Response:
        keys = [key.strip() for key in runs.split(",") if key.strip()]
        return document(await analysis.compare(keys, baseline))

    return router
