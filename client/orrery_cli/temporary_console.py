"""A console for the duration of a `with` statement: free port, temporary data, its own agents."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from orrery_client import Orrery
from orrery_contracts.spec import FastestNodes, NamedNodes, Placement

from orrery_cli.installation import require_built
from orrery_cli.interrupt import MakeWatch, undisturbed
from orrery_cli.local_console import LocalConsole, free_port, node_names
from orrery_cli.new_run import NewRunInput
from orrery_cli.supervisor import Supervisor

_FEWEST_NODES, _MOST_NODES = 2, 16

NodesOf = Callable[[Orrery], tuple[str, ...]]
"""Returns the names of the nodes to start. Called when the console answers."""


@contextmanager
def temporary_console(nodes_of: NodesOf, *, say: Callable[[str], None]) -> Iterator[Supervisor]:
    """Starts a console with the nodes that `nodes_of` names. Removes everything at the end."""
    require_built()
    make = MakeWatch()
    with tempfile.TemporaryDirectory(prefix="orrery-", ignore_cleanup_errors=True) as data_dir:
        console = LocalConsole(free_port(), Path(data_dir))
        supervisor = Supervisor(console, say=say, tick=make.check)
        try:
            say("starting a console for this run")
            supervisor.start_backend()
            names = nodes_of(supervisor.client)
            say(f"starting {len(names)} nodes")
            supervisor.start_agents(names)
            yield supervisor
        finally:
            with undisturbed():
                supervisor.stop()


def nodes_for(new_run: NewRunInput) -> NodesOf:
    """The nodes for one run."""
    return lambda client: enough_nodes(placements(new_run, [], client))


def placements(
    new_run: NewRunInput, axes: Sequence[dict[str, Any]], client: Orrery
) -> list[Placement | None]:
    """Returns the placement of each run; None for an invalid placement."""
    # This call refuses an unknown preset before any agent is started.
    of_preset = client.preset(new_run.preset).spec.placement if new_run.preset else None
    found = [new_run.placement(of_preset)]
    for axis in axes:
        if axis["path"].split(".")[0] == "placement":
            values = axis["values"] if axis["kind"] == "list" else [json.dumps(int(axis["max"]))]
            found += [
                new_run.with_setting(f"{axis['path']}={value}").placement(of_preset)
                for value in values
            ]
    return found


def enough_nodes(wanted: Sequence[Placement | None]) -> tuple[str, ...]:
    """Names the nodes to start for these placements, from 2 to 16.

    Every named node is included, and as many nodes as the largest count. If more are asked for, the
    console refuses the run.
    """
    named = dict.fromkeys(n for p in wanted if isinstance(p, NamedNodes) for n in p.names)
    counts = [p.count for p in wanted if isinstance(p, FastestNodes)]
    most = max([_FEWEST_NODES, *(count for count in counts if count <= _MOST_NODES)])
    if not named or len(named) > _MOST_NODES:
        return node_names(most)
    if counts and len(named) < most:
        named |= dict.fromkeys(node_names(most))
    return tuple(named)[:_MOST_NODES]
