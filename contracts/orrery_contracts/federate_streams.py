"""Federates that send streams to all others: shared by `rti_integrated` and `rti_stress`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.data_path import DataPath
from orrery_contracts.federation import Exchange, ExchangePlan
from orrery_contracts.intent import Intent
from orrery_contracts.loads import Loads
from orrery_contracts.workloads.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
StreamFederates = Annotated[int, Field(ge=2, le=64)]
StreamSenders = Annotated[int, Field(ge=1, le=64)]
StreamUpdates = Annotated[int, Field(ge=1, le=100_000_000)]
WarmupUpdates = Annotated[int, Field(ge=0, le=1_000_000)]
ReturnedEvery = Annotated[int, Field(ge=0, le=1_000_000)]
StreamRate = Annotated[float, Field(ge=0, le=10_000_000)]


class Streams(Exchange):
    """Streams of updates or interactions. Receivers echo every Nth message."""

    federates: Annotated[StreamFederates, Field(title="Federates")] = 2
    """Number of federates. Each receives from all others."""
    senders: Annotated[StreamSenders, Field(title="Senders")] = 1
    """Number of federates that send. All federates: many to many."""
    updates: Annotated[StreamUpdates, Field(title="Updates")] = 200_000
    """Measured updates of each sender."""
    warmup_updates: Annotated[WarmupUpdates, Field(title="Warm-up updates")] = 5_000
    """Updates of each sender before the measurement."""
    returned_every: Annotated[ReturnedEvery, Field(title="Echo every Nth update")] = 100
    """Each receiver echoes every Nth update of a sender within its stream. 0: none."""
    rate_hz: Annotated[
        StreamRate, Field(title="Rate of a sender", json_schema_extra={"unit": "Hz"})
    ] = 0.0
    """Updates per second of each sender. 0: as fast as possible."""
    process_model: ProcessModel = Field(ProcessModel.THREAD, title="Process model")
    """How federates execute: as processes, as threads, or all federates of a node in one thread."""
    loads: Loads = Field(Loads(), title="Loads")
    """Extra loads on the nodes."""
    intent: Intent = Field(Intent(), title="Intent")
    """What each sender wants of the network, in place of settings."""
    data: DataPath = Field(DataPath(), title="Data path")
    """Transport of data between federates."""


#: The fields that decide how much is to be carried (`WorkloadRecord.amount`).
STREAMS_AMOUNT = (
    *Exchange.model_fields,
    "federates",
    "senders",
    "updates",
    "warmup_updates",
    "returned_every",
    "rate_hz",
)


class StreamsPlan(ExchangePlan):
    """`Streams` as a worker gets it: the same names and units."""

    federates: StreamFederates
    senders: StreamSenders
    updates: StreamUpdates
    warmup_updates: WarmupUpdates
    returned_every: ReturnedEvery
    rate_hz: StreamRate
    process_model: ProcessModel
    loads: Loads
    intent: Intent
    data: DataPath
