"""Which run has which node. Not thread-safe; lives in the event loop.

A node that was freed rests before it is given to another run, until its agent has measured it
without a worker: what the run before left behind dies down, and the node's busy share before the
next start is measured without that run.
"""

from __future__ import annotations


class NodeHolds:
    """Times are monotonic seconds. `rest_s` bounds a rest whose end the agent does not tell."""

    def __init__(self, rest_s: float) -> None:
        self._rest_s = rest_s
        self._holders: dict[str, str] = {}
        self._rest_until: dict[str, float] = {}
        self._left: dict[str, tuple[str, int]] = {}
        """The run and repeat that a node served last."""
        self._measured: dict[str, tuple[str, int]] = {}
        """The run and repeat after which a node was measured last."""

    def holder(self, node: str) -> str | None:
        return self._holders.get(node)

    def take(self, node: str, run_id: str) -> None:
        self._holders[node] = run_id
        self._rest_until.pop(node, None)

    def free(self, node: str, run_id: str, repeat: int, now: float) -> bool:
        """False: the node is not this run's (any more)."""
        if self._holders.get(node) != run_id:
            return False
        del self._holders[node]
        self._left[node] = (run_id, repeat)
        if self._measured.get(node) != (run_id, repeat):
            self._rest_until[node] = now + self._rest_s
        return True

    def measured_after(self, node: str, run_id: str, repeat: int) -> bool:
        """The node was measured after the worker of this repeat had ended. True: its rest ends."""
        self._measured[node] = (run_id, repeat)
        if self._left.get(node) != (run_id, repeat):
            return False
        return self._rest_until.pop(node, None) is not None

    def held(self) -> set[str]:
        return set(self._holders)

    def resting(self, now: float) -> set[str]:
        return {node for node, until in self._rest_until.items() if until > now}

    def rest_left_s(self, now: float) -> float:
        """Until the next node has rested; 0 if none rests."""
        return min((u - now for u in self._rest_until.values() if u > now), default=0.0)
