"""Choosing nodes and transports for a spec. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.agent import NodeFacts
from orrery_contracts.conditions import LocalTransport, NodeTransport
from orrery_contracts.data_path import DataPath, ReliableProtocol, Transportation
from orrery_contracts.errors import ProblemCode
from orrery_contracts.federation import Rti
from orrery_contracts.spec import FastestNodes, NamedNodes, RunSpec
from orrery_contracts.workloads.universe_steps import ProcessModel

from orrery_backend.kit.machines import by_machine, first_of_each
from orrery_backend.kit.problems import Findings, ProblemError, field_error, invalid

Candidate = tuple[str, NodeFacts]
"""A node that is online."""


def choose_nodes(
    spec: RunSpec, online: Sequence[Candidate], known: Sequence[str], join_command: str
) -> list[Candidate]:
    """Master first. A problem says how many nodes there are and how to have more."""
    if isinstance(spec.placement, NamedNodes):
        return _named(spec.placement, online, known)
    return _fastest(spec.placement, online, join_command)


def _fastest(
    placement: FastestNodes, online: Sequence[Candidate], join_command: str
) -> list[Candidate]:
    eligible = [each for each in online if each[0].startswith(placement.among)]
    if placement.among and placement.count > len(eligible):
        names = ", ".join(name for name, _ in online) or "none"
        raise invalid(
            field_error(
                "placement.among",
                placement.among,
                f"{placement.count} nodes are asked for whose name begins with "
                f"{placement.among!r}; {len(eligible)} of them are online.",
                f"Ask for at most {len(eligible)}, or leave placement.among out. "
                f"Nodes online: {names}.",
            ),
            code=ProblemCode.TOO_FEW_NODES,
        )
    if placement.count > len(online):
        there_are = "No node is" if not online else _nodes_are(len(online))
        at_most = f"Ask for at most {len(online)}, or join" if online else "Join"
        raise invalid(
            field_error(
                "placement.count",
                placement.count,
                f"{placement.count} nodes are asked for. {there_are} online.",
                f"{at_most} more with: {join_command}",
            ),
            code=ProblemCode.TOO_FEW_NODES,
        )
    # The name decides among equals, so that the same fleet gives the same placement.
    ranked = sorted(eligible, key=lambda candidate: (-candidate[1].rating, candidate[0]))
    if placement.separate_machines:
        ranked = first_of_each(ranked, _machine)
        if placement.count > len(ranked):
            raise _too_few_machines(placement.count, eligible, join_command)
    return list(ranked[: placement.count])


def _machine(node: Candidate) -> str:
    return node[1].machine_id


def _too_few_machines(count: int, eligible: Sequence[Candidate], join_command: str) -> ProblemError:
    machines = by_machine(sorted(eligible), _machine)
    there_are = "1 machine" if len(machines) == 1 else f"{len(machines)} machines"
    return invalid(
        field_error(
            "placement.separate_machines",
            "true",
            f"{count} nodes on different machines are asked for. The nodes online are on "
            f"{there_are}: {_on_machines(machines)}.",
            f"Set placement.count to {len(machines)}, set placement.separate_machines to false, "
            f"or start an agent on another machine: {join_command}",
        ),
        code=ProblemCode.TOO_FEW_NODES,
    )


def _on_machines(machines: Sequence[Sequence[Candidate]]) -> str:
    """`a and b on one, c on another`, or `a, b and c` for a single machine."""
    groups = [_all_of([name for name, _ in nodes]) for nodes in machines]
    if len(groups) == 1:
        return groups[0]
    return ", ".join(
        f"{group} on {'one' if index == 0 else 'another'}" for index, group in enumerate(groups)
    )


def _all_of(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def refuse_shared_machines(spec: RunSpec, nodes: Sequence[Candidate]) -> None:
    """Raises a problem if the placement asks for separate machines and two nodes share one."""
    if not spec.placement.separate_machines:
        return
    machines = by_machine(nodes, _machine)
    shared = [[name for name, _ in machine] for machine in machines if len(machine) > 1]
    if shared:
        sharing = "; ".join(f"nodes {_all_of(names)} share a machine" for names in shared)
        raise invalid(
            field_error(
                "placement.separate_machines",
                "true",
                f"Each node must have a machine of its own: {sharing}.",
                "Name one node of each machine in placement.names, or set "
                "placement.separate_machines to false.",
            )
        )


def _nodes_are(count: int) -> str:
    return "1 node is" if count == 1 else f"{count} nodes are"


def _named(
    placement: NamedNodes, online: Sequence[Candidate], known: Sequence[str]
) -> list[Candidate]:
    by_name = dict(online)
    seen: set[str] = set()
    chosen: list[Candidate] = []
    found = Findings()
    for index, name in enumerate(placement.names):
        where = f"placement.names[{index}]"
        if name in seen:
            found.add(
                field_error(where, name, f"Node {name!r} is named twice.", "Name each node once.")
            )
            continue
        seen.add(name)
        facts = by_name.get(name)
        if facts is None:
            there = ", ".join(sorted(by_name)) or "none"
            if name in known:
                found.add(
                    field_error(
                        where,
                        name,
                        f"Node {name!r} is offline.",
                        f"Start its agent again, or choose among the nodes online: {there}.",
                    ),
                    code=ProblemCode.TOO_FEW_NODES,
                )
            else:
                found.add(
                    field_error(
                        where, name, f"There is no node {name!r}.", f"Nodes online: {there}."
                    )
                )
            continue
        chosen.append((name, facts))
    found.raise_if_any()
    return chosen


def decide_local(spec: RunSpec) -> LocalTransport:
    """What carries messages within a node."""
    workload = spec.workload
    processes = getattr(workload, "process_model", None) == ProcessModel.PROCESS
    asked = spec.transports.local
    if asked is LocalTransport.THREAD and processes:
        raise invalid(
            field_error(
                "transports.local",
                asked.value,
                "Rings inside one process cannot reach other processes.",
                "Use shm, uds, tcp or another between processes, or the process model thread.",
            )
        )
    if asked is not LocalTransport.AUTO:
        return asked
    return LocalTransport.SHM if processes else LocalTransport.THREAD


def decide_between(spec: RunSpec, nodes: Sequence[Candidate]) -> NodeTransport:
    """What carries messages between nodes."""
    asked = spec.transports.nodes
    machines = {facts.machine_id for _, facts in nodes}
    if asked is NodeTransport.AUTO and getattr(spec.workload, "rti", Rti.ORRERY) is Rti.HELICS:
        return NodeTransport.TCP
    if asked is NodeTransport.AUTO:
        decided = NodeTransport.SHM if len(machines) == 1 else NodeTransport.TCP
        lacking = _without(decided, nodes)
        return NodeTransport.TCP if lacking else decided
    found = Findings()
    if asked in (NodeTransport.SHM, NodeTransport.UDS) and len(machines) > 1:
        names = ", ".join(name for name, _ in nodes)
        found.add(
            field_error(
                "transports.nodes",
                asked.value,
                f"Nodes {names} are not on one machine; {asked.value} does not reach from one "
                "machine to another.",
                "Use tcp or auto, or choose nodes of one machine.",
            )
        )
    found.attempt(refuse_plain_data, spec, len(nodes))
    lacking = _without(asked, nodes)
    if lacking and len(nodes) > 1:
        found.add(
            field_error(
                "transports.nodes",
                asked.value,
                f"The worker of node {', '.join(lacking)} cannot use {asked.value}.",
                f"It can use: {', '.join(dict(nodes)[lacking[0]].transports)}.",
            )
        )
    found.raise_if_any()
    return asked


def refuse_plain_data(spec: RunSpec, nodes: int) -> None:
    """Datagrams and other parties' protocols are not encrypted: TLS would promise too much.
    `nodes` is the number of nodes. Raises `ProblemError`.
    """
    if spec.transports.nodes is not NodeTransport.TLS or nodes < 2:
        return
    data = getattr(spec.workload, "data", None)
    if not isinstance(data, DataPath):
        return
    if data.transportation is not Transportation.RELIABLE:
        field, value = "transportation", data.transportation.value
    elif data.reliable is not ReliableProtocol.CHANNELS:
        field, value = "reliable", data.reliable.value
    else:
        return
    raise invalid(
        field_error(
            f"workload.data.{field}",
            value,
            "TLS between nodes encrypts channels only; this data path would not be encrypted.",
            "Set workload.data.transportation to reliable and workload.data.reliable to channels, "
            "or transports.nodes to tcp.",
        )
    )


def _without(transport: NodeTransport, nodes: Sequence[Candidate]) -> list[str]:
    return [name for name, facts in nodes if transport.value not in facts.transports]
