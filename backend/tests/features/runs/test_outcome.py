"""How a run ended, in sentences."""

from __future__ import annotations

from orrery_backend.features.runs.outcome import outcome_of
from orrery_contracts.api import Precision, RepeatView, RunDocument, RunState
from orrery_contracts.quantity import duration
from orrery_contracts.surroundings import Grade, Quality
from orrery_contracts_generator.fixture_files import valid

[_TEXT] = [f.text for f in valid() if (f.document, f.name) == ("RunDocument", "plain")]
RUN = RunDocument.model_validate_json(_TEXT)


def _outcome(
    state: RunState = RunState.DONE,
    repeats: list[RepeatView] | None = None,
    precision: Precision | None = None,
) -> str:
    took = {"started_at": "2026-11-24T12:00:00.000Z", "ended_at": "2026-11-24T12:01:20.000Z"}
    summary = RUN.summary.model_copy(update={"state": state, **took})
    return outcome_of(summary, RUN.repeats if repeats is None else repeats, precision)


def _with(repeat: RepeatView, **changes: object) -> RepeatView:
    return repeat.model_copy(update=changes)


def test_a_run_says_how_it_ended_and_whether_its_checks_passed() -> None:
    assert _outcome().startswith("Done in 1 min 20 s. All ")
    assert " passed" in _outcome()
    failed = [
        _with(r, checks=[c.model_copy(update={"holds": False}) for c in r.checks])
        for r in RUN.repeats
    ]
    assert "failed: do not rely on its figures." in _outcome(repeats=failed)
    assert "nothing to check" in _outcome(repeats=[])


def test_a_run_that_did_not_end_well_says_what_is_kept() -> None:
    assert _outcome(RunState.CANCELLED, []) == (
        "Cancelled after 1 min 20 s. No repeat was finished."
    )
    done = [_with(RUN.repeats[0], state=RunState.DONE)] * 2
    assert _outcome(RunState.FAILED, done).endswith("2 finished repeats are kept.")
    assert _outcome(RunState.RUNNING) == ""


def test_precision_and_disturbed_repeats_are_named() -> None:
    precision = Precision(
        metric=None,
        percent=None,
        within_percent=2,
        settled=False,
        more_repeats=9,
        sentence="Known within 4 %.",
    )
    quality = Quality(grade=Grade.DISTURBED, reason="Others had 43 % of the CPU time.")
    done = _with(RUN.repeats[0], state=RunState.DONE, quality=None)
    said = _outcome(repeats=[done, _with(done, quality=quality)], precision=precision)
    assert "Known within 4 %." in said
    assert said.endswith("1 of 2 repeats was disturbed. Others had 43 % of the CPU time.")


def test_durations_are_as_long_as_they_need_to_be() -> None:
    said = [duration(s) for s in (0.0, 0.25, 2.0, 9.96, 59.4, 80.0, 3600.0, 7500.0, 273_600.0)]
    assert said == [
        "0 s",
        "0.25 s",
        "2 s",
        "10 s",
        "59 s",
        "1 min 20 s",
        "1 h",
        "2 h 5 min",
        "3 d 4 h",
    ]
