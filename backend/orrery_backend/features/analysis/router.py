"""Comparison over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import Comparison
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.analysis.service import AnalysisService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import BaselineInQuery, RunsInQuery, document, problems, run_keys
from orrery_backend.kit.routes import api_router


def analysis_router(analysis: AnalysisService) -> APIRouter:
    router = api_router("analysis")

    @router.get(
        "/compare",
        response_model=Comparison,
        summary="Compare runs with a baseline",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def compare(runs: RunsInQuery, baseline: BaselineInQuery = None) -> Response:
        return document(await analysis.compare(run_keys(runs), baseline))

    return router
