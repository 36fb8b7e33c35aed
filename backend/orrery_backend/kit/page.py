"""The built page: files as they are, and index.html for every path that the page's own router
knows.

Files under assets/ carry a digest in their name and may be kept for ever; everything else is asked
for again. It stands behind all routes of the interface and answers what none of them does; under
/api it answers with a problem, never with the page.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from orrery_backend.kit.problems import ProblemError, not_found

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


class Page:
    """An ASGI application; expected failures leave it as `ProblemError`."""

    def __init__(self, folder: Path | None) -> None:
        self._root = folder.resolve() if folder is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4404, "reason": "no such socket"})
            return
        await self._answer(scope["path"], scope["method"])(scope, receive, send)

    def _answer(self, path: str, method: str) -> Response:
        if path == "/api" or path.startswith("/api/"):
            raise not_found(
                f"There is no call {path[:100]}.", "See /api/v1/openapi.json for those that exist."
            )
        if method not in ("GET", "HEAD"):
            raise not_found(f"Nothing takes {method} here.", "Pages are only read.")
        if self._root is None or not (self._root / "index.html").is_file():
            raise not_found(
                "The console has no page to show.",
                "Build it with `make build` and start with --frontend DIST_DIR.",
            )
        return _file(self._root, path.lstrip("/"))


def _file(root: Path, path: str) -> Response:
    try:
        asked = (root / path).resolve()
        inside = asked.is_relative_to(root)
        is_file = inside and asked.is_file()
    except (OSError, ValueError) as error:
        raise _no_file() from error
    if is_file:
        lasting = _FOR_EVER if asked.relative_to(root).parts[0] == "assets" else _ASK_AGAIN
        kind = mimetypes.guess_type(asked.name)[0] or "application/octet-stream"
        return FileResponse(asked, media_type=kind, headers={"Cache-Control": lasting})
    if not inside or path.startswith("assets/"):
        # A missing script must not be answered with a page: the browser would try to run it.
        raise _no_file()
    return FileResponse(
        root / "index.html", media_type="text/html", headers={"Cache-Control": _ASK_AGAIN}
    )


def _no_file() -> ProblemError:
    return not_found("There is no such file.", "Reload the page; it may have been built anew.")
