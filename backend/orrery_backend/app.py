"""The application: routes over the console's parts, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import iter_route_contexts
from orrery_contracts.access import (
    AccessScope,
    ApproveNode,
    NewToken,
    NewUser,
    PasswordChange,
    SignIn,
    UserPatch,
)
from orrery_contracts.annotation import NewAnnotation
from orrery_contracts.api import MeasureLinks, NewRun, RepeatReplacement, RunExport, RunPatch
from orrery_contracts.baseline import CompareGroup, SetBaseline
from orrery_contracts.group import GroupPatch
from orrery_contracts.model import ModelCheck
from orrery_contracts.move import Moved, MoveOrder
from orrery_contracts.stream import FromViewer, StreamData, ToViewer
from orrery_contracts.suite import RunSuite
from orrery_contracts.suite_charts import SuiteChart
from orrery_contracts.sweep import Axis, Sweep
from orrery_contracts.version import VERSION
from orrery_contracts.view import RenameView, SaveView
from orrery_contracts.webhook import NewWebhook, WebhookPatch, WebhookPayload
from orrery_contracts.workloads.registry import Workload
from starlette.middleware.gzip import GZipMiddleware

from orrery_backend.console import Console
from orrery_backend.examples import examples
from orrery_backend.features.access.account_router import account_router
from orrery_backend.features.access.provider_router import provider_router
from orrery_backend.features.access.router import access_router
from orrery_backend.features.analysis.router import analysis_router
from orrery_backend.features.baselines.router import baselines_router
from orrery_backend.features.fleet.router import fleet_router
from orrery_backend.features.groups.router import groups_router
from orrery_backend.features.live.router import live_router
from orrery_backend.features.models.router import models_router
from orrery_backend.features.reference.router import reference_router
from orrery_backend.features.reports.router import reports_router
from orrery_backend.features.runs.annotation_router import annotation_router
from orrery_backend.features.runs.move_router import move_router
from orrery_backend.features.runs.replacement_router import replacement_router
from orrery_backend.features.runs.router import runs_router
from orrery_backend.features.runs.series_router import series_router
from orrery_backend.features.scenarios.checking import CheckService
from orrery_backend.features.scenarios.router import scenarios_router
from orrery_backend.features.studies.router import studies_router
from orrery_backend.features.transfer.router import transfer_router
from orrery_backend.features.trends.router import trends_router
from orrery_backend.features.views.router import views_router
from orrery_backend.features.webhooks.router import webhooks_router
from orrery_backend.group_examples import example_baseline, group_examples
from orrery_backend.kit.admission import Admission
from orrery_backend.kit.authorize import Access, authorize, declared_access, requires
from orrery_backend.kit.errors import handle_errors
from orrery_backend.kit.guard import Guard, GuardRules
from orrery_backend.kit.headers import SecurityHeaders
from orrery_backend.kit.openapi import complete
from orrery_backend.kit.page import Page
from orrery_backend.kit.routes import API, api_router
from orrery_backend.metrics import metrics_router
from orrery_backend.note_examples import note_examples
from orrery_backend.status import status_router
from orrery_backend.trend_examples import trend_examples
from orrery_backend.webhook_examples import webhook_examples

#: Unions that the description names: the messages of the live stream, and parts of documents.
_NAMED_UNIONS = {
    "FromViewer": FromViewer,
    "ToViewer": ToViewer,
    "StreamData": StreamData,
    "Workload": Workload,
    "SuiteChart": SuiteChart,
    "Axis": Axis,
    "Moved": Moved,
}


def create_app(console: Console) -> FastAPI:
    """One application for one console; its lifespan is the console's life."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with console.running():
            yield

    app = FastAPI(
        title="Orrery",
        version=VERSION,
        summary="Benchmark console for distributed virtual environments",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    handle_errors(app)
    for router in (
        status_router(console),
        access_router(console.access, console.provider),
        provider_router(console.access, console.provider),
        account_router(console.accounts, console.audit),
        fleet_router(console.fleet, console.links),
        scenarios_router(console.scenarios, CheckService(console.scenarios, console.runs.estimate)),
        runs_router(console.runs),
        move_router(console.runs),
        replacement_router(console.runs),
        annotation_router(console.runs),
        groups_router(console.groups),
        baselines_router(console.baselines, example_baseline()),
        series_router(console.results, console.runs),
        transfer_router(console.transfer),
        analysis_router(console.analysis),
        trends_router(console.trends),
        views_router(console.views),
        webhooks_router(console.webhooks),
        reports_router(console.reports),
        reference_router(console.reference),
        studies_router(console.studies),
        models_router(console.models),
        live_router(console.live),
        _description_router(app),
    ):
        app.router.routes.extend(router.routes)
    app.include_router(metrics_router(console), dependencies=[Depends(authorize)])
    app.router.default = Page(console.config.frontend_dir)
    # The last one added is the outermost.
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(
        Guard,
        rules=GuardRules(
            console.credentials,
            console.audit.record,
            console.config.on_loopback,
            console.config.allowed_hosts,
            frozenset({f"{API}/imports"}),
        ),
    )
    app.add_middleware(Admission)
    certificate = console.config.certificate
    app.add_middleware(
        SecurityHeaders,
        is_https_only=certificate is not None and certificate.authority is None,
    )
    _describe(app, console)
    return app


def scopes(app: FastAPI) -> dict[tuple[str, str], Access | None]:
    """What each route declares, by path and method (`WEBSOCKET` for a socket); None: nothing."""
    found: dict[tuple[str, str], Access | None] = {}
    for route in iter_route_contexts(app.routes):
        path = str(route.path)
        for method in sorted(route.methods or {"WEBSOCKET"}):
            found[path, method] = declared_access(route.endpoint)
    return found


def _description_router(app: FastAPI) -> APIRouter:
    router = api_router("console")

    @router.get("/openapi.json", include_in_schema=False)
    @requires(AccessScope.VIEWER)
    async def description() -> dict[str, Any]:
        return app.openapi()

    return router


def _describe(app: FastAPI, console: Console) -> None:
    """FastAPI asks for the description through this attribute; it is made once."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            known = (
                examples(
                    console.scenarios.presets(),
                    console.reference.tables(),
                    console.models.examples(),
                )
                | group_examples(console.groups.suites())
                | trend_examples()
                | note_examples()
                | webhook_examples()
            )
            app.openapi_schema = complete(
                plain(),
                [
                    NewRun,
                    RunPatch,
                    GroupPatch,
                    Sweep,
                    RunSuite,
                    SignIn,
                    PasswordChange,
                    NewUser,
                    UserPatch,
                    NewToken,
                    ApproveNode,
                    MeasureLinks,
                    ModelCheck,
                    MoveOrder,
                    RepeatReplacement,
                    NewAnnotation,
                    SaveView,
                    RenameView,
                    NewWebhook,
                    WebhookPatch,
                    WebhookPayload,
                    RunExport,
                    SetBaseline,
                    CompareGroup,
                ],
                _NAMED_UNIONS,
                known,
                scopes(app),
            )
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]
