"""Which runs simulate the same, whatever carries them out: their checksums must be equal. Pure."""

from __future__ import annotations

import json

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.registry import record_of


def simulated_by(spec: RunSpec) -> tuple[object, ...]:
    """Equal for runs that must end in the same state. A workload that simulates nothing says so
    with the checksum 0, which is equal everywhere."""
    workload = spec.workload.model_dump(mode="json")
    decided = json.dumps([workload[field] for field in record_of(spec.workload).simulated_by])
    return (spec.workload.kind, spec.seed, decided)
