"""Decides whether an agent accepts a plan."""

from __future__ import annotations

from dataclasses import dataclass

from orrery_contracts.plan import WorkerPlan


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a plan is refused, and its remedy."""

    code: str
    message: str
    remedy: str


def admit(plan: WorkerPlan, name: str, *, running: bool, leaving: bool) -> Refusal | None:
    """Returns None if the agent with this name accepts the plan.

    `running`: a worker of the plan's run and repeat is running. `leaving`: the agent is shutting
    down.
    """
    here = f"Node {name}"
    if leaving:
        return Refusal("leaving", f"{here} is shutting down.", "Start its agent again.")
    if plan.node_index >= len(plan.nodes):
        return Refusal(
            "bad_plan",
            f"The plan's node_index is {plan.node_index}, but it names {len(plan.nodes)} nodes.",
            "Report this as a bug of the console.",
        )
    wanted = plan.nodes[plan.node_index].name
    if wanted != name:
        return Refusal(
            "wrong_node",
            f"The plan is for node {wanted}, but this is node {name}.",
            "Give each agent a name of its own and launch the run again.",
        )
    if running:
        return Refusal(
            "duplicate",
            f"{here} is running run {plan.run_id} repeat {plan.repeat} already.",
            "Cancel the run, and launch it again.",
        )
    return None
