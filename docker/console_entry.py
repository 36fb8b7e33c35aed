"""Start the console of a container: make its tokens at the first start, then become the backend.

A container listens beyond loopback, so tokens are required. They are random unless the environment
gives them (ORRERY_ADMIN_TOKEN, ORRERY_OPERATOR_TOKEN, ORRERY_AGENT_TOKEN). The first two stay in
the console's own volume; the agents' goes to a volume that agents mount read-only. With a database
as the store (ORRERY_STORE), ORRERY_ADVERTISE_IP is where other consoles reach this one. Arguments
are more options of the backend.
"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

DATA = Path("/var/lib/orrery")
JOIN = Path("/run/orrery-join")


def main() -> None:
    operator = token(DATA / "operator.token", "ORRERY_OPERATOR_TOKEN", 0o600)
    admin = token(DATA / "admin.token", "ORRERY_ADMIN_TOKEN", 0o600)
    agent = token(JOIN / "agent.token", "ORRERY_AGENT_TOKEN", 0o644)
    both = DATA / "tokens"
    write(both, f"admin={admin}\nagent={agent}\noperator={operator}\n", 0o600)
    sys.stderr.write(
        "Sign in with the operator token, or to manage access with the admin token; to see one:"
        " docker-compose exec console cat /var/lib/orrery/operator.token\n"
    )
    command = ["python", "-m", "orrery_backend", "--host", "0.0.0.0", "--port", "8000"]  # noqa: S104 -- in a container
    command += ["--data", str(DATA / "store"), "--frontend", "/opt/orrery/share/page"]
    if os.environ.get("ORRERY_STORE"):
        command += advertised(os.environ.get("ORRERY_ADVERTISE_IP", ""))
    # Only the containers of this project read the agents' token.
    command += ["--token-file", str(both), "--admit-any-node", *sys.argv[1:]]
    os.execvp(command[0], command)  # noqa: S606 -- no shell is wanted


def advertised(address: str) -> list[str]:
    """The option that says where other consoles reach this one: at an IPv4 or IPv6 address."""
    shown = f"[{address}]" if ":" in address else address
    return ["--advertise", f"http://{shown}:8000"] if address else []


def token(file: Path, variable: str, mode: int) -> str:
    """The token that the environment gives, or the one of the last start, or a new one."""
    given = os.environ.get(variable, "").strip()
    if not given and file.exists():
        return file.read_text().strip()
    given = given or secrets.token_urlsafe(24)
    write(file, given + "\n", mode)
    return given


def write(file: Path, text: str, mode: int) -> None:
    fresh = file.with_suffix(".new")
    fresh.touch(mode=mode)
    fresh.chmod(mode)
    fresh.write_text(text)
    fresh.replace(file)


if __name__ == "__main__":
    main()
