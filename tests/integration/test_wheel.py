"""The wheel: installed in an empty environment, outside the checkout, it makes a run."""

from __future__ import annotations

import json
import subprocess
import venv
from pathlib import Path

import pytest
from orrery_contracts.version import VERSION

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
