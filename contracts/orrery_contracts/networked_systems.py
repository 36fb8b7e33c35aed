"""Workload `networked_systems`: universe systems linked in a hierarchy, users, and their shadow
processes in every other system.

Source: uss-prototype-evaluation, section 6.7.3.2; dead reckoning as in IEEE 1278.1 (DIS).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.relevance import any_of, shown
from orrery_contracts.universe_steps import OracleUse

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
    """How a shadow follows its user: position and velocity sent every step, or dead reckoning
    from position and velocity (first order), and acceleration (second order)."""

    CONTINUOUS = "continuous"
    FIRST_ORDER = "first_order"
    SECOND_ORDER = "second_order"


class UserMotion(StrEnum):
    """How users move, at constant speed: straight on, with a new direction every few seconds, or in
    curves of a new rate of turn every few seconds."""

    STRAIGHT = "straight"
    CURVED = "curved"


class Delivery(StrEnum):
    """How an update reaches the other systems: one message to each, passed on by the master
    universe manager of every system on its way, or one that the network copies where links part."""

    ROUTED = "routed"
    MULTICAST = "multicast"


RECKONED = any_of("workload.approximation", "first_order", "second_order")


class NetworkedSystems(Contract):
    """Users move in their own system; in every other one a shadow approximates each of them from
    the updates that come over the links."""

    kind: Literal["networked_systems"] = "networked_systems"
    systems: Annotated[Systems, Field(title="Universe systems")] = 7
    """Linked in a hierarchy: each but the first has a link to the one above it."""
    fan_out: Annotated[FanOut, Field(title="Systems below each")] = 2
    """Each system has up to so many below it; as many as there are systems makes a star."""
    users: Annotated[Users, Field(title="Users")] = 56
    """Of all systems, dealt out in turn. Each has a shadow in every other system."""
    approximation: Approximation = Field(Approximation.FIRST_ORDER, title="Approximation")
    """What a user sends and its shadows make of it."""
    threshold_m: Annotated[
        Metres, Field(title="Error threshold", json_schema_extra=shown(RECKONED, unit="m"))
    ] = 0.5
    """A user sends an update when dead reckoning from its last one is further off than this."""
    motion: UserMotion = Field(UserMotion.CURVED, title="Motion of users")
    """At constant speed, straight on or in curves."""
    speed_m_per_s: Annotated[
        Speed, Field(title="Speed of users", json_schema_extra={"unit": "m/s"})
    ] = 5.0
    """The fastest; each user has its own, half of it at least."""
    delivery: Delivery = Field(Delivery.ROUTED, title="Delivery")
    """One message to each system, or one for all."""
    link_latency_ms: Annotated[
        LinkMs, Field(title="Latency of a link", json_schema_extra={"unit": "ms"})
    ] = 20.0
    """In simulated time, from one system to the next. A system looks at what has come once a
    step."""
    link_jitter_ms: Annotated[
        LinkMs, Field(title="Jitter of a link", json_schema_extra={"unit": "ms"})
    ] = 0.0
    """Each message's latency is up to so much more or less; none overtakes another on a link."""
    step_ms: Annotated[
        StepMs, Field(title="Simulated time of a step", json_schema_extra={"unit": "ms"})
    ] = 20
    """How far users move between two looks at their approximation."""
    steps: Annotated[NetworkSteps, Field(title="Steps")] = 3_000
    """Simulated steps; then what is under way still arrives."""
    oracle: OracleUse = Field(OracleUse.AUTO, title="Check against the oracle")
    """Whether a sequential simulation must end in the same state after the same messages.
    Automatic: up to 50 million steps of users and shadows."""


class NetworkedSystemsPlan(Contract):
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
