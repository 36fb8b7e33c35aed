"""Worker plans like those of a console."""

from __future__ import annotations

from orrery_contracts.conditions import (
    Conditions,
    LocalTransport,
    NodeTransport,
    TelemetryOptions,
)
from orrery_contracts.plan import PlanNode, PlanTransports, WorkerPlan
from orrery_contracts.workloads.universe_steps import (
    Behaviour,
    NumberState,
    OracleUse,
    ProcessModel,
    StateFlow,
    StepControl,
    UniverseStepsPlan,
)

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def run_id(number: int) -> str:
    """A valid run id for a small number."""
    digits = ""
    for _ in range(26):
        digits = ALPHABET[number % 32] + digits
        number //= 32
    return digits


def plan(
    number: int = 1,
    repeat: int = 0,
    *,
    name: str = "node-1",
    node_index: int = 0,
    steps: int = 200,
    process_model: ProcessModel = ProcessModel.PROCESS,
    update_cost_us: float = 0.0,
) -> WorkerPlan:
    """A plan for the last worker of a run on `node_index` + 1 nodes."""
    names = [f"other-{index}" for index in range(node_index)] + [name]
    return WorkerPlan(
        schema_version=1,
        run_id=run_id(number),
        repeat=repeat,
        node_index=node_index,
        nodes=[
            PlanNode(index=index, name=each, rating=100.0, cores=2.0)
            for index, each in enumerate(names)
        ],
        seed="7",
        workload=UniverseStepsPlan(
            entities_by_node=[4] * len(names),
            behaviour=Behaviour.TOGGLE,
            managers_by_node=[1] + [0] * node_index,
            monitors=1,
            steps=steps,
            warmup_steps=10,
            process_model=process_model,
            pool_threads=1,
            state_bytes=8,
            state=NumberState(),
            update_period_steps=1,
            changing_share=1.0,
            update_cost_us=update_cost_us,
            manager_cost_us=0.0,
            constraint_levels=16,
            step_control=StepControl.MESSAGES,
            state_flow=StateFlow.BY_MONITOR,
            link_delay_us=0.0,
            link_mbit_s=0.0,
            oracle=OracleUse.AUTO,
        ),
        transports=PlanTransports(
            local=LocalTransport.SHM,
            nodes=NodeTransport.SHM,
            bind_address="127.0.0.1",
            peer_timeout_ms=5000,
            token="12345",  # noqa: S106 (for tests)
        ),
        conditions=Conditions(),
        telemetry=TelemetryOptions(),
        rendezvous_timeout_ms=10_000,
        run_timeout_s=120,
    )
