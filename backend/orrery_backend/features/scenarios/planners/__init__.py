"""A planner for each workload: run spec and nodes in, the workload's plan out. A new workload is
one more module and one line.
"""

from __future__ import annotations

from typing import Any, TypeVar

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.federation_mix import FederationMix
from orrery_contracts.workloads.fel_test import FelTest
from orrery_contracts.workloads.hold import Hold
from orrery_contracts.workloads.messaging import Messaging
from orrery_contracts.workloads.model_language import ModelLanguage
from orrery_contracts.workloads.networked_systems import NetworkedSystems
from orrery_contracts.workloads.phold import Phold
from orrery_contracts.workloads.primitives import Primitives
from orrery_contracts.workloads.process_activity import ProcessActivity
from orrery_contracts.workloads.record import WorkloadSpec
from orrery_contracts.workloads.rti_integrated import RtiIntegrated, RtiIntegratedPlan
from orrery_contracts.workloads.rti_latency import RtiLatency
from orrery_contracts.workloads.rti_stress import RtiStress, RtiStressPlan
from orrery_contracts.workloads.rti_throughput import RtiThroughput
from orrery_contracts.workloads.rti_time_advance import RtiTimeAdvance
from orrery_contracts.workloads.thread_test import ThreadTest
from orrery_contracts.workloads.universe_migration import UniverseMigration
from orrery_contracts.workloads.universe_steps import UniverseSteps

from orrery_backend.features.scenarios.planners.face import (
    Assignment,
    PlannedNode,
    Planner,
    Work,
    not_chosen,
)
from orrery_backend.features.scenarios.planners.federate_streams import FederateStreamsPlanner
from orrery_backend.features.scenarios.planners.federation_mix import FederationMixPlanner
from orrery_backend.features.scenarios.planners.fel_test import FelTestPlanner
from orrery_backend.features.scenarios.planners.hold import HoldPlanner
from orrery_backend.features.scenarios.planners.messaging import MessagingPlanner
from orrery_backend.features.scenarios.planners.model_language import ModelLanguagePlanner
from orrery_backend.features.scenarios.planners.networked_systems import (
    NetworkedSystemsPlanner,
)
from orrery_backend.features.scenarios.planners.phold import PholdPlanner
from orrery_backend.features.scenarios.planners.primitives import PrimitivesPlanner
from orrery_backend.features.scenarios.planners.process_activity import ProcessActivityPlanner
from orrery_backend.features.scenarios.planners.rti_latency import RtiLatencyPlanner
from orrery_backend.features.scenarios.planners.rti_throughput import RtiThroughputPlanner
from orrery_backend.features.scenarios.planners.rti_time_advance import RtiTimeAdvancePlanner
from orrery_backend.features.scenarios.planners.thread_test import ThreadTestPlanner
from orrery_backend.features.scenarios.planners.universe_migration import (
    UniverseMigrationPlanner,
)
from orrery_backend.features.scenarios.planners.universe_steps import UniverseStepsPlanner

Spec = TypeVar("Spec", bound=WorkloadSpec)


def _by_type(workload: type[Spec], planner: Planner[Spec]) -> tuple[type, Planner[Any]]:
    """An entry of the table; a type checker sees that the planner is for the workload."""
    return workload, planner


_PLANNERS = dict(
    (
        _by_type(UniverseSteps, UniverseStepsPlanner()),
        _by_type(UniverseMigration, UniverseMigrationPlanner()),
        _by_type(ProcessActivity, ProcessActivityPlanner()),
        _by_type(Messaging, MessagingPlanner()),
        _by_type(NetworkedSystems, NetworkedSystemsPlanner()),
        _by_type(ModelLanguage, ModelLanguagePlanner()),
        _by_type(RtiLatency, RtiLatencyPlanner()),
        _by_type(RtiThroughput, RtiThroughputPlanner()),
        _by_type(RtiTimeAdvance, RtiTimeAdvancePlanner()),
        _by_type(FederationMix, FederationMixPlanner()),
        _by_type(Phold, PholdPlanner()),
        _by_type(FelTest, FelTestPlanner()),
        _by_type(Hold, HoldPlanner()),
        _by_type(ThreadTest, ThreadTestPlanner()),
        _by_type(Primitives, PrimitivesPlanner()),
        _by_type(RtiIntegrated, FederateStreamsPlanner(RtiIntegratedPlan)),
        _by_type(RtiStress, FederateStreamsPlanner(RtiStressPlan)),
    )
)


def plan_workload(spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
    """The plan of the spec's workload on these nodes, master first. Raises `ProblemError` naming
    fields where the spec does not fit the nodes."""
    return _PLANNERS[type(spec.workload)].plan(spec, spec.workload, nodes)


def work_of(spec: RunSpec) -> Work:
    """How much a run of this spec does."""
    return _PLANNERS[type(spec.workload)].work(spec, spec.workload)


__all__ = ["Assignment", "PlannedNode", "Work", "not_chosen", "plan_workload", "work_of"]
