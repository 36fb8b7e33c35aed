"""Lets hosts join a console."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from orrery_testing.console import Console
from orrery_testing.hosts import Hosts


def join_all(
    console: Console, hosts: Hosts, count: int, token_file: Path, options: Sequence[str] = ()
) -> Sequence[str]:
    """Starts an agent with these options on each host; returns the nodes' names when all are
    online.
    """
    names = [f"host-{index}" for index in range(1, count + 1)]
    for index, name in enumerate(names, start=1):
        console.add_agent(
            name, through=hosts.through(index), options=["--token-file", str(token_file), *options]
        )
    console.wait_for_nodes(names)
    return names
