"""Intent of a sender: what it wants of the network in place of settings. The RTI measures, and
chooses the settings while the run goes on.

Source: rti-s-reliable-multicast, chapter 8 (values communicated in a high-level manner that is not
specific to a protocol).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.relevance import any_of, shown


class IntentKind(StrEnum):
    """Measure: fixed settings, whose latency is measured. Keep latency: the most updates with the
    latency within the bound. Save bandwidth: the fewest packets with it."""

    NONE = "none"
    MEASURE = "measure"
    KEEP_LATENCY = "keep_latency"
    SAVE_BANDWIDTH = "save_bandwidth"


MEASURED = any_of("workload.intent.kind", "measure", "keep_latency", "save_bandwidth")
FIXED = any_of("workload.intent.kind", "none", "measure")


class Intent(Contract):
    """What the RTI is to reach with bundling and a bound of waiting messages. Latency is from
    sending until the receivers have the message and the answer is back."""

    kind: IntentKind = Field(IntentKind.NONE, title="Intent")
    """The RTI keeps the settings, or chooses them for latency or for bandwidth."""
    percentile: Annotated[
        float,
        Field(ge=0.01, le=0.999, title="Percentile", json_schema_extra=shown(MEASURED)),
    ] = 0.99
    """Share of messages whose latency is to be within the bound."""
    bound_ms: Annotated[
        float,
        Field(
            ge=0.01, le=60_000, title="Latency bound", json_schema_extra=shown(MEASURED, unit="ms")
        ),
    ] = 5.0
    """Greatest latency at this percentile."""
    most_waiting: Annotated[
        int,
        Field(ge=0, le=1_000_000, title="Most waiting messages", json_schema_extra=shown(FIXED)),
    ] = 0
    """Messages of a node that may wait for a receiver. The RTI refuses more. 0: no bound."""
