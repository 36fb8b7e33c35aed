"""The interface is as it describes itself: schemathesis calls everything with what the description
allows and with what it forbids.
"""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from orrery_backend.app import create_app
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console
from orrery_backend.kit.rates import RateLimit
from schemathesis.checks import not_a_server_error
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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A console in a thread of its own; its address."""
    patch = pytest.MonkeyPatch()
    # How often may be called is tested elsewhere.
    patch.setattr(RateLimit, "take", lambda *_: True)
    application = create_app(Console(BackendConfig(tmp_path_factory.mktemp("openapi"))))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        running = uvicorn.Server(uvicorn.Config(application, log_config=None))
        thread = threading.Thread(target=running.run, args=([listener],))
        thread.start()
        while not running.started and thread.is_alive():
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        running.should_exit = True
        thread.join()
    patch.undo()


def _described() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        return create_app(Console(BackendConfig(Path(folder)))).openapi()


DOCUMENT = _described()
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    result.ok()
    for result in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    if result.ok().path != "/metrics"
]


def _can_be_called_wrongly(operation: APIOperation[Any, Any, Any, Any]) -> bool:
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
    server: str, operation: APIOperation[Any, Any, Any, Any], mode: schemathesis.GenerationMode
) -> None:
    @settings(
        max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
    )
    @given(operation.as_strategy(generation_mode=mode))
    def call(case: schemathesis.Case) -> None:
        response = case.call(base_url=server)
        case.validate_response(response, checks=CHECKS)

    call()


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
