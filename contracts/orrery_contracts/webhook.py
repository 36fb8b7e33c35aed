"""Webhooks: the console tells other systems what happened, by signed requests as the Standard
Webhooks specification has them (https://www.standardwebhooks.com).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from orrery_contracts.base import Contract, Count, Instant, Label, Slug, Text

#: Webhooks of one console.
MOST_WEBHOOKS = 20

#: Deliveries of one webhook that wait at most; the console drops further ones.
MOST_WAITING = 1_000

#: Deliveries of one webhook that are kept once they have ended.
KEPT_DELIVERIES = 200

#: Seconds after a failed try until the next one. After the last try the delivery has failed.
RETRY_AFTER_S = (5, 60, 300, 1_800, 7_200, 18_000, 36_000)

#: Metrics and cells that one `metric.worse` lists.
MOST_WORSE = 20

#: Seconds that a receiver may take to answer.
ANSWER_WITHIN_S = 10


class WebhookEvent(StrEnum):
    """What a webhook can be told."""

    RUN_ENDED = "run.ended"
    """A run that is not part of a sweep or suite has ended."""
    CELL_ENDED = "cell.ended"
    """A run that is part of a sweep or suite has ended."""
    GROUP_ENDED = "group.ended"
    """All runs of a sweep or suite have ended."""
    METRIC_WORSE = "metric.worse"
    """A sweep or suite has ended and is worse than a baseline of the same settings."""
    NODE_LOST = "node.lost"
    """A node has gone offline. Nodes that a workload manager lends are left out."""
    NODE_RETURNED = "node.returned"
    """A node that had gone offline is online again."""


WebhookUrl = Annotated[str, StringConstraints(pattern=r"^https?://[!-~]+$", max_length=500)]
WantedEvents = Annotated[list[WebhookEvent], Field(min_length=1, max_length=len(WebhookEvent))]


class NewWebhook(Contract):
    """A webhook to add."""

    name: Slug
    url: WebhookUrl
    """Where the console sends events by POST; without user name, password and fragment."""
    events: WantedEvents


class WebhookPatch(Contract):
    """What to change of a webhook; null keeps a value."""

    url: WebhookUrl | None = None
    events: WantedEvents | None = None
    enabled: bool | None = None
    """A webhook that is not enabled is sent nothing; its waiting deliveries fail."""


class WebhookView(Contract):
    """A webhook, without its secret."""

    name: Slug
    url: WebhookUrl
    events: list[WebhookEvent]
    enabled: bool
    disabled_reason: Text
    """Why it is not enabled; empty if it is."""
    created_at: Instant
    created_by: Label
    """The user or token that added it; empty if the console was open then."""
    waiting: Count
    """Deliveries that have not arrived and will be tried again."""


class WebhookList(Contract):
    """Every webhook, by name."""

    items: list[WebhookView]


class MadeWebhook(Contract):
    """A webhook with its new secret, which is shown only here."""

    secret: Label
    """`whsec_` and the key in base64. Receivers check signatures with it."""
    webhook: WebhookView


class DeliveryState(StrEnum):
    """State of a delivery."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookDelivery(Contract):
    """An event on its way to a receiver."""

    id: Label
    """The header `webhook-id`; the same in each try."""
    event: WebhookEvent | Literal["test"]
    subject: Label
    """What the event is about: `run 12`, `suite 3`, `node lyra`."""
    state: DeliveryState
    tries: Count
    status: Annotated[int, Field(ge=100, le=999)] | None
    """HTTP status of the last answer; null without one."""
    error: Text
    """Why the last try failed; empty if it did not."""
    created_at: Instant
    tried_at: Instant | None
    next_try_at: Instant | None
    """Null: there will be no other try."""


class DeliveryList(Contract):
    """Deliveries of a webhook, newest first."""

    items: list[WebhookDelivery]


class WorseMetric(Contract):
    """A metric that is worse than in a baseline, over all cells or in one cell."""

    metric: Slug
    title: Label
    unit: Label
    run: Count | None
    """Number of the cell's run; null: the metric over all cells."""
    ratio: float | None
    """Over all cells the geometric mean of the ratios of medians, of a cell its ratio of medians;
    both to the baseline. Null: a median is not above zero."""
    ratio_low: float | None
    ratio_high: float | None
    """95 % interval of the ratio; null with fewer than five repeats on a side."""
    sentence: Text


class WebhookSubject(Contract):
    """What happened, in the body of a request."""

    kind: Literal["run", "sweep", "suite", "node", "test"]
    number: Count | None = None
    """Of the run, sweep or suite."""
    group: Count | None = None
    """Of the sweep or suite that the run is part of."""
    name: Label
    """Of the run or node; the title of a sweep or suite."""
    state: Label
    """`done`, `failed` or `cancelled`; of a node `online` or `offline`."""
    reason: Text
    """How it ended, in sentences."""
    checks_hold: bool | None = None
    """Whether all checks passed. Null: nothing was checked."""
    baseline: Slug | None = None
    """Name of the baseline of `metric.worse`; null for other events."""
    worse: list[WorseMetric] = Field([], max_length=MOST_WORSE)
    """What is worse than the baseline: metrics over all cells first, then single cells."""
    url: str | None = None
    """Its page, or the comparison with the baseline; null if the console was started without
    --public-url."""


class WebhookPayload(Contract):
    """The body of a request."""

    type: WebhookEvent | Literal["test"]
    timestamp: Instant
    """When it happened."""
    data: WebhookSubject
