"""The index of the studies over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.study import StudyIndex

from orrery_backend.features.studies.service import StudyService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import document
from orrery_backend.kit.routes import api_router


def studies_router(studies: StudyService) -> APIRouter:
    router = api_router("studies")

    @router.get(
        "/studies",
        response_model=StudyIndex,
        summary="Figures and tables of the studies, with what reproduces them and the last results",
    )
    @requires(AccessScope.VIEWER)
    async def index() -> Response:
        return document(await studies.index())

    return router
