"""How long a run may take, from how long others took. Pure and rough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.service import work_of

_NEAREST = 5


def estimate_seconds(spec: RunSpec, earlier: Sequence[tuple[RunSpec, float]]) -> float | None:
    """Scales the most similar earlier runs of the same workload by the work that they did; None
    without any."""
    own = work_of(spec)
    known = [
        (abs(math.log(own.size / done.size)), seconds / done.size)
        for other, seconds in earlier
        if other.workload.kind == spec.workload.kind and (done := work_of(other)).like == own.like
    ]
    if not known:
        return None
    nearest = sorted(known)[:_NEAREST]
    return median(each for _, each in nearest) * own.size
