"""Webhooks and their deliveries in the store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from orrery_contracts.webhook import (
    KEPT_DELIVERIES,
    MOST_WAITING,
    DeliveryState,
    WebhookDelivery,
    WebhookEvent,
    WebhookPayload,
)
from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.webhooks.tables import deliveries, node_states, run_ends, webhooks
from orrery_backend.kit.clock import instant, instant_or_none
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.upsert import Upsert

_WAITING = DeliveryState.WAITING.value
_FAILED = DeliveryState.FAILED.value
_TOO_MANY = (
    f"Dropped: {MOST_WAITING} deliveries of this webhook were waiting already. Make the receiver"
    " answer again."
)
_SAVE = Upsert(webhooks, ("url", "events", "secret", "enabled", "disabled_reason"))
_NOTE_END = Upsert(run_ends)
_SAVE_NODE = Upsert(node_states, ("online",))


@dataclass(frozen=True, slots=True)
class Webhook:
    """One row of `webhooks`."""

    name: str
    url: str
    events: tuple[WebhookEvent, ...]
    secret: str = field(repr=False)
    enabled: bool
    disabled_reason: str
    created_ms: int
    created_by: str


@dataclass(frozen=True, slots=True)
class RunEnd:
    """A run whose end is to be told."""

    run_id: str
    group_id: str | None
    ended_ms: int


@dataclass(frozen=True, slots=True)
class Happening:
    """What is to be told. `source` names it: each webhook is told of one source once."""

    source: str
    subject: str
    payload: WebhookPayload


@dataclass(frozen=True, slots=True)
class Due:
    """A delivery to try now."""

    id: str
    tries: int
    body: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a try of a delivery leaves in its row."""

    state: DeliveryState
    tries: int
    status: int | None
    error: str
    tried_ms: int
    next_ms: int | None


# Webhooks.


async def all_webhooks(connection: AsyncConnection) -> list[Webhook]:
    rows = await connection.execute(select(webhooks))
    known = set(WebhookEvent)
    return [
        Webhook(
            name=row.name,
            url=row.url,
            # Another version may have stored an event that this one does not know.
            events=tuple(WebhookEvent(name) for name in json.loads(row.events) if name in known),
            secret=row.secret,
            enabled=row.enabled,
            disabled_reason=row.disabled_reason,
            created_ms=row.created_ms,
            created_by=row.created_by,
        )
        for row in rows
    ]


async def save(connection: AsyncConnection, webhook: Webhook) -> None:
    await _SAVE.execute(
        connection,
        {
            "name": webhook.name,
            "url": webhook.url,
            "events": json.dumps([event.value for event in webhook.events]),
            "secret": webhook.secret,
            "enabled": webhook.enabled,
            "disabled_reason": webhook.disabled_reason,
            "created_ms": webhook.created_ms,
            "created_by": webhook.created_by,
        },
    )


async def remove(connection: AsyncConnection, name: str) -> None:
    """With its deliveries."""
    await connection.execute(delete(deliveries).where(deliveries.c.webhook == name))
    await connection.execute(delete(webhooks).where(webhooks.c.name == name))


async def waiting(connection: AsyncConnection) -> dict[str, int]:
    """How many deliveries wait, by webhook."""
    rows = await connection.execute(
        select(deliveries.c.webhook, func.count().label("waiting"))
        .where(deliveries.c.state == _WAITING)
        .group_by(deliveries.c.webhook)
    )
    return {row.webhook: row.waiting for row in rows}


# What happened.


async def note_end(connection: AsyncConnection, end: RunEnd) -> None:
    await _NOTE_END.execute(
        connection,
        {"run_id": end.run_id, "group_id": end.group_id, "ended_ms": end.ended_ms},
    )


async def noted_ends(connection: AsyncConnection, limit: int) -> list[RunEnd]:
    """The oldest first."""
    order = (run_ends.c.ended_ms, run_ends.c.run_id)
    rows = await connection.execute(select(run_ends).order_by(*order).limit(limit))
    return [RunEnd(row.run_id, row.group_id, row.ended_ms) for row in rows]


async def forget_ends(connection: AsyncConnection, run_ids: Sequence[str]) -> None:
    await connection.execute(delete(run_ends).where(run_ends.c.run_id.in_(run_ids)))


async def forget_all_ends(connection: AsyncConnection) -> None:
    await connection.execute(delete(run_ends))


async def groups_with_ends(connection: AsyncConnection, group_ids: Sequence[str]) -> set[str]:
    """Those of the groups that still have a run whose end is to be told."""
    rows = await connection.execute(
        select(run_ends.c.group_id).where(run_ends.c.group_id.in_(group_ids)).distinct()
    )
    return {row.group_id for row in rows}


async def told_nodes(connection: AsyncConnection) -> dict[str, bool]:
    """Whether each node was online when it was told last."""
    rows = await connection.execute(select(node_states))
    return {row.name: row.online for row in rows}


async def save_node(connection: AsyncConnection, name: str, *, online: bool) -> None:
    await _SAVE_NODE.execute(connection, {"name": name, "online": online})


async def forget_nodes(connection: AsyncConnection, names: Sequence[str]) -> None:
    await connection.execute(delete(node_states).where(node_states.c.name.in_(names)))


