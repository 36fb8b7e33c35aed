"""The interface is as it describes itself: schemathesis calls everything with what the description
allows and with what it forbids, with all limits on.

ORRERY_OPENAPI_EXAMPLES is the number of calls of each kind, then with new values each time.
"""

from __future__ import annotations

import json
import os
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from orrery_backend.app import create_app
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console
from orrery_backend.kit import admission, guard
from orrery_backend.kit.file_tokens import Tokens
from orrery_contracts.errors import Problem
from schemathesis.checks import not_a_server_error
from schemathesis.core.errors import InvalidSchema
from schemathesis.core.result import Ok, Result
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)


@schemathesis.serializer("application/vnd.sqlite3")
def _file(_context: schemathesis.SerializationContext, value: object) -> bytes:
    """Generated content goes as a file: bytes as they are, anything else as text."""
    return bytes(value) if isinstance(value, bytes) else str(value).encode(errors="replace")


EXAMPLES = int(os.environ.get("ORRERY_OPENAPI_EXAMPLES", "0"))
#: Longer than a caller waits at any limit of the gate.
_LATER_S = 100.0


@dataclass
class Served:
    """A console in a thread of its own, and the clock of its limits."""

    address: str = ""
    ahead_s: float = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead_s


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    patch = pytest.MonkeyPatch()
    served = Served()
    patch.setattr(guard, "time", served)
    application = create_app(Console(BackendConfig(tmp_path_factory.mktemp("openapi"))))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        running = uvicorn.Server(uvicorn.Config(application, log_config=None))
        thread = threading.Thread(target=running.run, args=([listener],))
        thread.start()
        while not running.started and thread.is_alive():
            time.sleep(0.01)
        served.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        yield served
        running.should_exit = True
        thread.join()
    patch.undo()


def _described() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        return create_app(Console(BackendConfig(Path(folder)))).openapi()


Operation = APIOperation[Any, Any, Any, Any]


def _operation(read: Result[Operation, InvalidSchema]) -> Operation:
    assert isinstance(read, Ok), f"the description of a call is wrong: {read.err()}"
    return read.ok()


DOCUMENT = _described()
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    operation
    for operation in map(_operation, schemathesis.openapi.from_dict(DOCUMENT).get_all_operations())
    if operation.path != "/metrics"
]


def _can_be_called_wrongly(operation: Operation) -> bool:
    """Whether the description forbids anything: it allows any bytes as a file."""
    documents = (body for body in operation.body if body.media_type == "application/json")
    return any(operation.iter_parameters()) or any(documents)


CALLS = [
    pytest.param(operation, mode, id=f"{operation.method} {operation.path} {mode.value}")
    for operation in OPERATIONS
    for mode in schemathesis.GenerationMode
    if mode.is_positive or _can_be_called_wrongly(operation)
]


@pytest.mark.parametrize(("operation", "mode"), CALLS)
def test_every_call_is_as_described(
    server: Served, operation: Operation, mode: schemathesis.GenerationMode
) -> None:
    @settings(
        max_examples=EXAMPLES or 8,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=not EXAMPLES,
        database=None,
    )
    @given(operation.as_strategy(generation_mode=mode))
    def call(case: schemathesis.Case[Any]) -> None:
        response = case.call(base_url=server.address)
        case.validate_response(response, checks=CHECKS)
        if response.status_code == 429:
            server.ahead_s += _LATER_S
            case.validate_response(case.call(base_url=server.address), checks=CHECKS)

    call()


def _described_answer(operation: Operation, answer: httpx.Response) -> bool:
    """Whether a refusal is one that the description of its call has."""
    Problem.model_validate_json(answer.content)
    responses = DOCUMENT["paths"][operation.path][operation.method]["responses"]
    described = responses.get(str(answer.status_code), {}).get("content", {})
    return answer.headers["content-type"] in described


async def _refused(app: FastAPI, status: int, **call: Any) -> list[str]:
    """Calls of all operations that are not answered by this status, or not as described."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    wrong = []
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for operation in OPERATIONS:
            path = re.sub(r"\{\w+\}", "0" * 16, operation.path)
            answer = await client.request(operation.method, path, **call)
            if answer.status_code != status or not _described_answer(operation, answer):
                wrong.append(f"{operation.method} {operation.path}: {answer.status_code}")
    return wrong


@asynccontextmanager
async def _not_started(config: BackendConfig) -> AsyncIterator[FastAPI]:
    """A console that has not started: its calls may open the store all the same."""
    console = Console(config)
    try:
        yield create_app(console)
    finally:
        await console.database.close()


async def test_a_caller_who_is_locked_out_is_answered_as_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 1.0))
    config = BackendConfig(tmp_path, tokens=Tokens.parse("admin=" + "a" * 32))
    wrong = {"Authorization": "Bearer wrong"}
    async with _not_started(config) as app:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            for _ in range(25):
                await client.get("/api/v1/runs", headers=wrong)
        assert await _refused(app, 429, headers=wrong) == []


async def test_a_console_without_a_free_connection_answers_as_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def is_admitted(self) -> bool:
            return False

    monkeypatch.setattr(admission, "slot_of", lambda _scope: Full())
    async with _not_started(BackendConfig(tmp_path)) as app:
        assert await _refused(app, 503) == []


def test_the_description_is_whole() -> None:
    text = json.dumps(DOCUMENT)
    assert DOCUMENT["openapi"] == "3.1.0"
    referred = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert referred <= set(DOCUMENT["components"]["schemas"])
    assert "HTTPValidationError" not in text


def test_every_answer_has_an_example_and_every_call_its_problems() -> None:
    for path, calls in DOCUMENT["paths"].items():
        for method, call in calls.items():
            assert call["summary"], path
            assert {"401", "403", "500"} <= set(call["responses"]), path
            for status, response in call["responses"].items():
                content = response.get("content", {}).get("application/json")
                has_no_example = path.endswith(("/export", "/schemas/run-spec"))
                if content is not None and status.startswith("2") and not has_no_example:
                    assert "example" in content, (method, path)
