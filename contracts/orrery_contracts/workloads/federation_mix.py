"""Workload `federation_mix`: a standard mix of the load of federations on an RTI, with a score.

Source: rti-s-reliable-multicast, section 2.4 (requirements of virtual and constructive simulations:
objects, message sizes, rates and peaks, groups, join latency, share that both sends and receives).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.data_path import DataPath
from orrery_contracts.relevance import at_least, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
MixFederates = Annotated[int, Field(ge=2, le=1_000)]
MixObjects = Annotated[int, Field(ge=1, le=1_000_000)]
MixGroups = Annotated[int, Field(ge=1, le=100_000)]
GroupsOfFederate = Annotated[int, Field(ge=1, le=1_000)]
MixBytes = Annotated[int, Field(ge=24, le=65_536)]
ObjectRate = Annotated[float, Field(ge=0, le=1_000)]
BurstsPerS = Annotated[float, Field(ge=0, le=10_000)]
BurstRate = Annotated[float, Field(ge=1, le=100_000)]
BurstMs = Annotated[int, Field(ge=1, le=60_000)]
JoinsPerS = Annotated[float, Field(ge=0, le=100_000)]
Share = Annotated[float, Field(ge=0, le=1)]
MixSeconds = Annotated[float, Field(ge=0.1, le=3_600)]


class FederationMix(WorkloadSpec):
    """Federates update objects of groups, and subscribe to some groups. They join and leave groups
    during the run. A group is a region of data distribution management."""

    kind: Literal["federation_mix"] = "federation_mix"
    federates: Annotated[MixFederates, Field(title="Federates")] = 10
    """Number of federates, assigned to the nodes in turn."""
    objects: Annotated[MixObjects, Field(title="Objects")] = 1_000
    """Objects of the federation, assigned to the sending federates in turn."""
    groups: Annotated[MixGroups, Field(title="Groups")] = 100
    """Number of groups (regions). Objects are assigned to them in turn."""
    groups_of_federate: Annotated[GroupsOfFederate, Field(title="Groups of a federate")] = 20
    """Groups that a federate receives at any time. It keeps half of them and changes the others."""
    least_bytes: Annotated[
        MixBytes, Field(title="Smallest message", json_schema_extra=shown(unit="B"))
    ] = 200
    """Smallest size of an update's values. Sizes are distributed uniformly."""
    most_bytes: Annotated[
        MixBytes, Field(title="Largest message", json_schema_extra=shown(unit="B"))
    ] = 270
    """Largest size of an update's values."""
    rate_hz: Annotated[
        ObjectRate, Field(title="Updates of an object", json_schema_extra=shown(unit="Hz"))
    ] = 1.0
    """Updates per second of each object, at times of its own."""
    bursts_per_s: Annotated[BurstsPerS, Field(title="Bursts per second")] = 1.0
    """Bursts per second in the whole federation, at random times. 0: none."""
    burst_rate_hz: Annotated[
        BurstRate,
        Field(
            title="Rate of a burst",
            json_schema_extra=shown(at_least("workload.bursts_per_s", 0), unit="Hz"),
        ),
    ] = 500.0
    """Updates per second in a group during a burst."""
    burst_ms: Annotated[
        BurstMs, Field(title="Length of a burst", json_schema_extra=shown(unit="ms"))
    ] = 200
    """Duration of a burst."""
    joins_per_s: Annotated[JoinsPerS, Field(title="Joins per second")] = 10.0
    """Group joins per second in the whole federation. A join also leaves another group. 0: none."""
    both_share: Annotated[Share, Field(title="Share that both sends and receives")] = 0.9
    """Share of federates that send and receive. Half of the others only send, half only receive."""
    measured_s: Annotated[
        MixSeconds, Field(title="Measured time", json_schema_extra=shown(unit="s"))
    ] = 10.0
    """Duration of the measurement."""
    warmup_s: Annotated[MixSeconds, Field(title="Warm-up", json_schema_extra=shown(unit="s"))] = 1.0
    """Time before the measurement."""
    process_model: ProcessModel = Field(ProcessModel.POOLED, title="Process model")
    """How federates execute: as processes, as threads, or all federates of a node in one thread."""
    data: DataPath = Field(DataPath(), title="Data path")
    """Transport of updates between federates."""


class FederationMixPlan(PlannedWorkload):
    """`federation_mix` as one worker gets it. Same names and units as `FederationMix`."""

    kind: Literal["federation_mix"] = "federation_mix"
    federates: MixFederates
    objects: MixObjects
    groups: MixGroups
    groups_of_federate: GroupsOfFederate
    least_bytes: MixBytes
    most_bytes: MixBytes
    rate_hz: ObjectRate
    bursts_per_s: BurstsPerS
    burst_rate_hz: BurstRate
    burst_ms: BurstMs
    joins_per_s: JoinsPerS
    both_share: Share
    measured_s: MixSeconds
    warmup_s: MixSeconds
    process_model: ProcessModel
    data: DataPath


RECORD = WorkloadRecord(
    title="federation mix",
    family=Family.FEDERATIONS,
    spec=FederationMix,
    plan=FederationMixPlan,
    progress_unit="update",
    carried="federates",
    first_fields=(
        "federates",
        "objects",
        "groups",
        "rate_hz",
        "measured_s",
        "process_model",
    ),
    leading_metrics=(
        "score",
        "delivered_rate",
        "latency.p99",
        "join_latency.p99",
        "squelched_share",
    ),
    amount=(
        "federates",
        "objects",
        "groups",
        "groups_of_federate",
        "least_bytes",
        "most_bytes",
        "rate_hz",
        "bursts_per_s",
        "burst_rate_hz",
        "burst_ms",
        "joins_per_s",
        "both_share",
        "measured_s",
        "warmup_s",
    ),
    presets=("federation-mix-virtual", "federation-mix-mixed", "federation-mix-constructive"),
)
