"""What the backend sends for one worker: a validated plan with every field present, and nothing
left to choose."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.base import MOST_NODES, BigInt, Contract, Index, RunId, SchemaVersion, Slug
from orrery_contracts.conditions import Conditions, LocalTransport, NodeTransport, TelemetryOptions
from orrery_contracts.workloads.registry import WorkloadPlan


class PlanNode(Contract):
    """A node that takes part in the run."""

    index: Index
    """0 is the master."""
    name: Slug
    rating: Annotated[float, Field(ge=0)]
    """Integer CPU rating: millions of calibration rounds a second."""
    cores: Annotated[float, Field(ge=0)]
    """CPUs that the node may use; a share of one for a slowed host."""


class PlanTransports(Contract):
    """The transports of a run, decided."""

    local: LocalTransport
    nodes: NodeTransport
    bind_address: str
    """The address on which this node's worker listens for its peers."""
    peer_timeout_ms: Annotated[int, Field(ge=100, le=600_000)]
    token: BigInt
    """Known to this run's workers alone; a peer that does not give it is refused."""


class WorkerPlan(Contract):
    """One repeat of a run, for one node."""

    schema_version: SchemaVersion
    run_id: RunId
    repeat: Index
    node_index: Index
    nodes: Annotated[list[PlanNode], Field(min_length=1, max_length=MOST_NODES)]
    """All nodes of the run, by index."""
    seed: BigInt
    workload: WorkloadPlan
    transports: PlanTransports
    conditions: Conditions
    telemetry: TelemetryOptions
    rendezvous_timeout_ms: Annotated[int, Field(ge=1_000, le=600_000)]
    run_timeout_s: Annotated[int, Field(ge=1, le=86_400)]
