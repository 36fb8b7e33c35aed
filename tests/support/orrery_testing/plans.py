"""Worker plans for tests that control workers without a console."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.conditions import Conditions, LocalTransport, NodeTransport, TelemetryOptions
from orrery_contracts.plan import PlanNode, PlanTransports, WorkerPlan
from orrery_contracts.workloads.universe_steps import (
    Behaviour,
    EntityStatePlan,
    NumberState,
    OracleUse,
    ProcessModel,
    StateFlow,
    StepControl,
    UniverseStepsPlan,
)

RUN_ID = "01h8xgjwbwbaq4z5m3v9k2n7pt"


_NUMBERS = NumberState()


@dataclass(frozen=True)
class Universe:
    """A small universe and its distribution over nodes."""

    entities: Sequence[int] = (12,)
    """The number of entities on each node."""
    behaviour: Behaviour = Behaviour.TOGGLE
    managers: Sequence[int] = (1,)
    monitors: int = 1
    steps: int = 60
    warmup_steps: int = 7
    process_model: ProcessModel = ProcessModel.PROCESS
    local: LocalTransport = LocalTransport.SHM
    nodes: NodeTransport = NodeTransport.SHM
    seed: int = 42
    update_period_steps: int = 1
    changing_share: float = 1.0
    state_bytes: int = 8
    state: EntityStatePlan = _NUMBERS
    update_cost_us: float = 0.0
    constraint_levels: int = 16
    step_control: StepControl = StepControl.MESSAGES
    state_flow: StateFlow = StateFlow.BY_MONITOR
    link_delay_us: float = 0.0
    link_mbit_s: float = 0.0
    oracle: OracleUse = OracleUse.ALWAYS
    peer_timeout_ms: int = 10_000

    def workload(self) -> UniverseStepsPlan:
        """The workload in every worker's plan."""
        return UniverseStepsPlan(
            entities_by_node=list(self.entities),
            behaviour=self.behaviour,
            managers_by_node=list(self.managers),
            monitors=self.monitors,
            steps=self.steps,
            warmup_steps=self.warmup_steps,
            process_model=self.process_model,
            pool_threads=0,
            state_bytes=self.state_bytes,
            state=self.state,
            update_period_steps=self.update_period_steps,
            changing_share=self.changing_share,
            update_cost_us=self.update_cost_us,
            manager_cost_us=0.0,
            constraint_levels=self.constraint_levels,
            step_control=self.step_control,
            state_flow=self.state_flow,
            link_delay_us=self.link_delay_us,
            link_mbit_s=self.link_mbit_s,
            oracle=self.oracle,
        )

    def plans(self) -> list[WorkerPlan]:
        """Returns one plan for each node, the master's first."""
        transports = PlanTransports(
            local=self.local,
            nodes=self.nodes,
            bind_address="127.0.0.1",
            peer_timeout_ms=self.peer_timeout_ms,
            token=str(secrets.randbits(64)),
        )
        nodes = [
            PlanNode(index=index, name=f"node-{index}", rating=100.0, cores=1.0)
            for index in range(len(self.entities))
        ]
        return [
            WorkerPlan(
                schema_version=1,
                run_id=RUN_ID,
                repeat=0,
                node_index=node.index,
                nodes=nodes,
                seed=str(self.seed),
                workload=self.workload(),
                transports=transports,
                conditions=Conditions(),
                telemetry=TelemetryOptions(interval_ms=50),
                rendezvous_timeout_ms=60_000,
                run_timeout_s=300,
            )
            for node in nodes
        ]
