"""Calls to a console: a pool of connections, strict reading of documents, and errors."""

from __future__ import annotations

import ssl
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import httpx2
from orrery_contracts.errors import Problem
from pydantic import BaseModel, TypeAdapter, ValidationError

from orrery_client.errors import ProblemError, UnexpectedReplyError, UnreachableError

#: Seconds for each step of a file's transfer; between two steps the console reads the whole file.
_FILE_S = 600.0
#: Methods that a console may carry out twice (RFC 9110, 9.2.2).
_REPEATABLE = frozenset({"GET", "PUT"})
_MOST_TRIES = 3
#: The console, or a proxy before it, closed the connection while the request was on its way.
_CONNECTION_ENDED = (httpx2.RemoteProtocolError, httpx2.ReadError, httpx2.WriteError)

Query = Mapping[str, str | Sequence[str] | None]
"""Parameters of an address. None: left out. A list: the parameter once for each text."""

Document = TypeVar("Document", bound=BaseModel)
Listed = TypeVar("Listed")


def trusting(authority: Path) -> ssl.SSLContext:
    """A TLS context that trusts `authority` only. Raises `OSError` without a usable certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(authority)
    return context


class Calls:
    """The base class of every part of the client."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        token: str | None = None,
        authority: Path | None = None,
        timeout: float = 30.0,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self._token = token
        headers = {"Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        #: Trusts only `authority` (PEM); None without an authority: the system's defaults.
        self._tls = trusting(authority) if authority is not None else None
        self._http = httpx2.Client(
            base_url=f"{self.url}/api/v1",
            headers=headers,
            timeout=timeout,
            transport=transport,
            verify=self._tls or True,
        )

    @property
    def is_anonymous(self) -> bool:
        """The client sends no token. The console then requires none, or refuses the calls."""
        return self._token is None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _get(self, path: str, model: type[Document], params: Query | None = None) -> Document:
        return self._read(self._send("GET", path, params=params), model)

    def _send(
        self,
        method: str,
        path: str,
        *,
        params: Query | None = None,
        content: bytes | None = None,
        headers: dict[str, str] | None = None,
        is_keyed: bool = False,
    ) -> httpx2.Response:
        """`is_keyed`: the headers have an idempotency key, so that the call may be repeated."""
        given = {key: value for key, value in (params or {}).items() if value is not None}
        sent = dict(headers or {})
        if content is not None:
            sent["Content-Type"] = "application/json"
        tries = 0
        while True:
            tries += 1
            try:
                reply = self._http.request(
                    method, path, params=given, content=content, headers=sent
                )
            except httpx2.TransportError as error:
                ended = isinstance(error, _CONNECTION_ENDED)
                repeatable = is_keyed or (ended and method in _REPEATABLE)
                if repeatable and tries < _MOST_TRIES:
                    continue
                reason = str(error) or type(error).__name__
                raise UnreachableError(self.url, reason) from error
            if reply.is_error:
                raise self._problem(reply)
            return reply

    def _download(self, path: str, query: str, file: Path) -> None:
        """Streams an answer, which may be larger than memory, to a file. Replaces an existing file.

        Raises `OSError` if the file cannot be written.
        """
        part = file.with_name(file.name + ".part")
        try:
            with self._http.stream("GET", f"{path}?{query}", timeout=_FILE_S) as reply:
                if reply.is_error:
                    reply.read()
                    raise self._problem(reply)
                with part.open("wb") as written:
                    for piece in reply.iter_bytes():
                        written.write(piece)
            part.replace(file)
        except httpx2.TransportError as error:
            raise UnreachableError(self.url, str(error) or type(error).__name__) from error
        finally:
            part.unlink(missing_ok=True)

    def _upload(self, path: str, file: Path) -> httpx2.Response:
        try:
            with file.open("rb") as content:
                reply = self._http.post(path, content=content, timeout=_FILE_S)
        except httpx2.TransportError as error:
            raise UnreachableError(self.url, str(error) or type(error).__name__) from error
        if reply.is_error:
            raise self._problem(reply)
        return reply

    def _problem(self, reply: httpx2.Response) -> ProblemError | UnexpectedReplyError:
        try:
            return ProblemError(Problem.model_validate_json(reply.content))
        except ValidationError:
            return UnexpectedReplyError(self.url, f"status {reply.status_code}, {_start(reply)}")

    def _read(self, reply: httpx2.Response, model: type[Document]) -> Document:
        try:
            return model.model_validate_json(reply.content)
        except ValidationError as error:
            raise UnexpectedReplyError(self.url, _first_error(error)) from error

    def _read_as(self, reply: httpx2.Response, adapter: TypeAdapter[Listed]) -> Listed:
        try:
            return adapter.validate_json(reply.content)
        except ValidationError as error:
            raise UnexpectedReplyError(self.url, _first_error(error)) from error


def _start(reply: httpx2.Response) -> str:
    return repr(reply.text[:80])


def _first_error(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
