"""Writes the C++ types: structs, enum classes with their names, tagged variants."""

from __future__ import annotations

import textwrap

from orrery_contracts_generator.documents import CPP_DOCUMENTS
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
    closure,
)
from orrery_contracts_generator.reading import UnsupportedError

FOLDER = "sim-core/contracts/include/orrery/contracts"

HEAD = """\
// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// What the worker is told and what it says, as plain values: copyable, comparable, owning what they
// hold, safe to use from any thread that owns them. Reading and writing JSON is in
// orrery/contracts/json.hpp, so that code which only uses the types does not pay for it. Units are
// in the names of fields or in their comments.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "orrery/contracts/choices.hpp"

namespace orrery::contracts {
"""

TAIL = "\n}  // namespace orrery::contracts\n// NOLINTEND\n"

KEYWORDS = frozenset(
    (
        "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool",
        "break", "case", "catch", "char", "class", "compl", "concept", "const", "constexpr",
        "continue", "default", "delete", "do", "double", "else", "enum", "explicit", "export",
        "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long",
        "mutable", "namespace", "new", "noexcept", "not", "nullptr", "operator", "or",
        "private", "protected", "public", "register", "requires", "return", "short", "signed",
        "sizeof", "static", "struct", "switch", "template", "this", "throw", "true", "try",
        "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void",
        "volatile", "while", "xor",
    )
)  # fmt: skip


def core_definitions(definitions: dict[str, Definition]) -> list[Definition]:
    """The definitions for the simulation core. A definition follows those that it uses."""
    return closure(definitions, CPP_DOCUMENTS)


def files(definitions: dict[str, Definition]) -> dict[str, str]:
    """Returns the text of each file by path."""
    parts = [declaration(definition) for definition in core_definitions(definitions)]
    return {f"{FOLDER}/contracts.hpp": HEAD + "".join(f"\n{part}" for part in parts) + TAIL}


def identifier(name: str) -> str:
    """Returns the name, with `_` appended if it is a C++ keyword."""
    return f"{name}_" if name in KEYWORDS else name


def declaration(definition: Definition) -> str:
    """The C++ type of one definition."""
    match definition:
        case EnumDef():
            return enumeration(definition)
        case UnionDef(name=name, members=members):
            return f"using {name} = std::variant<{', '.join(members)}>;\n"
        case RecordDef(name=name, doc=doc, fields=fields):
            body = "".join(member(field) for field in fields)
            body += f"\n  bool operator==(const {name}&) const = default;\n"
            return f"{comment(doc)}struct {name} {{\n{body}}};\n"


def enumeration(definition: EnumDef) -> str:
    """An enum class with the names of its values (choices.hpp)."""
    name = definition.name
    values = ", ".join(identifier(value) for value in definition.values)
    names = ", ".join(f'"{value}"' for value in definition.values)
    array = f"std::array<std::string_view, {len(definition.values)}>"
    return (
        f"{comment(definition.doc)}enum class {name} : std::uint8_t {{ {values} }};\n"
        f"constexpr {array} names_of({name} /*of*/) {{\n  return {{{names}}};\n}}\n"
    )


def member(field: FieldDef) -> str:
    """One field of a struct; a tag or a version is a constant of the type."""
    unit = f" Unit: {field.unit}." if field.unit else ""
    text = comment((field.doc + unit).strip(), "  ")
    if isinstance(field.type, ConstType):
        value = field.type.value
        if isinstance(value, str):
            return (
                f'{text}  static constexpr std::string_view {identifier(field.name)} = "{value}";\n'
            )
        return f"{text}  static constexpr int {identifier(field.name)} = {value};\n"
    return f"{text}  {type_text(field.type)} {identifier(field.name)}{{}};\n"


def type_text(type_: Type) -> str:
    """The C++ spelling of a type."""
    match type_:
        case BigIntType():
            return "std::uint64_t"
        case TextType():
            return "std::string"
        case IntegerType(minimum, maximum):
            if minimum >= -(2**31) and maximum < 2**31:
                return "std::int32_t"
            return "std::uint64_t" if minimum >= 0 else "std::int64_t"
        case NumberType():
            return "double"
        case BooleanType():
            return "bool"
        case RefType(name):
            return name
        case ArrayType(item=item):
            return f"std::vector<{type_text(item)}>"
        case NullableType(inner):
            return f"std::optional<{type_text(inner)}>"
        case _:
            raise UnsupportedError(
                f"C++: {type_} has no counterpart; give it a name or keep it out of the core"
            )


def snake(name: str) -> str:
    """Turns PascalCase into snake_case."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def comment(doc: str, indent: str = "") -> str:
    """A comment, wrapped at 100 columns."""
    lines = textwrap.wrap(" ".join(doc.split()), 97 - len(indent)) if doc else []
    return "".join(f"{indent}// {line}\n" for line in lines)
