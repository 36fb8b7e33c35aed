"""Errors of parameters in addresses and headers, in words: the value, what is allowed, what to do.
Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from orrery_contracts.errors import FieldError

from orrery_backend.kit.problems import field_error, shortened

#: How to write a parameter that has a form, by the first name that fits.
_FORMS = (
    (r"run|group|after_run", "Give its number, or its id of 26 letters and digits."),
    (r"annotation", "Give the id of a note: 26 letters and digits."),
    (r"cursor", "Give the `next_cursor` of the page before, or leave it out."),
    (r"x|series", "Give the path of a setting, e.g. workload.managers."),
    (r"idempotency_key|idempotency-key", "Give 1 to 200 visible ASCII characters without spaces."),
)
_NAME = "Give a name of lower-case letters, digits, dots, underscores and dashes."
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "datetime": "a time, e.g. 2026-03-03T12:00:00Z",
}


def parameter_error(detail: Mapping[str, Any]) -> FieldError:
    """From one of Pydantic's errors about a path, a query or a header."""
    field = ".".join(str(part) for part in detail["loc"][1:])
    given = detail.get("input")
    name = str(detail["loc"][1]) if len(detail["loc"]) > 1 else field
    message, remedy = _words(str(detail["type"]), name, given, detail.get("ctx", {}))
    return field_error(field, given, message, remedy)


def _words(kind: str, name: str, given: object, context: Mapping[str, Any]) -> tuple[str, str]:
    value = repr(shortened(str(given), 60))
    if kind == "missing":
        return f"{name} is missing.", f"Add {name}=… to the address."
    if kind == "string_pattern_mismatch":
        return f"{value} is no {name.replace('_', ' ')}.", _form(name)
    if kind in ("enum", "literal_error"):
        choices = str(context.get("expected", "")).replace("'", "")
        return f"{value} is not one of the allowed values.", f"Give {choices}."
    for bound, words, limit in (
        ("greater_than_equal", "below the least value", "ge"),
        ("less_than_equal", "above the largest value", "le"),
    ):
        if kind == bound:
            side = "at least" if limit == "ge" else "at most"
            return f"{value} is {words}.", f"Give {side} {context[limit]}."
    if kind in ("string_too_long", "too_long"):
        most = context["max_length"]
        what = "characters" if kind == "string_too_long" else "values"
        return f"It has more than {most} {what}.", f"Give at most {most} {what}."
    if kind in ("string_too_short", "too_short"):
        return "It is too short.", _form(name)
    wanted = _KINDS.get(kind.partition("_")[0], "another value")
    return f"{value} is not {wanted}.", f"Give {wanted}."


def _form(name: str) -> str:
    return next((form for names, form in _FORMS if re.fullmatch(names, name)), _NAME)
