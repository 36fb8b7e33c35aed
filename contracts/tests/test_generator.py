"""The generator: what is committed is what it writes, and it refuses what it cannot carry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError as SchemaError
from orrery_contracts.workloads.registry import WORKLOADS
from orrery_contracts_generator import json_schema
from orrery_contracts_generator.__main__ import ROOT, generate
from orrery_contracts_generator.cpp import type_text
from orrery_contracts_generator.documents import DOCUMENTS
from orrery_contracts_generator.fixture_files import Invalid, Valid, invalid, valid
from orrery_contracts_generator.model import ChoiceType, IntegerType, RecordDef, UnionDef
from orrery_contracts_generator.reading import Reader, UnsupportedError
from orrery_contracts_generator.writing import differences, write


def test_what_is_committed_is_what_is_generated() -> None:
    assert differences(ROOT, generate()) == []


def test_writing_twice_changes_nothing(tmp_path: Path) -> None:
    files = generate()
    assert sorted(write(tmp_path, files)) == sorted(files)
    assert write(tmp_path, generate()) == []
    assert differences(tmp_path, files) == []


def test_a_difference_is_shown_and_written(tmp_path: Path) -> None:
    files = generate()
    write(tmp_path, files)
    changed = next(iter(files))
    (tmp_path / changed).write_text("{}\n")
    (found,) = differences(tmp_path, files)
    assert changed in found
    assert write(tmp_path, files) == [changed]


def test_workloads_are_a_union_in_every_language() -> None:
    definitions = Reader().read()
    workload = definitions["Workload"]
    assert isinstance(workload, UnionDef)
    assert workload.members == tuple(record.spec.__name__ for record in WORKLOADS)
    plans = ", ".join(record.plan.__name__ for record in WORKLOADS)
    spec = definitions["RunSpec"]
    assert isinstance(spec, RecordDef)
    types = {field.name: str(field.type) for field in spec.fields}
    assert types["workload"] == "RefType(name='Workload')"
    header = generate()["sim-core/contracts/include/orrery/contracts/contracts.hpp"]
    assert f"using WorkloadPlan = std::variant<{plans}>;" in header


def test_what_cpp_cannot_hold_is_refused() -> None:
    with pytest.raises(UnsupportedError):
        type_text(ChoiceType(("a", "b")))


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 65535, "std::int32_t"),
        (-20, 99, "std::int32_t"),
        (0, 2**53 - 1, "std::uint64_t"),
        (-(2**53) + 1, 2**53 - 1, "std::int64_t"),
    ],
)
def test_integers_get_a_type_that_holds_them(least: int, most: int, expected: str) -> None:
    assert type_text(IntegerType(least, most)) == expected


BUNDLE = json_schema.bundle()


def schema(document: str) -> Draft202012Validator:
    return Draft202012Validator(json_schema.of_document(document, BUNDLE))


def test_the_bundle_is_a_schema_of_every_document() -> None:
    Draft202012Validator.check_schema(BUNDLE)
    assert set(DOCUMENTS) <= set(BUNDLE["$defs"])


@pytest.mark.parametrize("fixture", valid(), ids=lambda f: f"{f.document}-{f.name}")
def test_the_schema_accepts_valid_documents(fixture: Valid) -> None:
    schema(fixture.document).validate(json.loads(fixture.text))


#: Languages without a regular expression that ends at the end of the text: JSON Schema's in Python.
END_OF_LINE = {"seed_newline", "run_id_newline", "seed_arabic_digits"}


@pytest.mark.parametrize(
    "fixture",
    [f for f in invalid() if "malformed" not in f.codes and f.name not in END_OF_LINE],
    ids=lambda f: f"{f.document}-{f.name}",
)
def test_the_schema_refuses_invalid_documents(fixture: Invalid) -> None:
    with pytest.raises(SchemaError):
        schema(fixture.document).validate(json.loads(fixture.text))
