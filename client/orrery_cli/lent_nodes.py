"""Nodes that Slurm lends to a console: one job whose steps are agents, one on each host.

The job needs a folder that all hosts see (here below the user's state folder), the project's own
folder on every host, and an address at which the hosts reach the console.
"""

from __future__ import annotations

import os
import secrets
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from orrery_client import Orrery, OrreryError, ProblemError
from orrery_contracts.access import AccessScope, NewToken
from orrery_contracts.api import NodeState

from orrery_cli import slurm
from orrery_cli.failure import CommandError, bad_input
from orrery_cli.installation import CHECKOUT
from orrery_cli.interrupt import undisturbed
from orrery_cli.slurm import Wanted

Say = Callable[[str], None]
"""Tells the person how far it is, a line at a time."""

_LOOK_EVERY_S = 0.5
_LAST_LINES = 12
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

#: Of each host. What an agent holds is of no use to anyone once its host is given back.
_STEP = """\
spool="${TMPDIR:-/tmp}/$1-$(hostname -s)"; name=$(printf %s "$1-$(hostname -s)" | tr A-Z a-z)
trap : TERM INT
"$2" agent --name "$name" --spool "$spool" --leave-after-idle "$3" --join "$4"
status=$?; rm -rf "$spool"; exit $status
"""


@dataclass(frozen=True, slots=True)
class Loan:
    """What a console borrows, and how its hosts find it."""

    wanted: Wanted
    join: str
    """Where the hosts reach the console."""
    idle_s: float = 600.0
    """A node that had no run for so long is given back."""
    patience_s: float = 600.0
    """How long to wait for the nodes."""
    command: Path = field(default_factory=lambda: CHECKOUT / "orrery")
    """Orrery's command, where the hosts see it."""
    authority: str = ""
    """The console's certificate authority, where the hosts see it."""
    token_file: Path | None = None
    """With a join token, where the hosts see it. None: a token is made, which an administrator may.
    """


@dataclass(frozen=True, slots=True)
class Lent:
    """A job whose agents have joined."""

    job: str
    names: tuple[str, ...]

    @property
    def prefix(self) -> str:
        """With which its nodes' names begin, and no others."""
        return node_prefix(self.job)


def node_prefix(job: str) -> str:
    return f"slurm-{job}-"


def join_address(url: str, join: str | None) -> str:
    """Raises if the hosts cannot reach what is given."""
    address = join or url
    if urlsplit(address).hostname in _LOOPBACK:
        raise bad_input(
            "--join",
            address,
            "the hosts of the cluster cannot reach the console at an address of this machine alone",
            "start the console with --host 0.0.0.0 (docs/user/access.md) and give --join "
            "http://ADDRESS:PORT",
        )
    return address


@contextmanager
def lent(client: Orrery, loan: Loan, say: Say) -> Iterator[Lent]:
    """Nodes for the length of a `with` statement."""
    nodes = borrow(client, loan, say)
    try:
        yield nodes
    finally:
        with undisturbed():
            slurm.cancel(nodes.job)
            say(f"gave the nodes of Slurm job {nodes.job} back")


def borrow(client: Orrery, loan: Loan, say: Say) -> Lent:
    """Returns when all nodes are online; a job whose nodes do not come is cancelled."""
    slurm.require_slurm()
    folder = _folder()
    token = _token(client, folder, loan)
    log = folder / "agents.log"
    job = slurm.submit(loan.wanted, _script(folder, loan, token), log)
    say(f"Slurm job {job}: {loan.wanted.nodes} nodes are asked for; its log is {log}")
    try:
        return Lent(job, _await(client, loan, job, log, say))
    except BaseException:
        with undisturbed(), suppress(CommandError):
            slurm.cancel(job)
        raise


def _folder() -> Path:
    """A new one that only this user can read, and that is seen on all hosts where home folders
    are.
    """
    state = os.environ.get("XDG_STATE_HOME")
    base = (Path(state) if state else Path.home() / ".local" / "state") / "orrery" / "slurm"
    folder = base / secrets.token_hex(6)
    folder.mkdir(parents=True, mode=0o700)
    return folder


