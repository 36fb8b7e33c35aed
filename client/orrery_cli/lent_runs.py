"""Runs that use borrowed nodes only. They do not outlive the loan."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from orrery_client import Orrery, OrreryError
from orrery_contracts.api import NodeState, NodeView, RunDocument

from orrery_cli.failure import CommandError
from orrery_cli.interrupt import undisturbed
from orrery_cli.lender import Lender, Phase
from orrery_cli.lent_nodes import Lent, Say

_LOOK_EVERY_S = 5.0
#: A run that loses a node ends within this time.
_STANDSTILL_S = 30.0
#: A console shows a node as offline within this time after its agent was killed.
_UNTIL_OFFLINE_S = 10.0


class LentRuns:
    """The runs of one command on the nodes of one job."""

    def __init__(self, client: Orrery, lender: Lender, nodes: Lent, say: Say) -> None:
        self._client = client
        self._lender = lender
        self._nodes = nodes
        self._say = say
        self._looked = time.monotonic()
        self._still_since: float | None = None

    @property
    def setting(self) -> str:
        """The setting that restricts a run to these nodes."""
        return f"placement.among={self._nodes.prefix}"

    def look(self) -> None:
        """Raises `CommandError` if nodes are lost and no run uses the remaining nodes any more.

        Queued runs would then wait for ever, because the names of lost nodes do not come back. Call
        it often; it asks the console at most every 5 s.
        """
        now = time.monotonic()
        if now - self._looked < _LOOK_EVERY_S:
            return
        self._looked = now
        try:
            lost = self._lost_at_standstill()
        except OrreryError:
            return  # `followed` reports a console that does not answer.
        if not lost:
            self._still_since = None
            return
        self._still_since = self._still_since or now
        if now - self._still_since >= _STANDSTILL_S:
            raise self._failure(lost)

    def _lost_at_standstill(self) -> list[str]:
        """Returns the names of nodes that are offline; none while a run uses a node of the job."""
        nodes = [n for n in self._client.nodes().items if n.name.startswith(self._nodes.prefix)]
        if any(node.current_run is not None for node in nodes):
            return []
        return self._offline(nodes)

    def has_lost_node_of(self, document: RunDocument) -> bool:
        """Whether a run failed because a node was taken back, or the node's host was lost.

        A worker may be killed before its agent. Therefore this waits for up to 10 s until the
        console shows the node of a dead worker as offline.
        """
        failure = document.summary.failure
        if failure is None or failure.node not in self._nodes.names:
            return False
        if failure.code != "worker_died":
            return failure.code in ("node_lost", "worker_stopped")
        deadline = time.monotonic() + _UNTIL_OFFLINE_S
        try:
            while failure.node not in self._offline(self._client.nodes().items):
                if time.monotonic() > deadline:
                    return False
                time.sleep(0.5)
        except OrreryError:
            return False  # The run has ended, and its document says why.
        return True

    def _offline(self, nodes: Sequence[NodeView]) -> list[str]:
        """Names of the borrowed nodes that are not online in this list of the console's nodes."""
        online = {node.name for node in nodes if node.state is NodeState.ONLINE}
        return [name for name in self._nodes.names if name not in online]

    def _failure(self, lost: list[str]) -> CommandError:
        job = f"{self._lender.title} {self._nodes.job}"
        state = self._lender.state_of(self._nodes.job)
        what = f"{job} has lost {', '.join(lost)}"
        if state.phase is Phase.ENDED:
            what = f"{job} has ended ({state.reason})"
        return CommandError(
            f"{what}; what had not run was cancelled",
            "borrow nodes again for the rest; results of runs that have ended stay",
        )

    @contextmanager
    def cancelled_early(self, what: str, cancel: Callable[[], object]) -> Iterator[None]:
        """Calls `cancel` if the body raises, because the nodes are about to be given back.

        `what` names the run or group for the user.
        """
        try:
            yield
        except BaseException:
            with undisturbed(), suppress(OrreryError):
                cancel()
                self._say(f"{what} is cancelled, because its nodes are given back")
            raise
