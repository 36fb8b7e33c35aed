"""The agent's decisions as a pure state machine: events in, commands out.

The core uses neither asyncio nor the operating system nor a clock: events carry their times, and
commands request time-outs. `AgentCore.handle` never blocks and raises only on a programming error.
Use an instance in one thread.
"""

from orrery_agent.core.machine import AgentCore
from orrery_agent.core.records import Record, RecordKind, Recovered, RunKey
from orrery_agent.core.run import Limits

__all__ = ["AgentCore", "Limits", "Record", "RecordKind", "Recovered", "RunKey"]
