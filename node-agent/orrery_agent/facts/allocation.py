"""Whether a workload manager has lent this machine, from what it tells its jobs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from orrery_contracts.agent import Allocation


def allocation_in(environment: Mapping[str, str]) -> Allocation | None:
    """Slurm's job, by the variables that Slurm sets (sbatch(1), OUTPUT ENVIRONMENT VARIABLES)."""
    job = environment.get("SLURM_JOB_ID", "")
    if not job.isdigit():
        return None
    end = environment.get("SLURM_JOB_END_TIME", "")
    ends_at = datetime.fromtimestamp(int(end), UTC) if end.isdigit() else None
    return Allocation(
        manager="slurm",
        job=job,
        partition=environment.get("SLURM_JOB_PARTITION", "")[:200],
        ends_at=ends_at.isoformat().replace("+00:00", "Z") if ends_at else None,
    )
