"""Deliveries: retries over hours, receivers that are down, slow, gone or redirect, and bounds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from backend_testing.console import until
from backend_testing.receiver import running_receiver
from backend_testing.stores import database_of, fill_new_store
from orrery_backend.features.webhooks import repository, sending
from orrery_backend.features.webhooks.sending import NoAnswerError, post_over_http, signed_headers
from orrery_backend.features.webhooks.service import Happenings, WebhookService
from orrery_backend.kit.background import Background
from orrery_backend.kit.db import Database
from orrery_contracts.webhook import (
    RETRY_AFTER_S,
    DeliveryState,
    NewWebhook,
    WebhookDelivery,
    WebhookEvent,
    WebhookPatch,
)

pytestmark = pytest.mark.both_stores


@dataclass
class _Clock:
    """Simulated time."""

    ms: int = 1_800_000_000_000

    def now_ms(self) -> int:
        return self.ms

    def now_ns(self) -> int:
        return self.ms * 1_000_000

    def monotonic(self) -> float:
        return self.ms / 1000


class _NoFleet:
    def nodes(self) -> list[Any]:
        return []


@dataclass
class _Sender:
    """A service in simulated time whose receivers are functions of this test."""

    database: Database
    clock: _Clock
    background: Background
    service: WebhookService = field(init=False)
    answers: dict[str, list[int | str]] = field(default_factory=dict)
    """Status or refusal of the next requests, by URL; 204 when there is none left."""
    sent: list[tuple[str, str]] = field(default_factory=list)
    """URL and id of each request."""
    sent_ms: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        nothing: Any = None
        fleet: Any = _NoFleet()
        self.service = WebhookService(
            self.database,
            Happenings(nothing, nothing, nothing, ""),
            fleet,
            self.background,
            self.clock,
            post=self.post,
        )

    async def post(self, url: str, _body: bytes, headers: Mapping[str, str]) -> int:
        self.sent.append((url, headers["webhook-id"]))
        self.sent_ms.append(self.clock.ms)
        waiting = self.answers.get(url, [])
        answer = waiting.pop(0) if waiting else 204
        if isinstance(answer, str):
            raise NoAnswerError(answer)
        return answer

    async def add(self, name: str = "chat") -> None:
        wanted = NewWebhook(name=name, url=f"http://{name}/", events=list(WebhookEvent))
        await self.service.add(wanted, "")

    async def look(self) -> None:
        """Sends what is due, to the end."""
        await self.service.look()
        busy: Any = self.service
        await until(lambda: not busy._sending, "all that is due is sent")

    async def deliveries(self, name: str = "chat") -> list[WebhookDelivery]:
        return (await self.service.deliveries(name, 200)).items


@pytest.fixture
async def sender(tmp_path: Path, no_left_tasks: None) -> AsyncIterator[_Sender]:
    await fill_new_store(tmp_path)
    database, background = database_of(tmp_path), Background()
    yield _Sender(database, _Clock(), background)
    await background.close()
    await database.close()


def test_the_signature_is_that_of_the_specification() -> None:
    """The vector of the specification's reference libraries."""
    headers = signed_headers(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


async def test_a_receiver_that_is_down_gets_it_when_it_is_up(sender: _Sender) -> None:
    await sender.add()
    sender.answers["http://chat/"] = ["Connection refused.", 503, 500]
    await sender.service.send_test("chat")
    await sender.look()
    (waiting,) = await sender.deliveries()
    assert (waiting.state, waiting.tries) == (DeliveryState.WAITING, 1)
    assert waiting.error == "Connection refused."
    assert waiting.next_try_at is not None
    begun = sender.clock.ms
    for wait_s in RETRY_AFTER_S[:3]:
        sender.clock.ms += wait_s * 1000 - 1
        await sender.look()
        sender.clock.ms += 1
        await sender.look()
    passed = [(ms - begun) // 1000 for ms in sender.sent_ms]
    assert passed == [0, 5, 65, 365]
    assert len({identity for _, identity in sender.sent}) == 1
    (delivered,) = await sender.deliveries()
    assert (delivered.state, delivered.tries, delivered.status) == (DeliveryState.DELIVERED, 4, 204)
    assert delivered.error == ""
    assert delivered.next_try_at is None


async def test_a_clock_that_is_set_back_delays_nothing(sender: _Sender) -> None:
    await sender.add()
    sender.answers["http://chat/"] = [503]
    await sender.service.send_test("chat")
    sender.clock.ms -= 3_600_000
    await sender.look()
    assert len(sender.sent) == 1
    await sender.look()
    assert len(sender.sent) == 1
    sender.clock.ms -= 3_600_000
    await sender.look()
    assert [d.state for d in await sender.deliveries()] == [DeliveryState.DELIVERED]


async def test_a_receiver_that_stays_down_is_given_up(sender: _Sender) -> None:
    await sender.add()
    sender.answers["http://chat/"] = [503] * 20
    await sender.service.send_test("chat")
    for _ in range(20):
        await sender.look()
        sender.clock.ms += max(RETRY_AFTER_S) * 1000
    assert len(sender.sent) == 8
    (failed,) = await sender.deliveries()
    assert (failed.state, failed.tries, failed.status) == (DeliveryState.FAILED, 8, 503)
    assert "answered 503" in failed.error


async def test_a_receiver_that_is_gone_is_sent_nothing_more(sender: _Sender) -> None:
    await sender.add()
    sender.answers["http://chat/"] = [503, 410]
    for _ in range(3):
        await sender.service.send_test("chat")
        sender.clock.ms += 1
    await sender.look()
    assert len(sender.sent) == 2
    (webhook,) = (await sender.service.list()).items
    assert (webhook.enabled, webhook.waiting) == (False, 0)
    assert "410" in webhook.disabled_reason
    assert {d.state for d in await sender.deliveries()} == {DeliveryState.FAILED}
    sender.clock.ms += 3_600_000
    await sender.look()
    assert len(sender.sent) == 2
    changed = await sender.service.change("chat", WebhookPatch(enabled=True))
    assert (changed.enabled, changed.disabled_reason) == (True, "")
    await sender.service.send_test("chat")
    await sender.look()
    assert len(sender.sent) == 3


async def test_a_slow_receiver_delays_no_other(
    sender: _Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "ANSWER_WITHIN_S", 0.2)
    async with running_receiver() as slow:
        slow.gate.clear()
        plain = sender.post

        async def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
            return await (post_over_http if url == slow.url else plain)(url, body, headers)

        service: Any = sender.service
        service._post = post
        await sender.add("quick")
        wanted = NewWebhook(name="slow", url=slow.url, events=[WebhookEvent.RUN_ENDED])
        await sender.service.add(wanted, "")
        for name in ("slow", "quick"):
            await sender.service.send_test(name)
        await sender.service.look()
        await until(lambda: len(sender.sent) == 1, "the quick one has it")
        assert "slow" in service._sending
        await until(lambda: not service._sending, "the slow one was given up for now")
        (waiting,) = await sender.deliveries("slow")
        assert (waiting.state, waiting.status) == (DeliveryState.WAITING, None)
        assert "did not answer within" in waiting.error
        slow.gate.set()
        sender.clock.ms += 5_000
        await sender.look()
        (delivered,) = await sender.deliveries("slow")
        assert delivered.state is DeliveryState.DELIVERED
        assert slow.received[0].id == slow.received[1].id


async def test_redirects_are_not_followed(sender: _Sender) -> None:
    async with running_receiver() as other, running_receiver() as receiver:
        receiver.statuses, receiver.location = [307], other.url
        assert await post_over_http(receiver.url, b"{}", {}) == 307
        assert other.received == []
    answer = await sending.ask(post_over_http, receiver.url, b"{}", {})
    assert answer.status is None
    assert answer.error.startswith("The receiver cannot be reached: ")
    sender.answers["http://chat/"] = [307]
    await sender.add()
    await sender.service.send_test("chat")
    await sender.look()
    (waiting,) = await sender.deliveries()
    assert "redirects are not followed" in waiting.error


async def test_deliveries_are_bounded(sender: _Sender, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repository, "MOST_WAITING", 3)
    monkeypatch.setattr(repository, "KEPT_DELIVERIES", 2)
    await sender.add()
    made = []
    for _ in range(5):
        made.append((await sender.service.send_test("chat")).id)
        sender.clock.ms += 1
    found = await sender.deliveries()
    assert [d.state for d in found] == [DeliveryState.FAILED] * 2 + [DeliveryState.WAITING] * 3
    assert "Dropped" in found[0].error
    await sender.look()
    assert [identity for _, identity in sender.sent] == made[:3]
    assert [d.id for d in await sender.deliveries()] == made[:2:-1]


async def test_a_webhook_of_an_old_name_gets_nothing_of_the_one_before(sender: _Sender) -> None:
    await sender.add()
    await sender.service.send_test("chat")
    await sender.service.remove("chat")
    await sender.add()
    await sender.look()
    assert sender.sent == []
    assert await sender.deliveries() == []


async def test_waiting_deliveries_outlive_the_console(sender: _Sender) -> None:
    await sender.add()
    sender.answers["http://chat/"] = [503]
    await sender.service.send_test("chat")
    await sender.look()
    again = _Sender(sender.database, sender.clock, sender.background)
    await again.service.load()
    await again.look()
    assert again.sent == []
    sender.clock.ms += 5_000
    await again.look()
    assert again.sent == sender.sent
