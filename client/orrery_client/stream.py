"""The live stream: a WebSocket with topics, which resumes without a gap after a lost connection.

docs/formats/live-stream.md describes the messages.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from orrery_contracts.api import RunState, RunSummary
from orrery_contracts.command import ORRERY
from orrery_contracts.group import GroupState, GroupSummary
from orrery_contracts.stream import (
    Dropped,
    GroupChanged,
    GroupSnapshot,
    GroupUpdated,
    Message,
    Refusal,
    RunChanged,
    RunSnapshot,
    RunUpdated,
    StreamData,
    StreamPosition,
    Subscribe,
    Subscribed,
    ToViewer,
)
from pydantic import TypeAdapter, ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from orrery_client.errors import OrreryError, UnexpectedReplyError, UnreachableError
from orrery_client.frames import Frame

#: States of a run that has ended.
ENDED = frozenset({RunState.DONE, RunState.FAILED, RunState.CANCELLED})

GROUP_ENDED = frozenset({GroupState.DONE, GroupState.FAILED, GroupState.CANCELLED})

_TO_VIEWER: TypeAdapter[ToViewer] = TypeAdapter(ToViewer)
_MAX_MESSAGE_BYTES = 16 << 20
_IDLE_S = 0.5
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 3.0


class LiveStream:
    """Iterates over the messages of topics (`fleet`, `runs`, `run/<id>`, `group/<id>`).

    Blocks while nothing happens. After a lost connection it reconnects and resumes after the last
    message. It raises `UnreachableError` if it cannot connect for `patience_s` seconds. Only one
    thread may use a stream. `on_idle` is called about twice a second while nothing happens; an
    exception from it ends the iteration.
    """

    def __init__(
        self,
        url: str,
        topics: list[str],
        *,
        token: str | None = None,
        tls: ssl.SSLContext | None = None,
        patience_s: float = 60.0,
        on_idle: Callable[[], None] = lambda: None,
    ) -> None:
        self.url = url.rstrip("/")
        self._topics: dict[str, StreamPosition | None] = dict.fromkeys(topics)
        self._channels: dict[int, str] = {}
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._tls = tls
        self._patience_s = patience_s
        self._on_idle = on_idle
        self._socket: ClientConnection | None = None

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
        """Closes the connection. A new iteration resumes after the last message."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def __iter__(self) -> Iterator[Message | Frame | Dropped]:
        while True:
            socket = self._socket or self._connect()
            try:
                message = socket.recv(timeout=_IDLE_S)
            except TimeoutError:
                self._on_idle()
                continue
            except ConnectionClosed:
                self._socket = None
                continue
            if isinstance(message, bytes):
                for frame in Frame.parse_all(message):
                    self._advance(self._channels.get(frame.channel), frame.sequence)
                    yield frame
                continue
            said = self._parse(message)
            match said:
                case Subscribed():
                    self._channels[said.channel] = said.topic
                    at = StreamPosition(epoch=said.epoch, sequence=said.sequence)
                    if not said.resumed:
                        self._topics[said.topic] = at
                case Message():
                    self._advance(said.topic, said.sequence)
                    yield said
                case Dropped():
                    yield said
                case Refusal():
                    raise OrreryError(
                        f"the console does not stream {said.topic}: {said.message}",
                        f"`{ORRERY} runs` lists the runs that there are",
                    )

    def _advance(self, topic: str | None, sequence: int) -> None:
        at = self._topics.get(topic) if topic is not None else None
        if topic is not None and at is not None and sequence > at.sequence:
            self._topics[topic] = StreamPosition(epoch=at.epoch, sequence=sequence)

    def _parse(self, message: str) -> ToViewer:
        try:
            return _TO_VIEWER.validate_json(message)
        except ValidationError as error:
            raise UnexpectedReplyError(self.url, f"stream message {message[:80]!r}") from error

    def _connect(self) -> ClientConnection:
        address = f"ws{self.url.removeprefix('http')}/api/v1/stream"
        begin = time.monotonic()
        pause = _FIRST_PAUSE_S
        while True:
            try:
                socket = connect(
                    address,
                    additional_headers=self._headers,
                    ssl=self._tls,
                    compression=None,
                    max_size=_MAX_MESSAGE_BYTES,
                )
                for topic, after in self._topics.items():
                    socket.send(Subscribe(topic=topic, after=after).model_dump_json())
            except InvalidStatus as error:
                if error.response.status_code < 500:  # a repeated request would get the same answer
                    reason = f"status {error.response.status_code} for the stream"
                    raise UnexpectedReplyError(self.url, reason) from error
                failure: Exception = error
            except (OSError, WebSocketException) as error:
                failure = error
            else:
                self._socket = socket
                return socket
            if time.monotonic() - begin > self._patience_s:
                raise UnreachableError(self.url, str(failure)) from failure
            self._on_idle()
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE_S)


def follow_run(
    url: str,
    token: str | None,
    tls: ssl.SSLContext | None,
    run_id: str,
    on_idle: Callable[[], None],
) -> Iterator[StreamData | Frame]:
    """What happens to a run, from its present state to its end. The last entry holds the end."""
    with LiveStream(url, [f"run/{run_id}"], token=token, tls=tls, on_idle=on_idle) as stream:
        for entry in stream:
            if isinstance(entry, Frame):
                yield entry
            elif isinstance(entry, Message):
                yield entry.data
                if (summary := summary_in(entry.data)) and summary.state in ENDED:
                    return


def follow_group(
    url: str,
    token: str | None,
    tls: ssl.SSLContext | None,
    group_id: str,
    on_idle: Callable[[], None],
) -> Iterator[StreamData]:
    """What happens to a sweep or suite, from its present state to the end of its last run."""
    with LiveStream(url, [f"group/{group_id}"], token=token, tls=tls, on_idle=on_idle) as stream:
        for entry in stream:
            if isinstance(entry, Message):
                yield entry.data
                if (summary := group_in(entry.data)) and summary.state in GROUP_ENDED:
                    return


def group_in(data: StreamData) -> GroupSummary | None:
    """Returns the group's summary if this entry has one."""
    match data:
        case GroupChanged():
            return data.group
        case GroupSnapshot() | GroupUpdated():
            return data.group.summary
        case _:
            return None


def summary_in(data: StreamData) -> RunSummary | None:
    """Returns the run's summary if this entry has one."""
    match data:
        case RunChanged():
            return data.run
        case RunSnapshot() | RunUpdated():
            return data.run.summary
        case _:
            return None
