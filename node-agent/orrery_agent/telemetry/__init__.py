"""Telemetry in transit: the agent finds and checks frames by their headers, and decodes no body."""

from orrery_agent.telemetry.frames import BadFrameError, Frame, FrameSplitter

__all__ = ["BadFrameError", "Frame", "FrameSplitter"]
