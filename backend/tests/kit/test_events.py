"""The bus: each event to the handlers of its type, and no handler stands in another's way."""

from __future__ import annotations

from dataclasses import dataclass

from orrery_backend.kit.events import EventBus


@dataclass(frozen=True)
class Came:
    number: int


@dataclass(frozen=True)
class Went:
    number: int


def test_an_event_goes_to_the_handlers_of_its_type_in_their_order() -> None:
    bus, heard = EventBus(), list[str]()
    bus.subscribe(Came, lambda event: heard.append(f"first {event.number}"))
    bus.subscribe(Went, lambda event: heard.append(f"went {event.number}"))
    bus.subscribe(Came, lambda event: heard.append(f"second {event.number}"))
    bus.publish(Came(1))
    bus.publish(Went(2))
    assert heard == ["first 1", "second 1", "went 2"]


def test_an_event_that_nobody_wants_is_nothing() -> None:
    EventBus().publish(Came(1))


def test_a_handler_that_fails_keeps_no_other_from_hearing() -> None:
    bus, heard = EventBus(), list[int]()

    def fail(_: Came) -> None:
        raise RuntimeError("it fails")

    bus.subscribe(Came, fail)
    bus.subscribe(Came, lambda event: heard.append(event.number))
    bus.publish(Came(3))
    assert heard == [3]
