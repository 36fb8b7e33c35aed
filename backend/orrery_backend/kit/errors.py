"""The edge: every failure of a request becomes a problem document; nothing else in the console
speaks HTTP status.
"""

from __future__ import annotations

import structlog
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from orrery_contracts.errors import ProblemCode
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from orrery_backend.kit.db import StoreUnavailableError
from orrery_backend.kit.parameters import parameter_error
from orrery_backend.kit.problems import ProblemError, invalid, store_unavailable
from orrery_backend.kit.refusal import refuse

_log = structlog.get_logger()
_CODES = {
    400: ProblemCode.MALFORMED,
    401: ProblemCode.UNAUTHORIZED,
    403: ProblemCode.FORBIDDEN,
    404: ProblemCode.NOT_FOUND,
    413: ProblemCode.TOO_LARGE,
    429: ProblemCode.TOO_MANY,
}


def handle_errors(app: FastAPI) -> None:
    # One handler for both kinds of connection: the framework's types know none.
    app.add_exception_handler(ProblemError, _expected)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _bad_parameters)
    app.add_exception_handler(HTTPException, _of_framework)
    app.add_exception_handler(StoreUnavailableError, _store_failed)
    app.add_exception_handler(ClientDisconnect, _caller_gone)
    app.add_exception_handler(Exception, _unexpected)


def _answer(problem: ProblemError, headers: dict[str, str] | None = None) -> Response:
    if problem.code is ProblemCode.UNAUTHORIZED:
        headers = {**(headers or {}), "WWW-Authenticate": "Bearer"}
    return Response(
        problem.document().model_dump_json(),
        status_code=problem.status,
        media_type="application/problem+json",
        headers=headers,
    )


async def _expected(connection: HTTPConnection, error: Exception) -> Response | None:
    if not isinstance(error, ProblemError):
        raise error
    if isinstance(connection, WebSocket):
        await refuse(error, connection.scope, connection.receive, connection.send)
        return None
    return _answer(error)


async def _caller_gone(_request: HTTPConnection, _error: Exception) -> Response:
    """The client left before its answer. The console has not failed."""
    return Response(status_code=408)


async def _bad_parameters(_request: Request, error: Exception) -> Response:
    """Of the path, the query or a header; bodies are parsed elsewhere."""
    if not isinstance(error, RequestValidationError):
        raise error
    return _answer(invalid(*(parameter_error(detail) for detail in error.errors())))


async def _of_framework(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    code = _CODES.get(error.status_code, ProblemCode.INVALID)
    detail = str(error.detail)
    if error.status_code == 405:
        detail = "This method is not allowed here. See /api/v1/openapi.json."
    headers = dict(error.headers) if error.headers else None
    return _answer(ProblemError(code, detail, status=error.status_code), headers)


async def _store_failed(request: Request, error: Exception) -> Response:
    if not isinstance(error, StoreUnavailableError):
        raise error
    _log.warning("the store failed", path=request.url.path, error=error.words)
    return _answer(store_unavailable(error.words, error.remedy))


async def _unexpected(request: Request, error: Exception) -> Response:
    _log.error("request failed", path=request.url.path, exc_info=error)
    return _answer(
        ProblemError(
            ProblemCode.INTERNAL,
            "The console met an error of its own; its log has the details. Report it with that "
            "log.",
        )
    )
