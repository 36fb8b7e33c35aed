"""Whether the reason of a failed run is true: the blamed fault must have happened."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import RunFailure

from orrery_hosts.account import Trouble
from orrery_hosts.people import RUN_TIMEOUT_S, Seen

_LINK = frozenset({"cut", "cut one way", "loss"})
_WORKER = frozenset({"worker killed", "worker stopped"})
_AGENT = frozenset({"agent killed", "agent stopped"})
_AGENT_DISK = frozenset({"agent disk full"})
_CONSOLE = frozenset({"console killed", "console stopped"})
_CONSOLE_DISK = frozenset({"console disk full"})
_BEFORE_S = 20.0
"""A fault may matter for a run if it was over at most this long before the run was first seen."""
_INEXACT_S = 4.0
"""The longest difference between a run's own times and those at which it was seen."""


def is_true(failure: RunFailure, seen: Seen, troubles: Sequence[Trouble]) -> bool:
    """Decides by the failure's code whether a matching fault happened."""
    node = failure.node
    meanwhile = [t for t in troubles if t.end >= seen.begin - _BEFORE_S]

    def hit(where: str, kinds: frozenset[str]) -> bool:
        """Whether a fault of these kinds was at the machine; at any machine if `where` is empty."""
        return any(t.kind in kinds and where in ("", t.machine) for t in meanwhile)

    match failure.code:
        case "worker_died":
            killed = frozenset({"worker killed", "agent killed"})
            return hit(node, killed) or hit("", _CONSOLE)
        case "process_died":
            return hit(node, _WORKER)
        case "worker_stopped":
            return hit("", _CONSOLE)
        case "peer_lost" | "rendezvous":
            return hit("", _LINK | _WORKER | _AGENT | _CONSOLE | _AGENT_DISK)
        case "node_lost":
            return hit(node, _LINK | _AGENT) or hit("", _CONSOLE)
        case "output_lost":
            return hit(node, _AGENT | _AGENT_DISK) or hit("", _CONSOLE)
        case "spool_failed" | "launch_failed":
            return hit(node, _AGENT_DISK)
        case "rendezvous_timeout":
            return hit("", _LINK | _WORKER | _AGENT | _CONSOLE | _CONSOLE_DISK)
        case "run_timeout":
            return seen.end - seen.begin >= RUN_TIMEOUT_S - _INEXACT_S
        case _:
            return False
