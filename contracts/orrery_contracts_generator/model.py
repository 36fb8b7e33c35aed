"""The definitions from which each language's writer works, in order of dependency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Json = object


@dataclass(frozen=True)
class TextType:
    """A string; lengths count characters."""

    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None


@dataclass(frozen=True)
class BigIntType:
    """An unsigned 64-bit integer as a decimal string."""


@dataclass(frozen=True)
class IntegerType:
    """A whole number with a range."""

    minimum: int
    maximum: int


@dataclass(frozen=True)
class NumberType:
    """A finite floating-point number."""

    minimum: float | None = None
    maximum: float | None = None


@dataclass(frozen=True)
class BooleanType:
    """True or false."""


@dataclass(frozen=True)
class ConstType:
    """A constant: a tag or a version."""

    value: str | int


@dataclass(frozen=True)
class ChoiceType:
    """One of a few strings; the type has no name."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class ArrayType:
    """A list."""

    item: Type
    min_items: int | None = None
    max_items: int | None = None


@dataclass(frozen=True)
class RefType:
    """A reference to a definition by its name."""

    name: str


@dataclass(frozen=True)
class EitherType:
    """One of several plain types, distinguished by their JSON type."""

    options: tuple[Type, ...]


@dataclass(frozen=True)
class NullableType:
    """Null, or a value."""

    inner: Type


Type = (
    TextType | BigIntType | IntegerType | NumberType | BooleanType | ConstType | ChoiceType
    | ArrayType | RefType | EitherType | NullableType
)  # fmt: skip


@dataclass(frozen=True)
class FieldDef:
    """A field of a record."""

    name: str
    type: Type
    doc: str
    unit: str
    has_default: bool


@dataclass(frozen=True)
class RecordDef:
    """An object with known fields."""

    name: str
    doc: str
    fields: tuple[FieldDef, ...]

    def tag(self) -> str | None:
        """The value of `kind` if the record is a member of a union, else None."""
        for field in self.fields:
            if field.name == "kind" and isinstance(field.type, ConstType):
                return str(field.type.value)
        return None


@dataclass(frozen=True)
class EnumDef:
    """A named set of strings."""

    name: str
    doc: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class UnionDef:
    """A union of records, distinguished by `kind`."""

    name: str
    members: tuple[str, ...]


Definition = RecordDef | EnumDef | UnionDef


def references(type_: Type) -> list[str]:
    """Names that a type uses."""
    match type_:
        case RefType(name):
            return [name]
        case ArrayType(item=inner) | NullableType(inner):
            return references(inner)
        case EitherType(options):
            return [name for option in options for name in references(option)]
        case _:
            return []


def needs(definition: Definition) -> list[str]:
    """Names that a definition uses."""
    match definition:
        case RecordDef(fields=fields):
            return [name for field in fields for name in references(field.type)]
        case UnionDef(members=members):
            return list(members)
        case EnumDef():
            return []


def closure(definitions: Mapping[str, Definition], roots: tuple[str, ...]) -> list[Definition]:
    """Returns the roots and all their dependencies. A definition follows those that it uses."""
    done: dict[str, Definition] = {}

    def visit(name: str) -> None:
        if name in done:
            return
        for used in needs(definitions[name]):
            visit(used)
        done[name] = definitions[name]

    for root in roots:
        visit(root)
    return list(done.values())
