"""Runs over HTTP."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import (
    LogLine,
    NewRun,
    RunDocument,
    RunEvent,
    RunPage,
    RunPatch,
    RunState,
)
from orrery_contracts.errors import ProblemCode
from orrery_contracts.worker import LogLevel
from pydantic import TypeAdapter

from orrery_backend.features.runs.service import (
    IdempotencyKey,
    RunFilter,
    RunService,
    commit_prefix,
    setting_condition,
    since_ms,
    until_ms,
)
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import (
    BODY_PROBLEMS,
    CursorInQuery,
    RunInPath,
    document,
    parse_body,
    problems,
    revision_of,
)
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

_EVENTS: TypeAdapter[list[RunEvent]] = TypeAdapter(list[RunEvent])
_LINES: TypeAdapter[list[LogLine]] = TypeAdapter(list[LogLine])

NewRunExample = {"preset": "universe-two-nodes", "set": ["workload.managers=2"]}


def runs_router(runs: RunService) -> APIRouter:
    router = api_router("runs", "/runs")

    @router.post(
        "",
        response_model=RunDocument,
        status_code=201,
        summary="Launch a run",
        responses=problems(
            ProblemCode.TOO_FEW_NODES,
            ProblemCode.UNKNOWN_PRESET,
            ProblemCode.CONFLICT,
            *BODY_PROBLEMS,
        ),
        openapi_extra=json_body(NewRun, NewRunExample),
    )
    @requires(AccessScope.OPERATOR)
    async def create(
        request: Request,
        idempotency_key: Annotated[
            str | None, Header(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")
        ] = None,
    ) -> Response:
        asked = await parse_body(request, NewRun, runs.with_other_problems)
        key = None
        if idempotency_key is not None:
            digest = sha256(await request.body()).hexdigest()
            key = IdempotencyKey(idempotency_key, digest)
        made, _ = await runs.create(asked, key)
        return document(made, 201, {"Location": f"/api/v1/runs/{made.summary.id}"})

    @router.get(
        "",
        response_model=RunPage,
        summary="Runs, newest first",
        responses=problems(ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def page(
        cursor: CursorInQuery = None,
        limit: Annotated[int, Query(ge=1, le=500)] = 50,
        state: RunState | None = None,
        workload: Annotated[str | None, Query(max_length=63)] = None,
        tag: Annotated[str | None, Query(max_length=63)] = None,
        node: Annotated[str | None, Query(max_length=63)] = None,
        q: Annotated[str | None, Query(max_length=200)] = None,
        archived: Annotated[
            bool | None, Query(description="Default: only runs that are not.")
        ] = False,
        preset: Annotated[str | None, Query(max_length=63)] = None,
        group: Annotated[
            str | None,
            Query(
                pattern=r"^([0-9a-hjkmnp-tv-z]{26}|none)$",
                description="Runs of this sweep or suite; `none`: runs that are in no group.",
            ),
        ] = None,
        collapsed: Annotated[
            bool,
            Query(description="Of each sweep or suite only its newest run; see `groups`."),
        ] = False,
        since: Annotated[
            str | None,
            Query(
                max_length=40,
                description="Created on this day (UTC), at this time, or later.",
                examples=["2026-03-03"],
            ),
        ] = None,
        until: Annotated[
            str | None,
            Query(
                max_length=40,
                description="Created on this day (UTC), at this time, or earlier.",
                examples=["2026-03-03T12:00:00Z"],
            ),
        ] = None,
        commit: Annotated[
            str | None,
            Query(
                max_length=40,
                description="Beginning of the commit of the console or of a worker, 4 digits or"
                " more.",
                examples=["51dcbca0"],
            ),
        ] = None,
        set_: Annotated[
            list[Annotated[str, Query(max_length=500)]],
            Query(
                alias="set",
                max_length=8,
                description="Settings that all must fit, each `path=value`.",
                examples=[["workload.entities=40"]],
            ),
        ] = [],  # noqa: B006 - FastAPI copies it
    ) -> Response:
        wanted = RunFilter(
            state,
            workload,
            tag,
            node,
            q,
            archived,
            preset,
            group,
            collapsed,
            since_ms=since_ms(since) if since else None,
            until_ms=until_ms(until) if until else None,
            commit=commit_prefix(commit) if commit else None,
            conditions=tuple(setting_condition(text) for text in set_),
        )
        return document(await runs.page(wanted, int(cursor) if cursor else None, limit))

    @router.get(
        "/{run}",
        response_model=RunDocument,
        summary="A run, whole, without its series",
        responses={
            304: {"description": "The document is as `If-None-Match` knows it"},
            **problems(ProblemCode.NOT_FOUND),
        },
    )
    @requires(AccessScope.VIEWER)
    async def read(
        run: RunInPath, if_none_match: Annotated[str | None, Header()] = None
    ) -> Response:
        found, revision = await runs.document(run)
        tag = f'"{revision}"'
        if if_none_match == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return document(found, headers={"ETag": tag, "Cache-Control": "no-cache"})

    @router.patch(
        "/{run}",
        response_model=RunDocument,
        summary="Change name, note, tags, archived",
        responses={
            412: {
                "description": "The run has changed since `If-Match`",
                "content": {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                },
            },
            **problems(
                ProblemCode.NOT_FOUND,
                *BODY_PROBLEMS,
            ),
        },
        openapi_extra=json_body(RunPatch, {"name": "Two nodes, quiet machine", "tags": ["quiet"]}),
    )
    @requires(AccessScope.OPERATOR)
    async def patch(
        request: Request, run: RunInPath, if_match: Annotated[str | None, Header()] = None
    ) -> Response:
        change = await parse_body(request, RunPatch)
        changed, revision = await runs.patch(run, change, revision_of(if_match))
        return document(changed, headers={"ETag": f'"{revision}"'})

    @router.post(
        "/{run}/cancel",
        response_model=RunDocument,
        summary="Cancel a run that has not ended",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.OPERATOR)
    async def cancel(run: RunInPath) -> Response:
        return document(await runs.cancel(run))

    @router.post(
        "/{run}/retry",
        response_model=RunDocument,
        status_code=201,
        summary="Launch a new run of the same spec",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.TOO_FEW_NODES, ProblemCode.INVALID),
    )
    @requires(AccessScope.OPERATOR)
    async def retry(run: RunInPath) -> Response:
        made = await runs.retry(run)
        return document(made, 201, {"Location": f"/api/v1/runs/{made.summary.id}"})

    @router.delete(
        "/{run}",
        status_code=204,
        response_class=Response,
        summary="Delete a run that has ended",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.OPERATOR)
    async def delete(run: RunInPath) -> Response:
        await runs.delete(run)
        return Response(status_code=204)

    @router.get(
        "/{run}/events",
        response_model=list[RunEvent],
        summary="A run's account",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def events(run: RunInPath, after: Annotated[int, Query(ge=0, lt=2**31)] = 0) -> Response:
        found = await runs.events(run, after)
        return Response(_EVENTS.dump_json(found), media_type="application/json")

    @router.get(
        "/{run}/log",
        response_model=list[LogLine],
        summary="A run's log, its newest lines",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def log(
        run: RunInPath,
        node: Annotated[str | None, Query(max_length=63)] = None,
        level: LogLevel | None = None,
        limit: Annotated[int, Query(ge=1, le=20_000)] = 500,
    ) -> Response:
        found = await runs.log(run, node, level, limit)
        return Response(_LINES.dump_json(found), media_type="application/json")

    return router
