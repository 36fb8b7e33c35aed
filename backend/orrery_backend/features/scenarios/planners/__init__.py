"""A planner for each workload: run spec and nodes in, the workload's plan out. A new workload is
one more module and one line.
"""

from __future__ import annotations

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Planner, Work
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

PLANNERS: dict[str, Planner] = {
    "universe_steps": UniverseStepsPlanner(),
    "universe_migration": UniverseMigrationPlanner(),
    "phold": PholdPlanner(),
    "model_language": ModelLanguagePlanner(),
    "fel_test": FelTestPlanner(),
    "thread_test": ThreadTestPlanner(),
    "primitives": PrimitivesPlanner(),
    "hold": HoldPlanner(),
    "process_activity": ProcessActivityPlanner(),
    "messaging": MessagingPlanner(),
    "networked_systems": NetworkedSystemsPlanner(),
    "rti_latency": RtiLatencyPlanner(),
    "rti_throughput": RtiThroughputPlanner(),
    "rti_time_advance": RtiTimeAdvancePlanner(),
    "rti_integrated": FederateStreamsPlanner(),
    "rti_stress": FederateStreamsPlanner(),
    "federation_mix": FederationMixPlanner(),
}

__all__ = ["PLANNERS", "Assignment", "PlannedNode", "Planner", "Work"]
