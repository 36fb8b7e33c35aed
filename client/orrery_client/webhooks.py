"""Webhooks of a console (scope admin)."""

from __future__ import annotations

from urllib.parse import quote

from orrery_contracts.webhook import (
    DeliveryList,
    MadeWebhook,
    NewWebhook,
    WebhookDelivery,
    WebhookList,
    WebhookPatch,
    WebhookView,
)

from orrery_client.calls import Calls


class WebhookCalls(Calls):
    """Where the console sends what happens (scope admin)."""

    def webhooks(self) -> WebhookList:
        """The webhooks of the console, by name."""
        return self._get("/webhooks", WebhookList)

    def add_webhook(self, webhook: NewWebhook) -> MadeWebhook:
        """Only this answer and that of `renew_webhook_secret` have the secret."""
        content = webhook.model_dump_json().encode()
        return self._read(self._send("POST", "/webhooks", content=content), MadeWebhook)

    def change_webhook(self, name: str, patch: WebhookPatch) -> WebhookView:
        """Changes URL, events or enabled. A field that is null keeps its value."""
        content = patch.model_dump_json().encode()
        return self._read(self._send("PATCH", _path(name), content=content), WebhookView)

    def remove_webhook(self, name: str) -> None:
        """Removes the webhook and its deliveries."""
        self._send("DELETE", _path(name))

    def renew_webhook_secret(self, name: str) -> MadeWebhook:
        """Makes a new secret; requests are no longer signed with the old one."""
        return self._read(self._send("POST", f"{_path(name)}/secret"), MadeWebhook)

    def test_webhook(self, name: str) -> WebhookDelivery:
        """Queues a test delivery; `webhook_deliveries` has its result within seconds."""
        return self._read(self._send("POST", f"{_path(name)}/test"), WebhookDelivery)

    def webhook_deliveries(self, name: str, *, limit: int = 20) -> DeliveryList:
        """Deliveries, newest first; `limit` from 1 to 200."""
        return self._get(f"{_path(name)}/deliveries", DeliveryList, {"limit": str(limit)})


def _path(name: str) -> str:
    return f"/webhooks/{quote(name, safe='')}"
