"""The presets that ship."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from orrery_contracts import presets
from orrery_contracts.presets import UnknownPreset, find_preset, load_presets
from orrery_contracts.spec import FastestNodes
from orrery_contracts.workloads.universe_steps import UniverseSteps

SHIPPED = [
    "universe-two-nodes",
    "universe-one-node",
    "universe-three-nodes",
    "universe-managers-on-slave",
    "universe-pooled-fast",
    "universe-pooled-million",
    "universe-flock",
    "universe-flock-large",
    "universe-walkthrough",
    "universe-modelled",
    "uss-migration",
    "uss-migration-three",
    "uss-migration-predictive",
    "uss-resource-manager",
    "process-activity",
    "messaging",
    "messaging-two-nodes",
    "messaging-time-wait",
    "networked-systems",
    "networked-systems-two-nodes",
    "rti-latency",
    "rti-latency-two-nodes",
    "rti-latency-best-effort",
    "rti-latency-wan",
    "rti-throughput",
    "rti-throughput-seven",
    "rti-throughput-multicast",
    "rti-time-advance",
    "rti-integrated",
    "rti-stress",
    "rti-stress-hog",
    "federation-mix-virtual",
    "federation-mix-mixed",
    "federation-mix-constructive",
    "phold-two-workers",
    "phold-two-nodes",
    "phold-one-list",
    "phold-sequential",
    "fel-test",
    "fel-test-short-events",
    "thread-test",
    "primitives",
    "hold",
    "model-language",
    "model-language-own",
    "smoke",
]


def test_all_are_valid_and_in_order() -> None:
    assert [preset.name for preset in load_presets()] == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_is_named_after_its_preset_and_says_everything(name: str) -> None:
    text = (files(presets) / f"{name}.json").read_text(encoding="utf-8")
    preset = find_preset(name, load_presets())
    assert json.loads(text) == json.loads(preset.model_dump_json())


def test_the_two_node_run_is_the_one_of_the_study() -> None:
    spec = find_preset("universe-two-nodes", load_presets()).spec
    assert spec.placement == FastestNodes(count=2)
    assert spec.repeats == 5
    universe = spec.workload
    assert isinstance(universe, UniverseSteps)
    assert (universe.entities, universe.managers, universe.monitors) == (40, 1, 1)


def test_an_unknown_preset_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownPreset) as caught:
        find_preset("universe-two-node", load_presets())
    assert caught.value.remedy.startswith("Did you mean universe-two-nodes? Allowed presets: ")
