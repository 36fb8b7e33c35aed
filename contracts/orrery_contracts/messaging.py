"""Workload `messaging`: what it costs to send and to receive a message, part by part.

Source: uss-prototype-evaluation, section 6.4 (Figures 6.10 to 6.22).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract

#: Ranges that a spec and its plan share.
MessageBytes = Annotated[int, Field(ge=16, le=1_048_576)]
Exchanges = Annotated[int, Field(ge=1, le=1_000_000)]
Streamed = Annotated[int, Field(ge=0, le=100_000_000)]
WarmupMessages = Annotated[int, Field(ge=0, le=1_000_000)]


class EndsModel(StrEnum):
    """What sender and receiver of one node are: operating-system processes, or threads of one."""

    PROCESS = "process"
    THREAD = "thread"


class Messaging(Contract):
    """One end sends messages to another: first each is waited for, and its way is timed part by
    part; then as many as the transport takes. On one node by the transport within a node, on two
    by the one between nodes."""

    kind: Literal["messaging"] = "messaging"
    message_bytes: Annotated[
        MessageBytes, Field(title="Message", json_schema_extra={"unit": "B"})
    ] = 1_024
    """Size of each message; its first 16 bytes number it and hold its checksum."""
    exchanges: Annotated[Exchanges, Field(title="Exchanges")] = 5_000
    """Messages that the sender waits for, one after the other: the receiver unblocks it when the
    message is in its buffer."""
    streamed: Annotated[Streamed, Field(title="Messages streamed")] = 10_000
    """Then sent without waiting, for the throughput; each leaves at once."""
    warmup_messages: Annotated[WarmupMessages, Field(title="Warm-up messages")] = 200
    """Exchanged before, not measured. With a connection for each message every one of them leaves
    a socket in TIME-WAIT."""
    process_model: EndsModel = Field(EndsModel.PROCESS, title="Process model")
    """Sender and receiver of one node. On two nodes they are processes always."""


class MessagingPlan(Contract):
    """`messaging` as one worker gets it. Same names and units as `Messaging`."""

    kind: Literal["messaging"] = "messaging"
    message_bytes: MessageBytes
    exchanges: Exchanges
    streamed: Streamed
    warmup_messages: WarmupMessages
    process_model: EndsModel
