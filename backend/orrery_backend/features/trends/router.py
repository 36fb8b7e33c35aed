"""Trends over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.trend import MetricTrend, TrendList
from pydantic import AwareDatetime

from orrery_backend.features.trends.service import TrendService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import RunInPath, document, problems
from orrery_backend.kit.routes import api_router

_SLUG = r"^[a-z0-9][a-z0-9._-]{0,62}$"


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
        metric: Annotated[
            str | None,
            Query(pattern=_SLUG, description="Default: the leading metric of the workload."),
        ] = None,
        since: Annotated[
            AwareDatetime | None, Query(description="Only runs that ended at this time or later.")
        ] = None,
        until: Annotated[
            AwareDatetime | None, Query(description="Only runs that ended before this time.")
        ] = None,
    ) -> Response:
        return document(await trends.trend(run, metric, since, until))

    return router
