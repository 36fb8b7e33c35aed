"""Calls to Slurm through its own commands: sbatch, scontrol, scancel, sinfo."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from orrery_cli.failure import CommandError, bad_input
from orrery_cli.lender import JobState, Phase

_ANSWER_S = 60
#: States of a job that has not ended (squeue(1), JOB STATE CODES).
_PENDING = frozenset({"PENDING", "CONFIGURING", "REQUEUED", "RESV_DEL_HOLD", "SUSPENDED"})
_RUNNING = frozenset({"RUNNING", "COMPLETING", "STAGE_OUT", "SIGNALING"})


#: Reasons for which a job waits for ever unless somebody changes the job or the cluster.
_NEVER = frozenset(
    {
        "AccountNotAllowed",
        "BadConstraints",
        "InvalidAccount",
        "InvalidQOS",
        "JobHeldAdmin",
        "JobHeldUser",
        "PartitionConfig",
        "PartitionDown",
        "PartitionInactive",
        "PartitionNodeLimit",
        "PartitionTimeLimit",
        "QOSNotAllowed",
    }
)
_NEVER_ENDINGS = ("PerJobLimit",)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a job requests besides nodes. An empty text requests the cluster's default."""

    partition: str = ""
    time: str = ""
    account: str = ""
    shared: bool = False
    """Allow other jobs on the hosts. Their load disturbs the measurements."""


def time_days(time: str) -> int:
    """Returns the whole days of a time limit in the form DAYS-HOURS; else 0."""
    days, dash, _ = time.partition("-")
    return int(days) if dash and days.isdigit() else 0


def require_slurm() -> None:
    """Raises if this machine has no Slurm."""
    if shutil.which("sbatch") is None:
        raise CommandError(
            "there is no Slurm here: the command sbatch is not on the PATH",
            "run this on a login node of the cluster, or install Slurm's client commands "
            "(Debian: slurm-client)",
        )


def submit(wanted: Wanted, nodes: int, script: Path, log: Path) -> str:
    """Submits a job; returns its number. Raises `CommandError` if Slurm refuses it."""
    require_slurm()
    command = ["sbatch", "--parsable", f"--nodes={nodes}", "--ntasks-per-node=1"]
    command += ["--job-name=orrery-agents", f"--output={log}", "--open-mode=append"]
    # Without this option a lost host ends the whole job.
    command += ["--no-kill"]
    command += [] if wanted.shared else ["--exclusive"]
    command += [f"--partition={wanted.partition}"] if wanted.partition else []
    command += [f"--time={wanted.time}"] if wanted.time else []
    command += [f"--account={wanted.account}"] if wanted.account else []
    status, out, errors = _ask([*command, str(script)])
    job = out.strip().partition(";")[0]
    if status != 0 or not job.isdigit():
        raise _refused(wanted, nodes, errors or out)
    return job


def state_of(job: str) -> JobState:
    """Returns the job's state. A job that Slurm has forgotten, minutes after its end, has ended."""
    found = _shown("job", job)
    state = found.get("JobState", "UNKNOWN")
    reason = "" if found.get("Reason", "None") == "None" else found["Reason"]
    if state in _PENDING:
        if reason in _NEVER or reason.endswith(_NEVER_ENDINGS) or "use_this_partition" in reason:
            return JobState(Phase.WAITS, reason, True, *_limit(found, reason))
        return JobState(Phase.WAITS, reason)
    if state in _RUNNING:
        return JobState(Phase.RUNS, reason)
    return JobState(Phase.ENDED, ", ".join(text for text in (state, reason) if text))


def _shown(kind: str, name: str) -> dict[str, str]:
    """Returns the fields that `scontrol show` prints; none for a name that Slurm does not know."""
    status, out, _ = _ask(["scontrol", "show", kind, "--oneliner", name])
    return dict(re.findall(r"(\w+)=(\S*)", out)) if status == 0 else {}


