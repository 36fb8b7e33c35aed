"""Reports over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.trend import TrendAxis

from orrery_backend.features.reports.service import Report, ReportService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import (
    BaselineInQuery,
    GroupInPath,
    RunInPath,
    RunsInQuery,
    SinceInQuery,
    TrendAxisInQuery,
    TrendMetricInQuery,
    UntilInQuery,
    problems,
    run_keys,
)
from orrery_backend.kit.routes import api_router


def reports_router(reports: ReportService) -> APIRouter:
    router = api_router("reports")

    @router.get(
        "/runs/{run}/report",
        response_class=Response,
        summary="A run as one HTML file that opens offline",
        responses=_answers(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def run_report(run: RunInPath) -> Response:
        return _file(await reports.of_run(run))

    @router.get(
        "/compare/report",
        response_class=Response,
        summary="A comparison as one HTML file that opens offline",
        responses=_answers(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def comparison_report(runs: RunsInQuery, baseline: BaselineInQuery = None) -> Response:
        return _file(await reports.of_comparison(run_keys(runs), baseline))

    @router.get(
        "/groups/{group}/report",
        response_class=Response,
        summary="A sweep or suite as one HTML file that opens offline",
        responses=_answers(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def group_report(group: GroupInPath) -> Response:
        return _file(await reports.of_group(group))

    @router.get(
        "/runs/{run}/trend/report",
        response_class=Response,
        summary="A trend as one HTML file that opens offline",
        responses=_answers(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def trend_report(
        run: RunInPath,
        metric: TrendMetricInQuery = None,
        since: SinceInQuery = None,
        until: UntilInQuery = None,
        axis: TrendAxisInQuery = TrendAxis.RUNS,
    ) -> Response:
        return _file(await reports.of_trend(run, metric, since, until, axis))

    return router


def _answers(*codes: ProblemCode) -> dict[int | str, dict[str, object]]:
    content = {"text/html": {"schema": {"type": "string"}, "example": "<!doctype html>"}}
    return {200: {"description": "The file", "content": content}, **problems(*codes)}


def _file(report: Report) -> Response:
    return Response(
        report.text,
        media_type="text/html",
        headers={"Content-Disposition": f'attachment; filename="{report.name}"'},
    )
