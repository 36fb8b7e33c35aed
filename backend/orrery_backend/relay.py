"""Calls and sockets that a console passes on to the one that leads, and their answers back.

A call that the leader has not taken waits for the next leader. One that was taken and not answered
is repeated if that does no harm; otherwise the caller is told that its outcome is not known.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import httpx2
from orrery_contracts.errors import ProblemCode
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from orrery_backend.certificates import ServerCertificate
from orrery_backend.features.consoles.service import Leader
from orrery_backend.kit.problems import ProblemError
from orrery_backend.kit.refusal import refuse

#: In calls that are passed on: the leader's secret, and what it would otherwise see of the caller.
RELAYED = "x-orrery-relayed"
CLIENT, SCHEME, HOST = "x-orrery-client", "x-orrery-scheme", "x-orrery-host"
#: The answer of a console that does not lead to a call that was passed on to it.
MISDIRECTED = 421
#: Longer than a failover takes.
_WAIT_S = 20.0
_RETRY_S = 0.25
_CONNECT_S = 3.0
_ANSWER_S = 120.0
#: A larger body is passed on as it comes, once.
_REPEATABLE_BYTES = 1 << 20
_NOT_PASSED_ON = frozenset(
    {"connection", "content-length", "host", "keep-alive", "te", "transfer-encoding", "upgrade"}
    | {RELAYED, CLIENT, SCHEME, HOST}
)
_SOCKET_HEADERS = ("authorization", "cookie", "origin", "user-agent")
_MOST_MESSAGE = 64 << 20
_TRY_AGAIN_LATER = 1013
_RESTARTED = 1012
_NOBODY = "no console leads"


def trusted(certificate: ServerCertificate | None) -> ssl.SSLContext:
    """Trusts the machine's authorities and what made this console's own certificate."""
    context = ssl.create_default_context()
    if certificate is not None:
        context.load_verify_locations(certificate.authority or certificate.certificate)
    return context


class NoLeaderError(Exception):
    """No console leads, or it cannot be reached."""


@dataclass(frozen=True, slots=True)
class _Call:
    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes | AsyncIterator[bytes]
    harmless: bool
    """Whether it may be done twice."""


class Relay:
    """`leader` says who leads, as far as is known."""

    def __init__(
        self,
        leader: Callable[[], Leader | None],
        tls: ssl.SSLContext,
        wait_s: float = _WAIT_S,
    ) -> None:
        self._leader = leader
        self._tls = tls
        self._wait_s = wait_s
        self._client = httpx2.AsyncClient(
            verify=tls,
            timeout=httpx2.Timeout(_ANSWER_S, connect=_CONNECT_S),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=32),
            trust_env=False,
        )

    async def close(self) -> None:
        await self._client.aclose()

    async def fetch(self, scope: Scope) -> tuple[int, bytes]:
        """The leader's answer now: status and body, of a call without a body. Raises
        `NoLeaderError`.
        """
        leader = self._leader()
        if leader is None:
            raise NoLeaderError(_NOBODY)
        try:
            url = leader.address + target_of(scope)
            response = await self._client.get(url, headers=_told(leader, scope))
        except httpx2.TransportError as error:
            raise NoLeaderError(_unreachable(leader, error)) from error
        if response.status_code == MISDIRECTED:
            raise NoLeaderError(_changed(leader))
        return response.status_code, response.content

    async def http(
        self, scope: Scope, receive: Receive, send: Send, wait_s: float | None = None
    ) -> None:
        """Answers with the leader's answer, after at most `wait_s` (None: a failover's time) until
        one leads. Raises `NoLeaderError` before anything was sent.
        """
        call = await _call_of(scope, receive)
        response = await self._answered(scope, call, self._wait_s if wait_s is None else wait_s)
        try:
            headers = [
                (name.lower(), value)
                for name, value in response.headers.raw
                if name.lower() not in (b"connection", b"keep-alive", b"transfer-encoding")
            ]
            start = {"type": "http.response.start", "status": response.status_code}
            await send({**start, "headers": headers})
            async for part in response.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await response.aclose()

    async def _answered(self, scope: Scope, call: _Call, wait_s: float) -> httpx2.Response:
        deadline = asyncio.get_running_loop().time() + wait_s
        why = _NOBODY
        while True:
            leader = self._leader()
            if leader is not None:
                try:
                    response = await self._ask(leader, scope, call)
                except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                    why = _unreachable(leader, error)
                except httpx2.TransportError as error:
                    if not call.harmless:
                        raise _unknown_outcome(leader) from error
                    why = f"the leading console {leader.address} did not answer: {error}"
                else:
                    if response.status_code != MISDIRECTED:
                        return response
                    await response.aclose()
                    why = _changed(leader)
            if asyncio.get_running_loop().time() > deadline or not isinstance(call.body, bytes):
                raise NoLeaderError(why)
            await asyncio.sleep(_RETRY_S)

    async def _ask(self, leader: Leader, scope: Scope, call: _Call) -> httpx2.Response:
        request = self._client.build_request(
            call.method,
            leader.address + call.target,
            headers=[*call.headers, *_told(leader, scope).items()],
            content=call.body or None,
        )
        return await self._client.send(request, stream=True)

    async def socket(
        self, scope: Scope, receive: Receive, send: Send, admit: Callable[[], bool]
    ) -> None:
        """`admit` says whether there is room for it. Raises `NoLeaderError` before the socket was
        accepted; its `connect` was received.
        """
        await receive()
        try:
            upstream = await self._dialled(scope)
        except InvalidStatus as refused:
            await _refuse_as(refused, scope, send)
            return
        accept: Message = {"type": "websocket.accept", "subprotocol": upstream.subprotocol}
        await send(accept)
        if not admit():
            await upstream.close()
            reason = "too many viewers and requests; come back later"
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER, "reason": reason})
            return
        up = asyncio.create_task(_pump_up(receive, upstream))
        down = asyncio.create_task(_pump_down(upstream, send))
        try:
            await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            with suppress(Exception):
                await upstream.close()

    async def _dialled(self, scope: Scope) -> ClientConnection:
        deadline = asyncio.get_running_loop().time() + self._wait_s
        headers = Headers(scope=scope)
        passed = {name: headers[name] for name in _SOCKET_HEADERS if name in headers}
        why = _NOBODY
        while True:
            leader = self._leader()
            if leader is not None:
                url = leader.address.replace("http", "ws", 1) + target_of(scope)
                try:
                    return await connect(
                        url,
                        additional_headers={**passed, **_told(leader, scope)},
                        user_agent_header=None,
                        subprotocols=scope.get("subprotocols") or None,
                        ssl=self._tls if url.startswith("wss:") else None,
                        compression=None,
                        proxy=None,
                        open_timeout=_CONNECT_S,
                        close_timeout=2,
                        max_size=_MOST_MESSAGE,
                    )
                except InvalidStatus as refused:
                    if refused.response.status_code != MISDIRECTED:
                        raise
                    why = _changed(leader)
                except (OSError, InvalidHandshake) as error:
                    why = _unreachable(leader, error)
            if asyncio.get_running_loop().time() > deadline:
                raise NoLeaderError(why)
            await asyncio.sleep(_RETRY_S)


async def _call_of(scope: Scope, receive: Receive) -> _Call:
    headers = Headers(scope=scope)
    passed = [(name, value) for name, value in headers.items() if name not in _NOT_PASSED_ON]
    length = headers.get("content-length", "")
    body: bytes | AsyncIterator[bytes] = b""
    if "transfer-encoding" in headers or (length.isdecimal() and int(length) > _REPEATABLE_BYTES):
        body = _parts(receive)
        if length:
            passed.append(("content-length", length))
    elif length not in ("", "0"):
        body = b"".join([part async for part in _parts(receive)])
    method = scope["method"]
    harmless = method in ("GET", "HEAD", "OPTIONS") or "idempotency-key" in headers
    return _Call(method, target_of(scope), passed, body, harmless and isinstance(body, bytes))


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError("the caller has gone")
        more = message.get("more_body", False)
        if part := message.get("body", b""):
            yield part


def target_of(scope: Scope) -> str:
    """Path and query as the caller wrote them. Raises `ProblemError` unless the path begins with a
    slash: joined to the leader's address, another beginning (`@elsewhere`) would name another host,
    which would get the leader's secret.
    """
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    if not path.startswith(b"/"):
        raise ProblemError(
            ProblemCode.MALFORMED, "The target of this request is no path: begin it with a slash."
        )
    query: bytes = scope.get("query_string", b"")
    return (path.split(b"?")[0] + (b"?" + query if query else b"")).decode("latin-1")


def _told(leader: Leader, scope: Scope) -> Mapping[str, str]:
    client = scope.get("client")
    scheme = scope.get("scheme", "http").replace("ws", "http", 1)
    return {
        RELAYED: leader.secret,
        CLIENT: str(client[0]) if client else "",
        SCHEME: scheme,
        HOST: Headers(scope=scope).get("host", ""),
    }


async def _pump_up(receive: Receive, upstream: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            await upstream.send(text if text is not None else message.get("bytes") or b"")


async def _pump_down(upstream: ClientConnection, send: Send) -> None:
    with suppress(ConnectionClosed):
        async for data in upstream:
            kind = "text" if isinstance(data, str) else "bytes"
            await send({"type": "websocket.send", kind: data})
    code = upstream.close_code
    # These two are never sent: the leader ended without a word.
    ended = code is None or code in (1005, 1006)
    await send(
        {
            "type": "websocket.close",
            "code": _RESTARTED if ended else code,
            "reason": "the leading console ended" if ended else upstream.close_reason or "",
        }
    )


async def _refuse_as(refused: InvalidStatus, scope: Scope, send: Send) -> None:
    """As the leader refused the socket."""
    answer = refused.response
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 4401, "reason": ""})
        return
    headers = [
        (name.lower().encode(), value.encode("latin-1"))
        for name, value in answer.headers.raw_items()
        if name.lower() in ("content-type", "www-authenticate")
    ]
    start = {"type": "websocket.http.response.start", "status": answer.status_code}
    await send({**start, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.body or b""})


async def refuse_without_leader(
    why: str, scope: Scope, receive: Receive, send: Send, *, connected: bool = False
) -> None:
    problem = ProblemError(
        ProblemCode.UNAVAILABLE,
        f"No console can take this call: {why}. This console passes calls on to the one that"
        " leads. Try again in a few seconds; the log of the consoles says who leads.",
    )
    if connected:
        reason = f"no console leads: {why}".encode()[:120].decode(errors="ignore")
        await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER, "reason": reason})
        return
    await refuse(problem, scope, receive, send)


def _unreachable(leader: Leader, error: Exception) -> str:
    return f"the leading console {leader.address} cannot be reached: {error}"


def _changed(leader: Leader) -> str:
    return f"the console {leader.address} does not lead any more"


def _unknown_outcome(leader: Leader) -> ProblemError:
    return ProblemError(
        ProblemCode.UNAVAILABLE,
        f"The leading console {leader.address} ended while it handled this call, so it is not"
        " known whether the call was done. Look, and repeat it if it was not. A call with an"
        " Idempotency-Key is repeated for you.",
    )
