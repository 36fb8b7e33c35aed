from __future__ import annotations

import re
from pathlib import Path

from orrery_contracts.worker_environment import worker_environment

ROOT = Path(__file__).parents[2]
PYTHON = ("backend/orrery_backend", "client", "node-agent/orrery_agent", "docker")


def test_secrets_stay_behind_and_the_rest_is_inherited() -> None:
    kept = {
        "PATH": "/bin",
        "ORRERY_HELICS_LIBRARY": "/lib/helics.so",
        "ORRERY_TEST_MARK": "1",
        "ASAN_OPTIONS": "detect_leaks=1",
        "TOKEN": "another program's",
    }
    secret = {
        "ORRERY_TOKEN": "a",
        "ORRERY_TOKENS": "admin=a",
        "ORRERY_TOKEN_FILE": "/a",
        "ORRERY_ADMIN_TOKEN": "a",
        "ORRERY_PASSWORD": "a",
    }
    assert worker_environment(kept | secret) == kept


def test_every_secret_that_a_part_reads_from_its_environment_is_known() -> None:
    """Names of variables in the sources that sound like a secret must be ones that stay behind."""
    named: set[str] = set()
    for folder in PYTHON:
        for source in (ROOT / folder).rglob("*.py"):
            named |= set(re.findall(r"\bORRERY_[A-Z_]+\b", source.read_text()))
    secrets = {name for name in named if re.search("TOKEN|PASS|SECRET|KEY", name)}
    assert {"ORRERY_TOKEN", "ORRERY_TOKENS", "ORRERY_ADMIN_TOKEN"} <= secrets
    assert worker_environment(dict.fromkeys(secrets, "x")) == {}
