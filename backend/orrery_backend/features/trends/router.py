"""Trends over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.trend import MetricTrend, TrendAxis, TrendList

from orrery_backend.features.trends.service import TrendService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import (
    RunInPath,
    SinceInQuery,
    TrendAxisInQuery,
    TrendMetricInQuery,
    UntilInQuery,
    document,
    problems,
)
from orrery_backend.kit.routes import api_router


def trends_router(trends: TrendService) -> APIRouter:
    router = api_router("trends")

    @router.get(
        "/trends", response_model=TrendList, summary="What was run more than once, newest first"
    )
    @requires(AccessScope.VIEWER)
    async def listed(
        workload: Annotated[str | None, Query(max_length=63)] = None,
        preset: Annotated[str | None, Query(max_length=63)] = None,
    ) -> Response:
        return document(await trends.list(workload, preset))

    @router.get(
        "/runs/{run}/trend",
        response_model=MetricTrend,
        summary="A metric over all runs of the same settings, with its changes",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def trend(
        run: RunInPath,
        metric: TrendMetricInQuery = None,
        since: SinceInQuery = None,
        until: UntilInQuery = None,
        axis: TrendAxisInQuery = TrendAxis.RUNS,
    ) -> Response:
        return document(await trends.trend(run, metric, since, until, axis))

    return router
