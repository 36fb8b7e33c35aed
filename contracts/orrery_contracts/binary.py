"""Headers of binary records: little-endian, of fixed size, without padding.

A header is a frozen dataclass whose annotations give each field's type. A field with a default is a
constant: a writer leaves it out, and a reader refuses another value. The generator writes the same
headers for the page and the simulation core.
"""

from __future__ import annotations

import struct
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, ClassVar, Self, get_type_hints


@dataclass(frozen=True, slots=True)
class NumberType:
    """How a field is stored. `code` is the format of `struct`."""

    name: str
    code: str

    @property
    def bytes(self) -> int:
        """Width in bytes."""
        return struct.calcsize(f"<{self.code}")


U16 = Annotated[int, NumberType("u16", "H")]
U32 = Annotated[int, NumberType("u32", "I")]
U64 = Annotated[int, NumberType("u64", "Q")]
I64 = Annotated[int, NumberType("i64", "q")]


class BinaryError(ValueError):
    """Bytes that are not such a record."""


@dataclass(frozen=True, slots=True)
class BinaryField:
    """One field of a header."""

    name: str
    type: NumberType
    offset: int
    """Bytes before it."""
    constant: int | None
    """The only value of the field. Null: any value."""
    doc: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the fields of a header are."""

    fields: tuple[BinaryField, ...]
    format: struct.Struct
    constants: tuple[tuple[int, str, int], ...]
    """Place, name and value of each field with a constant."""
    variables: tuple[tuple[int, str], ...]
    """Place and name of the other fields."""


#: Layouts that were made; reading a class's annotations takes longer than reading a header.
_LAYOUTS: dict[type, Layout] = {}


@dataclass(frozen=True, slots=True)
class BinaryHeader:
    """Base of all headers."""

    TITLE: ClassVar[str]
    """What errors call the record, e.g. `a telemetry frame`."""

    @classmethod
    def read(cls, data: bytes | bytearray | memoryview, offset: int = 0) -> Self:
        """The header at `offset` bytes; raises `BinaryError`."""
        layout = layout_of(cls)
        try:
            values = layout.format.unpack_from(data, offset)
        except struct.error as error:
            size = len(data) - offset
            raise BinaryError(f"{cls.TITLE} of {size} bytes has no header") from error
        for place, name, constant in layout.constants:
            if values[place] != constant:
                raise BinaryError(f"{cls.TITLE}'s {name} is {values[place]}, not {constant}")
        return cls(**{name: values[place] for place, name in layout.variables})

    def write(self) -> bytes:
        """The header as bytes; raises `struct.error` if a value does not fit its field."""
        layout = layout_of(type(self))
        return layout.format.pack(*(getattr(self, place.name) for place in layout.fields))


def size_of(header: type[BinaryHeader]) -> int:
    """Bytes of such a header."""
    return layout_of(header).format.size


def layout_of(header: type[BinaryHeader]) -> Layout:
    """The layout that a header's annotations describe."""
    if header not in _LAYOUTS:
        _LAYOUTS[header] = _layout_of(header)
    return _LAYOUTS[header]


def _layout_of(header: type[BinaryHeader]) -> Layout:
    hints = get_type_hints(header, include_extras=True)
    places: list[BinaryField] = []
    offset = 0
    for field in fields(header):
        metadata = hints[field.name].__metadata__
        (type_,) = (each for each in metadata if isinstance(each, NumberType))
        doc = " ".join(each for each in metadata if isinstance(each, str))
        constant = None if field.default is MISSING else int(field.default)
        places.append(BinaryField(field.name, type_, offset, constant, doc))
        offset += type_.bytes
    layout = struct.Struct("<" + "".join(place.type.code for place in places))
    constants = tuple(
        (at, place.name, place.constant)
        for at, place in enumerate(places)
        if place.constant is not None
    )
    variables = tuple((at, place.name) for at, place in enumerate(places) if place.constant is None)
    return Layout(tuple(places), layout, constants, variables)
