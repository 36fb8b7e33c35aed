"""A receiver of webhooks on a host of its own, which lives on when the console dies."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random

from orrery_backend.features.webhooks.repository import Webhook
from orrery_backend.features.webhooks.sending import NoAnswerError, new_secret
from orrery_contracts.webhook import WebhookEvent, WebhookPayload

_SLOWEST_S = 0.3


class Receiver:
    """Refuses some deliveries when they come first. An answer can be lost with the console."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._asked: set[str] = set()
        self.accepted: dict[str, WebhookPayload] = {}
        """By id."""

    async def post(self, _url: str, body: bytes, headers: Mapping[str, str]) -> int:
        identity = headers["webhook-id"]
        is_first = identity not in self._asked
        self._asked.add(identity)
        await asyncio.sleep(_SLOWEST_S * self._random.random())
        if is_first and self._random.random() < 0.1:
            raise NoAnswerError("The receiver is down.")
        if is_first and self._random.random() < 0.1:
            return 503
        self.accepted[identity] = WebhookPayload.model_validate_json(body)
        await asyncio.sleep(_SLOWEST_S * self._random.random())
        return 204


def webhook() -> Webhook:
    """As the console stores it."""
    return Webhook(
        name="receiver",
        url="http://receiver/",
        events=tuple(WebhookEvent),
        secret=new_secret(),
        enabled=True,
        disabled_reason="",
        created_ms=0,
        created_by="",
    )
