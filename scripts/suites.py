"""The test suites and checks of the project, as data. `scripts/test.py` runs them.

A suite's command writes JUnit reports, from which its tests are counted; a check is a command that
passes or fails as one test. Paths are relative to the project's root.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "build" / "reports"


@dataclass(frozen=True)
class Check:
    """A command that counts as one test."""

    title: str
    command: list[str]
    directory: str = "."


@dataclass(frozen=True)
class Suite:
    """Tests with a report, or checks. make builds `targets` first."""

    name: str
    title: str
    targets: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    directory: str = "."
    environment: dict[str, str] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()

    @property
    def report(self) -> Path:
        return REPORTS / f"{self.name}.xml"


PYTHON_FOLDERS = (
    "conftest.py",
    "contracts",
    "node-agent",
    "backend",
    "client",
    "scripts",
    "docker",
    "tests",
)

LINT = Suite(
    "lint",
    "Static checks",
    targets=("setup", "api-types"),
    checks=(
        Check("generated contracts are up to date", ["make", "gen-check"]),
        Check("Python style", ["ruff", "check", *PYTHON_FOLDERS]),
        Check("Python format", ["ruff", "format", "--check", *PYTHON_FOLDERS]),
        # Checks `files` of pyproject.toml, without the two files that `exclude` names.
        Check("Python types", ["mypy"]),
        Check(
            "Python types of excluded fixtures",
            ["mypy", "backend/tests/conftest.py", "node-agent/tests/conftest.py"],
        ),
        Check("Python import directions", ["scripts/import_laws"]),
        Check("C++ format", ["scripts/clang_format", "--check"]),
        Check("TypeScript types", ["npm", "run", "--silent", "typecheck"], "frontend"),
        Check("TypeScript style and import zones", ["npm", "run", "--silent", "lint"], "frontend"),
        Check("TypeScript and JSON format", ["npm", "run", "--silent", "format:check"], "frontend"),
        Check("file sizes", ["python", "scripts/file_sizes.py"]),
    ),
)


def _pytest(name: str, processes: int, *paths: str) -> tuple[str, ...]:
    """The tests of one file run in order in one process, because they share costly fixtures. Files
    begin in the order of `paths`: name those that take longest first.
    """
    share = ("--dist=loadfile", "--no-loadscope-reorder")
    report = f"--junit-xml={REPORTS / name}.xml"
    return ("pytest", "-q", "-n", str(processes), *share, report, *paths)


def _ctest(preset: str, name: str) -> tuple[str, ...]:
    """Three at once on two cores: most tests wait for another thread or process. The report has all
    that each prints, for its tests are counted from it.
    """
    report = (f"--output-junit={REPORTS / name}.xml", "--test-output-size-passed=1000000")
    return ("ctest", "--preset", preset, "--no-tests=error", "-j3", *report)


PYTHON = Suite(
    "python",
    "Python unit tests",
    targets=("setup", "core"),
    command=_pytest(
        "python",
        max(2, os.cpu_count() or 1),
        "backend/tests",
        "contracts/tests",
        "node-agent/tests",
        "client/tests",
        "tests/fuzz",
        "--ignore=client/tests/integration",
    ),
)
CORE = Suite(
    "core",
    "C++ core",
    targets=("core-release",),
    command=_ctest("release", "core"),
    directory="sim-core",
)
CORE_ASAN = Suite(
    "core-asan",
    "C++ core, address and undefined-behaviour sanitizers",
    targets=("core-asan",),
    command=_ctest("asan", "core-asan"),
    directory="sim-core",
)
CORE_TSAN = Suite(
    "core-tsan",
    "C++ core, thread sanitizer",
    targets=("core-tsan",),
    command=_ctest("tsan", "core-tsan"),
    directory="sim-core",
)
FRONTEND = Suite(
    "frontend",
    "Page unit tests",
    targets=("api-types", "schema"),
    command=(
        "npx", "vitest", "run", "--reporter=default", "--reporter=junit",
        f"--outputFile.junit={REPORTS / 'frontend.xml'}",
    ),
    directory="frontend",
)  # fmt: skip
INTEGRATION = Suite(
    "integration",
    "All parts together",
    targets=("build",),
    # These tests mostly wait, so more processes than cores are used.
    command=_pytest(
        "integration",
        4,
        "tests/scenarios/test_rti_hosts.py",
        "tests/scenarios",
        "client/tests/integration",
        "tests/docs/test_adding_a_workload.py",
        "tests/integration",
        "tests",
        "--ignore=tests/campaign",
        "--ignore=tests/fuzz",
    ),
)
CAMPAIGN = Suite(
    "campaign",
    "Fault campaign in simulated time",
    targets=("setup",),
    # Every test is a group of seeds. The tests share nothing.
    command=(
        "pytest", "-q", "-n", str(max(2, os.cpu_count() or 1)), "--dist=worksteal",
        f"--junit-xml={REPORTS / 'campaign.xml'}", "tests/campaign",
    ),
)  # fmt: skip
E2E = Suite(
    "e2e",
    "The console in a real browser",
    targets=("build",),
    command=("scripts/e2e", "--reporter=list,junit"),
    environment={"PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(REPORTS / "e2e.xml")},
)

SUITES = (LINT, PYTHON, CAMPAIGN, CORE, CORE_ASAN, CORE_TSAN, FRONTEND, INTEGRATION, E2E)
