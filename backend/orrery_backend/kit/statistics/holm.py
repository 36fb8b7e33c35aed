"""Holm's step-down correction: several hypotheses at once, at one error rate for all."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given."""
    count = len(p_values)
    adjusted = [0.0] * count
    highest = 0.0
    for position, index in enumerate(sorted(range(count), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (count - position) * p_values[index]))
        adjusted[index] = highest
    return adjusted
