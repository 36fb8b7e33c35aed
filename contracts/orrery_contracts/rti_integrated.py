"""Workload `rti_integrated`: throughput and latency at once, in one stream.

Source: rti-s-reliable-multicast, sections 6.4 and 8 (the study measured them apart and wished for a
trace of time-stamped updates returned within the stream).
"""

from __future__ import annotations

from typing import Literal

from orrery_contracts.federate_streams import Streams, StreamsPlan


class RtiIntegrated(Streams):
    """Federates send streams of updates or interactions to all others. Each receiver echoes every
    Nth message."""

    kind: Literal["rti_integrated"] = "rti_integrated"


class RtiIntegratedPlan(StreamsPlan):
    """`rti_integrated` as one worker gets it. Same names and units as `RtiIntegrated`."""

    kind: Literal["rti_integrated"] = "rti_integrated"
