"""Writes the TypeScript types that the page uses: interfaces, string unions, tagged unions."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Set

from orrery_contracts_generator.documents import (
    DOCUMENTS,
    LISTED_FOR_THE_PAGE,
    NOT_FOR_THE_PAGE,
    REQUESTS,
)
from orrery_contracts_generator.model import (
    ArrayType,
    BigIntType,
    BooleanType,
    ChoiceType,
    ConstType,
    Definition,
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
    closure,
    needs,
)

PATH = "frontend/src/api/contracts.ts"

HEAD = """\
/* Generated from contracts/orrery_contracts by `make gen`: do not edit. */
/* eslint-disable */

/** An unsigned 64-bit integer as a decimal string: use BigInt() for arithmetic. */
export type BigIntString = string;
"""


def files(definitions: dict[str, Definition]) -> dict[str, str]:
    """Returns the text of each file by path."""
    roots = tuple(name for name in DOCUMENTS if name not in NOT_FOR_THE_PAGE)
    shared = closure(definitions, tuple(name for name in roots if name not in REQUESTS))
    asked = closure(definitions, REQUESTS)
    complete = {definition.name for definition in shared}
    partial = with_defaults(asked) & complete
    parts = [HEAD]
    parts += [declaration(definition) for definition in shared]
    parts += [
        declaration(definition, request=True, partial=partial)
        for definition in asked
        if definition.name not in complete or definition.name in partial
    ]
    return {PATH: "\n".join(parts)}


def with_defaults(definitions: list[Definition]) -> set[str]:
    """Names of definitions in which a request may omit a field, at any depth."""
    found: set[str] = set()
    for definition in definitions:  # a definition follows those that it uses
        own = isinstance(definition, RecordDef) and any(
            field.has_default and not isinstance(field.type, ConstType)
            for field in definition.fields
        )
        if own or any(name in found for name in needs(definition)):
            found.add(definition.name)
    return found


def declaration(
    definition: Definition,
    *,
    request: bool = False,
    partial: Set[str] = frozenset(),
) -> str:
    """One exported type. In a request, fields with a default may be absent."""

    def named(name: str) -> str:
        return f"{name}Input" if name in partial else name

    name = named(definition.name)
    match definition:
        case EnumDef(doc=doc, values=values):
            text = f"{comment(doc)}export type {name} = {choices(values)};\n"
            if name not in LISTED_FOR_THE_PAGE:
                return text
            constant = "".join(f"  {json.dumps(value)},\n" for value in values)
            return (
                f"{text}export const {name}Values = [\n{constant}]"
                f" as const satisfies readonly {name}[];\n"
            )
        case UnionDef(members=members):
            return (
                f"export type {name} =\n"
                + "".join(f"  | {named(m)}\n" for m in members)[:-1]
                + ";\n"
            )
        case RecordDef(doc=doc, fields=fields):
            note = (
                " As a request: what has a default may be left out."
                if name != definition.name
                else ""
            )
            lines = [f"{comment(doc + note)}export interface {name} {{\n"]
            for field in fields:
                unit = f" Unit: {field.unit}." if field.unit else ""
                optional = request and field.has_default and not isinstance(field.type, ConstType)
                lines.append(comment((field.doc + unit).strip(), "  "))
                lines.append(
                    f"  {field.name}{'?' if optional else ''}: {type_text(field.type, named)};\n"
                )
            return "".join([*lines, "}\n"])


def type_text(type_: Type, named: Callable[[str], str]) -> str:
    """The TypeScript spelling of a type."""
    match type_:
        case BigIntType():
            return "BigIntString"
        case TextType():
            return "string"
        case IntegerType() | NumberType():
            return "number"
        case BooleanType():
            return "boolean"
        case ConstType(value):
            return json.dumps(value)
        case ChoiceType(values):
            return choices(values)
        case RefType(name):
            return named(name)
        case NullableType(inner):
            return f"{type_text(inner, named)} | null"
        case EitherType(options):
            return " | ".join(type_text(option, named) for option in options)
        case ArrayType(item=item):
            each = type_text(item, named)
            return f"({each})[]" if " | " in each else f"{each}[]"


def choices(values: tuple[str, ...]) -> str:
    """A union of string literals."""
    return " | ".join(json.dumps(value) for value in values)


def comment(doc: str, indent: str = "") -> str:
    """A doc comment, wrapped."""
    if not doc:
        return ""
    width = 100 - len(indent)
    if len(doc) + 7 <= width and "\n" not in doc:
        return f"{indent}/** {doc} */\n"
    lines = textwrap.wrap(" ".join(doc.split()), width - 3)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"
