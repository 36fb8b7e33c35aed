"""Files of runs over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import IO, Annotated

from fastapi import APIRouter, Query, Request, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import ImportReport
from orrery_contracts.errors import ProblemCode
from starlette.responses import StreamingResponse

from orrery_backend.features.transfer.service import MOST_BYTES, MOST_RUNS, TransferService
from orrery_backend.kit.authorize import requires
from orrery_backend.kit.http import document, problems
from orrery_backend.kit.problems import ProblemError
from orrery_backend.kit.routes import api_router


class FileFormat(StrEnum):
    """`sqlite`: for another console; `parquet`: a ZIP of tables, for pandas, DuckDB and the
    like, which a console takes in too."""

    SQLITE = "sqlite"
    PARQUET = "parquet"


_KIND = "application/vnd.sqlite3"
_ZIP = "application/zip"
_PIECE = 1 << 20
_Key = Annotated[str, Query(pattern=r"^([0-9a-hjkmnp-tv-z]{26}|[0-9]{1,9})$")]


def transfer_router(transfer: TransferService) -> APIRouter:
    router = api_router("runs")

    @router.get(
        "/exports",
        response_class=StreamingResponse,
        summary="Runs with all that they measured, as a file",
        responses={
            200: {
                "description": "The file: SQLite, or a ZIP of Parquet tables",
                "content": {
                    kind: {"schema": {"type": "string", "format": "binary"}}
                    for kind in (_KIND, _ZIP)
                },
            },
            **problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT, ProblemCode.INVALID),
        },
    )
    @requires(AccessScope.VIEWER)
    async def export(
        run: Annotated[
            list[_Key] | None, Query(max_length=MOST_RUNS, description="Ids or numbers of runs.")
        ] = None,
        group: Annotated[
            list[_Key] | None,
            Query(max_length=MOST_RUNS, description="Sweeps and suites: all their runs."),
        ] = None,
        form: Annotated[FileFormat, Query(alias="format")] = FileFormat.SQLITE,
    ) -> Response:
        async with transfer.temporary() as path:
            as_parquet = form is FileFormat.PARQUET
            await transfer.export(run or [], group or [], path, as_parquet=as_parquet)
            # The file goes with its last descriptor, however the answer ends.
            file = path.open("rb")
        headers = {
            "Content-Disposition": f'attachment; filename="{_name(run or [], group or [], form)}"',
            "Content-Length": str(file.seek(0, 2)),
            # What is large in it is compressed already.
            "Content-Encoding": "identity",
        }
        file.seek(0)
        kind = _ZIP if as_parquet else _KIND
        return StreamingResponse(_pieces(file), media_type=kind, headers=headers)

    @router.post(
        "/imports",
        response_model=ImportReport,
        status_code=201,
        summary="Take in runs from a file that another console exported",
        responses=problems(ProblemCode.INVALID, ProblemCode.TOO_LARGE, ProblemCode.UNAVAILABLE),
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {
                    kind: {"schema": {"type": "string", "format": "binary"}}
                    for kind in (_KIND, _ZIP)
                },
            }
        },
    )
    @requires(AccessScope.OPERATOR)
    async def take_in(request: Request) -> Response:
        async with transfer.temporary() as path:
            await _receive(request, path)
            return document(await transfer.take_in(path), 201)

    return router


async def _receive(request: Request, path: Path) -> None:
    size = 0
    try:
        with path.open("xb") as file:
            async for piece in request.stream():
                size += len(piece)
                if size > MOST_BYTES:
                    raise ProblemError(
                        ProblemCode.TOO_LARGE,
                        f"The file is larger than {MOST_BYTES >> 30} GiB. Export fewer runs at"
                        " once.",
                    )
                await asyncio.to_thread(file.write, piece)
    except OSError as error:
        raise ProblemError(
            ProblemCode.UNAVAILABLE,
            f"The file cannot be kept on the console's disk: {error.strerror}. Free space there.",
        ) from error


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece


def _name(runs: list[str], groups: list[str], form: FileFormat) -> str:
    only = [*runs, *groups]
    kind = "group" if groups else "run"
    suffix = "parquet.zip" if form is FileFormat.PARQUET else "sqlite"
    return f"orrery-{kind}-{only[0]}.{suffix}" if len(only) == 1 else f"orrery-runs.{suffix}"
