"""Errors that a user meets. A service raises `ProblemError`; the edge alone turns it into HTTP.

Every problem has a stable code; bad input names field, value and remedy.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, TypeVar

from orrery_contracts.errors import FieldError, Problem, ProblemCode

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

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


class Findings:
    """Collects the problems of checks that do not depend on each other, to tell them all at once.

        found = Findings()
        found.attempt(refuse_too_large, attributes, attribute_bytes)
        with found:
            homes = homes_of(nodes)
            refuse_misplaced(homes)
        found.raise_if_any()

    A check that needs the result of another stands in one `with` block with it, and is skipped
    if the other fails.
    """

    def __init__(self) -> None:
        self._errors: list[FieldError] = []
        self._codes: set[ProblemCode] = set()

    def __bool__(self) -> bool:
        return bool(self._errors)

    def __enter__(self) -> Findings:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Keeps the problem of bad input that ended the block; any other error goes on."""
        if not isinstance(error, ProblemError) or not error.errors:
            return False
        self.add(*error.errors, code=error.code)
        return True

    def add(self, *errors: FieldError, code: ProblemCode = ProblemCode.INVALID) -> None:
        """Each once."""
        self._errors.extend(error for error in errors if error not in self._errors)
        self._codes.add(code)

    def attempt(
        self,
        check: Callable[Arguments, Result],
        /,
        *args: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result | None:
        """The check's result. None if it raised a problem, which is kept."""
        with self:
            return check(*args, **named)
        return None

    def problem(self) -> ProblemError:
        """All that was found, as one problem. Its code is `invalid` if its parts have several.
        Call it only if something was found."""
        code = next(iter(self._codes)) if len(self._codes) == 1 else ProblemCode.INVALID
        return invalid(*self._errors, code=code)

    def raise_if_any(self) -> None:
        """Raises `ProblemError` with all that was found."""
        if self:
            raise self.problem()


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
