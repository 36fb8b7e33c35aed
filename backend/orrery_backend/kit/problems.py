"""Errors that a user meets. A service raises `ProblemError`; the edge alone turns it into HTTP.

Every problem has a stable code; bad input names field, value and remedy.
"""

from __future__ import annotations

from orrery_contracts.errors import FieldError, Problem, ProblemCode

_STATUS: dict[ProblemCode, tuple[int, str]] = {
    ProblemCode.INVALID: (422, "The document is not valid"),
    ProblemCode.MALFORMED: (400, "The document is not JSON"),
    ProblemCode.NOT_FOUND: (404, "Not found"),
    ProblemCode.CONFLICT: (409, "Not possible in this state"),
    ProblemCode.TOO_FEW_NODES: (422, "Too few nodes"),
    ProblemCode.UNKNOWN_PRESET: (404, "Unknown preset"),
    ProblemCode.UNAUTHORIZED: (401, "Sign in first"),
    ProblemCode.FORBIDDEN: (403, "Not allowed"),
    ProblemCode.TOO_LARGE: (413, "Too large"),
    ProblemCode.TOO_MANY: (429, "Too many requests"),
    ProblemCode.UNAVAILABLE: (503, "Not available"),
    ProblemCode.INTERNAL: (500, "The console failed"),
}


class ProblemError(Exception):
    """An expected failure on its way to the user."""

    def __init__(
        self,
        code: ProblemCode,
        detail: str,
        errors: list[FieldError] | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = errors or []
        self.status = status or _STATUS[code][0]

    def document(self) -> Problem:
        return Problem(
            title=_STATUS[self.code][1],
            status=self.status,
            code=self.code,
            detail=shortened(self.detail, 2000),
            errors=self.errors,
        )


def shortened(text: str, limit: int = 120) -> str:
    """At most `limit` characters, the cut marked."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def field_error(
    field: str, value: object, message: str, remedy: str, place: str = ""
) -> FieldError:
    return FieldError(
        field=field,
        value=shortened("" if value is None else str(value)),
        message=shortened(message, 2000),
        remedy=shortened(remedy, 2000),
        place=shortened(place, 2000),
    )


def invalid(*errors: FieldError, code: ProblemCode = ProblemCode.INVALID) -> ProblemError:
    """Bad input, told by its fields; the detail repeats the first for readers of plain text."""
    first = errors[0]
    where = f"{first.field}: " if first.field else ""
    more = f" ({len(errors) - 1} more)" if len(errors) > 1 else ""
    return ProblemError(code, f"{where}{first.message} {first.remedy}{more}", list(errors))


def not_found(what: str, remedy: str) -> ProblemError:
    return ProblemError(ProblemCode.NOT_FOUND, f"{what} {remedy}")


def conflict(detail: str) -> ProblemError:
    return ProblemError(ProblemCode.CONFLICT, detail)


def store_unavailable(why: str, remedy: str) -> ProblemError:
    return ProblemError(
        ProblemCode.UNAVAILABLE,
        f"The console's store cannot be used: {why}. {remedy} What agents measured waits on their"
        " disks and is stored then.",
    )
