"""Workload `networked_systems`: universe systems linked in a hierarchy, users, and their shadow
processes in every other system.

Source: uss-prototype-evaluation, section 6.7.3.2; dead reckoning as in IEEE 1278.1 (DIS).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.relevance import any_of, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import OracleUse

#: Ranges that a spec and its plan share.
Systems = Annotated[int, Field(ge=2, le=64)]
SystemsOfNode = Annotated[int, Field(ge=0, le=64)]
FanOut = Annotated[int, Field(ge=2, le=63)]
Users = Annotated[int, Field(ge=1, le=10_000)]
Metres = Annotated[float, Field(ge=0.001, le=1_000)]
Speed = Annotated[float, Field(ge=0.001, le=1_000)]
LinkMs = Annotated[float, Field(ge=0, le=2_000)]
StepMs = Annotated[int, Field(ge=1, le=1_000)]
NetworkSteps = Annotated[int, Field(ge=1, le=10_000_000)]


class Approximation(StrEnum):
    """How a shadow follows its user. Continuous: the user sends position and velocity in every
    step. First order: dead reckoning from position and velocity. Second order: dead reckoning with
    acceleration."""

    CONTINUOUS = "continuous"
    FIRST_ORDER = "first_order"
    SECOND_ORDER = "second_order"


class UserMotion(StrEnum):
    """How users move at constant speed. Straight: a new direction every few seconds. Curved: a new
    rate of turn every few seconds."""

    STRAIGHT = "straight"
    CURVED = "curved"


class Delivery(StrEnum):
    """How an update reaches the other systems. Routed: one message for each system, forwarded by
    the master universe managers. Multicast: one message that the network copies where links
    branch."""

    ROUTED = "routed"
    MULTICAST = "multicast"


RECKONED = any_of("workload.approximation", "first_order", "second_order")


class NetworkedSystems(WorkloadSpec):
    """Users move in their own system. In every other system a shadow approximates each user from
    the updates that arrive over the links."""

    kind: Literal["networked_systems"] = "networked_systems"
    systems: Annotated[Systems, Field(title="Universe systems")] = 7
    """Number of universe systems. Each except the first has a link to its parent."""
    fan_out: Annotated[FanOut, Field(title="Systems below each")] = 2
    """Children of a system, at most. The number of systems makes a star."""
    users: Annotated[Users, Field(title="Users")] = 56
    """Users of all systems, assigned in turn. Each has a shadow in every other system."""
    approximation: Approximation = Field(Approximation.FIRST_ORDER, title="Approximation")
    """How a shadow approximates its user."""
    threshold_m: Annotated[
        Metres, Field(title="Error threshold", json_schema_extra=shown(RECKONED, unit="m"))
    ] = 0.5
    """Distance between a user and its dead-reckoned position at which the user sends an update."""
    motion: UserMotion = Field(UserMotion.CURVED, title="Motion of users")
    """Path of the users, at constant speed."""
    speed_m_per_s: Annotated[
        Speed, Field(title="Speed of users", json_schema_extra={"unit": "m/s"})
    ] = 5.0
    """Speed of the fastest user. Each user has a speed of its own, at least half of this."""
    delivery: Delivery = Field(Delivery.ROUTED, title="Delivery")
    """Send one message to each system, or one message to all."""
    link_latency_ms: Annotated[
        LinkMs, Field(title="Latency of a link", json_schema_extra={"unit": "ms"})
    ] = 20.0
    """Simulated latency from one system to the next. A system reads its messages once a step."""
    link_jitter_ms: Annotated[
        LinkMs, Field(title="Jitter of a link", json_schema_extra={"unit": "ms"})
    ] = 0.0
    """Largest deviation of a message's latency. Messages stay in order on a link."""
    step_ms: Annotated[
        StepMs, Field(title="Simulated time of a step", json_schema_extra={"unit": "ms"})
    ] = 20
    """Simulated time between two positions of a user."""
    steps: Annotated[NetworkSteps, Field(title="Steps")] = 3_000
    """Number of simulated steps. Messages in transit at the end are still delivered."""
    oracle: OracleUse = Field(OracleUse.AUTO, title="Check against the oracle")
    """Compare state and messages with a sequential simulation. Automatic: up to 50 million steps of
    users and shadows."""


class NetworkedSystemsPlan(PlannedWorkload):
    """`networked_systems` as one worker gets it. Same names and units as `NetworkedSystems`."""

    kind: Literal["networked_systems"] = "networked_systems"
    systems_by_node: Annotated[list[SystemsOfNode], Field(min_length=1, max_length=64)]
    """Systems on each node, by node index; they are contiguous in node order, the first is the
    top of the hierarchy."""
    fan_out: FanOut
    users: Users
    approximation: Approximation
    threshold_m: Metres
    motion: UserMotion
    speed_m_per_s: Speed
    delivery: Delivery
    link_latency_ms: LinkMs
    link_jitter_ms: LinkMs
    step_ms: StepMs
    steps: NetworkSteps
    oracle: OracleUse


RECORD = WorkloadRecord(
    title="networked systems",
    family=Family.UNIVERSE,
    spec=NetworkedSystems,
    plan=NetworkedSystemsPlan,
    progress_unit="step",
    carried="systems",
    first_fields=(
        "systems",
        "fan_out",
        "users",
        "approximation",
        "delivery",
        "steps",
    ),
    leading_metrics=(
        "traffic",
        "updates",
        "messages_per_update",
        "error.mean",
        "error.p99",
        "steps_per_second",
    ),
    simulated_by=(
        "systems",
        "fan_out",
        "users",
        "approximation",
        "threshold_m",
        "motion",
        "speed_m_per_s",
        "delivery",
        "link_latency_ms",
        "link_jitter_ms",
        "step_ms",
        "steps",
    ),
    presets=("networked-systems", "networked-systems-two-nodes"),
)
