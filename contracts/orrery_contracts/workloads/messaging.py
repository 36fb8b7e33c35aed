"""Workload `messaging`: what it costs to send and to receive a message, part by part.

Source: uss-prototype-evaluation, section 6.4 (Figures 6.10 to 6.22).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec

#: Ranges that a spec and its plan share.
MessageBytes = Annotated[int, Field(ge=16, le=1_048_576)]
Exchanges = Annotated[int, Field(ge=1, le=1_000_000)]
Streamed = Annotated[int, Field(ge=0, le=100_000_000)]
WarmupMessages = Annotated[int, Field(ge=0, le=1_000_000)]


class EndsModel(StrEnum):
    """How sender and receiver of one node execute: as two processes, or as threads of one
    process."""

    PROCESS = "process"
    THREAD = "thread"


class Messaging(WorkloadSpec):
    """A sender sends messages to a receiver. First the sender waits for each message, and each part
    of its way is timed. Then messages are streamed at full rate. One node uses the transport within
    a node; two nodes use the transport between nodes."""

    kind: Literal["messaging"] = "messaging"
    message_bytes: Annotated[
        MessageBytes, Field(title="Message", json_schema_extra={"unit": "B"})
    ] = 1_024
    """Size of each message. The first 16 bytes hold its number and checksum."""
    exchanges: Annotated[Exchanges, Field(title="Exchanges")] = 5_000
    """Messages for which the sender waits. The receiver unblocks the sender when the message is in
    its buffer."""
    streamed: Annotated[Streamed, Field(title="Messages streamed")] = 10_000
    """Messages sent without waiting, to measure the throughput. Each is sent at once."""
    warmup_messages: Annotated[WarmupMessages, Field(title="Warm-up messages")] = 200
    """Messages exchanged before the measurement. With one connection per message, each leaves a
    socket in TIME-WAIT."""
    process_model: EndsModel = Field(EndsModel.PROCESS, title="Process model")
    """How sender and receiver of one node execute. On two nodes they are always processes."""


class MessagingPlan(PlannedWorkload):
    """`messaging` as one worker gets it. Same names and units as `Messaging`."""

    kind: Literal["messaging"] = "messaging"
    message_bytes: MessageBytes
    exchanges: Exchanges
    streamed: Streamed
    warmup_messages: WarmupMessages
    process_model: EndsModel


RECORD = WorkloadRecord(
    title="messaging",
    family=Family.UNIVERSE,
    spec=Messaging,
    plan=MessagingPlan,
    progress_unit="message",
    carried="messages",
    leading_metrics=(
        "latency",
        "send.total",
        "receive.total",
        "throughput.bytes",
        "throughput.messages",
    ),
    simulated_by=("message_bytes", "exchanges", "streamed", "warmup_messages"),
    presets=("messaging", "messaging-two-nodes", "messaging-time-wait"),
)
