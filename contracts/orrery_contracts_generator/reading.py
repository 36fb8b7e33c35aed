"""Reads the Pydantic models into definitions, through their JSON Schema."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Annotated, Any, get_args, get_origin

import orrery_contracts
from orrery_contracts import base
from pydantic import TypeAdapter
from pydantic.fields import FieldInfo

from orrery_contracts_generator.documents import DOCUMENTS
from orrery_contracts_generator.model import (
    ArrayType,
    BigIntType,
    BooleanType,
    ChoiceType,
    ConstType,
    Definition,
    EitherType,
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

Schema = dict[str, Any]
REF = "#/$defs/"


class UnsupportedError(Exception):
    """A model uses a feature that the generator does not support in every language."""


def schemas() -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Returns the JSON Schema of each document, and the shared definitions."""
    inputs = [(name, "validation", TypeAdapter[Any](type_)) for name, type_ in DOCUMENTS.items()]
    by_document, shared = TypeAdapter.json_schemas(inputs)  # type: ignore[arg-type]
    documents = {str(name): dict(schema) for (name, _), schema in by_document.items()}
    return documents, shared["$defs"]


def union_names() -> dict[tuple[str, ...], str]:
    """Returns the names of the unions by `kind` in all modules; the key is the members' names."""
    found: dict[tuple[str, ...], str] = {}
    for info in pkgutil.walk_packages(orrery_contracts.__path__, f"{orrery_contracts.__name__}."):
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            if get_origin(value) is not Annotated:
                continue
            union, *metadata = get_args(value)
            tagged = any(isinstance(m, FieldInfo) and m.discriminator == "kind" for m in metadata)
            if tagged:
                found[tuple(member.__name__ for member in get_args(union))] = name
    return found


class Reader:
    """Turns JSON Schema into definitions. Not reentrant."""

    def __init__(self) -> None:
        self.unions = union_names()
        self.definitions: dict[str, Definition] = {}

    def read(self) -> dict[str, Definition]:
        """All definitions by name."""
        documents, shared = schemas()
        for name, schema in shared.items():
            self.definitions[name] = self.definition(name, schema)
        for name, schema in documents.items():
            if "oneOf" in schema:
                self.type_of(schema, name)
        return self.definitions

    def definition(self, name: str, schema: Schema) -> Definition:
        """Reads one entry of `$defs`."""
        doc = schema.get("description", "")
        if "enum" in schema:
            return EnumDef(name, doc, tuple(schema["enum"]))
        if schema.get("type") != "object" or schema.get("additionalProperties") is not False:
            raise UnsupportedError(f"{name}: only enums and closed records can be definitions")
        required = set(schema.get("required", ()))
        fields = tuple(
            FieldDef(
                name=key,
                type=self.type_of(value, f"{name}.{key}"),
                doc=value.get("description", ""),
                unit=value.get("unit", ""),
                has_default=key not in required,
            )
            for key, value in schema["properties"].items()
        )
        return RecordDef(name, doc, fields)

    def type_of(self, schema: Schema, where: str) -> Type:
        """The type that a schema describes."""
        if "$ref" in schema:
            return RefType(schema["$ref"].removeprefix(REF))
        if "oneOf" in schema:
            return self.union(schema, where)
        if "anyOf" in schema:
            return self.any_of(schema["anyOf"], where)
        if "const" in schema:
            return ConstType(schema["const"])
        if "enum" in schema:
            return ChoiceType(tuple(schema["enum"]))
        return self.plain(schema, where)

    def union(self, schema: Schema, where: str) -> RefType:
        """Reads a union by `kind`. Raises `UnsupportedError` if its module gives it no name."""
        members = tuple(option["$ref"].removeprefix(REF) for option in schema["oneOf"])
        name = self.unions.get(members)
        if name is None:
            raise UnsupportedError(
                f"{where}: give this union by `kind` a name in its module: {members}"
            )
        self.definitions[name] = UnionDef(name, members)
        return RefType(name)

    def any_of(self, options: list[Schema], where: str) -> Type:
        """Reads a nullable type, or one of several plain types."""
        others = tuple(self.type_of(o, where) for o in options if o.get("type") != "null")
        inner = others[0] if len(others) == 1 else EitherType(others)
        return NullableType(inner) if len(others) < len(options) else inner

    def plain(self, schema: Schema, where: str) -> Type:
        """Strings, numbers, booleans and arrays."""
        match schema.get("type"):
            case "string":
                if schema.get("pattern") == base.BIG_INT_PATTERN:
                    return BigIntType()
                return TextType(
                    schema.get("minLength"), schema.get("maxLength"),
                    schema.get("pattern"), schema.get("format"),
                )  # fmt: skip
            case "integer":
                if "minimum" not in schema or "maximum" not in schema:
                    raise UnsupportedError(
                        f"{where}: give this integer a range (base.Whole, Count, Index)"
                    )
                return IntegerType(schema["minimum"], schema["maximum"])
            case "number":
                if {"exclusiveMinimum", "exclusiveMaximum", "multipleOf"} & schema.keys():
                    raise UnsupportedError(f"{where}: only closed ranges of numbers are supported")
                return NumberType(schema.get("minimum"), schema.get("maximum"))
            case "boolean":
                return BooleanType()
            case "array":
                return ArrayType(
                    self.type_of(schema["items"], f"{where}[]"),
                    schema.get("minItems"), schema.get("maxItems"),
                )  # fmt: skip
            case other:
                raise UnsupportedError(f"{where}: type {other!r} is not supported")
