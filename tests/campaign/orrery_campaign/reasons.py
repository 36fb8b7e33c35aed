"""Whether the reason of a failed run is true: the blamed fault must have happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import RunFailure

from orrery_campaign.faults import Trouble
from orrery_campaign.workers import Life, Script

#: A broken link loses nothing: the agent sends unacknowledged records again on the next link.
_LINK = frozenset({"cut", "cut one way", "slow link", "reset"})
_AGENT = frozenset({"agent killed", "agent stopped"})
_AGENT_DISK = frozenset({"agent's disk full", "agent's write fails"})
_CONSOLE = frozenset({"console killed", "console killed at a write", "console stopped"})
_CONSOLE_DISK = frozenset({"console's disk full", "console's disk slow"})

_TROUBLE_BEFORE_S = 20.0
"""A fault may matter for a run if it was over at most this long before the run's first worker."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The workers and faults during a run."""

    lives: Sequence[Life]
    """The run's workers in the failed repeat."""
    troubles: Sequence[Trouble]

    def scripted(self, node: str, *scripts: Script) -> bool:
        return any(life.script in scripts and node in ("", life.node) for life in self.lives)

    def stopped(self, node: str) -> bool:
        """The node's worker was told to stop. A console that dies may not store the reason."""
        return any(life.stopped and life.node == node for life in self.lives)

    def hit(self, node: str, kinds: frozenset[str]) -> bool:
        """Whether a fault of these kinds hit the node, or a part that belongs to no node."""
        return any(
            (t.kind in kinds and node in ("", t.node)) or (not t.node and t.kind in kinds)
            for t in self.troubles
        )


def evidence(
    run_id: str, repeat: int, lives: Sequence[Life], troubles: Sequence[Trouble]
) -> Evidence:
    own = [life for life in lives if life.launch[:2] == (run_id, repeat)]
    begin = min((life.born for life in own), default=0.0) - _TROUBLE_BEFORE_S
    return Evidence(own, [trouble for trouble in troubles if trouble.end >= begin])


def is_true(failure: RunFailure, seen: Evidence) -> bool:
    """Decides by the failure's code whether a matching fault happened."""
    node = failure.node
    away = _LINK | _AGENT | _CONSOLE
    match failure.code:
        case "worker_died":
            return any(life.died_unasked and life.node == node for life in seen.lives) or (
                seen.stopped(node) and seen.hit("", _CONSOLE)
            )
        case "worker_stopped":
            return seen.stopped(node) and seen.hit("", _CONSOLE)
        case "broken":
            return seen.scripted(node, Script.FAILS)
        case "bad_output":
            return seen.scripted(node, Script.GARBLES)
        case "peer_lost":
            return any(
                not life.alive and life.status != 0 and life.node != node for life in seen.lives
            )
        case "node_lost":
            return seen.hit(node, away)
        case "output_lost":
            return seen.hit(node, _AGENT | _CONSOLE | _AGENT_DISK)
        case "spool_failed" | "launch_failed":
            return seen.hit(node, _AGENT_DISK)
        case "rendezvous_timeout":
            slow = seen.scripted("", Script.HANGS_BEFORE_READY)
            return slow or seen.hit("", (away - {"reset"}) | _CONSOLE_DISK)
        case "run_timeout":
            return seen.scripted("", Script.HANGS, Script.LINGERS) or seen.hit(
                "", away | _CONSOLE_DISK
            )
        case _:
            return False
