"""Conditions on the list of runs as a person writes them: days, settings, a commit. Pure."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from orrery_contracts.spec_paths import ABSENT, node_at, value_at

from orrery_backend.kit.problems import ProblemError, field_error, invalid

_PATH = re.compile(r"[a-z][a-z0-9_]*(\[[0-9]{1,4}\]|\.[a-z][a-z0-9_]*)*")
_MOST_PATH = 200
#: What a person calls a run, and how often it repeats, are no settings of it.
_NO_SETTINGS = {
    "schema_version": "Give another setting.",
    "name": "Search for the name with q.",
    "note": "Search for the note with q.",
    "tags": "Filter by tag.",
    "repeats": "Give another setting; runs of the same settings may differ in repeats.",
    "settling": "Give another setting; runs of the same settings may differ in repeats.",
}
#: Digits of a commit that versions of programs have.
_COMMIT_DIGITS = 12
_DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class SettingCondition:
    """A setting of the spec and the text of its value."""

    path: str
    text: str

    def fits(self, value: object) -> bool:
        """Whether a JSON value of a stored spec is the one asked for. A number may be written in
        any form: 40, 40.0 and 4e1 are equal.
        """
        if isinstance(value, str):
            return value == self.text or _parsed(self.text) == value
        if isinstance(value, bool) or value is None:
            return json.dumps(value) == self.text.strip()
        if isinstance(value, int | float):
            return _number(self.text) == value
        return value is not ABSENT and _parsed(self.text) == value


def setting_condition(text: str) -> SettingCondition:
    """From `path=value`. Raises `ProblemError`, also for a path that no run spec has."""
    path, equals, value = text.partition("=")
    path = path.strip()
    if not equals or not value or len(path) > _MOST_PATH or not _PATH.fullmatch(path):
        raise _bad("set", text, "This is not a path, an equals sign and a value.", _SET_EXAMPLE)
    remedy = _NO_SETTINGS.get(re.split(r"[.\[]", path)[0])
    if remedy is not None:
        raise _bad("set", text, f"Runs cannot be filtered by {path} as a setting.", remedy)
    if node_at(path) is None:
        raise _bad("set", text, f"No workload has the setting {path}.", _SET_EXAMPLE)
    return SettingCondition(path, value)


_SET_EXAMPLE = "Write it as in workload.entities=40; GET /api/v1/schemas/run-spec has all paths."


def value_in(stored_spec: str, path: str) -> Any:
    """The JSON value at a path of a spec as it is stored, or `ABSENT`."""
    return value_at(json.loads(stored_spec), path)


def since_ms(text: str) -> int:
    """The first millisecond of a day in UTC, or an instant. Raises `ProblemError`."""
    return _milliseconds(_moment("since", text)[0])


def until_ms(text: str) -> int:
    """The first millisecond after a day in UTC, or after an instant. Raises `ProblemError`."""
    moment, is_day = _moment("until", text)
    return _milliseconds(moment) + (_DAY_MS if is_day else 1)


def commit_prefix(text: str) -> str:
    """Lower-case hexadecimal digits, at most as many as stored versions have. Raises
    `ProblemError`.
    """
    prefix = text.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{4,40}", prefix):
        raise _bad(
            "commit",
            text,
            "This is not the beginning of a commit.",
            "Give 4 to 40 hexadecimal digits, as in 51dcbca0.",
        )
    return prefix[:_COMMIT_DIGITS]


def _moment(field: str, text: str) -> tuple[datetime, bool]:
    """The moment, and whether the text is a day. Days, and times without a zone, are in UTC."""
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            day = date.fromisoformat(text)
            return datetime.combine(day, time(), UTC), True
        moment = datetime.fromisoformat(text)
        in_zone = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return in_zone.astimezone(UTC), False
    except (ValueError, OverflowError) as error:
        raise _bad(
            field,
            text,
            "This is not a date or a time.",
            "Write it as in 2026-03-03 or 2026-03-03T12:00:00Z.",
        ) from error


def _milliseconds(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _number(text: str) -> float | int | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _bad(field: str, value: str, message: str, remedy: str) -> ProblemError:
    return invalid(field_error(field, value, message, remedy))
