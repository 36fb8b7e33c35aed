"""What a run on another RTI than Orrery's cannot have; refused before it is launched."""

from __future__ import annotations

from orrery_contracts.conditions import LocalTransport, NodeTransport
from orrery_contracts.data_path import DataPath
from orrery_contracts.federation import Rti
from orrery_contracts.offers import HELICS
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.universe_steps import ProcessModel

from orrery_backend.features.scenarios.planners.face import PlannedNode
from orrery_backend.features.scenarios.planners.offers import refuse_not_offered
from orrery_backend.kit.problems import Findings, field_error, invalid

#: What stands for HELICS' cores inproc, ipc and tcp.
_LOCAL = (LocalTransport.AUTO, LocalTransport.THREAD, LocalTransport.SHM, LocalTransport.TCP)
_BETWEEN = (NodeTransport.AUTO, NodeTransport.TCP)


def refuse_peer(
    rti: Rti,
    spec: RunSpec,
    model: ProcessModel,
    federates: int,
    nodes: list[PlannedNode],
    homes: int,
) -> None:
    """Refuses what the adapter of HELICS does not offer, if it is asked for. `homes`: number of
    nodes that have federates."""
    if rti is Rti.ORRERY:
        return
    found = Findings()
    found.attempt(
        refuse_not_offered, "workload.rti", HELICS, nodes, "Or set workload.rti to orrery."
    )
    if model is ProcessModel.POOLED:
        found.add(
            field_error(
                "workload.process_model",
                model.value,
                "A federate of HELICS waits in its time requests: none can share its thread.",
                "Set workload.process_model to thread or process.",
            )
        )
    if federates > homes > 1:
        found.add(
            field_error(
                "placement.count",
                len(nodes),
                f"There are {federates} federates; on several nodes HELICS has one on each.",
                f"Set placement.count to 1 or {federates + len(nodes) - homes}.",
            )
        )
    if len(nodes) > 1 and spec.transports.nodes not in _BETWEEN:
        found.add(
            field_error(
                "transports.nodes",
                spec.transports.nodes.value,
                "HELICS is carried from node to node by its core tcp alone.",
                "Set transports.nodes to auto or tcp.",
            )
        )
    if spec.transports.local not in _LOCAL:
        names = ", ".join(each.value for each in _LOCAL)
        found.add(
            field_error(
                "transports.local",
                spec.transports.local.value,
                "HELICS is carried by threads, shared memory and TCP alone.",
                f"Set transports.local to one of {names}.",
            )
        )
    found.raise_if_any()


def refuse_peer_data(rti: Rti, data: DataPath) -> None:
    """Refuses a path for data that only Orrery's RTI has."""
    if rti is not Rti.ORRERY and data != DataPath():
        raise invalid(
            field_error(
                "workload.data",
                data.model_dump_json(exclude_defaults=True),
                "HELICS carries data its own way.",
                "Leave workload.data as it is by default, or set workload.rti to orrery.",
            )
        )
