"""The page about adding a workload is true: a copy of the project gets the workload of the page, as
the page says, and every language accepts it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/developing/adding-a-workload.md"
#: The files that the languages need to read the workload.
COPIED = ("contracts", "backend", "sim-core", "frontend/src", "frontend/scripts", "pyproject.toml")
KIND = "memory_copy"

_BLOCK = re.compile(
    r"^(?:(New file|Added to) `([^`]+)`:\n\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Change:
    """A new file, or lines added to an existing file."""

    path: str
    is_new: bool
    text: str

    def apply(self, root: Path) -> None:
        """Writes the file, or adds the lines marked + below the line above them."""
        target = root / self.path
        if self.is_new:
            assert not target.exists()
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.text)
            return
        above, *added = self.text.splitlines()
        assert above[0] == " "
        assert all(line[0] == "+" for line in added)
        lines = target.read_text().splitlines()
        (place,) = (at for at, line in enumerate(lines) if line == above[1:])
        lines[place + 1 : place + 1] = [line[1:] for line in added]
        target.write_text("\n".join(lines) + "\n")


def changes() -> list[Change]:
    """Returns the page's changes in order. A diff without a file name uses the last one."""
    found: list[Change] = []
    for verb, path, language, text in _BLOCK.findall(PAGE.read_text()):
        if verb:
            found.append(Change(path, verb == "New file", text))
        elif language == "diff":
            found.append(Change(found[-1].path, False, text))
    return found


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the workload and the generated files."""
    root = tmp_path_factory.mktemp("project")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *COPIED,
         "frontend/*.json", "frontend/*.ts"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, root / name)
    for change in changes():
        change.apply(root)
    run(root, sys.executable, "-m", "orrery_contracts_generator", "--root", str(root))
    return root


def run(root: Path, *command: str, directory: str = ".") -> str:
    """Runs a command in the copy; returns its output. Fails with the whole output."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(
        str(root / name) for name in ("contracts", "backend")
    )}  # fmt: skip
    done = subprocess.run(
        command, cwd=root / directory, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_workload_is_six_files_and_four_of_them_are_new() -> None:
    touched = {change.path: change.is_new for change in changes()}
    assert len(touched) <= 6
    assert sum(touched.values()) == 4


def test_python_accepts_it(project: Path) -> None:
    files = [change.path for change in changes() if change.path.endswith(".py")]
    names = sorted(set(files))
    run(project, "ruff", "check", *names)
    run(project, "ruff", "format", "--check", *names)
    run(project, "mypy", *names)


def test_a_run_of_it_is_planned(project: Path) -> None:
    said = run(
        project,
        sys.executable,
        "-c",
        f"""
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload
from orrery_contracts.documents import read_value
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.spec import RunSpec

default = RunSpec().model_dump(mode="json")
settings = ["workload={KIND}", "workload.copies=7"]
spec = read_value(RunSpec, apply_overrides(default, settings, RunSpec))
print(plan_workload(spec, [PlannedNode("lyra", 1.0, 1 << 30)]).workload.model_dump_json())
""",
    )
    assert said == '{"kind":"memory_copy","block_bytes":1048576,"copies":7}\n'


def test_cpp_accepts_it(project: Path) -> None:
    source = f"sim-core/workloads/{KIND}/src/{KIND}.cpp"
    includes = [
        f"-I{project / 'sim-core' / module / 'include'}"
        for module in ("base", "contracts", "workloads/face")
    ]
    style = "--style=file:sim-core/.clang-format"
    run(project, "clang-format", style, "--dry-run", "--Werror", source)
    run(
        project,
        "c++",
        "-std=c++20",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsyntax-only",
        *includes,
        source,
    )
    configured = run(
        project, "cmake", "-S", "sim-core", "-B", "build", "-G", "Ninja", "-DORRERY_TESTS=OFF"
    )
    assert "Configuring done" in configured
    assert f"orrery_workloads_{KIND}" in (project / "build/build.ninja").read_text()


def test_typescript_accepts_it(project: Path) -> None:
    modules = project / "frontend/node_modules"
    if not modules.exists():
        modules.symlink_to(ROOT / "frontend/node_modules")
    run(project, sys.executable, "-m", "orrery_backend.description", "build/openapi.json")
    types = "frontend/src/api/contracts.ts"
    run(project, "node", "frontend/scripts/api_types.js", "build/openapi.json", types)
    tsc = str(modules / ".bin/tsc")
    run(project, tsc, "--noEmit", "-p", "tsconfig.app.json", directory="frontend")
