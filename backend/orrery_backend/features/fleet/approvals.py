"""Agents that ask to join and wait until a person approves them.

They are kept in memory: an agent asks again every few seconds, so that it is listed soon after a
restart of the console.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from orrery_contracts.access import WaitingNode, WaitingNodeList
from orrery_contracts.agent import Hello

from orrery_backend.kit.clock import instant

_MOST_WAITING = 64
_FINGERPRINT_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Waiting:
    """One agent's last request."""

    hello: Hello
    key_digest: str
    address: str
    asked_ms: int


def fingerprint(key_digest: str) -> str:
    """What people compare; 64 bits of the key's digest."""
    return key_digest[:_FINGERPRINT_LENGTH]


class Approvals:
    """The agents that wait. With too many, the ones that asked longest ago are forgotten."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[tuple[str, str], Waiting] = OrderedDict()

    def add(self, waiting: Waiting) -> None:
        key = waiting.hello.name, fingerprint(waiting.key_digest)
        self._waiting[key] = waiting
        self._waiting.move_to_end(key)
        while len(self._waiting) > _MOST_WAITING:
            self._waiting.popitem(last=False)

    def take(self, name: str, key_fingerprint: str) -> Waiting | None:
        """The agent, which waits no longer; nor does any other of its name."""
        found = self._waiting.get((name, key_fingerprint))
        if found is not None:
            for key in [key for key in self._waiting if key[0] == name]:
                del self._waiting[key]
        return found

    def document(self) -> WaitingNodeList:
        return WaitingNodeList(
            items=[
                WaitingNode(
                    name=name,
                    fingerprint=key_fingerprint,
                    address=waiting.address[:120],
                    hostname=waiting.hello.facts.hostname,
                    asked_at=instant(waiting.asked_ms),
                )
                for (name, key_fingerprint), waiting in sorted(self._waiting.items())
            ]
        )
