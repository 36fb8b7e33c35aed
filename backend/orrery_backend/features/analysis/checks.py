"""What must hold over all compared runs, computed from what they measured. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from orrery_contracts.api import RunDocument
from orrery_contracts.data_path import DataPath, Transportation
from orrery_contracts.results import Check, MessageCount

from orrery_backend.features.analysis.simulations import simulated_by
from orrery_backend.kit.problems import shortened


def checks_over(runs: Sequence[RunDocument]) -> list[Check]:
    return [*_counts(runs), *_checksums(runs)]


def _counts(runs: Sequence[RunDocument]) -> list[Check]:
    counts = [
        (run, repeat, message)
        for run in runs
        for repeat in run.repeats
        for message in repeat.messages
    ]
    if not counts:
        return []
    wrong = [
        f"run {run.summary.number}, repeat {repeat.repeat + 1}: {m.kind} {m.counted} of "
        f"{m.expected}"
        for run, repeat, m in counts
        if m.expected != m.counted and not _is_loss(run, m)
    ]
    lossy = sum(_is_loss(run, m) for run, _, m in counts)
    found = f"{len(counts)} counts, all exact"
    if lossy:
        found = f"{len(counts)} counts: {len(counts) - lossy} exact, {lossy} with lost messages"
    return [
        Check(
            name="message_counts",
            title="Message counts are as the model says in every run",
            holds=not wrong,
            expected="equal counts; fewer where transportation is not reliable",
            found=shortened("; ".join(wrong), 2000) if wrong else found,
        )
    ]


def _is_loss(run: RunDocument, message: MessageCount) -> bool:
    """Whether messages are missing, and their transportation may lose some. A run that switches
    its transportation counts messages of reliable cycles apart, with kinds that end in .reliable.
    """
    data = getattr(run.spec.workload, "data", None)
    return (
        isinstance(data, DataPath)
        and data.transportation is not Transportation.RELIABLE
        and not message.kind.endswith(".reliable")
        and int(message.counted) < int(message.expected)
    )


def _checksums(runs: Sequence[RunDocument]) -> list[Check]:
    """Process model, transport, placement and split must not change what is simulated."""
    groups: dict[tuple[object, ...], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        for repeat in run.repeats:
            if repeat.state_checksum is not None:
                group = groups[simulated_by(run.spec)]
                group[repeat.state_checksum].append(run.summary.number)
    if not groups:
        return []
    wrong = [sums for sums in groups.values() if len(sums) > 1]
    found = "; ".join(
        ", ".join(f"{checksum} in run {_numbers(at)}" for checksum, at in sums.items())
        for sums in wrong
    )
    return [
        Check(
            name="state_checksums",
            title="Runs of one simulation end in the same state",
            holds=not wrong,
            expected="equal checksums for equal seed and equal parameters of the model",
            found=shortened(found, 2000)
            if wrong
            else "one checksum"
            if len(groups) == 1
            else f"{len(groups)} different simulations, each with one checksum",
        )
    ]


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, dict.fromkeys(numbers)))
