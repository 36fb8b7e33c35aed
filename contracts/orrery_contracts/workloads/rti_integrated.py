"""Workload `rti_integrated`: throughput and latency at once, in one stream.

Source: rti-s-reliable-multicast, sections 6.4 and 8 (the study measured them apart and wished for a
trace of time-stamped updates returned within the stream).
"""

from __future__ import annotations

from typing import Literal

from orrery_contracts.federate_streams import STREAMS_AMOUNT, Streams, StreamsPlan
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec


class RtiIntegrated(Streams, WorkloadSpec):
    """Federates send streams of updates or interactions to all others. Each receiver echoes every
    Nth message."""

    kind: Literal["rti_integrated"] = "rti_integrated"


class RtiIntegratedPlan(StreamsPlan, PlannedWorkload):
    """`rti_integrated` as one worker gets it. Same names and units as `RtiIntegrated`."""

    kind: Literal["rti_integrated"] = "rti_integrated"


RECORD = WorkloadRecord(
    title="RTI throughput and latency at once",
    family=Family.FEDERATIONS,
    spec=RtiIntegrated,
    plan=RtiIntegratedPlan,
    progress_unit="update",
    carried="federates",
    first_fields=(
        "exchanged",
        "attribute_bytes",
        "federates",
        "senders",
        "updates",
        "rate_hz",
        "process_model",
    ),
    leading_metrics=(
        "received_rate",
        "sent_rate",
        "delivered_rate",
        "round_trip.p50",
        "round_trip.p99",
    ),
    amount=STREAMS_AMOUNT,
    presets=("rti-integrated",),
    published=("rtis.throughput", "rtis.latency"),
)
