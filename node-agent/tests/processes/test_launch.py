"""The environment and arguments that a worker gets, as other users see them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from orrery_agent.facts.calibration import WorkerUnusableError, calibrate
from orrery_agent.processes.launch import launch

TELLING = "#!/bin/sh\ntr '\\0' '\\n' </proc/$$/environ\ntr '\\0' '\\n' </proc/$$/cmdline\n"


@pytest.fixture
def telling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An executable that prints its environment and arguments."""
    monkeypatch.setenv("ORRERY_TOKEN", "the-join-token")
    monkeypatch.setenv("ORRERY_TOKENS", "admin=the-admin-token")
    monkeypatch.setenv("ORRERY_OTHER", "no-secret")
    script = tmp_path / "worker"
    script.write_text(TELLING)
    script.chmod(0o755)
    return script


def test_a_worker_is_given_no_token(telling: Path) -> None:
    started = launch(telling)
    try:
        started.process.wait(20)
        os.set_blocking(started.stdout, True)
        with os.fdopen(os.dup(started.stdout)) as output:
            said = output.read()
    finally:
        for fd in (
            started.pidfd,
            started.stdin,
            started.stdout,
            started.stderr,
            started.telemetry,
        ):
            os.close(fd)
    assert "ORRERY_OTHER=no-secret" in said
    assert str(telling) in said
    assert "the-join-token" not in said
    assert "the-admin-token" not in said


def test_a_calibration_is_given_no_token(telling: Path) -> None:
    # The error contains the output of a failing executable, without tokens.
    telling.write_text('#!/bin/sh\necho "$ORRERY_OTHER $ORRERY_TOKEN $ORRERY_TOKENS" >&2\nexit 1\n')
    with pytest.raises(WorkerUnusableError, match="no-secret") as told:
        calibrate(telling)
    assert "the-join-token" not in str(told.value)
    assert "the-admin-token" not in str(told.value)
