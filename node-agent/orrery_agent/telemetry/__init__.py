"""Telemetry as it passes through: frames are found and checked by their header, never decoded."""

from orrery_agent.telemetry.frames import BadFrameError, Frame, FrameSplitter

__all__ = ["BadFrameError", "Frame", "FrameSplitter"]
