"""Settings by path on top of a document."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_contracts.documents import InvalidDocument, read_value
from orrery_contracts.errors import FieldError
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.spec import NamedNodes, RunSpec
from orrery_contracts.workloads.phold import Phold
from orrery_contracts.workloads.universe_steps import SplitByHand, SplitEqual, UniverseSteps

SPEC: dict[str, Any] = json.loads(RunSpec().model_dump_json())


def with_set(*overrides: str, of: dict[str, Any] | None = None) -> RunSpec:
    return read_value(RunSpec, apply_overrides(of or SPEC, overrides, RunSpec))


def universe_of(spec: RunSpec) -> UniverseSteps:
    assert isinstance(spec.workload, UniverseSteps)
    return spec.workload


def error_of(override: str) -> FieldError:
    with pytest.raises(InvalidDocument) as caught:
        apply_overrides(SPEC, [override], RunSpec)
    assert len(caught.value.errors) == 1
    return caught.value.errors[0]


def test_numbers_texts_and_truth_values() -> None:
    spec = with_set(
        "workload.managers=2",
        "workload.process_model=pooled",
        "telemetry.enabled=false",
        "name=A run = good",
    )
    assert universe_of(spec).managers == 2
    assert universe_of(spec).process_model == "pooled"
    assert spec.telemetry.enabled is False
    assert spec.name == "A run = good"


def test_a_text_field_gets_text_whatever_it_looks_like() -> None:
    spec = with_set("name=5", "seed=7", 'note="quoted"')
    assert (spec.name, spec.seed, spec.note) == ("5", "7", "quoted")


def test_a_list_by_json_or_commas() -> None:
    assert with_set('tags=["a","b"]').tags == ["a", "b"]
    assert with_set("tags=a, b").tags == ["a", "b"]
    assert with_set("tags=[]").tags == []


def test_a_union_takes_another_member_by_kind_or_name() -> None:
    spec = with_set("placement.kind=named", "placement.names=a,b", "workload.split=equal")
    assert spec.placement == NamedNodes(names=["a", "b"])
    assert universe_of(spec).split == SplitEqual()
    whole = with_set(
        'workload.split={"kind":"by_hand","counts":[3,4]}', "workload.split.counts[1]=5"
    )
    assert universe_of(whole).split == SplitByHand(counts=[3, 5])


def test_a_run_takes_another_workload_and_its_settings() -> None:
    spec = with_set("workload.kind=phold", "workload.engine=central_fel", "workload.lps=8")
    assert spec.workload == Phold.model_validate_json('{"engine": "central_fel", "lps": 8}')
    assert with_set("workload=phold").workload == Phold()
    error = error_of("workload.engine=sequential")
    assert error.remedy == "Set workload.kind=phold first."


def test_a_document_without_the_part_gets_it() -> None:
    spec = with_set(
        "transports.nodes=tcp", "workload.kind=universe_steps", "workload.entities=3", of={}
    )
    assert spec.transports.nodes == "tcp"
    assert universe_of(spec).entities == 3


def test_the_given_document_is_not_changed() -> None:
    before = copy.deepcopy(SPEC)
    apply_overrides(SPEC, ["workload.split=equal", "tags=a"], RunSpec)
    assert before == SPEC


def test_later_settings_win() -> None:
    assert with_set("repeats=2", "repeats=3").repeats == 3


@pytest.mark.parametrize(
    ("override", "field", "told"),
    [
        ("workload.manager=2", "workload.manager", "Did you mean managers?"),
        ("wrkload.managers=2", "wrkload", "Did you mean workload?"),
        (
            "workload.split.counts=[1]",
            "workload.split.counts",
            "Set workload.split.kind=by_hand first.",
        ),
        ("placement.kind=nmed", "placement.kind", "Did you mean named?"),
        ("placement=slowest", "placement", "Allowed kinds: fastest, named."),
        ("workload", "workload", "Write it as in workload.managers=2."),
        ("=2", "", "Write it as in workload.managers=2."),
        ("a..b=1", "a..b", "Write names with dots between them"),
        ("workload.=1", "workload.", "Write names with dots between them"),
        ("tags[0]=x", "tags[0]", "Set the whole list: tags=[...]."),
        ("name[0]=x", "name[0]", "Give text of 1 to 120 characters for name."),
        ("seed.x=1", "seed.x", "as text for seed."),
    ],
)
def test_a_bad_setting_is_told_with_its_remedy(override: str, field: str, told: str) -> None:
    error = error_of(override)
    assert error.field == field
    assert told in error.remedy


@pytest.mark.parametrize(
    "override",
    [
        "1" * 5_000 + "=1",
        "tags[" + "9" * 5_000 + "]=1",
        "workload." * 1_000 + "managers=2",
        "no equals sign" * 1_000,
    ],
)
def test_an_endless_path_is_refused_in_few_words(override: str) -> None:
    error = error_of(override)
    assert "characters; the most is 300" in error.message
    assert max(map(len, (error.field, error.value, error.message, error.remedy))) < 200


def test_every_bad_setting_is_told() -> None:
    with pytest.raises(InvalidDocument) as caught:
        apply_overrides(SPEC, ["x=1", "repeats=2", "y=1"], RunSpec)
    assert [error.field for error in caught.value.errors] == ["x", "y"]


@given(st.lists(st.text(alphabet="abw.=[]01 kind{}\"'split,workload", max_size=30), max_size=4))
def test_any_text_gives_a_document_or_errors(overrides: list[str]) -> None:
    try:
        apply_overrides(SPEC, overrides, RunSpec)
        errors = None
    except InvalidDocument as error:
        errors = error.errors
    assert errors is None or all(e.message and e.remedy for e in errors)
