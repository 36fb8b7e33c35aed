"""Ask the advisory databases about every locked package.

pip-audit asks OSV and PyPI about Python packages; npm audit asks the registry about npm packages.
Exit code 0: all packages were audited and none has a known vulnerability; 1: vulnerabilities; 2:
packages were not audited because no source of advisories answered.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT_S = 300


@dataclass
class Findings:
    """Results for one kind of package."""

    audited: int = 0
    vulnerable: list[str] = field(default_factory=list)
    not_audited: str = ""
    """Why packages were not audited; empty if all were."""


def main() -> int:
    found = {"Python": python(), "npm": npm()}
    for kind, findings in found.items():
        for line in findings.vulnerable:
            print(f"{kind}: {line}")
        print(f"{kind}: {findings.audited} packages audited, {len(findings.vulnerable)} findings")
    unaudited = {kind: one.not_audited for kind, one in found.items() if one.not_audited}
    for kind, why in unaudited.items():
        print(f"error: {kind} packages were NOT AUDITED: {why}", file=sys.stderr)
    if unaudited:
        print(
            "remedy: run make audit where api.osv.dev, pypi.org and the npm registry's advisories "
            "can be reached",
            file=sys.stderr,
        )
        return 2
    return int(any(findings.vulnerable for findings in found.values()))


def python() -> Findings:
    """Asks OSV, and PyPI if OSV does not answer."""
    reasons = []
    for service in ("osv", "pypi"):
        command = [
            "pip-audit", "-r", "requirements.lock", "--no-deps", "--disable-pip",
            "--progress-spinner", "off", "-f", "json", "-s", service,
        ]  # fmt: skip
        document, said = run(command, ROOT)
        packages = document.get("dependencies", []) if document else []
        skipped = [package["name"] for package in packages if "skip_reason" in package]
        if packages and not skipped:
            vulnerable = [
                f"{package['name']} {package['version']}: {flaw['id']}"
                for package in packages
                for flaw in package["vulns"]
            ]
            return Findings(len(packages), vulnerable)
        why = f"no answer for {len(skipped)} of {len(packages)} packages" if skipped else said
        reasons.append(f"{service}: {why}")
    return Findings(not_audited="; ".join(reasons))


def npm() -> Findings:
    document, said = run(["npm", "audit", "--json"], ROOT / "frontend")
    if not document or "vulnerabilities" not in document:
        return Findings(not_audited=str((document or {}).get("message") or said))
    flaws = document["vulnerabilities"].items()
    return Findings(
        document["metadata"]["dependencies"]["total"],
        [f"{name}: {flaw['severity']}" for name, flaw in flaws],
    )


def run(command: list[str], folder: Path) -> tuple[dict[str, Any] | None, str]:
    """Returns the command's JSON output, or None; and the last line of its errors."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
    except subprocess.TimeoutExpired:
        return None, f"no answer within {TIMEOUT_S} s"
    except OSError as error:
        return None, str(error)
    said = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1][:200]
    try:
        document = json.loads(done.stdout)
    except ValueError:
        return None, said
    return (document, said) if isinstance(document, dict) else (None, said)


if __name__ == "__main__":
    sys.exit(main())
