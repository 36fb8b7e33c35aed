"""Why runs fail, in words."""

from __future__ import annotations

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole
from orrery_backend.features.runs.life.causes import death, name_nodes, where_lent
from orrery_backend.features.runs.life.vocabulary import Life, WorkerExited
from orrery_contracts.agent import Allocation
from orrery_contracts.api import RunState


def test_a_worker_that_was_told_to_stop_is_not_said_to_have_died() -> None:
    """A console that died after it had ended a run finds the exit and not its reason."""
    life = Life(1, state=RunState.RUNNING, node_count=1, alive=frozenset({0}))
    cause = death(life, WorkerExited(0, 3))
    assert cause.code == "worker_stopped"
    assert "told to stop" in cause.message
    assert death(life, WorkerExited(0, 1)).code == "worker_died"


def test_the_death_of_a_worker_on_a_lent_node_names_the_job_and_keeps_its_own_remedy() -> None:
    """A workload manager that loses a host may kill the worker before its agent."""
    life = Life(1, state=RunState.RUNNING, node_count=1, alive=frozenset({0}))
    killed = death(life, WorkerExited(0, -9))
    assert where_lent(killed, None) == killed
    lent = where_lent(killed, Allocation(manager="slurm", job="7", partition="lab"))
    assert lent.message == "The worker was killed by signal 9. The node was lent by slurm, job 7."
    assert "./orrery fleet" in lent.remedy
    assert lent.remedy.endswith(killed.remedy)


def test_a_failure_names_nodes_and_no_places_in_a_plan() -> None:
    names = ["host-1", "host-2"]
    said = "the link to node 0 is lost: receiving: Connection timed out; node 1 reads"
    assert name_nodes(said, names) == (
        "the link to host-1 is lost: receiving: Connection timed out; host-2 reads"
    )
    assert name_nodes("look at node 1's own failure first", names) == (
        "look at host-2's own failure first"
    )
    assert name_nodes("node 2 of 2 nodes, node 17 and node-1", names) == (
        "node 2 of 2 nodes, node 17 and node-1"
    )


async def test_the_evidence_of_a_check_names_nodes(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.found = "node 0: 17 steps differ"
    made = await launch(console, {"preset": "universe-one-node"})
    run = await ended(console, made.summary.id)
    name = run.nodes[0].name
    found = {check.found for repeat in run.repeats for check in repeat.checks}
    assert found == {f"{name}: 17 steps differ"}
