"""Which runs simulate the same, whatever carries them out: their checksums must be equal. Pure."""

from __future__ import annotations

import json

from orrery_contracts.spec import RunSpec

#: Fields of each workload that decide what is simulated; the others say how, where and for how
#: long it is measured. A workload whose result depends on the machine has none, and is not held
#: against others.
_DECIDE: dict[str, tuple[str, ...]] = {
    "universe_steps": (
        "entities",
        "behaviour",
        "managers",
        "monitors",
        "steps",
        "warmup_steps",
        "update_period_steps",
        "changing_share",
        "constraint_levels",
        "state_bytes",
        "state",
    ),
    "universe_migration": (
        "entities",
        "managers",
        "monitors",
        "steps",
        "warmup_steps",
        "burst_every_steps",
        "burst_rise_steps",
        "burst_peak",
    ),
    "phold": (
        "lps",
        "population",
        "events",
        "remote_share",
        "lookahead",
        "mean_delay",
        "delay",
        "payload",
    ),
    "model_language": ("model",),
    "fel_test": ("num_srcs", "src_events", "src_var", "e_dly"),
    "thread_test": ("num_threads", "slices"),
    "primitives": (),
    "hold": ("population",),
    "messaging": ("message_bytes", "exchanges", "streamed", "warmup_messages"),
    "networked_systems": (
        "systems",
        "fan_out",
        "users",
        "approximation",
        "threshold_m",
        "motion",
        "speed_m_per_s",
        "delivery",
        "link_latency_ms",
        "link_jitter_ms",
        "step_ms",
        "steps",
    ),
    "process_activity": ("entities", "managers", "steps", "monitors", "state_bytes"),
    "rti_latency": (),
    "rti_throughput": (),
    "rti_time_advance": (),
    "rti_integrated": (),
    "rti_stress": (),
    "federation_mix": (),
}


def simulated_by(spec: RunSpec) -> tuple[object, ...]:
    """Equal for runs that must end in the same state. A workload that simulates nothing says so
    with the checksum 0, which is equal everywhere."""
    workload = spec.workload.model_dump(mode="json")
    fields = _DECIDE[spec.workload.kind]
    decided = json.dumps([workload[field] for field in fields])
    return (spec.workload.kind, spec.seed, decided)
