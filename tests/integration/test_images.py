"""What docker/Dockerfile copies is enough for its builds, tried without a container engine.

The Dockerfile is read as data: each stage gets the files that it copies, in a folder that replaces
/source. The toolchain and the packages of the page are the checkout's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from orrery_backend.description import description

ROOT = Path(__file__).parents[2]
_IGNORED = [line for line in (ROOT / ".dockerignore").read_text().split() if line]
_PARTS = ("contracts", "backend", "client", "node-agent")


def _stage(name: str) -> list[tuple[str, str]]:
    """Instruction and arguments of each line of a stage; continued lines are joined."""
    text = (ROOT / "docker/Dockerfile").read_text().replace("\\\n", " ")
    (body,) = re.findall(rf"^FROM \S+ AS {name}$(.*?)(?=^FROM |\Z)", text, re.MULTILINE | re.DOTALL)
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in body.split("\n") if line]


def _is_sent(file: str) -> bool:
    """Whether .dockerignore sends the file to the engine: the last pattern that fits decides."""
    names = [file, *map(str, Path(file).parents)]
    sent = True
    for line in _IGNORED:
        pattern = line.removeprefix("!")
        anywhere = pattern.removeprefix("**/")
        if any(
            fnmatch(Path(name).name if anywhere != pattern else name, anywhere) for name in names
        ):
            sent = line.startswith("!")
    return sent


@pytest.fixture(scope="module")
def sent() -> list[str]:
    """The files that a clone sends to the engine."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return [file for file in listed.stdout.splitlines() if _is_sent(file)]


def _copied(stage: str, sent: list[str], source: Path) -> None:
    """Copies to `source` what the stage copies from the clone to /source."""
    workdir = "/"
    for instruction, arguments in _stage(stage):
        if instruction == "WORKDIR":
            workdir = arguments
        if instruction != "COPY" or arguments.startswith("--from"):
            continue
        *names, target = arguments.split()
        to_folder = target.endswith("/") or len(names) > 1
        folder = source / os.path.relpath(Path(workdir) / target, "/source")
        for name in names:
            found = [file for file in sent if file == name or file.startswith(f"{name}/")]
            assert found, f"{stage} copies {name}, which is not sent"
            for file in found:
                inside = os.path.relpath(file, name)
                to = (
                    folder / (Path(name).name if to_folder else "")
                    if inside == "."
                    else folder / inside
                )
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, to)


def _run(command: str, folder: Path, **environment: str) -> None:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def site(sent: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheels of the images, unpacked."""
    folder = tmp_path_factory.mktemp("packages")
    _copied("packages", sent, folder / "source")
    for part in _PARTS:
        wheel = "uv build --quiet --wheel --offline --no-build-isolation --out-dir wheels"
        _run(f"{wheel} source/{part}", folder)
    for built in (folder / "wheels").glob("*.whl"):
        with zipfile.ZipFile(built) as archive:
            archive.extractall(folder / "site")
    return folder / "site"


def test_the_wheels_hold_every_file_of_their_packages(site: Path, sent: list[str]) -> None:
    for package in (
        "orrery_contracts",
        "orrery_backend",
        "orrery_client",
        "orrery_cli",
        "orrery_agent",
    ):
        paths = [file.partition("/")[2] for file in sent if file.partition("/")[0] in _PARTS]
        files = [path for path in paths if path.startswith(f"{package}/")]
        assert files
        assert [file for file in files if not (site / file).exists()] == []


def test_the_page_builds_from_what_its_stage_copies(
    site: Path, sent: list[str], tmp_path: Path
) -> None:
    _run(
        f"{sys.executable} -m orrery_backend.description openapi.json",
        tmp_path,
        PYTHONPATH=str(site),
    )
    assert (tmp_path / "openapi.json").read_text(encoding="utf-8") == description()
    _copied("page", sent, tmp_path)
    frontend = tmp_path / "frontend"
    # A folder of its own, because the compilers write their caches there.
    (frontend / "node_modules").mkdir()
    for package in (ROOT / "frontend/node_modules").iterdir():
        if package.name not in (".cache", ".vite", ".vite-temp"):
            (frontend / "node_modules" / package.name).symlink_to(package)
    for instruction, command in _stage("page"):
        if instruction == "RUN" and "npm ci" not in command:
            _run(command.replace("/source", str(tmp_path)), frontend)
    assert (frontend / "dist/index.html").exists()
    scripts = "".join(path.read_text() for path in frontend.glob("dist/assets/*.js"))
    titles = [path.read_text().partition("\n")[0] for path in ROOT.glob("docs/user/*.md")]
    assert [title for title in titles if title not in scripts] == []


def test_the_worker_is_configured_from_what_its_stage_copies(
    sent: list[str], tmp_path: Path
) -> None:
    _copied("worker", sent, tmp_path)
    _run("cmake -S sim-core --preset release -DORRERY_TESTS=OFF", tmp_path)
    _run("cmake --build build/release --target orrery-worker -- -n", tmp_path)
