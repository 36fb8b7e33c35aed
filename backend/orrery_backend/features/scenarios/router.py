"""Presets, the schema of a spec, and its check, over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import NewRun, PresetList, SpecCheck
from orrery_contracts.errors import ProblemCode
from orrery_contracts.json_schema import document_schema
from orrery_contracts.spec import Preset, RunSpec

from orrery_backend.features.scenarios.checking import CheckService
from orrery_backend.features.scenarios.service import ScenarioService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import BODY_PROBLEMS, SlugInPath, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router


def scenarios_router(scenarios: ScenarioService, checks: CheckService) -> APIRouter:
    router = api_router("scenarios")

    @router.get("/presets", response_model=PresetList, summary="Presets that ship with Orrery")
    @requires(AccessScope.VIEWER)
    async def presets() -> Response:
        return document(scenarios.presets())

    @router.get(
        "/presets/{name}",
        response_model=Preset,
        summary="A preset",
        responses=problems(ProblemCode.UNKNOWN_PRESET),
    )
    @requires(AccessScope.VIEWER)
    async def preset(name: SlugInPath) -> Response:
        return document(scenarios.preset(name))

    @router.get("/schemas/run-spec", summary="JSON Schema of a run spec")
    @requires(AccessScope.VIEWER)
    async def run_spec_schema() -> dict[str, object]:
        return document_schema(RunSpec, "RunSpec")

    @router.post(
        "/specs/check",
        response_model=SpecCheck,
        summary="Resolve a spec and see what it would do; nothing is stored",
        responses=problems(
            ProblemCode.TOO_FEW_NODES,
            ProblemCode.UNKNOWN_PRESET,
            *BODY_PROBLEMS,
        ),
        openapi_extra=json_body(NewRun, {"preset": "universe-two-nodes"}),
    )
    @requires(AccessScope.OPERATOR, is_audited=False)
    async def check(request: Request) -> Response:
        asked = await parse_body(request, NewRun, scenarios.with_other_problems)
        return document(await checks.check(asked))

    return router
