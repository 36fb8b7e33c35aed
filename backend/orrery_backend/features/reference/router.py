"""Published tables over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import PublishedTables
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import document, problems
from orrery_backend.kit.routes import api_router


def reference_router(reference: ReferenceService) -> APIRouter:
    router = api_router("reference")

    @router.get(
        "/reference",
        response_model=PublishedTables,
        summary="Tables that studies published",
        responses=problems(ProblemCode.INVALID),
    )
    @requires(AccessScope.VIEWER)
    async def tables(
        source: Annotated[str | None, Query(max_length=63, examples=["uss"])] = None,
    ) -> Response:
        return document(reference.tables(source))

    return router