# Deliveries.


async def add_delivery(
    connection: AsyncConnection, webhook: str, happening: Happening, now_ms: int
) -> str | None:
    """Returns the delivery's id; None if the webhook has a delivery of this source already. A
    delivery that finds too many waiting is stored as failed.
    """
    mine = deliveries.c.webhook == webhook
    known = select(deliveries.c.id).where(mine, deliveries.c.source == happening.source)
    if (await connection.execute(known)).first() is not None:
        return None
    count = select(func.count()).where(mine, deliveries.c.state == _WAITING)
    is_full = (await connection.execute(count)).scalar_one() >= MOST_WAITING
    identity = f"msg_{new_ulid(now_ms)}"
    await connection.execute(
        insert(deliveries).values(
            id=identity,
            webhook=webhook,
            source=happening.source,
            event=happening.payload.type,
            subject=happening.subject,
            body=happening.payload.model_dump_json(),
            state=_FAILED if is_full else _WAITING,
            tries=0,
            error=_TOO_MANY if is_full else "",
            created_ms=now_ms,
            next_ms=None if is_full else now_ms,
        )
    )
    if is_full:
        await _trim(connection, webhook)
    return identity


async def webhooks_due(connection: AsyncConnection, now_ms: int) -> list[str]:
    """Names of webhooks with a delivery to try now."""
    rows = await connection.execute(select(deliveries.c.webhook).where(_is_due(now_ms)).distinct())
    return [row.webhook for row in rows]


def _is_due(now_ms: int) -> ColumnElement[bool]:
    """Also true if the clock was set back since the last try: nobody knows how far."""
    last_ms = func.coalesce(deliveries.c.tried_ms, deliveries.c.created_ms)
    return and_(
        deliveries.c.state == _WAITING, or_(deliveries.c.next_ms <= now_ms, last_ms > now_ms)
    )


async def next_due(connection: AsyncConnection, webhook: str, now_ms: int) -> Due | None:
    """The delivery of the webhook that has been due for the longest time."""
    row = (
        await connection.execute(
            select(deliveries)
            .where(deliveries.c.webhook == webhook, _is_due(now_ms))
            .order_by(deliveries.c.next_ms, deliveries.c.id)
            .limit(1)
        )
    ).first()
    return Due(row.id, row.tries, row.body) if row else None


async def save_outcome(
    connection: AsyncConnection, webhook: str, identity: str, outcome: Outcome
) -> None:
    await connection.execute(
        update(deliveries)
        .where(deliveries.c.id == identity, deliveries.c.state == _WAITING)
        .values(
            state=outcome.state.value,
            tries=outcome.tries,
            status=outcome.status,
            error=outcome.error,
            tried_ms=outcome.tried_ms,
            next_ms=outcome.next_ms,
        )
    )
    if outcome.next_ms is None:
        await _trim(connection, webhook)


async def fail_waiting(connection: AsyncConnection, webhook: str, error: str) -> None:
    await connection.execute(
        update(deliveries)
        .where(deliveries.c.webhook == webhook, deliveries.c.state == _WAITING)
        .values(state=_FAILED, error=error, next_ms=None)
    )
    await _trim(connection, webhook)


async def newest(connection: AsyncConnection, webhook: str, limit: int) -> list[WebhookDelivery]:
    rows = await connection.execute(
        select(deliveries)
        .where(deliveries.c.webhook == webhook)
        .order_by(deliveries.c.created_ms.desc(), deliveries.c.id.desc())
        .limit(limit)
    )
    return [_delivery(row) for row in rows]


async def find_delivery(connection: AsyncConnection, identity: str) -> WebhookDelivery | None:
    found = await connection.execute(select(deliveries).where(deliveries.c.id == identity))
    row = found.first()
    return _delivery(row) if row else None


def _delivery(row: Row[Any]) -> WebhookDelivery:
    return WebhookDelivery(
        id=row.id,
        event="test" if row.event == "test" else WebhookEvent(row.event),
        subject=row.subject,
        state=DeliveryState(row.state),
        tries=row.tries,
        status=row.status,
        error=row.error,
        created_at=instant(row.created_ms),
        tried_at=instant_or_none(row.tried_ms),
        next_try_at=instant_or_none(row.next_ms),
    )


async def _trim(connection: AsyncConnection, webhook: str) -> None:
    """Keeps the newest `KEPT_DELIVERIES` that have ended."""
    ended = and_(deliveries.c.webhook == webhook, deliveries.c.state != _WAITING)
    oldest_kept = (
        await connection.execute(
            select(deliveries.c.created_ms, deliveries.c.id)
            .where(ended)
            .order_by(deliveries.c.created_ms.desc(), deliveries.c.id.desc())
            .offset(KEPT_DELIVERIES - 1)
            .limit(1)
        )
    ).first()
    if oldest_kept is None:
        return
    same_moment = and_(
        deliveries.c.created_ms == oldest_kept.created_ms, deliveries.c.id < oldest_kept.id
    )
    await connection.execute(
        delete(deliveries).where(
            ended, (deliveries.c.created_ms < oldest_kept.created_ms) | same_moment
        )
    )