def _token(client: Orrery, folder: Path, loan: Loan) -> Path | None:
    """A file with a token of the agents' own; None for a console that asks for none."""
    if loan.token_file is not None or client.is_anonymous:
        return loan.token_file
    wanted = NewToken(name=f"slurm-{folder.name}", scope=AccessScope.AGENT, days=_days(loan))
    try:
        made = client.make_token(wanted)
    except ProblemError as error:
        raise CommandError(
            f"the console gives no token for the agents: {error.problem.detail}",
            "use an administrator's token (--token-file), or give one that an administrator made "
            "for agents (--join-token-file)",
        ) from error
    file = folder / "token"
    file.touch(mode=0o600)
    file.write_text(made.secret + "\n")
    return file


def _days(loan: Loan) -> int:
    days, dash, _ = loan.wanted.time.partition("-")
    return (int(days) if dash and days.isdigit() else 0) + 7


def _script(folder: Path, loan: Loan, token: Path | None) -> Path:
    """The job: one step with a task on each host, that goes on when a task ends."""
    nodes = loan.wanted.nodes
    environment = {
        "ORRERY_TOKEN_FILE": str(token.absolute()) if token else "",
        "ORRERY_CA": loan.authority,
    }
    exports = "".join(f"export {k}={shlex.quote(v)}\n" for k, v in environment.items() if v)
    step = [str(loan.command), f"{loan.idle_s:g}", loan.join]
    script = folder / "job.sh"
    script.write_text(
        "#!/bin/sh\n# Node agents of Orrery, one on each host of this job.\n"
        f"{exports}"
        "# Slurm tells its end since version 23.11 only.\n"
        'end=${SLURM_JOB_END_TIME:-$(date -d "$(squeue -h -j "$SLURM_JOB_ID" -o %e)" +%s)} &&'
        " export SLURM_JOB_END_TIME=$end\n"
        f"exec srun --nodes={nodes} --ntasks={nodes} --ntasks-per-node=1"
        ' --cpus-per-task="$SLURM_CPUS_ON_NODE" --kill-on-bad-exit=0 --wait=0'
        f" sh -c {shlex.quote(_STEP)} orrery-agent"
        f' "slurm-$SLURM_JOB_ID" {shlex.join(step)}\n'
    )
    return script


def _await(client: Orrery, loan: Loan, job: str, log: Path, say: Say) -> tuple[str, ...]:
    begun = time.monotonic()
    told = ""
    while True:
        names = _online(client, job)
        if len(names) >= loan.wanted.nodes:
            say(f"Slurm job {job}: {', '.join(names)} are online")
            return names
        now = slurm.state_of(job)
        if not (now.waits or now.runs):
            raise _ended(job, now, log)
        if now.is_hopeless:
            raise CommandError(
                f"Slurm job {job} would wait for ever ({now.reason}); it was cancelled",
                "ask for fewer nodes or less time, or another partition; `sinfo` shows what there "
                "is",
            )
        news = _news(job, now, len(names), loan.wanted.nodes)
        if news != told:
            say(news)
            told = news
        _approve(client, job)
        if time.monotonic() - begun > loan.patience_s:
            raise CommandError(
                f"{news} after {loan.patience_s:g} s; the job was cancelled",
                f"ask for fewer nodes, wait longer (--wait), or see {log}",
            )
        time.sleep(_LOOK_EVERY_S)


def _online(client: Orrery, job: str) -> tuple[str, ...]:
    return tuple(
        node.name
        for node in client.nodes().items
        if node.name.startswith(node_prefix(job)) and node.state is NodeState.ONLINE
    )


def _news(job: str, now: slurm.JobState, online: int, wanted: int) -> str:
    if now.waits:
        why = f" ({now.reason})" if now.reason else ""
        return f"Slurm job {job} waits{why}"
    return f"Slurm job {job} runs: {online} of {wanted} nodes are online"


def _ended(job: str, now: slurm.JobState, log: Path) -> CommandError:
    lines: list[str] = []
    with suppress(OSError):
        lines = log.read_text(errors="replace").splitlines()[-_LAST_LINES:]
    why = f", {now.reason}" if now.reason else ""
    return CommandError(
        f"Slurm job {job} has ended before its nodes were online ({now.state}{why})",
        f"mend what its log says: {log}",
        details=tuple(lines),
    )


def _approve(client: Orrery, job: str) -> None:
    """Agents of this job, where the console asks a person for each."""
    with suppress(OrreryError):
        for waiting in client.waiting_nodes().items:
            if waiting.name.startswith(node_prefix(job)):
                client.approve_node(waiting.name, waiting.fingerprint)
