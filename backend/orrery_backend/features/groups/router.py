"""Sweeps, suites and groups over HTTP."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.group import GroupKind, GroupPatch
from orrery_contracts.group_results import GroupDocument, GroupPage, SpeedUps
from orrery_contracts.suite import RunSuite, Suite, SuiteList
from orrery_contracts.sweep import Sweep, SweepCheck

from orrery_backend.features.groups.export import group_csv
from orrery_backend.features.groups.service import GroupFilter, GroupService, SpeedUpQuery
from orrery_backend.features.runs.service import IdempotencyKey
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import (
    BODY_PROBLEMS,
    CursorInQuery,
    GroupInPath,
    SlugInPath,
    document,
    parse_body,
    problems,
    revision_of,
)
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

_BAD_BODY = (
    ProblemCode.TOO_FEW_NODES,
    ProblemCode.UNKNOWN_PRESET,
    *BODY_PROBLEMS,
)
_KEY = Header(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")
_PATH = r"^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*|\[[0-9]{1,4}\])*$"
_SLUG = r"^[a-z0-9][a-z0-9._-]{0,62}$"

SweepExample = {
    "name": "Managers",
    "base": {"preset": "universe-one-node", "set": ["repeats=3"]},
    "axes": [{"kind": "range", "path": "workload.managers", "min": 0, "max": 3, "step": 1}],
}


def groups_router(groups: GroupService) -> APIRouter:
    router = api_router("groups")
    _sweeps(router, groups)
    _suites(router, groups)
    _groups(router, groups)
    _group(router, groups)
    return router


def _sweeps(router: APIRouter, groups: GroupService) -> None:
    @router.post(
        "/sweeps/check",
        response_model=SweepCheck,
        summary="See what a sweep would make and how long it may take; nothing is stored",
        responses=problems(*_BAD_BODY),
        openapi_extra=json_body(Sweep, SweepExample),
    )
    @requires(AccessScope.OPERATOR, is_audited=False)
    async def check(request: Request) -> Response:
        return document(await groups.check_sweep(await parse_body(request, Sweep)))

    @router.post(
        "/sweeps",
        response_model=GroupDocument,
        status_code=201,
        summary="Launch a sweep: one run for each cell",
        responses=problems(*_BAD_BODY, ProblemCode.CONFLICT),
        openapi_extra=json_body(Sweep, SweepExample),
    )
    @requires(AccessScope.OPERATOR)
    async def create(
        request: Request, idempotency_key: Annotated[str | None, _KEY] = None
    ) -> Response:
        sweep = await parse_body(request, Sweep)
        return _made(await groups.create_sweep(sweep, await _key(request, idempotency_key)))


def _suites(router: APIRouter, groups: GroupService) -> None:
    @router.get("/suites", response_model=SuiteList, summary="Suites that ship with Orrery")
    @requires(AccessScope.VIEWER)
    async def suites() -> Response:
        return document(groups.suites())

    @router.get(
        "/suites/{name}",
        response_model=Suite,
        summary="A suite",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def suite(name: SlugInPath) -> Response:
        return document(groups.suite(name))

    @router.post(
        "/suites/{name}/check",
        response_model=SweepCheck,
        summary="See what a suite would make and how long it may take; nothing is stored",
        responses=problems(*_BAD_BODY, ProblemCode.NOT_FOUND),
        openapi_extra=json_body(RunSuite, {}),
    )
    @requires(AccessScope.OPERATOR, is_audited=False)
    async def check(request: Request, name: SlugInPath) -> Response:
        return document(await groups.check_suite(name, await parse_body(request, RunSuite)))

    @router.post(
        "/suites/{name}/run",
        response_model=GroupDocument,
        status_code=201,
        summary="Run a suite, whole or in part",
        responses=problems(*_BAD_BODY, ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
        openapi_extra=json_body(RunSuite, {"set": ["conditions.pinning=compact"], "repeats": 3}),
    )
    @requires(AccessScope.OPERATOR)
    async def run(
        request: Request, name: SlugInPath, idempotency_key: Annotated[str | None, _KEY] = None
    ) -> Response:
        asked = await parse_body(request, RunSuite)
        key = await _key(request, idempotency_key)
        return _made(await groups.run_suite(name, asked, key))


def _groups(router: APIRouter, groups: GroupService) -> None:
    @router.get(
        "/groups",
        response_model=GroupPage,
        summary="Sweeps and suites that were run, newest first",
        responses=problems(ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def page(
        cursor: CursorInQuery = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        kind: GroupKind | None = None,
        name: Annotated[
            str | None, Query(max_length=63, description="Of a suite.", examples=["smoke"])
        ] = None,
    ) -> Response:
        wanted = GroupFilter(kind, name)
        return document(await groups.page(wanted, int(cursor) if cursor else None, limit))

    @router.get(
        "/groups/{group}",
        response_model=GroupDocument,
        summary="A sweep or suite with all its cells, their figures and its shape checks",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def read(group: GroupInPath) -> Response:
        # Read first: a change in between makes the tag too old, and a save is then refused.
        revision = (await groups.record(group)).revision
        found = await groups.document(group)
        return document(found, headers={"ETag": f'"{revision}"', "Cache-Control": "no-store"})

    @router.patch(
        "/groups/{group}",
        response_model=GroupDocument,
        summary="Change name, note and tags of a sweep or suite; archive its runs",
        responses={
            412: {
                "description": "Name, note or tags have changed since `If-Match`",
                "content": {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                },
            },
            **problems(ProblemCode.NOT_FOUND, *BODY_PROBLEMS),
        },
        openapi_extra=json_body(GroupPatch, {"name": "Managers, kernel 6.18", "tags": ["paper"]}),
    )
    @requires(AccessScope.OPERATOR)
    async def patch(
        request: Request,
        group: GroupInPath,
        if_match: Annotated[str | None, Header()] = None,
    ) -> Response:
        change = await parse_body(request, GroupPatch)
        changed, revision = await groups.patch(group, change, revision_of(if_match))
        return document(changed, headers={"ETag": f'"{revision}"'})

    @router.get(
        "/groups/{group}/speed-up",
        response_model=SpeedUps,
        summary="Speed-up over a parameter, with Amdahl's law fitted",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def speed_up(
        group: GroupInPath,
        x: Annotated[str, Query(pattern=_PATH, max_length=200, examples=["workload.pool_threads"])],
        metric: Annotated[str, Query(pattern=_SLUG, examples=["steps_per_second"])],
        series: Annotated[
            list[Annotated[str, Query(pattern=_PATH, max_length=200)]],
            Query(max_length=3, description="Parameters that tell series apart."),
        ] = [],  # noqa: B006 - FastAPI copies it
        item: Annotated[
            list[Annotated[str, Query(pattern=_SLUG)]],
            Query(max_length=50, description="Items of a suite; none: all."),
        ] = [],  # noqa: B006
    ) -> Response:
        query = SpeedUpQuery(x, metric, tuple(series), tuple(item))
        return document(await groups.speed_ups(group, query))

    @router.get(
        "/groups/{group}/export",
        response_class=Response,
        summary="All figures of all cells as CSV, one row for each",
        responses={
            200: {
                "description": "Comma-separated values",
                "content": {"text/csv": {"schema": {"type": "string"}, "example": _CSV_EXAMPLE}},
            },
            **problems(ProblemCode.NOT_FOUND),
        },
    )
    @requires(AccessScope.VIEWER)
    async def export(group: GroupInPath) -> Response:
        found = await groups.document(group)
        name = f"orrery-{found.summary.kind.value}-{found.summary.number}.csv"
        return Response(
            group_csv(found),
            media_type="text/csv",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


def _group(router: APIRouter, groups: GroupService) -> None:
    @router.post(
        "/groups/{group}/cancel",
        response_model=GroupDocument,
        summary="Cancel all runs of a sweep or suite that have not ended",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.OPERATOR)
    async def cancel(group: GroupInPath) -> Response:
        return document(await groups.cancel(group))

    @router.post(
        "/groups/{group}/retry",
        response_model=GroupDocument,
        status_code=201,
        summary="Run those cells anew whose run failed or was cancelled",
        responses=problems(
            ProblemCode.NOT_FOUND,
            ProblemCode.CONFLICT,
            ProblemCode.TOO_FEW_NODES,
            ProblemCode.INVALID,
        ),
    )
    @requires(AccessScope.OPERATOR)
    async def retry(group: GroupInPath) -> Response:
        return _made(await groups.retry(group))

    @router.delete(
        "/groups/{group}",
        status_code=204,
        response_class=Response,
        summary="Delete a sweep or suite that has ended, with all its runs",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.OPERATOR)
    async def delete(group: GroupInPath) -> Response:
        await groups.delete(group)
        return Response(status_code=204)


_CSV_EXAMPLE = (
    "item,cell,workload.managers,run,state,metric,unit,median,low,high,repeats\r\n"
    ",0,0,121,done,step_time.p50,ns,140500.0,139800.0,142900.0,5\r\n"
)


async def _key(request: Request, key: str | None) -> IdempotencyKey | None:
    if key is None:
        return None
    body = request.url.path.encode() + b"\n" + await request.body()
    return IdempotencyKey(key, sha256(body).hexdigest())


def _made(group: GroupDocument) -> Response:
    return document(group, 201, {"Location": f"/api/v1/groups/{group.summary.id}"})
