"""The records of the workloads agree with what they name."""

from __future__ import annotations

import pytest
from orrery_contracts.presets import load_presets
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.record import WorkloadRecord
from orrery_contracts.workloads.registry import WORKLOADS
from orrery_contracts.workloads.rti_latency import RtiLatency
from orrery_contracts.workloads.universe_steps import MOST_COUNTED_UPDATES, ModelState
from pydantic import ValidationError

_PRESETS = {preset.name: preset for preset in load_presets()}


@pytest.mark.parametrize("record", WORKLOADS, ids=lambda record: record.kind)
def test_a_record_names_what_is_there(record: WorkloadRecord) -> None:
    assert record.plan.model_fields["kind"].default == record.kind
    assert record.spec.__module__.rpartition(".")[2] == record.kind
    assert set(record.simulated_by) <= set(record.spec.model_fields)
    assert set(record.first_fields) < set(record.spec.model_fields)
    assert record.leading_metrics
    assert {_PRESETS[name].spec.workload.kind for name in record.presets} <= {record.kind}


def test_no_kind_and_no_preset_is_named_twice() -> None:
    kinds = [record.kind for record in WORKLOADS]
    presets = [name for record in WORKLOADS for name in record.presets]
    assert len(set(kinds)) == len(kinds)
    assert len(set(presets)) == len(presets)


@pytest.mark.parametrize(
    ("written", "read"),
    [("true", "sender"), ("false", "none"), ('"rti"', "rti"), ('"sender"', "sender")],
)
def test_congestion_avoidance_of_older_specs_is_read(written: str, read: str) -> None:
    text = f'{{"workload": {{"kind": "rti_latency", "congestion_avoidance": {written}}}}}'
    workload = RunSpec.model_validate_json(text).workload
    assert isinstance(workload, RtiLatency)
    assert workload.congestion_avoidance.value == read


def test_another_congestion_avoidance_is_refused() -> None:
    with pytest.raises(ValidationError, match="'none', 'sender' or 'rti'"):
        RtiLatency.model_validate_json('{"congestion_avoidance": "maybe"}')


def test_the_help_of_a_constraint_says_the_bound_that_is_checked() -> None:
    help_text = " ".join((ModelState.model_fields["constraint"].description or "").split())
    assert f"At most {MOST_COUNTED_UPDATES:,} entities times steps" in help_text
