"""The order of the runs of a trend along an axis. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.trend import TrendAxis, TrendPoint


def along(axis: TrendAxis, points: Sequence[TrendPoint]) -> list[TrendPoint]:
    """The runs that have a place on the axis, in its order. `points`: in the order of time."""
    if axis is not TrendAxis.COMMITS:
        return list(points)
    places = commit_places(points)
    known = [point for point in points if point.commit]
    return sorted(known, key=lambda point: places[point.commit])


def without_commit(axis: TrendAxis, points: Sequence[TrendPoint]) -> list[TrendPoint]:
    """The runs that have no place on the axis."""
    return [point for point in points if axis is TrendAxis.COMMITS and not point.commit]


def commit_places(points: Sequence[TrendPoint]) -> dict[str, int]:
    """The place of each commit from 0, in the order of the first runs among these."""
    commits = dict.fromkeys(point.commit for point in points if point.commit)
    return {commit: place for place, commit in enumerate(commits)}


def places_along(axis: TrendAxis, ordered: Sequence[TrendPoint]) -> list[int]:
    """The place of each of the ordered runs: its commit's, or its own."""
    if axis is not TrendAxis.COMMITS:
        return list(range(len(ordered)))
    places = commit_places(ordered)
    return [places[point.commit] for point in ordered]


def edges_along(axis: TrendAxis, ordered: Sequence[TrendPoint]) -> list[int] | None:
    """Indices of the runs before which a change can lie; None: before every run."""
    if axis is not TrendAxis.COMMITS:
        return None
    places = places_along(axis, ordered)
    return [at for at in range(1, len(places)) if places[at] != places[at - 1]]
