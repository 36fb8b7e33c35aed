"""Starting the console from the command line: what is refused, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from orrery_backend.config import BackendConfig
from orrery_backend.kit.connections import Connections
from orrery_backend.main import listen

_TOKENS = "agent=agent-token-0123456789,operator=operator-token-0123456789"


def _start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "orrery_backend", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )


def _refused(*arguments: str, **environment: str) -> str:
    process = _start(*arguments, **environment)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2, said
    return said


@pytest.mark.parametrize("tokens", ["", "agent=agent-token-0123456789"])
def test_beyond_loopback_tokens_are_required(tmp_path: Path, tokens: str) -> None:
    said = _refused(
        "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path), ORRERY_TOKENS=tokens
    )
    assert "--token-file" in said
    assert "127.0.0.1" in said


@pytest.mark.parametrize("tokens", ["", "agent=agent-token-0123456789"])
def test_another_hosts_name_requires_tokens(tmp_path: Path, tokens: str) -> None:
    said = _refused(
        "--data", str(tmp_path), "--port", "0", "--allowed-host", "lab", ORRERY_TOKENS=tokens
    )
    assert "--allowed-host lab" in said
    assert "--token-file" in said


def test_bad_tokens_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text("agent=short\n")
    assert "at least 16" in _refused("--data", str(tmp_path / "d"), "--token-file", str(file))
    missing = _refused("--data", str(tmp_path / "d"), "--token-file", str(tmp_path / "none"))
    assert "cannot be read" in missing


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port}" in _refused("--data", str(tmp_path), "--port", port)


async def test_answers_do_not_wait_for_acknowledgements(tmp_path: Path) -> None:
    """Nagle's algorithm and a delayed acknowledgement cost 40 ms on a kept connection."""
    listener = listen(BackendConfig(tmp_path, port=0), Connections(10))
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        own: socket.socket = writer.get_extra_info("socket")
        accepted.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(serve, sock=listener):
        _, writer = await asyncio.open_connection(*listener.getsockname()[:2])
        assert await accepted != 0
        writer.close()


def test_one_console_for_a_data_folder_and_a_quiet_end(tmp_path: Path) -> None:
    first = _start("--data", str(tmp_path), "--port", "0", "--host", "127.0.0.1")
    assert first.stderr is not None
    assert "console answers" in first.stderr.readline()
    assert "Another console" in _refused("--data", str(tmp_path), "--port", "0")
    first.send_signal(signal.SIGINT)
    _, said = first.communicate(timeout=60)
    assert first.returncode == 0, said
    assert "Traceback" not in said


def test_with_tokens_it_starts_beyond_loopback(tmp_path: Path) -> None:
    process = _start(
        "--data", str(tmp_path), "--host", "0.0.0.0", "--port", "0", ORRERY_TOKENS=_TOKENS
    )
    assert process.stderr is not None
    assert "console answers" in process.stderr.readline()
    process.terminate()
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said


def test_a_public_url_that_is_none_is_refused(tmp_path: Path) -> None:
    for url in ("bench.example.org", "https://ada:secret@bench.example.org", "ftp://bench"):
        said = _refused("--data", str(tmp_path), "--public-url", url)
        assert "--public-url" in said
        assert "as people open the page" in said
