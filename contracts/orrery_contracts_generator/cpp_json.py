"""Writes the C++ readers and writers: strict reading from nlohmann-json, writing back."""

from __future__ import annotations

import json

from orrery_contracts import base

from orrery_contracts_generator.cpp import (
    FOLDER,
    TAIL,
    core_definitions,
    identifier,
    snake,
    type_text,
)
from orrery_contracts_generator.model import (
    ArrayType,
    BigIntType,
    BooleanType,
    ConstType,
    Definition,
    EnumDef,
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

HEAD = """\
// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// Strict reading of contract documents from JSON, and writing. Every field must be there, no other
// may be, and each must be of its type, in its range, of its form; what is not throws ContractError
// with path, value and what was expected (orrery/contracts/reading.hpp); so does text that is not
// JSON. Writing does not validate: keep texts in their length with `clip`.
//
//   WorkerPlan plan = read_text<WorkerPlan>(text);      from text
//   AgentSays says = read<AgentSays>(json);             from parsed JSON
//   std::string line = write_line(WorkerSays{Ready{}}); one line without its end
//   Json json = write(value);
#pragma once

// clang-format off
// NOLINTBEGIN

#include "orrery/contracts/contracts.hpp"
#include "orrery/contracts/reading.hpp"

namespace orrery::contracts {
"""

ENTRY = """
template <typename Document>
Document read(const Json& json) {
  Document document;
  read_into(Place{}, json, document);
  return document;
}

template <typename Document>
Document read_text(std::string_view text) {
  return read<Document>(parse_json(text));
}

template <typename Document>
std::string write_line(const Document& document) {
  return write(document).dump(-1, ' ', false, Json::error_handler_t::replace);
}
"""

#: Regular expressions of the models, and the equivalent functions in reading.hpp.
PATTERNS = {
    "^[a-z0-9][a-z0-9._-]{0,62}$": "read_slug",
    "^[0-9a-hjkmnp-tv-z]{26}$": "read_run_id",
}
assert base.BIG_INT_PATTERN not in PATTERNS


def files(definitions: dict[str, Definition]) -> dict[str, str]:
    """Returns the text of each file by path."""
    parts: list[str] = []
    for definition in core_definitions(definitions):
        match definition:
            case EnumDef():
                parts.append(enumeration(definition))
            case RecordDef():
                parts.append(record(definition))
            case UnionDef():
                parts.append(union(definition, definitions))
    body = "".join(f"\n{part}" for part in parts)
    return {f"{FOLDER}/json.hpp": HEAD + body + ENTRY + TAIL}


def enumeration(definition: EnumDef) -> str:
    """The reader and writer of an enum, by name."""
    name = definition.name
    allowed = literal("one of " + ", ".join(definition.values))
    return (
        f"inline void read_into(const Place& place, const Json& json, {name}& out) {{\n"
        f"  out = read_choice<{name}>(place, json, &parse_{snake(name)}, {allowed});\n}}\n"
        f"inline Json write({name} value) {{ return std::string(to_string(value)); }}\n"
    )


def record(definition: RecordDef) -> str:
    """The reader and writer of a struct."""
    name = definition.name
    keys = ", ".join(literal(field.name) for field in definition.fields)
    reads = "".join(read_field(field) for field in definition.fields)
    unused = all(isinstance(field.type, ConstType) for field in definition.fields)
    out, value, owner = ("", "", f"{name}::") if unused else (" out", " value", "value.")
    writes = "".join(write_field(field, owner) for field in definition.fields)
    return (
        f"inline void read_into(const Place& place, const Json& json, {name}&{out}) {{\n"
        f"  const Fields fields(place, json, {{{keys}}});\n{reads}}}\n"
        f"inline Json write(const {name}&{value}) {{\n"
        f"  Json json = Json::object();\n{writes}  return json;\n}}\n"
    )


def read_field(field: FieldDef) -> str:
    """A statement that reads one field."""
    key = literal(field.name)
    out = f"out.{identifier(field.name)}"
    return f"  {read_value(field.type, f'fields.place({key})', f'fields.at({key})', out)}\n"


def write_field(field: FieldDef, owner: str) -> str:
    """A statement that writes one field."""
    value = write_value(field.type, f"{owner}{identifier(field.name)}")
    return f"  json[{literal(field.name)}] = {value};\n"


def read_value(type_: Type, place: str, value: str, out: str) -> str:
    """A statement that reads a value of a type into `out`."""
    match type_:
        case BigIntType():
            return f"{out} = read_big_int({place}, {value});"
        case TextType(pattern=str(pattern)):
            if pattern not in PATTERNS:
                raise UnsupportedError(f"C++: no function in reading.hpp for {pattern}")
            return f"{out} = {PATTERNS[pattern]}({place}, {value});"
        case TextType(min_length=shortest, max_length=longest):
            most = "unlimited" if longest is None else longest
            return f"{out} = read_string({place}, {value}, {shortest or 0}, {most});"
        case IntegerType(minimum, maximum):
            return (
                f"{out} = read_integer<{type_text(type_)}>({place}, {value}, {minimum}, {maximum});"
            )
        case NumberType(lowest, highest):
            bounds = (
                "lowest" if lowest is None else str(float(lowest)),
                "highest" if highest is None else str(float(highest)),
            )
            return f"{out} = read_number({place}, {value}, {', '.join(bounds)});"
        case BooleanType():
            return f"{out} = read_boolean({place}, {value});"
        case ConstType(constant):
            return f"read_constant({place}, {value}, {literal(constant)});"
        case RefType():
            return f"read_into({place}, {value}, {out});"
        case ArrayType(item, shortest, longest):
            most = "unlimited" if longest is None else longest
            inner = read_value(item, "at", "item", "element")
            return (
                f"read_array({place}, {value}, {shortest or 0}, {most}, {out},\n"
                f"             [](const Place& at, const Json& item, auto& element) {{ {inner} }});"
            )
        case NullableType(inner_type):
            inner = read_value(inner_type, "at", "item", "element")
            return (
                f"read_nullable({place}, {value}, {out},\n"
                f"             [](const Place& at, const Json& item, auto& element) {{ {inner} }});"
            )
        case _:
            raise UnsupportedError(
                f"C++: {type_} cannot be read; give it a name or keep it out of the core"
            )


def write_value(type_: Type, value: str) -> str:
    """An expression of a value as JSON."""
    match type_:
        case BigIntType():
            return f"std::to_string({value})"
        case ConstType(str()):
            return f"std::string({value})"
        case RefType():
            return f"write({value})"
        case ArrayType(item=item):
            inner = write_value(item, "element")
            return f"write_array({value}, [](const auto& element) -> Json {{ return {inner}; }})"
        case NullableType(inner):
            return f"{value} ? Json({write_value(inner, f'*{value}')}) : Json(nullptr)"
        case _:
            return value


def union(definition: UnionDef, definitions: dict[str, Definition]) -> str:
    """The reader and writer of a variant, by its tag."""
    cases = ""
    tags: list[str] = []
    for member in definition.members:
        record_ = definitions[member]
        tag = record_.tag() if isinstance(record_, RecordDef) else None
        if tag is None:
            raise UnsupportedError(f"{definition.name}: {member} has no tag")
        tags.append(tag)
        cases += (
            f"  if (kind == {member}::kind) {{\n"
            f"    return read_into(place, json, out.emplace<{member}>());\n  }}\n"
        )
    allowed = literal("one of " + ", ".join(tags))
    return (
        f"inline void read_into(const Place& place, const Json& json, {definition.name}& out) {{\n"
        f"  const std::string& kind = read_tag(place, json, {allowed});\n{cases}"
        f"  refuse_tag(place, json, {allowed});\n}}\n"
        f"inline Json write(const {definition.name}& value) {{\n"
        f"  return std::visit([](const auto& member) {{ return write(member); }}, value);\n}}\n"
    )


def literal(value: object) -> str:
    """A C++ literal of a string or a whole number."""
    return json.dumps(value)
