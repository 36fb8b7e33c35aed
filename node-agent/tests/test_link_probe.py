"""The network between two nodes, over real sockets."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest
from agent_testing.console import Console
from agent_testing.plans import plan
from agent_testing.running import config, running
from orrery_agent.link_probe import Answer, LinkProbe
from orrery_contracts import links
from pydantic import ValidationError

TOKEN = "a" * 64


def _serve(within_ms: int = 10_000) -> links.ServeLink:
    return links.ServeLink(id=1, token=TOKEN, round_trips=50, within_ms=within_ms)


def _measure(
    port: int, token: str = TOKEN, address: str = "127.0.0.1", within_ms: int = 10_000
) -> links.MeasureLink:
    return links.MeasureLink(
        id=2,
        token=token,
        address=address,
        port=port,
        round_trips=50,
        bulk_ms=20,
        within_ms=within_ms,
    )


@contextmanager
def _serving(
    request: links.ServeLink, address: str = "127.0.0.1"
) -> Iterator[tuple[LinkProbe, Queue[Answer]]]:
    probe, answers = LinkProbe(request, address), Queue[Answer]()
    thread = threading.Thread(target=probe.run, args=(answers.put,))
    thread.start()
    try:
        yield probe, answers
    finally:
        thread.join(20)
        assert not thread.is_alive()


def _result(request: links.MeasureLink) -> Answer:
    answers = Queue[Answer]()
    LinkProbe(request, "127.0.0.1").run(answers.put)
    return answers.get_nowait()


def _port(answers: Queue[Answer]) -> int:
    served = answers.get(timeout=20)
    assert isinstance(served, links.LinkServed)
    return served.port


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_link_has_round_trips_and_a_bandwidth(address: str) -> None:
    with _serving(_serve(), address) as (_, answers):
        measured = _result(_measure(_port(answers), address=address))
    assert isinstance(measured, links.LinkMeasured)
    assert measured.id == 2
    assert 0 < measured.median_us <= measured.p99_us
    assert measured.mb_s > 0
    assert answers.empty()


def test_a_stranger_is_sent_away_and_the_measurement_goes_on() -> None:
    with _serving(_serve()) as (_, answers):
        port = _port(answers)
        refused = _result(_measure(port, token="b" * 64))
        assert isinstance(refused, links.LinkFailed)
        assert "TCP between the nodes failed" in refused.message
        with socket.create_connection(("127.0.0.1", port)):
            pass  # says nothing, and goes
        assert isinstance(_result(_measure(port)), links.LinkMeasured)


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    failed = _result(_measure(port))
    assert isinstance(failed, links.LinkFailed)
    assert "refused" in failed.message


def test_an_address_that_nobody_can_dial_is_told() -> None:
    failed = _result(_measure(1, address="1.2.3"))
    assert isinstance(failed, links.LinkFailed)
    assert failed.message == "'1.2.3' is no IP address that other nodes can dial."
    with _serving(_serve(), "fe80::1%lo") as (_, answers):
        failed = answers.get(timeout=20)
    assert isinstance(failed, links.LinkFailed)


def test_both_sides_end_in_time() -> None:
    with _serving(_serve(within_ms=100)) as (_, answers):
        port = _port(answers)
        with socket.create_connection(("127.0.0.1", port)):
            failed = answers.get(timeout=20)
    assert isinstance(failed, links.LinkFailed)
    assert "too long" in failed.message
    with socket.create_server(("127.0.0.1", 0)) as mute:
        failed = _result(_measure(mute.getsockname()[1], within_ms=100))
    assert isinstance(failed, links.LinkFailed)
    assert "too long" in failed.message


def test_a_measurement_can_be_stopped() -> None:
    with _serving(_serve()) as (probe, answers):
        _port(answers)
        probe.stop()
        assert answers.get(timeout=20) == links.LinkFailed(
            id=1, message="The measurement was ended."
        )


@pytest.mark.parametrize(
    "change",
    [
        {"address": "a.host.name"},
        {"port": 0},
        {"bulk_ms": 1_001},
        {"round_trips": 2_001},
        {"within_ms": 30_001},
        {"token": "short"},
    ],
    ids=str,
)
def test_requests_are_bounded(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        links.MeasureLink.model_validate(_measure(1).model_dump() | change)


async def test_an_agent_serves_and_measures_until_a_worker_starts(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=100 pause=0.01")
    async with running(config(console.url, spool)):
        await console.joined()
        await console.send(_serve())
        served = await console.message(links.LinkServed)
        await console.send(_measure(served.port, address=served.address))
        assert (await console.message(links.LinkMeasured)).id == 2
        given = plan()
        await console.prepare(given)
        await console.send(_serve())
        refused = await console.message(links.LinkFailed)
        assert refused.message == "The node has a run."
        await console.exited(given)
