"""Which run has which node. Not thread-safe; lives in the event loop.

A node that was freed rests for a moment before it is given to another run: what the run before left
behind dies down, and how busy the node is before the next start is measured without it.
"""

from __future__ import annotations


class NodeHolds:
    """Times are monotonic seconds."""

    def __init__(self, rest_s: float) -> None:
        self._rest_s = rest_s
        self._holders: dict[str, str] = {}
        self._rest_until: dict[str, float] = {}

    def holder(self, node: str) -> str | None:
        return self._holders.get(node)

    def take(self, node: str, run_id: str) -> None:
        self._holders[node] = run_id
        self._rest_until.pop(node, None)

    def free(self, node: str, run_id: str, now: float) -> bool:
        """False: the node is not this run's (any more)."""
        if self._holders.get(node) != run_id:
            return False
        del self._holders[node]
        self._rest_until[node] = now + self._rest_s
        return True

    def held(self) -> set[str]:
        return set(self._holders)

    def resting(self, now: float) -> set[str]:
        return {node for node, until in self._rest_until.items() if until > now}

    def rest_left_s(self, now: float) -> float:
        """Until the next node has rested; 0 if none rests."""
        return min((u - now for u in self._rest_until.values() if u > now), default=0.0)