def _limit(job: dict[str, str], reason: str) -> tuple[str, str, str]:
    """Returns the option, its value and the limit that forbids it; empty texts if none is known.

    Slurm's first reason is often PartitionConfig, whichever limit of the partition is exceeded.
    """
    name, nodes, time = job.get("Partition", ""), job.get("NumNodes", ""), job.get("TimeLimit", "")
    nodes = nodes.partition("-")[0]
    partition = _shown("partition", name)
    most_nodes = min(_number(partition.get(key, "")) for key in ("MaxNodes", "TotalNodes"))
    most_time = partition.get("MaxTime", "")
    if partition.get("State", "UP") != "UP":
        return "--partition", name, f"partition {name} is {partition['State']}"
    if nodes.isdigit() and int(nodes) > most_nodes:
        return "--nodes", nodes, f"partition {name} allows at most {most_nodes:g} nodes"
    if _time_s(time) > _time_s(most_time):
        return "--time", time, f"partition {name} allows at most {most_time}"
    if "account" in reason.lower():
        accounts = partition.get("AllowAccounts", "ALL")
        return "--account", job.get("Account", ""), f"partition {name} allows accounts: {accounts}"
    if reason.endswith(_NEVER_ENDINGS):
        limit = "`sacctmgr show assoc` and `sacctmgr show qos` show the limit"
        return ("--time", time, limit) if "Wall" in reason else ("--nodes", nodes, limit)
    return "", "", ""


def _number(text: str) -> float:
    """Reads a count; UNLIMITED and an unknown count are infinite."""
    return float(text) if text.isdigit() else math.inf


def _time_s(text: str) -> float:
    """Reads a time as scontrol prints it, [DAYS-]HH:MM:SS, in seconds; UNLIMITED is infinite."""
    found = re.fullmatch(r"(?:(\d+)-)?(\d+):(\d+):(\d+)", text)
    if found is None:
        return math.inf
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60.0 + seconds


def cancel(job: str) -> None:
    """Cancels a job, which gives its hosts back. A job that has ended is not an error."""
    status, _, errors = _ask(["scancel", job])
    if status != 0 and "Invalid job id" not in errors and "already completing" not in errors:
        raise CommandError(
            f"Slurm does not cancel job {job}: {_first(errors)}", f"try `scancel {job}` yourself"
        )


def _ask(command: list[str]) -> tuple[int, str, str]:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_ANSWER_S, check=False
        )
    except FileNotFoundError as error:
        require_slurm()
        raise CommandError(
            f"the command {command[0]} of Slurm is missing", "install Slurm's client commands"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise CommandError(
            f"{command[0]} has not answered for {_ANSWER_S} s",
            "see whether Slurm's controller runs: `scontrol ping`",
        ) from error
    return done.returncode, done.stdout, done.stderr


def _refused(wanted: Wanted, nodes: int, errors: str) -> CommandError:
    """An error with sbatch's words, at the option that they are about."""
    words = _first(errors)
    text = words.lower()
    if "partition" in text and wanted.partition:
        _, out, _ = _ask(["sinfo", "--noheader", "--format=%R"])
        names = ", ".join(dict.fromkeys(out.split())) or "none"
        return bad_input("--partition", wanted.partition, words, f"partitions here: {names}")
    if "time limit" in text or "time specification" in text:
        return bad_input("--time", wanted.time, words, "write it like 1:00:00, or ask for less")
    if "account" in text and "limit" not in text:
        return bad_input("--account", wanted.account, words, "name an account that you may use")
    if "node count" in text or "node configuration" in text or "more processors" in text:
        return bad_input("--nodes", str(nodes), words, "ask for fewer; `sinfo` shows what there is")
    if "unable to contact" in text or "connection refused" in text:
        return CommandError(
            f"Slurm's controller does not answer: {words}", "see `scontrol ping`, then try again"
        )
    return CommandError(
        f"Slurm refuses the job: {words}",
        "ask for fewer nodes or less time; the cluster's limits are in `sacctmgr show assoc`",
    )


def _first(errors: str) -> str:
    """Returns the first line that is not empty, without the program's name."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    line = lines[0] if lines else "no reason is given"
    return re.sub(r"^\w+: (error: )?", "", line)
