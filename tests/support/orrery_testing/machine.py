"""What this machine has left over while a test runs."""

from __future__ import annotations

import time

_PROBE_S = 0.3


def free_share() -> float:
    """The share of one CPU that a busy process gets now: 1 on a machine that is otherwise idle."""
    began, used = time.monotonic(), time.process_time()
    while time.monotonic() - began < _PROBE_S:
        pass
    return (time.process_time() - used) / (time.monotonic() - began)
