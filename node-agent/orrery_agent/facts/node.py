"""All facts of a node, as the console gets them."""

from __future__ import annotations

from orrery_contracts.agent import Allocation, NodeFacts
from orrery_contracts.version import VERSION
from orrery_contracts.worker import Calibration

from orrery_agent.facts.machine import Machine


def node_facts(
    machine: Machine, calibration: Calibration, address: str, allocation: Allocation | None
) -> NodeFacts:
    """Combines the facts of the machine, the calibration and the link's local address."""
    return NodeFacts(
        hostname=machine.hostname,
        os=machine.os,
        kernel=machine.kernel,
        architecture=machine.architecture,
        cpu_model=machine.cpu_model,
        cores=machine.cores,
        cpu_limit=machine.cpu_limit,
        memory_bytes=machine.memory_bytes,
        machine_id=machine.machine_id,
        address=address,
        allocation=allocation,
        rating=calibration.rating,
        clock_resolution_ns=calibration.clock_resolution_ns,
        clock_read_ns=calibration.clock_read_ns,
        transports=calibration.transports,
        rti_peers=calibration.rti_peers,
        third_party_transports=calibration.third_party_transports,
        agent_version=VERSION,
        worker_version=calibration.worker_version,
        build=calibration.build,
        commit=calibration.commit,
    )
