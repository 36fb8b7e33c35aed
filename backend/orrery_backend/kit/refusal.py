"""A problem as the answer to a request that no route has answered, HTTP or WebSocket."""

from __future__ import annotations

from collections.abc import Iterable

from orrery_contracts.errors import ProblemCode
from starlette.types import Receive, Scope, Send

from orrery_backend.kit.problems import ProblemError


async def refuse(problem: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
    """Sends `problem`. A WebSocket must not have been accepted yet."""
    body = problem.document().model_dump_json().encode()
    headers: Iterable[tuple[bytes, bytes]] = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if problem.code is ProblemCode.UNAUTHORIZED:
        headers = [*headers, (b"www-authenticate", b"Bearer")]
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 4401, "reason": problem.detail[:120]})
            return
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": problem.status, "headers": list(headers)})
    await send({"type": f"{kind}.body", "body": body})
