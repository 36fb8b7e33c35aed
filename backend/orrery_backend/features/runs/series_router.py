"""Series and exports over HTTP."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import Positions, SeriesFrame, SeriesList
from orrery_contracts.errors import ProblemCode
from starlette.responses import StreamingResponse

from orrery_backend.features.runs.export import run_as_csv, run_as_json
from orrery_backend.features.runs.service import RunService
from orrery_backend.features.runs.trace import run_as_trace
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import RunInPath, document, problems
from orrery_backend.kit.routes import api_router
from orrery_backend.results.service import MOST_MOMENTS, ResultService, SeriesQuery


class ExportFormat(StrEnum):
    """`json`: everything, series in full; `csv`: one row for each figure; `trace`: steps, windows,
    migrations, events and notes on steps, for Perfetto (Trace Event Format)."""

    JSON = "json"
    CSV = "csv"
    TRACE = "trace"


def series_router(results: ResultService, runs: RunService) -> APIRouter:
    router = api_router("results", "/runs")

    @router.get(
        "/{run}/series",
        response_model=SeriesList,
        summary="Series of a run, thinned for drawing",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def series(
        run: RunInPath,
        repeat: Annotated[int | None, Query(ge=0, le=65535)] = None,
        node_index: Annotated[int | None, Query(ge=0, le=65535)] = None,
        frame: SeriesFrame = SeriesFrame.WINDOW,
        columns: Annotated[
            str | None,
            Query(max_length=4000, description="Names with commas between; default: all."),
        ] = None,
        max_points: Annotated[int, Query(ge=1, le=20_000)] = 2000,
        from_row: Annotated[int, Query(ge=0, lt=2**53)] = 0,
        to_row: Annotated[int | None, Query(ge=1, lt=2**53)] = None,
    ) -> Response:
        run_id = await runs.run_id(run)
        names = tuple(name for name in (columns or "").split(",") if name)
        wanted = SeriesQuery(frame, repeat, node_index, names, max_points, from_row, to_row)
        return document(await results.series(run_id, wanted))

    @router.get(
        "/{run}/positions",
        response_model=Positions,
        summary="Positions of a run's entities over a repeat",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def positions(
        run: RunInPath,
        repeat: Annotated[int, Query(ge=0, le=65535)] = 0,
        first: Annotated[
            int, Query(ge=0, lt=MOST_MOMENTS, description="The first moment, from 0.")
        ] = 0,
        count: Annotated[int, Query(ge=1, le=60, description="Moments at most.")] = 30,
    ) -> Response:
        run_id = await runs.run_id(run)
        return document(await results.positions(run_id, repeat, first, count))

    @router.get(
        "/{run}/export",
        response_class=StreamingResponse,
        summary="The whole run in one file",
        responses={
            200: {
                "description": "The file",
                "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/RunExport"}},
                    "text/csv": {"schema": {"type": "string"}},
                },
            },
            **problems(ProblemCode.NOT_FOUND),
        },
    )
    @requires(AccessScope.VIEWER)
    async def export(
        run: RunInPath, form: Annotated[ExportFormat, Query(alias="format")] = ExportFormat.JSON
    ) -> Response:
        run_id = await runs.run_id(run)
        whole, _ = await runs.document(run_id)
        suffix = "trace.json" if form is ExportFormat.TRACE else form.value
        name = f"orrery-run-{whole.summary.number}.{suffix}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        if form is ExportFormat.CSV:
            return Response(run_as_csv(whole), media_type="text/csv", headers=headers)
        if form is ExportFormat.TRACE:
            parts = run_as_trace(whole, results)
        else:
            parts = run_as_json(whole, await runs.log(run_id, None, None, 20_000), results)
        return StreamingResponse(parts, media_type="application/json", headers=headers)

    return router
