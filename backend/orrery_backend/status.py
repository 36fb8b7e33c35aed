"""Health of the console."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Response
from orrery_contracts.api import WORKER_BUILD_FILE, Health, WorkerBuild
from orrery_contracts.command import ORRERY
from orrery_contracts.errors import ProblemCode
from orrery_contracts.version import VERSION
from pydantic import ValidationError

from orrery_backend.console import Console
from orrery_backend.kit.authorize import open_to_all
from orrery_backend.kit.http import document, problems
from orrery_backend.kit.problems import store_unavailable
from orrery_backend.kit.routes import api_router
from orrery_backend.version import commit

TRY_EVERY_S = 1.0


def _worker_build(data_dir: Path) -> WorkerBuild | None:
    """The progress that `orrery up --build` writes; None if no build is going on."""
    try:
        return WorkerBuild.model_validate_json((data_dir / WORKER_BUILD_FILE).read_bytes())
    except (OSError, ValidationError):
        return None


class _StoreHealth:
    """Tries a write, at most once a second whoever asks."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tried = float("-inf")
        self._problem = ""

    async def problem(self) -> str:
        """Empty if the store can be written."""
        now = self._console.clock.monotonic()
        if now - self._tried >= TRY_EVERY_S:
            self._tried = now
            self._problem = await self._console.database.write_problem()
        return self._console.flusher.trouble or self._problem


def status_router(console: Console) -> APIRouter:
    router = api_router("console")
    store = _StoreHealth(console)

    @router.get(
        "/health",
        response_model=Health,
        summary="Whether the console lives and can store, and what it is",
        responses=problems(ProblemCode.UNAVAILABLE),
    )
    @open_to_all()
    async def health() -> Response:
        problem = await store.problem()
        if problem:
            raise store_unavailable(problem, console.database.remedy)
        return document(
            Health(
                version=VERSION,
                commit=commit(),
                command=ORRERY,
                epoch=console.epoch,
                nodes_online=len(console.fleet.online()),
                runs=await console.runs.count(),
                keep_days=console.config.keep_days,
                keep_runs=console.config.keep_runs,
                worker_build=_worker_build(console.config.data_dir),
            )
        )

    return router
