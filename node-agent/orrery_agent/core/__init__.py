"""What an agent does, as a pure state machine: events in, commands out.

Nothing here knows asyncio, the operating system or a clock: times come with events, time-outs are
asked for by command. `AgentCore.handle` never blocks and raises only on a programming error. One
instance, one thread.
"""

from orrery_agent.core.machine import AgentCore
from orrery_agent.core.records import Record, RecordKind, Recovered, RunKey
from orrery_agent.core.run import Limits

__all__ = ["AgentCore", "Limits", "Record", "RecordKind", "Recovered", "RunKey"]
