"""One bus for what happens inside the console: a part says it, the parts that must act on it have
subscribed to its type.

Lives in the event loop. Handlers are called at once, in the order in which they subscribed; they
must not block. An event is a frozen dataclass; who publishes it defines it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import structlog

E = TypeVar("E")

_log = structlog.get_logger()


class EventBus:
    """One for a console."""

    def __init__(self) -> None:
        self._handlers: dict[type[Any], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """`handler` is called with every event of exactly this type from now on."""
        self._handlers.setdefault(kind, []).append(handler)

    def publish(self, event: object) -> None:
        """Calls the handlers of the event's type. One that fails is logged; the others are called,
        and the publisher goes on.
        """
        for handler in self._handlers.get(type(event), ()):
            try:
                handler(event)
            except Exception:  # noqa: BLE001 - the others must hear it
                _log.exception("a handler of an event failed", of=type(event).__name__)
