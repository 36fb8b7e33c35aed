"""Commands that lend nodes to a console: fleet, fleet slurm, fleet kubernetes, fleet release."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from orrery_contracts.command import ORRERY

from orrery_cli import tables
from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.installation import COMMAND
from orrery_cli.kubernetes_cluster import Cluster
from orrery_cli.kubernetes_lender import KubernetesLender
from orrery_cli.lender import Lender, Loan
from orrery_cli.lent_nodes import borrow, give_back, join_address
from orrery_cli.on_option import MOST_NODES, authority, seconds, token_of
from orrery_cli.screen import messages, output
from orrery_cli.slurm import Wanted, time_days
from orrery_cli.slurm_lender import SlurmLender

NodesOption = Annotated[int, typer.Option(min=1, max=MOST_NODES, help="How many hosts.")]
IdleOption = Annotated[
    str, typer.Option(help="Give a node back that had no run for so long: 90s, 10m, 2h.")
]
WaitOption = Annotated[str, typer.Option(help="How long to wait for the nodes.")]
JoinTokenOption = Annotated[
    Path | None, typer.Option(help="A join token for the agents; default: one is made.")
]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    fleet = typer.Typer(
        help="Show nodes that a workload manager has lent; borrow some, give them back.",
        invoke_without_command=True,
    )
    fleet.callback()(show)
    fleet.command("slurm")(borrow_from_slurm)
    fleet.command("kubernetes")(borrow_from_kubernetes)
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
    nodes: NodesOption,
    partition: Annotated[str, typer.Option(help="Default: the cluster's.")] = "",
    time: Annotated[
        str, typer.Option(help="Longest time, as Slurm writes it: 2:00:00. Default: the cluster's.")
    ] = "",
    account: Annotated[str, typer.Option(help="Whom the time is charged to.")] = "",
    shared: Annotated[
        bool, typer.Option("--shared", help="Other jobs may run on the hosts, and disturb.")
    ] = False,
    idle: IdleOption = "10m",
    wait: WaitOption = "10m",
    join: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the hosts reach the console; default: --url."),
    ] = None,
    join_token_file: JoinTokenOption = None,
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
        nodes,
        join_address(url, join),
        idle_s=seconds("--idle", idle),
        patience_s=seconds("--wait", wait),
        authority=authority(),
        token=token_of(join_token_file),
        token_days=time_days(time) + 7,
    )
    wanted = Wanted(partition, time, account, shared)
    _borrow(SlurmLender(wanted, command or COMMAND), loan, url, token_file)


def borrow_from_kubernetes(
    nodes: NodesOption,
    namespace: Annotated[
        str, typer.Option(help="Where Orrery's chart is installed; default: kubectl's.")
    ] = "",
    release: Annotated[
        str, typer.Option(help="The chart's release, if the namespace has several.")
    ] = "",
    context: Annotated[
        str, typer.Option(help="The cluster, as a context of kubectl; default: kubectl's.")
    ] = "",
    time: Annotated[str, typer.Option(help="Longest time: 30m, 2h. Default: no limit.")] = "",
    idle: IdleOption = "10m",
    wait: WaitOption = "10m",
    join: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where agents reach the console; default: the chart's."),
    ] = None,
    join_token_file: JoinTokenOption = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Borrow nodes of a Kubernetes cluster: a job whose pods are agents, one on each host.

    Ends when all nodes are online. Each is given back when it idles; `fleet release` gives all
    back.
    """
    time_s = seconds("--time", time) if time else None
    loan = Loan(
        nodes,
        join or "",
        idle_s=seconds("--idle", idle),
        patience_s=seconds("--wait", wait),
        authority=authority() if join else "",
        token=token_of(join_token_file),
        token_days=int((time_s or 0) // 86_400) + 7,
    )
    lender = KubernetesLender(Cluster(context, namespace), release, time_s)
    _borrow(lender, loan, url, token_file)


def _borrow(lender: Lender, loan: Loan, url: str, token_file: Path | None) -> None:
    progress = messages()
    with connect(url, token_file) as client:
        lent = borrow(client, lender, loan, lambda text: progress.print(f"  {text}"))
    output().print(
        f"{len(lent.names)} nodes of {lender.title} {lent.job} are online; "
        f"give them back with: {ORRERY} fleet release {lent.job}"
    )


def release(
    job: Annotated[str, typer.Argument(metavar="JOB", help="Number or name of the job.")],
    namespace: Annotated[str, typer.Option(help="Of a Kubernetes job; default: kubectl's.")] = "",
    context: Annotated[str, typer.Option(help="Of a Kubernetes job; default: kubectl's.")] = "",
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Give the nodes of a job back, and revoke the join token that was made for it."""
    by_number = job.isdigit()
    lender: Lender = SlurmLender() if by_number else KubernetesLender(Cluster(context, namespace))
    with connect(url, token_file) as client:
        give_back(client, lender, job)
    output().print(f"{lender.title} {job} is ended; its nodes go offline within seconds")
