"""A console for the length of a `with` statement: free port, temporary data, own agents."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from orrery_contracts.spec import FastestNodes, NamedNodes

from orrery_cli.interrupt import MakeWatch, undisturbed
from orrery_cli.local_console import LocalConsole, free_port, node_names, require_built
from orrery_cli.new_run import NewRunInput
from orrery_cli.supervisor import Supervisor

_FEWEST_NODES, _MOST_NODES = 2, 16


@contextmanager
def temporary_console(new_run: NewRunInput, *, say: Callable[[str], None]) -> Iterator[Supervisor]:
    """A console with as many nodes as the run needs. Everything is removed on leaving."""
    require_built()
    make = MakeWatch()
    with tempfile.TemporaryDirectory(prefix="orrery-", ignore_cleanup_errors=True) as data_dir:
        console = LocalConsole(free_port(), Path(data_dir))
        supervisor = Supervisor(console, say=say, tick=make.check)
        try:
            say("starting a console for this run")
            supervisor.start_backend()
            names = _nodes_for(new_run, supervisor)
            say(f"starting {len(names)} nodes")
            supervisor.start_agents(names)
            yield supervisor
        finally:
            with undisturbed():
                supervisor.stop()


def _nodes_for(new_run: NewRunInput, supervisor: Supervisor) -> tuple[str, ...]:
    # An unknown preset is refused here already, before any agent is started.
    of_preset = supervisor.client.preset(new_run.preset) if new_run.preset is not None else None
    placement = new_run.placement(of_preset.spec.placement if of_preset else None)
    match placement:
        case NamedNodes(names=names) if len(set(names)) <= _MOST_NODES:
            return tuple(dict.fromkeys(names))
        case FastestNodes(count=count) if count <= _MOST_NODES:
            return node_names(max(_FEWEST_NODES, count))
        case _:  # the console says what is wrong with it
            return node_names(_FEWEST_NODES)
