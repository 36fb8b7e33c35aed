"""Dividing whole things in proportion."""

from __future__ import annotations

from collections.abc import Sequence


def largest_remainder(total: int, weights: Sequence[float]) -> list[int]:
    """Whole numbers that add up to `total`, as near to the weights' proportion as whole numbers can
    be (Hamilton's method).

    Weights that are zero or less get nothing; if none is positive all are equal. Ties go to the
    first.
    """
    positive = [max(0.0, weight) for weight in weights]
    whole = sum(positive)
    if whole <= 0.0:
        positive = [1.0] * len(positive)
        whole = float(len(positive))
    exact = [total * weight / whole for weight in positive]
    counts = [int(share) for share in exact]
    missing = total - sum(counts)
    by_remainder = sorted(range(len(exact)), key=lambda i: (counts[i] - exact[i], i))
    for index in by_remainder[:missing]:
        counts[index] += 1
    return counts


def in_turn(total: int, parts: int) -> list[int]:
    """One each in turn from the first: the first ones get the remainder."""
    return [total // parts + (1 if index < total % parts else 0) for index in range(parts)]
