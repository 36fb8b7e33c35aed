"""What makes a run's result doubtful, in sentences. Pure."""

from __future__ import annotations

from orrery_contracts.api import RunDocument, RunState
from orrery_contracts.surroundings import Grade

from orrery_backend.features.analysis.words import modes_in_words
from orrery_backend.kit.counted import WAS, counted, part_of, part_that
from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL

_BUSY_SHARE = 0.25
#: From five repeats on there is an interval.
ENOUGH_REPEATS = ENOUGH_FOR_INTERVAL
#: Metrics with two modes that are named; the others are counted.
_NAMED = 2


def doubts_about(run: RunDocument, baseline: RunDocument) -> list[str]:
    return [
        *_state(run),
        *_checks(run),
        *_few_repeats(run),
        *_busy(run),
        *_disturbed(run),
        *_asleep(run),
        *_modes(run),
        *(modes.sentence for modes in run.window_modes[:_NAMED]),
        *_dropped(run),
        *_other_machines(run, baseline),
    ]


def _state(run: RunDocument) -> list[str]:
    state = run.summary.state
    if state is RunState.DONE:
        return []
    done = sum(repeat.counts for repeat in run.repeats)
    complete = "none of its repeats is"
    if done:
        complete = part_of(done, run.summary.repeats, "repeat") + (" is" if done == 1 else " are")
    return [f"The run is {state.value}: {complete} complete."]


def _checks(run: RunDocument) -> list[str]:
    failed = {check.title for repeat in run.repeats for check in repeat.checks if not check.holds}
    return [f"Checks failed: {', '.join(sorted(failed))}."] if failed else []


def _few_repeats(run: RunDocument) -> list[str]:
    done = sum(repeat.counts for repeat in run.repeats)
    if run.summary.state is RunState.DONE and done < ENOUGH_REPEATS:
        return [
            f"Only {counted(done, 'repeat')}; {ENOUGH_REPEATS} or more let a difference be shown."
        ]
    return []


def _busy(run: RunDocument) -> list[str]:
    """Only of repeats without a grade: a grade rests on the repeat itself and the time just before
    it."""
    if all(repeat.quality for repeat in run.repeats if repeat.counts):
        return []
    return [
        f"{node.name} was {node.busy_share_before * 100:.0f} % busy before the start."
        for node in run.nodes
        if node.busy_share_before > _BUSY_SHARE
    ]


def _disturbed(run: RunDocument) -> list[str]:
    done = [repeat for repeat in run.repeats if repeat.counts]
    bad = [r.quality for r in done if r.quality and r.quality.grade is Grade.DISTURBED]
    if not bad:
        return []
    which = part_that(len(bad), len(done), "repeat", WAS)
    return [f"{which} disturbed. {bad[0].reason}"]


def _asleep(run: RunDocument) -> list[str]:
    """Each machine's once: its nodes say the same."""
    said = [node.waiting.sentence for node in run.nodes if node.waiting and not node.waiting.polls]
    return list(dict.fromkeys(said))


def _modes(run: RunDocument) -> list[str]:
    found = [metric for metric in run.metrics if metric.modes]
    said = [f"{m.title} has two modes: {modes_in_words(m)}." for m in found[:_NAMED]]
    more = len(found) - _NAMED
    if more > 0:
        said.append(f"{more} more {'metric has' if more == 1 else 'metrics have'} two modes.")
    return said


def _dropped(run: RunDocument) -> list[str]:
    dropped = sum(node.samples_dropped for repeat in run.repeats for node in repeat.nodes)
    return [f"{dropped:,} telemetry records were dropped."] if dropped else []


def _other_machines(run: RunDocument, baseline: RunDocument) -> list[str]:
    said: list[str] = []
    if {n.facts.machine_id for n in run.nodes} != {n.facts.machine_id for n in baseline.nodes}:
        said.append("It ran on other machines than the baseline.")
    if {n.facts.build for n in run.nodes} != {n.facts.build for n in baseline.nodes}:
        said.append("It ran with another build of the worker than the baseline.")
    elif {n.facts.commit for n in run.nodes} != {n.facts.commit for n in baseline.nodes}:
        said.append("It ran with another commit of the worker than the baseline.")
    return said
