"""Why runs fail, in words: what happened, and what to do about it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from orrery_contracts.agent import Allocation
from orrery_contracts.command import ORRERY

from orrery_backend.features.runs.life.vocabulary import Cause, Life, WorkerExited, phase_of

#: Of a worker that was told to stop (docs/formats/worker-control.md).
_STOPPED = 3


def death(life: Life, event: WorkerExited) -> Cause:
    if event.status == _STOPPED:
        return _stopped(life, event)
    if event.status < 0:
        how = f"was killed by signal {-event.status}"
        remedy = (
            "Something on the node killed it: look for the kernel's out-of-memory killer (dmesg),"
            " or who sent the signal. Retry the run."
        )
    else:
        how = f"ended with exit status {event.status} without a result"
        remedy = (
            "Its last output says more. Retry the run; report it with that output if it recurs."
        )
    return Cause(
        code="worker_died",
        phase=phase_of(life.state),
        node=event.node,
        process="worker",
        message=f"The worker {how}.",
        remedy=remedy,
        last_output=event.last_output,
    )


def _stopped(life: Life, event: WorkerExited) -> Cause:
    return Cause(
        code="worker_stopped",
        phase=phase_of(life.state),
        node=event.node,
        process="worker",
        message=(
            "The worker was told to stop. Its agent was ended, or the console died before it had"
            " stored why it ended the run."
        ),
        remedy="Retry the run.",
        last_output=event.last_output,
    )


def node_lost(life: Life, node: int) -> Cause:
    return Cause(
        code="node_lost",
        phase=phase_of(life.state),
        node=node,
        process="node agent",
        message="The node's agent lost its link to the console and did not come back in time.",
        remedy=(
            "See whether the agent still runs there and reaches the console, start it again,"
            " then retry the run."
        ),
    )


def where_lent(cause: Cause, allocation: Allocation | None) -> Cause:
    """The cause, with the job that lent the node: its workload manager may have taken it back. A
    worker may then die before its agent, so the worker's own remedy stays, as the second one."""
    if allocation is None or cause.code not in ("node_lost", "worker_stopped", "worker_died"):
        return cause
    until = f" until {allocation.ends_at}" if allocation.ends_at else ""
    remedy = (
        f"See whether the job has ended, was cancelled or has lost the host: `{ORRERY} fleet`, or"
        " the workload manager's own list. If so, retry the run on another allocation."
    )
    return replace(
        cause,
        message=f"{cause.message} The node was lent by {allocation.manager}, job {allocation.job}"
        f"{until}.",
        remedy=f"{remedy} If not: {cause.remedy}" if cause.code == "worker_died" else remedy,
    )


def late_start(life: Life) -> Cause:
    unprepared = [node for node, endpoint in enumerate(life.endpoints) if endpoint is None]
    late = unprepared or sorted(set(range(life.node_count)) - life.ready)
    what = (
        "had not made its entities and opened its port"
        if unprepared
        else "was not connected to its peers"
    )
    return Cause(
        code="rendezvous_timeout",
        phase=phase_of(life.state),
        node=late[0] if late else None,
        process="worker",
        message=f"The worker {what} within the start time-out.",
        remedy=(
            "Raise limits.rendezvous_timeout_ms, use fewer entities, or see whether the nodes"
            " reach each other at the addresses that the fleet shows."
        ),
    )


def too_long(life: Life) -> Cause:
    return Cause(
        code="run_timeout",
        phase=phase_of(life.state),
        node=None,
        process="",
        message="The repeat took longer than the run time-out.",
        remedy="Raise limits.run_timeout_s, or run fewer steps.",
    )


def output_lost(life: Life, node: int) -> Cause:
    return Cause(
        code="output_lost",
        phase=phase_of(life.state),
        node=node,
        process="node agent",
        message=(
            "The agent came back without this run's output: it had not been given the plan,"
            " or its spool is gone."
        ),
        remedy="Retry the run. If it happens again, look at the agent's log and its spool folder.",
    )


def bad_output(life: Life, node: int, problem: str) -> Cause:
    return Cause(
        code="bad_output",
        phase=phase_of(life.state),
        node=node,
        process="node agent",
        message=f"The node's output cannot be used: {problem}."[:2000],
        remedy=(
            "Bring console and agent to the same version of Orrery and retry the run. Report it if"
            " it happens again."
        ),
    )


def not_stored(life: Life, problem: str) -> Cause:
    return Cause(
        code="not_stored",
        phase=phase_of(life.state),
        node=None,
        process="console",
        message=f"The store refused a part of what the run brought: {problem}."[:2000],
        remedy="Retry the run, and report this with the console's log.",
    )


def not_planned(life: Life, problem: str) -> Cause:
    return Cause(
        code="planning_failed",
        phase=phase_of(life.state),
        node=None,
        process="console",
        message=f"The console failed to plan the run: {problem}."[:2000],
        remedy="Choose other nodes or parameters, and report this with the console's log.",
    )


def name_nodes(text: str, names: Sequence[str]) -> str:
    """A worker knows other nodes by their places in the plan; readers know them by name."""

    def named(found: re.Match[str]) -> str:
        place = int(found.group(1))
        return names[place] if place < len(names) else found.group(0)

    return re.sub(r"\bnode (\d{1,4})\b", named, text)
