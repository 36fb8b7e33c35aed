"""The shared fixtures, read by the models."""

from __future__ import annotations

import json
from typing import Any

import pytest
from orrery_contracts.fields import field_errors
from orrery_contracts_generator.documents import DOCUMENTS
from orrery_contracts_generator.fixture_files import Invalid, Valid, invalid, valid
from pydantic import TypeAdapter, ValidationError

#: Pydantic's types of errors as the codes that all languages share.
CODES = {
    "extra_forbidden": "unknown_key",
    "missing": "missing",
    "greater_than_equal": "range",
    "less_than_equal": "range",
    "finite_number": "range",
    "string_too_short": "length",
    "string_too_long": "length",
    "too_short": "length",
    "too_long": "length",
    "string_pattern_mismatch": "pattern",
    "enum": "choice",
    "literal_error": "choice",
    "union_tag_invalid": "tag",
    "union_tag_not_found": "tag",
    "json_invalid": "malformed",
}


def code_of(kind: str) -> str:
    return CODES.get(kind, "type" if kind.endswith(("_type", "_from_float")) else kind)


def adapter(document: str) -> TypeAdapter[Any]:
    return TypeAdapter(DOCUMENTS[document])


def includes(small: Any, large: Any) -> bool:
    """Everything in the small value is in the large one, which may have more fields."""
    if isinstance(small, dict) and isinstance(large, dict):
        return all(key in large and includes(value, large[key]) for key, value in small.items())
    if isinstance(small, list) and isinstance(large, list):
        return len(small) == len(large) and all(map(includes, small, large))
    return bool(small == large) and isinstance(small, bool) == isinstance(large, bool)


@pytest.mark.parametrize("fixture", valid(), ids=lambda f: f"{f.document}-{f.name}")
def test_valid_documents_are_read_and_written_unchanged(fixture: Valid) -> None:
    reader = adapter(fixture.document)
    read = reader.validate_json(fixture.text)
    written = reader.dump_json(read)
    assert includes(json.loads(fixture.text), json.loads(written))
    assert reader.validate_json(written) == read


@pytest.mark.parametrize("fixture", invalid(), ids=lambda f: f"{f.document}-{f.name}")
def test_invalid_documents_are_refused_at_their_place(fixture: Invalid) -> None:
    with pytest.raises(ValidationError) as caught:
        adapter(fixture.document).validate_json(fixture.text)
    details = caught.value.errors()
    told = field_errors(caught.value, DOCUMENTS[fixture.document])
    found = [(code_of(d["type"]), e.field) for d, e in zip(details, told, strict=True)]
    expected = [(code, "" if code == "malformed" else fixture.path) for code in fixture.codes]
    assert set(found) & set(expected), found
    assert all(error.remedy and error.message for error in told)


def test_every_document_has_fixtures() -> None:
    assert {fixture.document for fixture in valid()} == set(DOCUMENTS)
    assert len(invalid()) > 300
