"""How long a run may take, from how long others took. Pure and rough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from orrery_contracts.spec import RunSpec

_NEAREST = 5


def estimate_seconds(spec: RunSpec, earlier: Sequence[tuple[RunSpec, float]]) -> float | None:
    """Scales the most similar earlier runs by repeats, steps and entities; None without any."""
    size = _size(spec)
    known = [
        (abs(math.log(size / _size(other))), seconds / _size(other))
        for other, seconds in earlier
        if other.workload.process_model is spec.workload.process_model
    ]
    if not known:
        return None
    nearest = sorted(known)[:_NEAREST]
    return median(each for _, each in nearest) * size


def _size(spec: RunSpec) -> float:
    workload = spec.workload
    return float(spec.repeats * (workload.steps + workload.warmup_steps) * workload.entities)
