"""What routers share: bodies parsed strictly from raw bytes, documents written without a detour,
entity tags.

Contracts are strict models: JSON text has to reach them as it came, because a dictionary of Python
values would be refused (an enum given as text) or coerced by a looser parser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, TypeVar

from fastapi import Path, Query, Request, Response
from orrery_contracts.documents import MOST_LEVELS, InvalidDocument, nested_too_deeply, read_text
from orrery_contracts.errors import Problem, ProblemCode
from orrery_contracts.trend import TrendAxis
from pydantic import AwareDatetime, BaseModel

from orrery_backend.kit.problems import ProblemError, field_error, invalid

Model = TypeVar("Model", bound=BaseModel)

SlugInPath = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9._-]{0,62}$")]
RunInPath = Annotated[
    str,
    Path(
        description="A run's id or its number.",
        pattern=r"^([0-9a-hjkmnp-tv-z]{26}|[0-9]{1,9})$",
        examples=["1"],
    ),
]
GroupInPath = Annotated[
    str,
    Path(
        description="The id of a sweep or suite that was run, or its number.",
        pattern=r"^([0-9a-hjkmnp-tv-z]{26}|[0-9]{1,9})$",
        examples=["1"],
    ),
]

RunsInQuery = Annotated[
    str,
    Query(max_length=2000, description="Ids or numbers with commas between.", examples=["1,2"]),
]
BaselineInQuery = Annotated[str | None, Query(max_length=26, examples=["1"])]
TrendMetricInQuery = Annotated[
    str | None,
    Query(
        pattern=r"^[a-z0-9][a-z0-9._-]{0,62}$",
        description="Default: the leading metric of the workload.",
    ),
]
TrendAxisInQuery = Annotated[
    TrendAxis, Query(description="What the runs are ordered and placed by.")
]
SinceInQuery = Annotated[
    AwareDatetime | None, Query(description="Only runs that ended at this time or later.")
]
UntilInQuery = Annotated[
    AwareDatetime | None, Query(description="Only runs that ended before this time.")
]
CursorInQuery = Annotated[
    str | None,
    Query(
        description="`next_cursor` of the page before; left out: the first page.",
        pattern=r"^[0-9]{1,15}$",
        examples=["120"],
    ),
]

#: How a call with a document can be refused.
BODY_PROBLEMS = (ProblemCode.INVALID, ProblemCode.MALFORMED, ProblemCode.TOO_LARGE)


def run_keys(runs: str) -> list[str]:
    """The ids or numbers in a `RunsInQuery`."""
    return [key.strip() for key in runs.split(",") if key.strip()]


def address_of(request: Request) -> str:
    """Where the call came from; behind a trusted proxy, the proxy's caller."""
    return request.client.host if request.client else ""


AddProblems = Callable[[object, ProblemError], ProblemError]
"""Adds to the problem of a document, given as JSON value, what else is wrong with it."""


async def parse_body(request: Request, model: type[Model], add: AddProblems | None = None) -> Model:
    """The request's body as a contract document. Raises `ProblemError`."""
    return parse_document(await request.body(), model, add)


def parse_document(raw: bytes, model: type[Model], add: AddProblems | None = None) -> Model:
    malformed = _why_malformed(raw)
    if malformed is not None:
        raise ProblemError(ProblemCode.MALFORMED, malformed)
    try:
        return read_text(model, raw)
    except InvalidDocument as error:
        problem = invalid(*error.errors)
        raise (add(json.loads(raw), problem) if add else problem) from error


def _why_malformed(raw: bytes) -> str | None:
    if not raw.strip():
        return "The body is empty. Send a JSON document."
    try:
        text = raw.decode()
        if nested_too_deeply(text):
            return (
                f"The document is nested too deeply: it has more than {MOST_LEVELS} brackets within"
                " each other. No document of this interface has."
            )
        json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        return (
            f"Line {error.lineno}, column {error.colno}: {error.msg}. "
            "Correct the document there; strings need double quotes, and no comma may follow the "
            "last entry."
        )
    except UnicodeDecodeError as error:
        return f"Byte {error.start} is not UTF-8. Send the document as UTF-8."
    except ValueError as error:
        return f"{error}. Numbers must be finite and written as in JSON."
    return None


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")


def document(
    model: BaseModel, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A contract document as the response."""
    return Response(
        model.model_dump_json(), status_code=status, media_type="application/json", headers=headers
    )


def etag(*parts: object) -> str:
    digest = blake2b("\x1f".join(map(str, parts)).encode(), digest_size=9).hexdigest()
    return f'"{digest}"'


def problems(*codes: ProblemCode) -> dict[int | str, dict[str, object]]:
    """For the interface's description: which problems a call answers with."""
    answers: dict[int | str, dict[str, object]] = {}
    for code in codes:
        example = ProblemError(code, "What went wrong, and what to do about it.").document()
        known = answers.setdefault(
            example.status,
            {
                "description": example.title,
                "content": {
                    "application/problem+json": {
                        "schema": {"$ref": f"#/components/schemas/{Problem.__name__}"},
                        "examples": {},
                    }
                },
            },
        )
        examples = known["content"]["application/problem+json"]["examples"]  # type: ignore[index]
        examples[code.value] = {"value": example.model_dump(mode="json")}
    return answers


_REVISION = re.compile(r'^(?:W/)?"(\d{1,15})"$')


def revision_of(if_match: str | None) -> int | None:
    """The revision that `If-Match` names; None: any. Raises `ProblemError`."""
    if if_match is None or if_match == "*":
        return None
    found = _REVISION.match(if_match)
    if found is None:
        raise invalid(
            field_error(
                "If-Match",
                if_match,
                "This is not an entity tag of this console.",
                "Send the ETag as it was read.",
            )
        )
    return int(found.group(1))
