"""The wheel: installed in an empty environment, outside the checkout, it makes a run."""

from __future__ import annotations

import json
import re
import secrets
import signal
import subprocess
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from orrery_client import Orrery, UnreachableError
from orrery_contracts.api import RunState
from orrery_contracts.version import VERSION
from orrery_testing.console import free_port
from orrery_testing.leftovers import MARK, marked
from orrery_testing.part import Part
from orrery_testing.waiting import eventually

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def orrery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `orrery` in an environment with the wheel and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [ROOT / "scripts/wheel", folder], check=True, capture_output=True, text=True
    )
    venv.create(folder / "env", with_pip=False)
    subprocess.run(
        ["uv", "pip", "install", "--quiet", "--constraint", ROOT / "requirements.lock",
         "--python", folder / "env/bin/python", built.stdout.strip()],
        check=True,
    )  # fmt: skip
    return folder / "env/bin/orrery"


def _run(
    orrery: Path, *arguments: str, path: str = "/usr/bin:/bin"
) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": path, "HOME": str(orrery.parent), "LANG": "C.UTF-8"}
    return subprocess.run(
        [orrery, *arguments],
        cwd=orrery.parent,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_installed_command_makes_a_run_on_two_nodes(orrery: Path) -> None:
    done = _run(orrery, "run", "universe-two-nodes", "--local", "--json",
                "--set", "workload.steps=50")  # fmt: skip
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["state"] == "done"
    assert all(check["holds"] for check in document["checks"])


def test_the_installed_page_has_the_docs(orrery: Path) -> None:
    (page,) = orrery.parents[1].glob("lib/python*/site-packages/orrery_cli/packaged/page")
    scripts = "".join(path.read_text() for path in page.glob("assets/*.js"))
    titles = [path.read_text().partition("\n")[0] for path in ROOT.glob("docs/user/*.md")]
    assert titles
    assert [title for title in titles if title not in scripts] == []


def test_the_installed_command_checks_a_model_and_names_its_version(orrery: Path) -> None:
    assert _run(orrery, "model", "check", "town").returncode == 0
    assert _run(orrery, "--version").stdout.strip() == f"orrery {VERSION}"


@dataclass(frozen=True)
class Started:
    """`orrery up` of the installed command. Its PATH has no program, so no compiler either."""

    part: Part
    url: str
    data: Path
    mark: str


@pytest.fixture
def started(orrery: Path, tmp_path: Path) -> Iterator[Started]:
    port, mark, data = free_port(), secrets.token_hex(8), tmp_path / "data"
    (tmp_path / "no-programs").mkdir()
    environment = {
        "PATH": str(tmp_path / "no-programs"),
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        MARK: mark,
    }
    options = ("--port", str(port), "--data-dir", str(data), "--nodes", "1", "--first-run", "")
    part = Part([str(orrery), "up", *options], tmp_path / "up.log", environment)
    part.start()
    try:
        with Orrery(f"http://127.0.0.1:{port}") as client:
            eventually(
                lambda: _online(client, part) == 1, "one node is online", explain=part.output
            )
        yield Started(part, f"http://127.0.0.1:{port}", data, mark)
    finally:
        part.clear()
        for leftover in marked(mark):
            leftover.kill()


def _online(client: Orrery, part: Part) -> int:
    assert part.runs(), part.output()
    try:
        return client.health().nodes_online
    except UnreachableError:
        return 0


def test_the_installed_console_serves_its_page_and_makes_a_run(
    orrery: Path, started: Started
) -> None:
    with httpx2.Client(base_url=started.url) as browser:
        page = browser.get("/")
        assert page.status_code == 200
        assert '<div id="root">' in page.text
        files = re.findall(r'(?:src|href)="(/(?:assets/|theme|favicon)[^"]+)"', page.text)
        kinds = {Path(name).suffix for name in files}
        assert {".js", ".css", ".svg"} <= kinds
        for name in files:
            answer = browser.get(name)
            assert answer.status_code == 200, name
            assert answer.content, name
            kind = {".js": "javascript", ".css": "css", ".svg": "svg"}[Path(name).suffix]
            assert kind in answer.headers["content-type"], name
        docs = browser.get("/docs")
        assert docs.status_code == 200
        assert docs.text == page.text

    done = _run(
        orrery, "run", "smoke", "--set", "placement.count=1", "--url", started.url, "--json"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["state"] == "done"
    with Orrery(started.url) as client:
        (run,) = client.runs().items
    assert run.state is RunState.DONE

    # Ctrl-C ends the console, its node and its workers.
    processes = marked(started.mark)
    assert len(processes) >= 3
    assert started.part.stop(signal.SIGINT) == 0, started.part.output()
    assert marked(started.mark) == []
    assert "nothing is left running" in started.part.output()
    stored = {path.name for path in started.data.glob("orrery.sqlite*")}
    assert stored == {"orrery.sqlite"}


def test_hosts_of_slurm_get_the_installed_command(orrery: Path, tmp_path: Path) -> None:
    kept = tmp_path / "job.sh"
    for name, does in (
        ("sbatch", f'for script; do :; done; cp "$script" {kept}; echo 7'),
        ("scontrol", "echo JobState=CANCELLED"),
        ("scancel", "true"),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    # No console answers at port 1, so the command ends after it has submitted the job.
    options = ("--nodes", "1", "--url", "http://127.0.0.1:1", "--join", "http://192.0.2.1:8000")
    _run(orrery, "fleet", "slurm", *options, path=f"{tmp_path}:/usr/bin:/bin")
    assert f" {orrery} " in kept.read_text()
    assert orrery.is_file()
