"""Packages are pinned by hash, containers are confined, and the bill of materials is whole."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ["docker/console.lock", "docker/agent.lock", "docker/build.lock"]
LOCKS = ["requirements.lock", "requirements-test.lock", *IMAGES]


def _entries(lock: str) -> Iterator[tuple[str, str]]:
    """Each pinned package (`name==version`), and the rest of its entry."""
    for entry in (ROOT / lock).read_text().replace("\\\n", " ").splitlines():
        pin, _, rest = entry.partition(" ")
        yield pin, rest


@pytest.mark.parametrize("lock", LOCKS)
def test_each_package_is_locked_by_hash(lock: str) -> None:
    entries = list(_entries(lock))
    assert len(entries) >= 5
    for pin, rest in entries:
        assert re.fullmatch(r"[\w.-]+(\[[\w,]+\])?==\S+", pin), pin
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", rest), pin


@pytest.mark.parametrize("lock", IMAGES)
def test_the_images_have_the_versions_that_the_tests_have(lock: str) -> None:
    tested = {pin for pin, _ in _entries("requirements.lock")}
    assert {pin for pin, _ in _entries(lock)} <= tested


@pytest.mark.parametrize("file", ["docker/Dockerfile", "scripts/setup"])
def test_packages_are_installed_by_hash_or_without_an_index(file: str) -> None:
    installs = [
        line
        for line in (ROOT / file).read_text().splitlines()
        if re.search(r"\bpip (install|wheel|sync)\b", line)
    ]
    assert installs
    for line in installs:
        assert "--require-hashes" in line or "--no-index" in line, line


def test_every_container_is_confined() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert services.keys() == {"console", "node-1", "node-2"}
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["pids_limit"] > 0, name
        assert "privileged" not in service, name


@pytest.fixture(scope="module")
def bill() -> ModuleType:
    spec = spec_from_file_location("orrery_bill", ROOT / "scripts" / "bill.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_bill_names_each_shipped_python_package_with_licence_and_hash(bill: ModuleType) -> None:
    parts = list(bill.python_parts())
    shipped = {f"{part.name}=={part.version}" for part in parts if part.ships}
    elsewhere = ("colorama==", "httpx2-jsfetch==", "numpy==", "tzdata==")
    for lock in bill.SHIPPED_LOCKS:
        pins = {pin for pin, _ in _entries(lock) if not pin.startswith(elsewhere)}
        assert pins <= shipped, "packages of this system"
    assert [part.name for part in parts if part.ships and not part.licence] == []
    document = json.loads(bill.bill(parts))
    assert document["bomFormat"] == "CycloneDX"
    assert len(document["components"]) == len(parts)
    authlib = next(entry for entry in document["components"] if entry["name"] == "authlib")
    assert authlib["purl"].startswith("pkg:pypi/authlib@")
    assert authlib["hashes"]
    assert authlib["licenses"] == [{"license": {"id": "BSD-3-Clause"}}]
    assert "authlib" in bill.notices(part for part in parts if part.ships)
