"""What planners of workloads on one node share."""

from __future__ import annotations

from orrery_contracts.spec import NamedNodes, RunSpec

from orrery_backend.features.scenarios.planners.face import PlannedNode
from orrery_backend.kit.problems import ProblemError, field_error, invalid

#: Of a node's memory, what a run may count on.
USABLE_SHARE = 0.8


def the_one_node(spec: RunSpec, nodes: list[PlannedNode], otherwise: str = "") -> PlannedNode:
    """Refuses more nodes than one, naming the field that asks for them. `otherwise` ends the remedy
    with what else helps.
    """
    if len(nodes) == 1:
        return nodes[0]
    raise refuse_nodes(spec, nodes, "one node", otherwise)


def refuse_nodes(
    spec: RunSpec, nodes: list[PlannedNode], runs_on: str, otherwise: str = ""
) -> ProblemError:
    """More nodes are asked for than those it `runs_on`."""
    named = isinstance(spec.placement, NamedNodes)
    return invalid(
        field_error(
            "placement.names" if named else "placement.count",
            [node.name for node in nodes] if named else len(nodes),
            f"{_what(spec)} runs on {runs_on}; {len(nodes)} are asked for.",
            ("Name one node" if named else "Set placement.count to 1") + otherwise + ".",
        )
    )


def _what(spec: RunSpec) -> str:
    """The workload, and its engine where it has a choice of them."""
    engine = getattr(spec.workload, "engine", None)
    return spec.workload.kind if engine is None else f"{spec.workload.kind} on engine {engine}"


def refuse_past_memory(
    field: str, value: int, bytes_of_one: float, node: PlannedNode, things: str
) -> None:
    """Refuses a number of things that cannot fit into the node's memory; where nodes share them,
    `bytes_of_one` is a node's share of one."""
    usable = int(node.memory_bytes * USABLE_SHARE)
    needed = int(value * bytes_of_one)
    if node.memory_bytes == 0 or needed <= usable:
        return
    raise invalid(
        field_error(
            field,
            value,
            f"Node {node.name} would need about {gigabytes(needed)} for {value:,} {things}; "
            f"{gigabytes(usable)} can be used.",
            f"At most about {int(usable / bytes_of_one):,} fit there. Use fewer {things}, or a "
            "node with more memory.",
        )
    )


def refuse_cpus(num_cpus: int, node: PlannedNode) -> None:
    """Refuses more CPUs than the node has."""
    if num_cpus <= node.cpus:
        return
    raise invalid(
        field_error(
            "workload.num_cpus",
            num_cpus,
            f"Node {node.name} has {node.cpus} CPUs; {num_cpus} are asked for.",
            f"Set workload.num_cpus to at most {node.cpus}, or choose a node with more.",
        )
    )


def gigabytes(count: int) -> str:
    """Bytes in words."""
    return f"{count / 1e9:.1f} GB"
