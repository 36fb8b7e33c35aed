"""Whether a workload manager has lent this machine, from what it tells its jobs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from orrery_contracts.agent import Allocation

#: Slurm tells an end a year away for a job without limit.
_NO_LIMIT_S = 300 * 86_400


def allocation_in(environment: Mapping[str, str], now: datetime) -> Allocation | None:
    """The job of Kubernetes that the chart's variables name, or Slurm's of its own variables
    (sbatch(1), OUTPUT ENVIRONMENT VARIABLES).
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
    """None if there is no limit, or none is told."""
    if not seconds.isdigit() or int(seconds) - now.timestamp() > _NO_LIMIT_S:
        return None
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")
