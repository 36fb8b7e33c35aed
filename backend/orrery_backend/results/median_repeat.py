"""The repeat that stands for a run where only one can be shown. The page follows the same rule;
`contracts/fixtures/rules/median_repeat.json` has the cases that both are tested with.
"""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import RepeatView
from orrery_contracts.workloads.registry import leading_metrics


def median_repeat(workload: str, repeats: Sequence[RepeatView]) -> RepeatView | None:
    """The one whose leading metric is the median, of two in the middle the lower; the last if none
    has measured that metric. None only without repeats.
    """
    leading = next(iter(leading_metrics(workload)), None)
    measured = [
        (metric.value, place)
        for place, repeat in enumerate(repeats)
        for metric in repeat.metrics
        if metric.name == leading
    ]
    if measured:
        return repeats[sorted(measured)[(len(measured) - 1) // 2][1]]
    return repeats[-1] if repeats else None
