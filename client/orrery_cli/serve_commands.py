"""Commands that serve until they are ended: up (a console with its nodes), agent (a node)."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from orrery_cli.connection import checked_store, checked_url
from orrery_cli.failure import CommandError
from orrery_cli.first_run import FirstRun
from orrery_cli.installation import DATA_DIR, WORKER, require_page, require_worker
from orrery_cli.interrupt import Interrupted, MakeWatch, undisturbed
from orrery_cli.local_console import LocalConsole, node_names, require_free
from orrery_cli.supervisor import Supervisor
from orrery_cli.worker_build import BackgroundBuild

_WATCH_S = 0.25
#: The build of an up-to-date worker ends within this time; a longer build is announced.
_TELL_AFTER_S = 3.0


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(up)
    app.command()(agent)


def up(
    port: Annotated[
        int, typer.Option(envvar="PORT", min=1, max=65535, help="Port of the console.")
    ] = 8000,
    nodes: Annotated[
        int, typer.Option(envvar="NODES", min=0, max=64, help="Node agents on this machine.")
    ] = 2,
    data_dir: Annotated[
        Path, typer.Option(help="Where the store, the logs and the agents' output are.")
    ] = DATA_DIR,
    first_run: Annotated[
        str, typer.Option(help="Preset to run if the store is empty; empty for none.")
    ] = "universe-two-nodes",
    keep_days: Annotated[
        int | None,
        typer.Option(min=1, help="Delete runs without a tag so many days after their end."),
    ] = None,
    keep_runs: Annotated[
        int | None,
        typer.Option(min=1, help="Delete runs without a tag past the newest of this number."),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            envvar="ORRERY_STORE",
            metavar="URL",
            help="postgresql://USER@HOST/DATABASE; consoles may share it.",
        ),
    ] = None,
    store_password_file: Annotated[
        Path | None,
        typer.Option(
            envvar="ORRERY_STORE_PASSWORD_FILE", help="File with the database's password."
        ),
    ] = None,
    build: Annotated[
        bool,
        typer.Option("--build", help="Build the worker first; the console runs meanwhile."),
    ] = False,
) -> None:
    """Start a console on this machine with its own nodes; Ctrl-C ends it."""
    screen = Console(highlight=False, markup=False, soft_wrap=True)
    console = LocalConsole(
        port,
        data_dir.absolute(),
        keep_days=keep_days,
        keep_runs=keep_runs,
        store=checked_store(store),
        store_password_file=store_password_file,
    )
    require_page()
    if not build:
        require_worker()
    require_free(console.host, port)
    make = MakeWatch()
    supervisor = Supervisor(
        console, say=lambda text: screen.print(f"  {text}"), tick=make.check, restart=True
    )
    # Starts before the console, whose page then shows why there are no nodes yet.
    building = BackgroundBuild(console.data_dir) if build else None
    try:
        supervisor.start_backend()
        screen.print(f"  Orrery is at {console.url} (data and logs in {console.data_dir})")
        if building:
            _await_worker(building, supervisor, make, screen)
            building.close()
        supervisor.start_agents(node_names(nodes))
        screen.print(f"  {nodes} nodes are online; Ctrl-C ends the console")
        first = FirstRun(supervisor.client, first_run, screen, enough_nodes=nodes > 0)
        while True:
            make.check()
            supervisor.watch()
            first.look()
            time.sleep(_WATCH_S)
    except Interrupted:
        pass  # Ctrl-C is the regular end of a console
    finally:
        with undisturbed():
            if building:
                building.close()
            screen.print("\n  ending the nodes and the console ...")
            supervisor.stop()
            screen.print("  ended; nothing is left running")


def _await_worker(
    building: BackgroundBuild, supervisor: Supervisor, make: MakeWatch, screen: Console
) -> None:
    """Returns when the worker is built. Raises `CommandError` if the build failed."""
    begun = time.monotonic()
    told = False
    while not building.look():
        if not told and time.monotonic() - begun > _TELL_AFTER_S:
            screen.print("  building the worker; the page Fleet shows the progress")
            told = True
        make.check()
        supervisor.watch()
        time.sleep(_WATCH_S)


def agent(
    join: Annotated[
        str,
        typer.Option(
            metavar="URL[,URL]", help="Address of the console, or of several that share a store."
        ),
    ],
    name: Annotated[str, typer.Option(help="Name of this node in the fleet.")],
    token_file: Annotated[
        Path | None,
        typer.Option(
            envvar="ORRERY_TOKEN_FILE", help="File with the join token; or set ORRERY_TOKEN."
        ),
    ] = None,
    ca: Annotated[
        Path | None,
        typer.Option("--ca", envvar="ORRERY_CA", help="Certificate authority of the console, PEM."),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(help="IP address where other nodes reach this one; default: found out."),
    ] = None,
    spool: Annotated[
        Path | None, typer.Option(help="Where output is kept until the console has it.")
    ] = None,
    leave_after_idle: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="End when it had no run for so long.")
    ] = None,
    measure_again: Annotated[
        bool,
        typer.Option(
            "--measure-again", help="Measure the CPU rating; do not take another agent's."
        ),
    ] = False,
) -> None:
    """Make this machine a node of a console; Ctrl-C ends it."""
    for console in join.split(","):
        checked_url(console.strip(), "--join")
    require_worker()
    command = [sys.executable, "-m", "orrery_agent", "--join", join, "--name", name]
    if "ORRERY_WORKER" not in os.environ:
        command += ["--worker", str(WORKER)]
    if leave_after_idle is not None:
        command += ["--leave-after-idle", str(leave_after_idle)]
    if measure_again:
        command += ["--measure-again"]
    if spool is not None:
        command += ["--spool", str(spool)]
    if address is not None:
        command += ["--address", address]
    if ca is not None:
        command += ["--ca", str(ca)]
    if token_file is not None:
        command += ["--token-file", str(token_file)]
    try:
        os.execv(command[0], command)  # noqa: S606 -- no shell is wanted
    except OSError as error:
        raise CommandError(
            f"cannot start the agent: {error.strerror}", "run `make setup`, then try again"
        ) from error
