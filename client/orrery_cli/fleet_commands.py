"""Commands that lend nodes to a console: fleet, fleet slurm, fleet release."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from orrery_client import Orrery

from orrery_cli import slurm, tables
from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.installation import CHECKOUT
from orrery_cli.lent_nodes import Lent, Loan, Say, borrow, join_address, lent
from orrery_cli.screen import messages, output
from orrery_cli.slurm import Wanted

_MOST_NODES = 1000
_DURATION = re.compile(r"(\d+(?:\.\d+)?)([smh]?)")
_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}

OnOption = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="slurm:NODES[,partition=P][,time=T][,account=A][,join=URL]",
        help="Borrow nodes from Slurm for this alone, and give them back.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    fleet = typer.Typer(
        help="Show nodes that a workload manager has lent; borrow some, give them back.",
        invoke_without_command=True,
    )
    fleet.callback()(show)
    fleet.command("slurm")(borrow_from_slurm)
    fleet.command("release")(release)
    app.add_typer(fleet, name="fleet")


def show(
    context: typer.Context, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Show which nodes are lent, by whom, and until when."""
    if context.invoked_subcommand is None:
        with connect(url, token_file) as client:
            tables.lent_view(client.nodes(), output())


def borrow_from_slurm(
    nodes: Annotated[int, typer.Option(min=1, max=_MOST_NODES, help="How many hosts.")],
    partition: Annotated[str, typer.Option(help="Default: the cluster's.")] = "",
    time: Annotated[
        str, typer.Option(help="Longest time, as Slurm writes it: 2:00:00. Default: the cluster's.")
    ] = "",
    account: Annotated[str, typer.Option(help="Whom the time is charged to.")] = "",
    shared: Annotated[
        bool, typer.Option("--shared", help="Other jobs may run on the hosts, and disturb.")
    ] = False,
    idle: Annotated[
        str, typer.Option(help="Give a node back that had no run for so long: 90s, 10m, 2h.")
    ] = "10m",
    wait: Annotated[str, typer.Option(help="How long to wait for the nodes.")] = "10m",
    join: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the hosts reach the console; default: --url."),
    ] = None,
    join_token_file: Annotated[
        Path | None, typer.Option(help="A join token for the agents; default: one is made.")
    ] = None,
    command: Annotated[
        Path | None, typer.Option(help="Orrery's command on the hosts; default: this one.")
    ] = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Borrow hosts of a Slurm cluster: a job whose steps are agents, one on each host.

    Ends when all nodes are online. Each is given back when it idles; `fleet release` gives all
    back.
    """
    loan = Loan(
        wanted=Wanted(nodes, partition, time, account, shared),
        join=join_address(url, join),
        idle_s=seconds("--idle", idle),
        patience_s=seconds("--wait", wait),
        command=command or CHECKOUT / "orrery",
        authority=os.environ.get("ORRERY_CA", ""),
        token_file=join_token_file,
    )
    progress = messages()
    with connect(url, token_file) as client:
        nodes_of_job = borrow(client, loan, lambda text: progress.print(f"  {text}"))
    output().print(
        f"{len(nodes_of_job.names)} nodes of Slurm job {nodes_of_job.job} are online; "
        f"give them back with: ./orrery fleet release {nodes_of_job.job}"
    )


def release(job: Annotated[str, typer.Argument(metavar="JOB", help="Number of the job.")]) -> None:
    """Give the nodes of a Slurm job back."""
    if not job.isdigit():
        raise bad_input("JOB", job, "a job of Slurm has a number", "./orrery fleet lists the jobs")
    slurm.require_slurm()
    slurm.cancel(job)
    output().print(f"Slurm job {job} is cancelled; its nodes go offline within seconds")


@contextmanager
def borrowed(on: str, client: Orrery, url: str, say: Say) -> Iterator[Lent]:
    """The nodes that `--on` asks for."""
    wanted, join = read_on(on)
    loan = Loan(
        wanted=wanted,
        join=join_address(url, join),
        authority=os.environ.get("ORRERY_CA", ""),
    )
    with lent(client, loan, say) as nodes:
        yield nodes


def among(on: str, client: Orrery, url: str, stack: ExitStack, *, local: bool) -> str:
    """Borrows what `--on` asks for until the stack ends; the setting by which runs use it alone."""
    if local:
        raise bad_input(
            "--on", on, "a console of this run alone is on this machine", "leave --local out"
        )
    progress = messages()
    nodes = stack.enter_context(borrowed(on, client, url, lambda text: progress.print(f"  {text}")))
    return f"placement.among={nodes.prefix}"


def read_on(text: str) -> tuple[Wanted, str | None]:
    """What to borrow, and where the hosts reach the console if that is said."""
    remedy = "write it like --on slurm:3 or --on slurm:3,partition=lab,time=1:00:00"
    manager, _, rest = text.partition(":")
    count, *options = rest.split(",")
    if manager != "slurm":
        raise bad_input("--on", text, f"there is no workload manager {manager!r} here", remedy)
    if not count.isdigit() or not 1 <= int(count) <= _MOST_NODES:
        raise bad_input("--on", text, f"{count!r} is no number of nodes", remedy)
    known = {"partition": "", "time": "", "account": "", "join": ""}
    for option in options:
        name, equals, value = option.partition("=")
        if name not in known or not equals or not value:
            names = ", ".join(known)
            raise bad_input("--on", text, f"{option!r} is none of {names} with a value", remedy)
        known[name] = value
    wanted = Wanted(int(count), known["partition"], known["time"], known["account"])
    return wanted, known["join"] or None


def seconds(option: str, text: str) -> float:
    """Of a duration like 90s, 10m or 2h."""
    found = _DURATION.fullmatch(text)
    if found is None or float(found[1]) == 0:
        raise bad_input(option, text, "this is no duration", "write it like 90s, 10m or 2h")
    return float(found[1]) * _SECONDS[found[2]]
