"""The agent's connection to the console (docs/formats/agent-link.md)."""

from orrery_agent.link.address import LinkAddress, parse_join, parse_joins
from orrery_agent.link.client import Link, LinkListener
from orrery_agent.link.outbox import Outbox

__all__ = ["Link", "LinkAddress", "LinkListener", "Outbox", "parse_join", "parse_joins"]
