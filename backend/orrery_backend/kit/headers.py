"""Headers that every answer carries. The page may load nothing but itself."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Styles are set by script (charts, tables of virtual rows), so inline styles are allowed; scripts
#: are not.
_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: "
    "blob:;"
    " font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; object-src "
    "'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
#: One year, as browsers' preload lists ask.
_HTTPS_ONLY = {"strict-transport-security": "max-age=31536000; includeSubDomains"}


class SecurityHeaders:
    """Pure ASGI."""

    def __init__(self, app: ASGIApp, *, is_https_only: bool = False) -> None:
        """`is_https_only`: browsers are to call this console's name over HTTPS alone from now on.
        Not for certificates that the console made, whose name may serve plain HTTP on other ports.
        """
        self._app = app
        self._headers = _HEADERS | (_HTTPS_ONLY if is_https_only else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(("/api", "/metrics")):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, with_headers)
