"""Webhooks over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.errors import ProblemCode
from orrery_contracts.webhook import (
    KEPT_DELIVERIES,
    DeliveryList,
    MadeWebhook,
    NewWebhook,
    WebhookDelivery,
    WebhookList,
    WebhookPatch,
    WebhookView,
)

from orrery_backend.features.webhooks.service import WebhookService
from orrery_backend.kit.audit import set_subject
from orrery_backend.kit.authorize import author_of, requires
from orrery_backend.kit.http import BODY_PROBLEMS, SlugInPath, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

_URL = "https://chat.example.org/hooks/orrery"


def webhooks_router(webhooks: WebhookService) -> APIRouter:
    router = api_router("webhooks", "/webhooks")

    @router.get("", response_model=WebhookList, summary="Webhooks, without their secrets")
    @requires(AccessScope.ADMIN)
    async def listed() -> Response:
        return document(await webhooks.list())

    @router.post(
        "",
        response_model=MadeWebhook,
        status_code=201,
        summary="Add a webhook",
        responses=problems(ProblemCode.CONFLICT, *BODY_PROBLEMS),
        openapi_extra=json_body(
            NewWebhook, {"name": "chat", "url": _URL, "events": ["run.ended", "group.ended"]}
        ),
    )
    @requires(AccessScope.ADMIN)
    async def add(request: Request) -> Response:
        wanted = await parse_body(request, NewWebhook)
        # The path of a URL can be a secret of the receiver: it stays out of the audit log.
        set_subject(request.scope, f"{wanted.name}, {', '.join(wanted.events)}")
        return document(await webhooks.add(wanted, author_of(request)), 201)

    @router.patch(
        "/{name}",
        response_model=WebhookView,
        summary="Change a webhook",
        responses=problems(ProblemCode.NOT_FOUND, *BODY_PROBLEMS),
        openapi_extra=json_body(WebhookPatch, {"enabled": True}),
    )
    @requires(AccessScope.ADMIN)
    async def change(name: SlugInPath, request: Request) -> Response:
        patch = await parse_body(request, WebhookPatch)
        set_subject(request.scope, _changes(patch))
        return document(await webhooks.change(name, patch))

    @router.delete(
        "/{name}",
        status_code=204,
        response_class=Response,
        summary="Remove a webhook and its deliveries",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.ADMIN)
    async def remove(name: SlugInPath) -> Response:
        await webhooks.remove(name)
        return Response(status_code=204)

    @router.post(
        "/{name}/secret",
        response_model=MadeWebhook,
        summary="Renew the secret of a webhook",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.ADMIN)
    async def renew_secret(name: SlugInPath) -> Response:
        return document(await webhooks.renew_secret(name))

    @router.post(
        "/{name}/test",
        response_model=WebhookDelivery,
        status_code=202,
        summary="Send a test delivery",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.ADMIN)
    async def send_test(name: SlugInPath) -> Response:
        return document(await webhooks.send_test(name), 202)

    @router.get(
        "/{name}/deliveries",
        response_model=DeliveryList,
        summary="Deliveries of a webhook, newest first",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.ADMIN)
    async def deliveries(
        name: SlugInPath, limit: Annotated[int, Query(ge=1, le=KEPT_DELIVERIES)] = 20
    ) -> Response:
        return document(await webhooks.deliveries(name, limit))

    return router


def _changes(patch: WebhookPatch) -> str:
    """For the audit log."""
    changes = ["new URL"] if patch.url is not None else []
    if patch.events is not None:
        changes.append(f"events {', '.join(patch.events)}")
    if patch.enabled is not None:
        changes.append("enabled" if patch.enabled else "disabled")
    return ", ".join(changes)
