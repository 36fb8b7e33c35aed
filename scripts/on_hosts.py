"""Run a command that is given hosts of its own.

    PYTHONPATH=tests/support scripts/on_hosts.py COUNT COMMAND ...

COUNT small hosts are made on this machine (network namespaces on a bridge) and named to the command
by `--hosts NAME=ADDRESS,...` behind its own arguments; they are removed when it has ended. Where
none can be made the command runs without them, and why is said. Exits as the command does.
"""

from __future__ import annotations

import signal
import subprocess
import sys

from orrery_testing.hosts import Hosts, why_not


def main(arguments: list[str]) -> int:
    """The command's exit status."""
    count, command = int(arguments[0]), arguments[1:]
    why = why_not()
    if why:
        print(f"not measured across hosts: {why}", file=sys.stderr)
        return subprocess.run(command, check=False).returncode
    # Whoever ends this ends the hosts as well.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    hosts = Hosts(count)
    try:
        named = [f"{hosts.name_space(host)}={hosts.address(host)}" for host in range(1, count + 1)]
        return subprocess.run([*command, "--hosts", ",".join(named)], check=False).returncode
    finally:
        hosts.remove()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
