"""Run a command with hosts of its own.

    PYTHONPATH=tests/support scripts/on_hosts.py COUNT COMMAND ...

The script makes COUNT small hosts on this machine (network namespaces on a bridge), appends
`--hosts NAME=ADDRESS,...` to the command's arguments, and removes the hosts when the command has
ended. If it cannot make hosts, it prints the reason and runs the command without them. It exits
with the command's status.
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
    # A signal to this script also removes the hosts.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    hosts = Hosts(count)
    try:
        named = [f"{hosts.name_space(host)}={hosts.address(host)}" for host in range(1, count + 1)]
        return subprocess.run([*command, "--hosts", ",".join(named)], check=False).returncode
    finally:
        hosts.remove()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
