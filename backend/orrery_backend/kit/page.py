"""The built page: files as they are, and index.html for every path that the page's own router
knows.

Files under assets/ carry a digest in their name and may be kept for ever; everything else is asked
for again.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Response
from starlette.responses import FileResponse

from orrery_backend.kit.problems import not_found

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


def page_router(folder: Path | None) -> APIRouter:
    """Included last: it answers what nobody else does."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/api/{path:path}", methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
    async def unknown_call(path: str) -> Response:
        raise not_found(
            f"There is no call /api/{path[:100]}.", "See /api/v1/openapi.json for those that exist."
        )

    root = folder.resolve() if folder is not None else None

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(path: str) -> Response:
        if root is None or not (root / "index.html").is_file():
            raise not_found(
                "The console has no page to show.",
                "Build it with `make build` and start with --frontend DIST_DIR.",
            )
        return _file(root, path)

    return router


def _file(root: Path, path: str) -> Response:
    asked = (root / path).resolve()
    inside = asked.is_relative_to(root)
    if inside and asked.is_file():
        relative = asked.relative_to(root).as_posix()
        lasting = _FOR_EVER if relative.startswith("assets/") else _ASK_AGAIN
        kind = mimetypes.guess_type(asked.name)[0] or "application/octet-stream"
        return FileResponse(asked, media_type=kind, headers={"Cache-Control": lasting})
    if not inside or path.startswith("assets/"):
        # A missing script must not be answered with a page: the browser would try to run it.
        raise not_found("There is no such file.", "Reload the page; it may have been built anew.")
    return FileResponse(
        root / "index.html", media_type="text/html", headers={"Cache-Control": _ASK_AGAIN}
    )
