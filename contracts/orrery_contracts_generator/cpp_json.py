"""Writes how the C++ core reads and writes JSON: the rule of each field of each record."""

from __future__ import annotations

import json

from orrery_contracts import base

from orrery_contracts_generator.cpp import TAIL, core_definitions, identifier
from orrery_contracts_generator.documents import CPP_DOCUMENTS, CPP_PARTS
from orrery_contracts_generator.model import (
    ArrayType,
    BigIntType,
    BooleanType,
    ConstType,
    Definition,
    FieldDef,
    IntegerType,
    NullableType,
    NumberType,
    RecordDef,
    RefType,
    TextType,
    Type,
    UnionDef,
)
from orrery_contracts_generator.reading import UnsupportedError

FILE = "sim-core/contracts/src/json.cpp"

HEAD = """\
// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// The rule of each field (reading.hpp), and the documents that the core reads and writes.

// clang-format off
// NOLINTBEGIN

#include "documents.hpp"

namespace orrery::contracts {
"""

#: Regular expressions of the models, and the rules of reading.hpp that stand for them.
PATTERNS = {
    "^[a-z0-9][a-z0-9._-]{0,62}$": "Slugs{}",
    "^[0-9a-hjkmnp-tv-z]{26}$": "RunIds{}",
}
assert base.BIG_INT_PATTERN not in PATTERNS


def files(definitions: dict[str, Definition]) -> dict[str, str]:
    """Returns the text of each file by path."""
    parts: list[str] = []
    for definition in core_definitions(definitions):
        match definition:
            case RecordDef():
                parts.append(record(definition))
            case UnionDef():
                check_tags(definition, definitions)
    body = "".join(f"\n{part}" for part in parts)
    documents = "".join(f"ORRERY_DOCUMENT({name})\n" for name in (*CPP_DOCUMENTS, *CPP_PARTS))
    return {FILE: f"{HEAD}{body}\n{documents}{TAIL}"}


def record(definition: RecordDef) -> str:
    """The rules of a record's fields."""
    constant = all(isinstance(field.type, ConstType) for field in definition.fields)
    name = "" if constant else " record"
    return (
        "template <typename Visit>\n"
        f"void fields(Visit& visit, As<Visit, {definition.name}>&{name}) {{\n"
        f"{''.join(field_rule(field) for field in definition.fields)}}}\n"
    )


def field_rule(field: FieldDef) -> str:
    """A statement that visits one field."""
    key = literal(field.name)
    if isinstance(field.type, ConstType):
        return f"  visit({key}, {literal(field.type.value)});\n"
    return f"  visit({key}, record.{identifier(field.name)}, {rule(field.type)});\n"


def rule(type_: Type) -> str:
    """The rule of a type, as an expression."""
    match type_:
        case BigIntType():
            return "BigInts{}"
        case TextType(pattern=str(pattern)):
            if pattern not in PATTERNS:
                raise UnsupportedError(f"C++: no rule in reading.hpp for {pattern}")
            return PATTERNS[pattern]
        case TextType(min_length=shortest, max_length=longest):
            return f"Texts{{{shortest or 0}, {'unlimited' if longest is None else longest}}}"
        case IntegerType(minimum, maximum):
            return f"Integers{{{minimum}, {maximum}}}"
        case NumberType(lowest, highest):
            least = "lowest" if lowest is None else str(float(lowest))
            return f"Numbers{{{least}, {'highest' if highest is None else str(float(highest))}}}"
        case BooleanType():
            return "Booleans{}"
        case RefType():
            return "Typed{}"
        case ArrayType(item, shortest, longest):
            most = "unlimited" if longest is None else longest
            return f"Lists{{{shortest or 0}, {most}, {rule(item)}}}"
        case NullableType(inner):
            return f"Nullables{{{rule(inner)}}}"
        case _:
            raise UnsupportedError(
                f"C++: {type_} cannot be read; give it a name or keep it out of the core"
            )


def check_tags(definition: UnionDef, definitions: dict[str, Definition]) -> None:
    """Every member of a union must be told from the others by its tag."""
    for member in definition.members:
        record_ = definitions[member]
        if not isinstance(record_, RecordDef) or record_.tag() is None:
            raise UnsupportedError(f"{definition.name}: {member} has no tag")


def literal(value: object) -> str:
    """A C++ literal of a string or a whole number."""
    return json.dumps(value)
