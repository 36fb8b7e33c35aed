"""Examples of webhooks, for the description of the interface."""

from __future__ import annotations

from orrery_contracts.webhook import (
    DeliveryList,
    DeliveryState,
    MadeWebhook,
    WebhookDelivery,
    WebhookEvent,
    WebhookList,
    WebhookView,
)
from pydantic import BaseModel

_AT = "2026-03-03T12:02:00.000Z"


def webhook_examples() -> dict[str, BaseModel]:
    """By the name of the document."""
    webhook = WebhookView(
        name="chat",
        url="https://chat.example.org/hooks/orrery",
        events=[WebhookEvent.RUN_ENDED, WebhookEvent.GROUP_ENDED],
        enabled=True,
        disabled_reason="",
        created_at=_AT,
        created_by="ada",
        waiting=0,
    )
    delivery = WebhookDelivery(
        id="msg_01jzq3v5m8c2k4w9x7t6n0r1ae",
        event=WebhookEvent.RUN_ENDED,
        subject="run 12",
        state=DeliveryState.DELIVERED,
        tries=1,
        status=204,
        error="",
        created_at=_AT,
        tried_at=_AT,
        next_try_at=None,
    )
    return {
        "WebhookView": webhook,
        "WebhookList": WebhookList(items=[webhook]),
        "MadeWebhook": MadeWebhook(secret="whsec_REPLACED", webhook=webhook),  # noqa: S106
        "WebhookDelivery": delivery,
        "DeliveryList": DeliveryList(items=[delivery]),
    }
