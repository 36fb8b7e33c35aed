"""What `rti_integrated` and `rti_stress` share: federates that send streams to all others."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.data_path import DataPath
from orrery_contracts.federation import Exchange, ExchangePlan
from orrery_contracts.loads import Loads
from orrery_contracts.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
StreamFederates = Annotated[int, Field(ge=2, le=64)]
StreamSenders = Annotated[int, Field(ge=1, le=64)]
StreamUpdates = Annotated[int, Field(ge=1, le=100_000_000)]
WarmupUpdates = Annotated[int, Field(ge=0, le=1_000_000)]
ReturnedEvery = Annotated[int, Field(ge=0, le=1_000_000)]
StreamRate = Annotated[float, Field(ge=0, le=10_000_000)]


class Streams(Exchange):
    """Streams of updates or interactions, of which every so many is returned by its receivers."""

    federates: Annotated[StreamFederates, Field(title="Federates")] = 2
    """All receive what the others send."""
    senders: Annotated[StreamSenders, Field(title="Senders")] = 1
    """So many of them send; as many as there are federates: many to many."""
    updates: Annotated[StreamUpdates, Field(title="Updates")] = 200_000
    """Of each sender, that are measured."""
    warmup_updates: Annotated[WarmupUpdates, Field(title="Warm-up updates")] = 5_000
    """Before them; not measured."""
    returned_every: Annotated[ReturnedEvery, Field(title="Returned one in")] = 100
    """So many updates of a sender; each receiver returns it within the stream. 0: none."""
    rate_hz: Annotated[
        StreamRate, Field(title="Rate of a sender", json_schema_extra={"unit": "Hz"})
    ] = 0.0
    """0: as fast as it can."""
    process_model: ProcessModel = Field(ProcessModel.THREAD, title="Process model")
    """Each federate a process, a thread, or all of a node in one thread."""
    loads: Loads = Field(Loads(), title="Loads")
    """What else the nodes work at."""
    data: DataPath = Field(DataPath(), title="Data path")
    """How data goes from federate to federate, and back."""


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
    data: DataPath
