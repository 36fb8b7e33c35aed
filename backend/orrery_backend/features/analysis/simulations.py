"""Which runs simulate the same, and which have the same amount to carry. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.registry import record_of


def simulated_by(spec: RunSpec) -> tuple[object, ...]:
    """Equal for runs that must end in the same state. A workload that simulates nothing says so
    with the checksum 0, which is equal everywhere."""
    return (spec.workload.kind, spec.seed, _decided(spec, record_of(spec.workload).simulated_by))


def amount_of(spec: RunSpec) -> tuple[object, ...]:
    """Equal for runs whose settings decide the same counts, but for what carries them out."""
    return (*simulated_by(spec), _decided(spec, record_of(spec.workload).amount))


def _decided(spec: RunSpec, fields: Sequence[str]) -> str:
    workload = spec.workload.model_dump(mode="json")
    return json.dumps([workload[field] for field in fields])
