"""Health of the console."""

from __future__ import annotations

from fastapi import APIRouter, Response
from orrery_contracts.api import Health

from orrery_backend.console import Console
from orrery_backend.kit.http import document
from orrery_backend.version import VERSION, commit


def status_router(console: Console) -> APIRouter:
    router = APIRouter(tags=["console"])

    @router.get("/health", response_model=Health, summary="That the console lives, and what it is")
    async def health() -> Response:
        return document(
            Health(
                version=VERSION,
                commit=commit(),
                epoch=console.epoch,
                nodes_online=len(console.fleet.online()),
                runs=await console.runs.count(),
            )
        )

    return router
