"""Places in a run spec by their path."""

from __future__ import annotations

from typing import Any

import pytest
from orrery_contracts.spec import RunSpec
from orrery_contracts.spec_paths import (
    ABSENT,
    is_closed,
    node_at,
    shared_closed,
    shared_title,
    shared_unit,
    title_of,
    unit_of,
    value_at,
)
from pydantic import TypeAdapter


def _spec(kind: str, **fields: object) -> dict[str, Any]:
    """A whole spec with this workload, as JSON values."""
    spec = TypeAdapter(RunSpec).validate_python({"workload": {"kind": kind, **fields}})
    return spec.model_dump(mode="json")


@pytest.mark.parametrize(
    ("kind", "path", "title", "unit"),
    [
        ("networked_systems", "workload.fan_out", "Systems below each", ""),
        ("rti_time_advance", "workload.fan_out", "Fan-out", ""),
        ("federation_mix", "workload.rate_hz", "Updates of an object", "Hz"),
        ("rti_latency", "workload.rate_hz", "Rate limit", "Hz"),
        ("universe_migration", "workload.update_cost_us", "Cost of a calm update", "us"),
        ("universe_steps", "workload.update_cost_us", "Cost of an update", "us"),
    ],
)
def test_a_field_is_the_one_of_the_specs_workload(
    kind: str, path: str, title: str, unit: str
) -> None:
    spec = _spec(kind)
    assert value_at(spec, path) is not ABSENT
    assert (title_of(path, spec), unit_of(path, spec)) == (title, unit)


def test_a_workload_alone_is_enough_to_choose_the_member() -> None:
    assert title_of("workload.fan_out", {"workload": {"kind": "rti_time_advance"}}) == "Fan-out"


def test_a_union_within_the_workload_is_chosen_by_its_own_kind() -> None:
    spec = _spec("universe_steps", split={"kind": "by_hand", "counts": [30, 10]})
    node = node_at("workload.split.counts[1]", spec)
    assert node is not None
    assert node.type() == "integer"
    assert title_of("workload.split.kind", spec) == "Split of entities"


def test_a_path_that_the_spec_lacks_is_any_members() -> None:
    assert title_of("workload.managers", _spec("phold")) == "Managers"
    assert title_of("workload.managers") == "Managers"
    assert node_at("workload.no_such_field", _spec("phold")) is None
    assert (title_of("workload.no_such_field"), unit_of("workload.no_such_field")) == (
        "No such field",
        "",
    )


def test_over_several_specs_titles_are_joined_and_a_unit_is_of_all() -> None:
    specs = [_spec("networked_systems"), _spec("phold"), _spec("rti_time_advance")]
    assert shared_title("workload.fan_out", specs) == "Systems below each or Fan-out"
    assert shared_title("workload.fan_out", specs[:2]) == "Systems below each"
    assert shared_title("workload.managers", specs) == "Managers"
    costs = [_spec("universe_migration"), _spec("universe_steps")]
    assert shared_unit("workload.update_cost_us", costs) == "us"
    assert shared_unit("limits.run_timeout_s", []) == "s"


def test_units_that_differ_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"universe_migration": "ms", "universe_steps": "us"}

    def of_kind(_path: str, spec: dict[str, Any]) -> str:
        return units[spec["workload"]["kind"]]

    monkeypatch.setattr("orrery_contracts.spec_paths.unit_of", of_kind)
    assert shared_unit("workload.update_cost_us", [_spec(kind) for kind in units]) == ""


@pytest.mark.parametrize(
    ("path", "closed"),
    [
        ("workload.process_model", True),
        ("workload.state", True),
        ("workload.state.kind", True),
        ("workload.managers", True),
        ("placement", True),
        ("workload.state.constraint", False),
        ("workload.state.entity", False),
        ("placement.names", False),
        ("tags", False),
        ("workload.no_such_field", False),
    ],
)
def test_what_a_person_may_name_freely_is_not_of_a_closed_list(path: str, *, closed: bool) -> None:
    assert is_closed(path, _spec("universe_steps")) is closed


def test_over_several_specs_a_list_is_closed_if_it_is_in_all() -> None:
    specs = [_spec("universe_steps"), _spec("phold")]
    assert shared_closed("workload.process_model", specs)
    assert not shared_closed("workload.state.constraint", specs)
    assert not shared_closed("name", [])
