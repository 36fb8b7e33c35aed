"""Whether a workload manager has lent this machine, according to the job's environment."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from orrery_contracts.agent import Allocation

#: For a job without a limit Slurm reports an end a year later.
_NO_LIMIT_S = 300 * 86_400


def allocation_in(environment: Mapping[str, str], now: datetime) -> Allocation | None:
    """Returns the job that lends this machine; None if there is none.

    Reads the variables that the Helm chart sets, else Slurm's variables (sbatch(1), OUTPUT
    ENVIRONMENT VARIABLES).
    """
    if environment.get("ORRERY_LENT_JOB"):
        return Allocation(
            manager=environment.get("ORRERY_LENT_BY", ""),
            job=environment["ORRERY_LENT_JOB"],
            partition=environment.get("ORRERY_LENT_FROM", "")[:200],
            ends_at=environment.get("ORRERY_LENT_UNTIL") or None,
        )
    job = environment.get("SLURM_JOB_ID", "")
    if not job.isdigit():
        return None
    return Allocation(
        manager="slurm",
        job=job,
        partition=environment.get("SLURM_JOB_PARTITION", "")[:200],
        ends_at=_end(environment.get("SLURM_JOB_END_TIME", ""), now),
    )


def _end(seconds: str, now: datetime) -> str | None:
    """The end of the job; None without a limit or if Slurm reports no end."""
    if not seconds.isdigit() or int(seconds) - now.timestamp() > _NO_LIMIT_S:
        return None
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")
