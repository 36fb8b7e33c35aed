"""What people are told about a bad document."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_contracts.documents import InvalidDocument, read_text, read_value
from orrery_contracts.errors import FieldError
from orrery_contracts.fields import MOST_ERRORS, nearest
from orrery_contracts.spec import RunSpec
from orrery_contracts.worker import AgentSays


def errors_of(value: Any, kind: Any = RunSpec) -> list[FieldError]:
    with pytest.raises(InvalidDocument) as caught:
        read_value(kind, value)
    return caught.value.errors


def only(value: Any, kind: Any = RunSpec) -> FieldError:
    errors = errors_of(value, kind)
    assert len(errors) == 1
    return errors[0]


def workload(**fields: object) -> dict[str, Any]:
    return {"workload": {"kind": "universe_steps", **fields}}


def test_a_range_is_told_with_its_bounds() -> None:
    error = only(workload(entities=-1))
    assert error.field == "workload.entities"
    assert error.value == "-1"
    assert error.message == "-1 is below the least value, 1."
    assert error.remedy == "Give a whole number from 1 to 4000000."


def test_a_unit_is_told() -> None:
    error = only({"transports": {"peer_timeout_ms": 1}})
    assert error.remedy == "Give a whole number from 100 to 600000 ms."


def test_an_unknown_key_gets_the_nearest_name() -> None:
    error = only(workload(entites=3))
    assert error.field == "workload.entites"
    assert error.remedy.startswith("Did you mean entities? Allowed here: ")


def test_a_key_like_no_other_is_to_be_left_out() -> None:
    error = only({"xyzzy": 1})
    assert error.remedy.startswith("Leave xyzzy out. Allowed here: schema_version, name")


def test_an_enum_gets_its_values_and_the_nearest() -> None:
    error = only(workload(process_model="proces"))
    assert error.value == '"proces"'
    assert error.remedy == "Did you mean process? Give one of process, thread, pooled."


def test_a_tag_is_told_with_its_choices() -> None:
    error = only({"placement": {"kind": "fast"}})
    assert error.field == "placement.kind"
    assert error.remedy == "Did you mean fastest? Give one of fastest, named."
    assert "kind is missing" in only({"placement": {"count": 2}}).message


def test_paths_have_no_tags_in_them() -> None:
    error = only(workload(split={"kind": "by_hand", "counts": [1, "x"]}))
    assert error.field == "workload.split.counts[1]"
    assert error.message == '"x" is text, which cannot stand here.'


def test_a_missing_field_has_no_value() -> None:
    error = errors_of({"kind": "stop"}, AgentSays)[0]
    assert (error.field, error.value, error.message) == ("reason", "", "reason is missing.")


def test_malformed_text_is_told_with_its_place() -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_text(RunSpec, '{"name": "a",\n "seed": }')
    assert "line 2 column 10" in caught.value.errors[0].message


def test_a_prefix_says_where_the_document_stands() -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_value(RunSpec, workload(entities=0), prefix="spec")
    assert caught.value.errors[0].field == "spec.workload.entities"


def test_numbers_that_are_none_are_refused() -> None:
    assert only(workload(update_cost_us=float("nan"))).message == "The number is not finite."
    assert only(workload(update_cost_us=float("inf"))).field == "workload.update_cost_us"


def test_large_input_makes_no_large_answer() -> None:
    errors = errors_of({f"key{i}" * 1000: "x" * 5000 for i in range(1000)})
    assert len(errors) == MOST_ERRORS
    assert all(len(e.field) <= 100 and len(e.value) <= 100 for e in errors)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("managr", "managers"), ("entity", "entities"), ("state", "state_bytes"), ("q", None)],
)
def test_nearest(name: str, expected: str | None) -> None:
    assert nearest(name, ["entities", "managers", "monitors", "state_bytes"]) == expected


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(json_values, st.sampled_from(["", "workload", "placement", "tags", "transports", "name"]))
def test_whatever_is_given_the_answer_is_a_document_or_errors(value: Any, key: str) -> None:
    text = json.dumps({key: value} if key else value)
    try:
        read_text(RunSpec, text)
        errors = None
    except InvalidDocument as error:
        errors = error.errors
    assert errors is None or (errors and all(e.message and e.remedy for e in errors))
