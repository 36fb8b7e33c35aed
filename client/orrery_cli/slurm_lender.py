"""Slurm as a lender: a job with one step, whose tasks are agents, one on each host.

The job needs a folder that all hosts see (here below the user's state folder), the project's own
folder on every host, and an address at which the hosts reach the console.
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from orrery_cli import slurm
from orrery_cli.failure import CommandError
from orrery_cli.installation import COMMAND
from orrery_cli.lender import Authorise, JobState, Loan, Phase
from orrery_cli.slurm import Wanted

_JOB, _LOG, _TOKEN, _AUTHORITY = "job", "agents.log", "token", "ca.pem"
_MADE_FOR_IT = "token-name"
#: Seconds that a job waits for its token.
_PATIENCE_S = 120

#: The script of each host. It deletes the agent's spool: after the job no agent can read it.
_STEP = """\
spool="${TMPDIR:-/tmp}/$1-$(hostname -s)"; name=$(printf %s "$1-$(hostname -s)" | tr A-Z a-z)
trap : TERM INT
"$2" agent --name "$name" --spool "$spool" --leave-after-idle "$3" --join "$4"
status=$?; rm -rf "$spool"; exit $status
"""


@dataclass(frozen=True, slots=True)
class SlurmLender:
    """Jobs of the cluster whose commands are on the PATH. The loan has the number of nodes."""

    wanted: Wanted = field(default_factory=Wanted)
    command: Path = field(default_factory=lambda: COMMAND)
    """Path of Orrery's command on the hosts."""
    manager: str = "slurm"
    title: str = "Slurm job"
    overview: str = "sinfo"

    def submit(self, loan: Loan, authorise: Authorise | None = None) -> str:
        slurm.require_slurm()
        for job in self.ended():
            _forget(job)
        folder = _new_folder()
        job = ""
        try:
            script = _script(folder, self.command, loan, gets_token=authorise is not None)
            job = slurm.submit(self.wanted, loan.nodes, script, folder / _LOG)
            (folder / _JOB).write_text(job)
            if authorise is not None:
                loan = authorise(job)
            (folder / _MADE_FOR_IT).write_text(loan.token_name)
            _secret(folder / _TOKEN, loan.token)
        except BaseException:
            if job:
                with suppress(CommandError):
                    slurm.cancel(job)
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return job

    def state_of(self, job: str) -> JobState:
        return slurm.state_of(job)

    def log_of(self, job: str) -> str:
        return " ".join(str(folder / _LOG) for folder in _folders(job))

    def last_lines(self, job: str, count: int) -> tuple[str, ...]:
        lines: list[str] = []
        for folder in _folders(job):
            with suppress(OSError):
                lines += (folder / _LOG).read_text(errors="replace").splitlines()
        return tuple(lines[-count:])

    def token_name(self, job: str) -> str:
        for folder in _folders(job):
            with suppress(OSError):
                return (folder / _MADE_FOR_IT).read_text()
        return ""

    def ended(self) -> tuple[str, ...]:
        ended: list[str] = []
        for job in _jobs().values():
            with suppress(CommandError):
                if slurm.state_of(job).phase is Phase.ENDED:
                    ended.append(job)
        return tuple(ended)

    def release(self, job: str) -> None:
        slurm.require_slurm()
        slurm.cancel(job)
        _forget(job)


def _base() -> Path:
    """The folder of all jobs. All hosts see it if they share home folders."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "orrery" / "slurm"


def _new_folder() -> Path:
    """Makes a folder that only this user can read."""
    folder = _base() / secrets.token_hex(6)
    folder.mkdir(parents=True, mode=0o700)
    return folder


def _jobs() -> dict[Path, str]:
    """Returns the folder of each job, with the job's number."""
    found: dict[Path, str] = {}
    with suppress(OSError):
        for file in _base().glob(f"*/{_JOB}"):
            found[file.parent] = file.read_text()
    return found


def _folders(job: str) -> list[Path]:
    return [folder for folder, owner in _jobs().items() if owner == job]


def _forget(job: str) -> None:
    for folder in _folders(job):
        shutil.rmtree(folder, ignore_errors=True)


def _secret(file: Path, text: str) -> str:
    """Writes a secret to a file that only this user can read; returns its name.

    Without a text it writes nothing and returns an empty name. The file is never seen half written.
    """
    if not text:
        return ""
    new = file.with_suffix(".new")
    new.touch(mode=0o600)
    new.write_text(text.rstrip("\n") + "\n")
    new.replace(file)
    return str(file)


def _await(file: Path) -> str:
    """Lines of a script that wait for a file. A shared folder may show it a minute late."""
    return (
        f"for _ in $(seq {_PATIENCE_S}); do [ -s {shlex.quote(str(file))} ] && break; sleep 1;"
        " done\n"
    )


def _script(folder: Path, command: Path, loan: Loan, *, gets_token: bool) -> Path:
    """Writes the job's script: one step, a task on each host. The step survives a task's end.

    `gets_token`: a token is made for the job, so its file comes after the job.
    """
    nodes = loan.nodes
    token = folder / _TOKEN
    environment = {
        "ORRERY_TOKEN_FILE": str(token) if loan.token or gets_token else "",
        "ORRERY_CA": _secret(folder / _AUTHORITY, loan.authority),
    }
    exports = "".join(f"export {k}={shlex.quote(v)}\n" for k, v in environment.items() if v)
    step = [str(command), f"{loan.idle_s:g}", loan.join]
    script = folder / "job.sh"
    script.write_text(
        "#!/bin/sh\n# Node agents of Orrery, one on each host of this job.\n"
        f"{exports}{_await(token) if gets_token else ''}"
        "# Slurm tells its end since version 23.11 only.\n"
        "# A job without a limit has no end that `date` reads.\n"
        'end=${SLURM_JOB_END_TIME:-$(date -d "$(squeue -h -j "$SLURM_JOB_ID" -o %e)" +%s'
        " 2>/dev/null)} && export SLURM_JOB_END_TIME=$end\n"
        f"exec srun --nodes={nodes} --ntasks={nodes} --ntasks-per-node=1"
        ' --cpus-per-task="$SLURM_CPUS_ON_NODE" --kill-on-bad-exit=0 --wait=0'
        f" sh -c {shlex.quote(_STEP)} orrery-agent"
        f' "slurm-$SLURM_JOB_ID" {shlex.join(step)}\n'
    )
    return script
