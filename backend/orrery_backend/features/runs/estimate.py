"""How long a run may take, from how long others took. Pure and rough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.service import work_of

_NEAREST = 5

#: A repeat starts workers, connects and collects in addition to its work: this long, in seconds,
#: unless a whole repeat of an earlier run was shorter.
_SETTING_UP_S = 1.0


def estimate_seconds(spec: RunSpec, earlier: Sequence[tuple[RunSpec, float]]) -> float | None:
    """Scales the most similar earlier runs of the same workload by the work that they did, and adds
    the setting up of each repeat; None without any."""
    own = work_of(spec)
    setting_up = min([_SETTING_UP_S, *(seconds / other.repeats for other, seconds in earlier)])
    known = [
        (abs(math.log(own.size / done.size)), (seconds - setting_up * other.repeats) / done.size)
        for other, seconds in earlier
        if other.workload.kind == spec.workload.kind and (done := work_of(other)).like == own.like
    ]
    if not known:
        return None
    nearest = sorted(known)[:_NEAREST]
    return setting_up * spec.repeats + median(each for _, each in nearest) * own.size
