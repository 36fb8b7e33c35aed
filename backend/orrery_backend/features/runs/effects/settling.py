"""Repeats added to a run until its result is precise enough."""

from __future__ import annotations

from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.results.service import precision_of, repeats_to_add


def add_repeats(run: ActiveRun) -> tuple[int, str, str]:
    """To a run whose repeats are all done. Returns how many were added, and the name and text of
    the event that says so; 0 if the run is complete.
    """
    record, done = run.record, run.life.repeats
    precision = precision_of(next(iter(record.headline), None), record.spec.settling)
    most = record.spec.most_repeats
    added = repeats_to_add(precision, done, most)
    if added:
        record.added_repeats += added
        run.progress.repeats = min(most, done + max(added, precision.more_repeats or 0))
        more = "1 repeat is" if added == 1 else f"{added} repeats are"
        return added, "repeats_added", f"{precision.sentence} {more} added."
    if precision.settled:
        return 0, "settled", precision.sentence
    return 0, "not_settled", f"{precision.sentence} {most} repeats are the limit."
