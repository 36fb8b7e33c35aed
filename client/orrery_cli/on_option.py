"""The option `--on`: borrows nodes for one run, sweep or suite."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from orrery_client import Orrery

from orrery_cli.failure import CommandError, bad_input
from orrery_cli.kubernetes_cluster import Cluster
from orrery_cli.kubernetes_lender import KubernetesLender
from orrery_cli.lender import Lender, Loan
from orrery_cli.lent_nodes import join_address, lent
from orrery_cli.lent_runs import LentRuns
from orrery_cli.screen import messages
from orrery_cli.slurm import Wanted
from orrery_cli.slurm_lender import SlurmLender

MOST_NODES = 1000
_DURATION = re.compile(r"(\d+(?:\.\d+)?)([smh]?)")
_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_MOST_TIMES_AGAIN = 10
#: Options after the number of nodes, for each manager.
_OPTIONS = {
    "slurm": ("partition", "time", "account", "join", "again"),
    "kubernetes": ("namespace", "release", "context", "time", "join", "again"),
}
_REMEDY = "write it like --on slurm:3, --on slurm:3,partition=lab,time=1:00:00 or --on kubernetes:3"

OnOption = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="slurm:NODES[,partition=P]...|kubernetes:NODES[,namespace=N]...",
        help="Borrow nodes for this alone, and give them back. Also: time=T, join=URL, again=N.",
    ),
]


class Asked(NamedTuple):
    """The parsed value of `--on`."""

    lender: Lender
    loan: Loan
    again: int = 0
    """How often to borrow again and repeat the run after a manager took a node of the run away."""


def times_again(on: str | None, url: str) -> int:
    """How often a run may begin again on other nodes."""
    return read_on(on, url).again if on is not None else 0


def refuse_again(on: str | None, url: str) -> None:
    """Refuses `again=` for commands that make many runs.

    Runs that are done would be repeated: nothing tells them apart from the runs that were lost.
    """
    if times_again(on, url):
        remedy = "leave it out, and begin the sweep or suite again with --item or fewer axes"
        raise bad_input("--on", on or "", "again= is for a single run", remedy)


def borrowed(on: str, client: Orrery, url: str, stack: ExitStack, *, local: bool) -> LentRuns:
    """Borrows the nodes that `--on` asks for, until the stack ends."""
    if local:
        raise bad_input(
            "--on", on, "a console of this run alone is on this machine", "leave --local out"
        )
    lender, loan, _ = read_on(on, url)
    progress = messages()

    def say(text: str) -> None:
        progress.print(f"  {text}")

    with _named_on(on):
        nodes = stack.enter_context(lent(client, lender, loan, say))
    return LentRuns(client, lender, nodes, say)


@contextmanager
def _named_on(text: str) -> Iterator[None]:
    """Errors about an option of `fleet` name `--on`, which has this option as a part."""
    try:
        yield
    except CommandError as error:
        if error.field:
            error.field, error.value = "--on", text
        raise


def read_on(text: str, url: str) -> Asked:
    """Parses `--on`. Raises `CommandError` before any call to a cluster."""
    manager, _, rest = text.partition(":")
    count, *options = rest.split(",")
    if manager not in _OPTIONS:
        raise bad_input("--on", text, f"{manager!r} is no workload manager", _REMEDY)
    if not count.isdigit() or not 1 <= int(count) <= MOST_NODES:
        raise bad_input("--on", text, f"{count!r} is no number of nodes", _REMEDY)
    known = dict.fromkeys(_OPTIONS[manager], "")
    for option in options:
        name, equals, value = option.partition("=")
        if name not in known or not equals or not value:
            names = ", ".join(known)
            raise bad_input("--on", text, f"{option!r} is none of {names} with a value", _REMEDY)
        known[name] = value
    again = known["again"] or "0"
    if not again.isdigit() or int(again) > _MOST_TIMES_AGAIN:
        raise bad_input(
            "--on", text, f"again={again} is no number up to {_MOST_TIMES_AGAIN}", _REMEDY
        )
    if manager == "slurm":
        with _named_on(text):
            join = join_address(url, known["join"])
        loan = Loan(int(count), join, authority=authority())
        wanted = Wanted(known["partition"], known["time"], known["account"])
        return Asked(SlurmLender(wanted), loan, int(again))
    return Asked(*_kubernetes(int(count), known), int(again))


def _kubernetes(nodes: int, known: Mapping[str, str]) -> tuple[Lender, Loan]:
    join = known["join"]
    time_s = seconds("--on", known["time"]) if known["time"] else None
    cluster = Cluster(known["context"], known["namespace"])
    loan = Loan(nodes, join, authority=authority() if join else "")
    return KubernetesLender(cluster, known["release"], time_s), loan


def authority() -> str:
    """The certificate authority (PEM) that is trusted for the console; empty without one."""
    file = os.environ.get("ORRERY_CA", "")
    return _text("ORRERY_CA", Path(file)) if file else ""


def token_of(file: Path | None) -> str:
    """Reads a join token from a file; empty if no file is named."""
    return _text("--join-token-file", file).strip() if file is not None else ""


def seconds(option: str, text: str) -> float:
    """Parses a duration like 90s, 10m or 2h into seconds. `option` is named in the error."""
    found = _DURATION.fullmatch(text)
    if found is None or float(found[1]) == 0:
        raise bad_input(option, text, "this is no duration", "write it like 90s, 10m or 2h")
    return float(found[1]) * _SECONDS[found[2]]


def _text(option: str, file: Path) -> str:
    try:
        return file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise bad_input(option, str(file), f"it cannot be read: {error}", "name a file") from error
