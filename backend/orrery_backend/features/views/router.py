"""Saved views over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.view import RenameView, SaveView, View, ViewList

from orrery_backend.features.views.service import ViewService
from orrery_backend.kit.authorize import author_of, requires
from orrery_backend.kit.http import BODY_PROBLEMS, SlugInPath, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router


def views_router(views: ViewService) -> APIRouter:
    router = api_router("views", "/views")

    @router.get("", response_model=ViewList, summary="Saved views of the list of runs, by name")
    @requires(AccessScope.VIEWER)
    async def listed() -> Response:
        return document(await views.list())

    @router.put(
        "/{name}",
        response_model=View,
        summary="Save a view; replaces the view with this name",
        responses=problems(ProblemCode.CONFLICT, *BODY_PROBLEMS),
        openapi_extra=json_body(SaveView, {"query": "state=failed&sort=-started"}),
    )
    @requires(AccessScope.OPERATOR)
    async def save(request: Request, name: SlugInPath) -> Response:
        asked = await parse_body(request, SaveView)
        return document(await views.save(name, asked.query, author_of(request)))

    @router.post(
        "/{name}/rename",
        status_code=204,
        response_class=Response,
        summary="Rename a view",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT, *BODY_PROBLEMS),
        openapi_extra=json_body(RenameView, {"name": "failed-this-week"}),
    )
    @requires(AccessScope.OPERATOR)
    async def rename(request: Request, name: SlugInPath) -> Response:
        asked = await parse_body(request, RenameView)
        await views.rename(name, asked.name)
        return Response(status_code=204)

    @router.delete(
        "/{name}",
        status_code=204,
        response_class=Response,
        summary="Delete a view",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.OPERATOR)
    async def delete(name: SlugInPath) -> Response:
        await views.delete(name)
        return Response(status_code=204)

    return router
