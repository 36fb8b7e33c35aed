"""Webhooks as administrators manage them, and the tasks that tell receivers what happened.

The end of a run is noted in the commit that stores it. `look` turns notes, and changes of nodes,
into deliveries, and begins to send those that are due: a console that is killed in between does so
after its start. A receiver can get a delivery twice, with the same id. Deliveries of one webhook
are sent one after the other; a slow receiver delays no other webhook.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TypeVar
from urllib.parse import urlsplit

import structlog
from orrery_contracts.webhook import (
    MOST_WEBHOOKS,
    DeliveryList,
    DeliveryState,
    MadeWebhook,
    NewWebhook,
    WebhookDelivery,
    WebhookEvent,
    WebhookList,
    WebhookPatch,
    WebhookView,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.fleet.service import FleetService
from orrery_backend.features.webhooks import repository
from orrery_backend.features.webhooks.happenings import Happenings, changed_nodes
from orrery_backend.features.webhooks.repository import Due, Happening, Outcome, RunEnd, Webhook
from orrery_backend.features.webhooks.sending import (
    GONE,
    Post,
    ask,
    new_secret,
    post_over_http,
    retry_after_s,
    signed_headers,
)
from orrery_backend.kit.background import Background
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.problems import ProblemError, conflict, field_error, invalid, not_found

__all__ = ["Happenings", "Post", "WebhookService", "post_over_http"]

#: Ends of runs that become deliveries in one transaction.
_ENDS_AT_ONCE = 50
#: How long a run that has ended may take to leave before its end is told all the same.
_SETTLED_WITHIN_MS = 30_000
#: How long agents have to come back after the console's start.
_RETURN_WITHIN_S = 30.0
_DISABLED = "The webhook was disabled."
_GONE = "The receiver answered 410: it wants no more events."
_log = structlog.get_logger()
_Told = TypeVar("_Told")


class WebhookService:
    """Keeps webhooks in memory. `every_s`: pause between two looks, in seconds."""

    def __init__(
        self,
        database: Database,
        happenings: Happenings,
        fleet: FleetService,
        background: Background,
        clock: Clock,
        every_s: float = 1.0,
        post: Post = post_over_http,
    ) -> None:
        self._database = database
        self._happenings = happenings
        self._fleet = fleet
        self._background = background
        self._clock = clock
        self._every_s = every_s
        self._post = post
        self._webhooks: dict[str, Webhook] = {}
        self._told: dict[str, bool] = {}
        """Whether each node was online when it was told last."""
        self._sending: set[str] = set()
        """Names of webhooks with a task that sends."""
        self._changing = asyncio.Lock()
        """Held while webhooks change, and while deliveries are made for those that there are."""
        self._started = clock.monotonic()

    async def load(self) -> None:
        async with self._database.read() as connection:
            found = await repository.all_webhooks(connection)
            self._told = await repository.told_nodes(connection)
        self._webhooks = {webhook.name: webhook for webhook in found}
        self._started = self._clock.monotonic()

    # What administrators ask.

    async def list(self) -> WebhookList:
        async with self._database.read() as connection:
            waiting = await repository.waiting(connection)
        names = sorted(self._webhooks)
        return WebhookList(items=[_view(self._webhooks[n], waiting.get(n, 0)) for n in names])

    async def add(self, wanted: NewWebhook, maker: str) -> MadeWebhook:
        """Raises `ProblemError` for a URL that cannot be used, or a name that exists."""
        _check_url(wanted.url)
        async with self._changing:
            if wanted.name in self._webhooks:
                raise conflict(f"There is a webhook {wanted.name!r} already. Choose another name.")
            if len(self._webhooks) >= MOST_WEBHOOKS:
                raise conflict(
                    f"The console keeps at most {MOST_WEBHOOKS} webhooks. Remove one first."
                )
            webhook = Webhook(
                name=wanted.name,
                url=wanted.url,
                events=_once(wanted.events),
                secret=new_secret(),
                enabled=True,
                disabled_reason="",
                created_ms=self._clock.now_ms(),
                created_by=maker,
            )
            await self._save(webhook)
        return MadeWebhook(secret=webhook.secret, webhook=await self._view(webhook))

    async def change(self, name: str, patch: WebhookPatch) -> WebhookView:
        """Raises `ProblemError`."""
        if patch.url is not None:
            _check_url(patch.url)
        async with self._changing:
            before = self._webhook(name)
            enabled = before.enabled if patch.enabled is None else patch.enabled
            webhook = replace(
                before,
                url=before.url if patch.url is None else patch.url,
                events=before.events if patch.events is None else _once(patch.events),
                enabled=enabled,
                disabled_reason="" if enabled else before.disabled_reason or _DISABLED,
            )
            await self._save(webhook)
        return await self._view(webhook)

    async def renew_secret(self, name: str) -> MadeWebhook:
        """From now on requests are signed with the new secret alone."""
        async with self._changing:
            webhook = replace(self._webhook(name), secret=new_secret())
            await self._save(webhook)
        return MadeWebhook(secret=webhook.secret, webhook=await self._view(webhook))

    async def _save(self, webhook: Webhook) -> None:
        """Fails the waiting deliveries of a disabled webhook. The first webhook that is enabled is
        told nothing that was noted before.
        """
        async with self._database.write() as connection:
            await repository.save(connection, webhook)
            if webhook.enabled and not self._enabled():
                await repository.forget_all_ends(connection)
            if not webhook.enabled:
                await repository.fail_waiting(connection, webhook.name, webhook.disabled_reason)
        self._webhooks[webhook.name] = webhook

    async def remove(self, name: str) -> None:
        """With its deliveries."""
        async with self._changing:
            self._webhook(name)
            async with self._database.write() as connection:
                await repository.remove(connection, name)
            del self._webhooks[name]

    async def deliveries(self, name: str, limit: int) -> DeliveryList:
        self._webhook(name)
        async with self._database.read() as connection:
            return DeliveryList(items=await repository.newest(connection, name, limit))

    async def send_test(self, name: str) -> WebhookDelivery:
        """Queues a test delivery. Raises `ProblemError` if the webhook is disabled."""
        now = self._clock.now_ms()
        happening = self._happenings.test(name, new_ulid(now), now)
        async with self._changing, self._database.write() as connection:
            if not self._webhook(name).enabled:
                raise conflict(f"The webhook {name!r} is disabled. Enable it first, then try it.")
            identity = await repository.add_delivery(connection, name, happening, now)
            made = await repository.find_delivery(connection, identity or "")
        if made is None:
            raise RuntimeError("a test delivery is not in the store")
        return made

    async def _view(self, webhook: Webhook) -> WebhookView:
        async with self._database.read() as connection:
            waiting = await repository.waiting(connection)
        return _view(webhook, waiting.get(webhook.name, 0))

    def _webhook(self, name: str) -> Webhook:
        webhook = self._webhooks.get(name)
        if webhook is None:
            raise not_found(f"There is no webhook {name!r}.", "GET /api/v1/webhooks lists them.")
        return webhook

    # What happens.

    async def note_end(
        self, connection: AsyncConnection, run_id: str, group_id: str | None, ended_ms: int
    ) -> None:
        """A run has ended, in the transaction that stores this."""
        if self._enabled():
            await repository.note_end(connection, RunEnd(run_id, group_id, ended_ms))

    async def serve(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self.look()
            except StoreUnavailableError as error:
                _log.warning("webhooks wait for the store", error=error.words)
            except Exception:  # noqa: BLE001 - the next look may do better
                _log.exception("webhooks could not be served")
            await asyncio.sleep(self._every_s)

    async def look(self) -> None:
        """Turns what happened into deliveries, and begins to send those that are due."""
        if not self._webhooks and not self._told:
            return
        await self._take_ends()
        await self._take_nodes()
        async with self._database.read() as connection:
            due = await repository.webhooks_due(connection, self._clock.now_ms())
        for name in due:
            if name in self._webhooks and name not in self._sending:
                self._sending.add(name)
                self._background.spawn(self._send_due(name))

    def _enabled(self) -> Sequence[Webhook]:
        return [webhook for webhook in self._webhooks.values() if webhook.enabled]

    async def _take_ends(self) -> None:
        async with self._database.read() as connection:
            ends = await repository.noted_ends(connection, _ENDS_AT_ONCE)
        now = self._clock.now_ms()
        ready = [
            end
            for end in ends
            if now - end.ended_ms >= _SETTLED_WITHIN_MS or self._happenings.is_settled(end.run_id)
        ]
        if not ready:
            return
        made = self._happenings
        told = [await _unless_it_fails(made.run_ended(end.run_id)) for end in ready]
        group_ids = list(dict.fromkeys(end.group_id for end in ready if end.group_id is not None))
        groups = {g: await _unless_it_fails(made.group_ended(g)) for g in group_ids}
        wants_worse = any(WebhookEvent.METRIC_WORSE in each.events for each in self._enabled())
        worse = {
            group_id: await _unless_it_fails(made.got_worse(group_id)) or []
            for group_id, ended in groups.items()
            if wants_worse and ended is not None
        }
        async with self._changing, self._database.write() as connection:
            await repository.forget_ends(connection, [end.run_id for end in ready])
            # The last run of a group whose end is told also tells the end of the group.
            unfinished = await repository.groups_with_ends(connection, group_ids)
            for group_id in group_ids:
                if group_id not in unfinished:
                    told += [groups[group_id], *worse.get(group_id, [])]
            for happening in told:
                if happening is not None:
                    await self._deliver(connection, happening)

    async def _take_nodes(self) -> None:
        if not self._enabled():
            await self._forget_told(list(self._told))
            return
        agents_are_back = self._clock.monotonic() - self._started >= _RETURN_WITHIN_S
        changed, new, gone = changed_nodes(
            self._fleet.nodes(), self._told, offline_counts=agents_are_back
        )
        await self._forget_told(gone)
        if not (changed or new):
            return
        now = self._clock.now_ms()
        states = {node.name: node.online for node in (*changed, *new)}
        happenings = [self._happenings.node_changed(node, now) for node in changed]
        async with self._changing, self._database.write() as connection:
            for name, online in states.items():
                await repository.save_node(connection, name, online=online)
            for happening in happenings:
                await self._deliver(connection, happening)
        self._told |= states

    async def _forget_told(self, names: Sequence[str]) -> None:
        if names:
            async with self._database.write() as connection:
                await repository.forget_nodes(connection, names)
            for name in names:
                del self._told[name]

    async def _deliver(self, connection: AsyncConnection, happening: Happening) -> None:
        now = self._clock.now_ms()
        for webhook in self._enabled():
            if happening.payload.type in webhook.events:
                await repository.add_delivery(connection, webhook.name, happening, now)

    # Sending.

    async def _send_due(self, name: str) -> None:
        """Sends all deliveries of the webhook that are due, one after the other."""
        try:
            while True:
                async with self._database.read() as connection:
                    due = await repository.next_due(connection, name, self._clock.now_ms())
                webhook = self._webhooks.get(name)
                if due is None or webhook is None or not webhook.enabled:
                    return
                await self._try(webhook, due)
        except StoreUnavailableError as error:
            _log.warning("a webhook waits for the store", webhook=name, error=error.words)
        finally:
            self._sending.discard(name)

    async def _try(self, webhook: Webhook, due: Due) -> None:
        body = due.body.encode()
        headers = signed_headers(webhook.secret, due.id, self._clock.now_ms() // 1000, body)
        answer = await ask(self._post, webhook.url, body, headers)
        tries, now = due.tries + 1, self._clock.now_ms()
        wait_s = retry_after_s(tries)
        if not answer.error:
            state, wait_s = DeliveryState.DELIVERED, None
        elif answer.status == GONE or wait_s is None:
            state, wait_s = DeliveryState.FAILED, None
        else:
            state = DeliveryState.WAITING
        next_ms = None if wait_s is None else now + wait_s * 1000
        outcome = Outcome(state, tries, answer.status, answer.error, now, next_ms)
        async with self._database.write() as connection:
            await repository.save_outcome(connection, webhook.name, due.id, outcome)
        if answer.status == GONE:
            await self._disable(webhook)
        elif state is DeliveryState.FAILED:
            _log.warning("a webhook was not delivered", webhook=webhook.name, delivery=due.id)

    async def _disable(self, webhook: Webhook) -> None:
        """Unless it was changed or removed while the answer was awaited."""
        async with self._changing:
            if self._webhooks.get(webhook.name) is webhook:
                await self._save(replace(webhook, enabled=False, disabled_reason=_GONE))
                _log.warning("webhook disabled: its receiver is gone", webhook=webhook.name)


async def _unless_it_fails(happening: Awaitable[_Told]) -> _Told | None:
    """None, and an entry in the log, for what cannot be told: others must be."""
    try:
        return await happening
    except StoreUnavailableError:
        raise
    except Exception:  # noqa: BLE001 - see above
        _log.exception("the end of a run or group cannot be told")
        return None


def _check_url(url: str) -> None:
    """Raises `ProblemError` for a URL that no request can be sent to."""
    try:
        parts = urlsplit(url)
        has_host, has_port = bool(parts.hostname), parts.port != 0
    except ValueError as error:
        raise _bad_url(url, f"The URL cannot be read: {error}.") from error
    if parts.username is not None or parts.password is not None:
        shown = url.replace(parts.netloc, "***@" + parts.netloc.rpartition("@")[2], 1)
        raise _bad_url(
            shown,
            "The URL contains a user name or a password, which the console would show and send.",
            "Remove it; receivers know the console by the signature.",
        )
    if not has_host or not has_port:
        raise _bad_url(url, "The URL names no host, or a port that does not exist.")
    if parts.fragment:
        raise _bad_url(
            url, "The URL has a fragment, which is never sent.", "Remove # and the rest."
        )


def _bad_url(
    url: str, message: str, remedy: str = "Give https://HOST/PATH, as the receiver shows it."
) -> ProblemError:
    return invalid(field_error("url", url, message, remedy))


def _once(events: Sequence[WebhookEvent]) -> tuple[WebhookEvent, ...]:
    return tuple(event for event in WebhookEvent if event in events)


def _view(webhook: Webhook, waiting: int) -> WebhookView:
    return WebhookView(
        name=webhook.name,
        url=webhook.url,
        events=list(webhook.events),
        enabled=webhook.enabled,
        disabled_reason=webhook.disabled_reason,
        created_at=instant(webhook.created_ms),
        created_by=webhook.created_by,
        waiting=waiting,
    )
