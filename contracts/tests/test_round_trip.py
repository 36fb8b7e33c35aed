"""Any document that the contracts allow survives being read and written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from orrery_contracts_generator.documents import DOCUMENTS
from orrery_contracts_generator.model import (
    ArrayType,
    BigIntType,
    BooleanType,
    ChoiceType,
    ConstType,
    EitherType,
    EnumDef,
    IntegerType,
    NullableType,
    NumberType,
    RecordDef,
    RefType,
    TextType,
    Type,
    UnionDef,
)
from orrery_contracts_generator.reading import Reader
from pydantic import TypeAdapter

DEFINITIONS = Reader().read()

#: Text that UTF-8 can carry.
CHARACTERS = st.characters(exclude_categories=["Cs"])


def values(type_: Type) -> st.SearchStrategy[Any]:  # noqa: C901 - one case for each type
    """JSON values of a type."""
    match type_:
        case BigIntType():
            return st.integers(0, 2**64 - 1).map(str)
        case TextType(pattern=str(pattern), max_length=longest):
            matching = st.from_regex(pattern.replace("$", r"\Z"), fullmatch=True)
            return matching.filter(lambda text: longest is None or len(text) <= longest)
        case TextType(min_length=shortest, max_length=longest):
            return st.text(CHARACTERS, min_size=shortest or 0, max_size=min(longest or 30, 30))
        case IntegerType(minimum, maximum):
            return st.integers(minimum, maximum)
        case NumberType(minimum, maximum):
            return st.floats(minimum, maximum, allow_nan=False, allow_infinity=False)
        case BooleanType():
            return st.booleans()
        case ConstType(value):
            return st.just(value)
        case ChoiceType(choices):
            return st.sampled_from(choices)
        case RefType(name):
            return st.deferred(lambda: documents(name))
        case NullableType(inner):
            return st.none() | values(inner)
        case EitherType(options):
            return st.one_of([values(option) for option in options])
        case ArrayType(item, shortest, _):
            return st.lists(values(item), min_size=shortest or 0, max_size=(shortest or 0) + 2)


def documents(name: str) -> st.SearchStrategy[Any]:
    """JSON values of a definition."""
    definition = DEFINITIONS[name]
    match definition:
        case EnumDef(values=choices):
            return st.sampled_from(choices)
        case UnionDef(members=members):
            return st.one_of([documents(member) for member in members])
        case RecordDef(fields=fields):
            return st.fixed_dictionaries({field.name: values(field.type) for field in fields})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_any_complete_document_survives(name: str) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(DOCUMENTS[name])

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(documents(name))
    def survives(document: Any) -> None:
        read = adapter.validate_json(json.dumps(document))
        written = adapter.dump_json(read)
        assert json.loads(written) == document
        assert adapter.validate_json(written) == read

    survives()
