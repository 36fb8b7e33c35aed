"""Writes the headers of binary records: C++ writes them, TypeScript reads and writes them."""

from __future__ import annotations

from orrery_contracts.binary import BinaryField, BinaryHeader, layout_of, size_of
from orrery_contracts.binary_records import (
    COLUMN_ALIGNMENT,
    COLUMN_TYPE_BYTES,
    FRAME_KIND_NUMBERS,
    MAX_FRAME_BYTES,
    StreamRecordHeader,
    TelemetryHeader,
)

from orrery_contracts_generator.cpp import FOLDER, comment, identifier, snake
from orrery_contracts_generator.writing import page_comment

PAGE = "frontend/src/api/binary_records.ts"
CORE = f"{FOLDER}/binary_records.hpp"

#: Headers that a worker writes.
CORE_HEADERS: tuple[type[BinaryHeader], ...] = (TelemetryHeader,)
#: Headers that the page reads.
PAGE_HEADERS: tuple[type[BinaryHeader], ...] = (TelemetryHeader, StreamRecordHeader)

_CORE_HEAD = """\
// Generated from contracts/orrery_contracts/binary_records.py by `make gen`: do not edit.
//
// Headers of binary records as plain values, and where their fields are. Little-endian.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "orrery/contracts/contracts.hpp"

namespace orrery::contracts {

static_assert(std::endian::native == std::endian::little, "binary records are little-endian");
"""

_PAGE_HEAD = """\
/* Generated from contracts/orrery_contracts/binary_records.py by `make gen`: do not edit. */
/* eslint-disable */
import type { ColumnType, FrameKind } from "./contracts";
"""

_PAGE_GET = {
    "u16": "view.getUint16({at}, true)",
    "u32": "view.getUint32({at}, true)",
    "u64": "Number(view.getBigUint64({at}, true))",
    "i64": "Number(view.getBigInt64({at}, true))",
}
_PAGE_SET = {
    "u16": "view.setUint16({at}, {value}, true)",
    "u32": "view.setUint32({at}, {value}, true)",
    "u64": "view.setBigUint64({at}, BigInt({value}), true)",
    "i64": "view.setBigInt64({at}, BigInt({value}), true)",
}


def files() -> dict[str, str]:
    """Returns the text of each file by path."""
    return {CORE: _core(), PAGE: _page()}


def _core() -> str:
    kinds = "".join(
        f"    case FrameKind::{kind.value}: return {number};\n"
        for kind, number in FRAME_KIND_NUMBERS.items()
    )
    widths = "".join(
        f"    case ColumnType::{type_.value}: return {width};\n"
        for type_, width in COLUMN_TYPE_BYTES.items()
    )
    return (
        _CORE_HEAD + "\n// Largest telemetry frame, header included.\n"
        f"inline constexpr std::size_t max_frame_bytes = {MAX_FRAME_BYTES};\n"
        + "\n// `TelemetryHeader::kind` of a kind of frame.\n"
        + "constexpr std::uint32_t number_of(FrameKind kind) {\n"
        + f"  switch (kind) {{\n{kinds}  }}\n  return 0;\n}}\n"
        + "\n// Bytes of one value of a column.\n"
        + "constexpr std::size_t width_of(ColumnType type) {\n"
        + f"  switch (type) {{\n{widths}  }}\n  return 0;\n}}\n"
        + "\n// Bytes of a column in a body, padding included.\n"
        + "constexpr std::size_t column_bytes(ColumnType type, std::size_t rows) {\n"
        + f"  constexpr std::size_t alignment = {COLUMN_ALIGNMENT};\n"
        + "  return (rows * width_of(type) + alignment - 1) / alignment * alignment;\n}\n"
        + "".join(_core_header(header) for header in CORE_HEADERS)
        + "\n}  // namespace orrery::contracts\n// NOLINTEND\n"
    )


def _core_header(header: type[BinaryHeader]) -> str:
    places = layout_of(header).fields
    members = "".join(
        f"{comment(place.doc, '  ')}  {_core_type(place)} {identifier(place.name)} = 0;\n"
        for place in places
        if place.constant is None
    )
    offsets = "".join(
        f"  static constexpr std::size_t {place.name}_offset = {place.offset};\n"
        for place in places
        if place.constant is None
    )
    puts = "".join(f"  put({place.offset}, {_core_value(place)});\n" for place in places)
    name = header.__name__
    return (
        f"\n{comment(header.__doc__ or '')}struct {name} {{\n"
        f"  static constexpr std::size_t bytes = {size_of(header)};\n{offsets}\n{members}}};\n\n"
        f"// Writes the header to `target`, which has room for `{name}::bytes`.\n"
        f"inline void write_{snake(name)}(const {name}& header, std::byte* target) {{\n"
        "  const auto put = [target](std::size_t offset, auto value) {\n"
        "    std::memcpy(target + offset, &value, sizeof(value));\n  };\n"
        f"{puts}}}\n"
    )


def _core_type(place: BinaryField) -> str:
    sign = "u" if place.type.name.startswith("u") else ""
    return f"std::{sign}int{place.type.bytes * 8}_t"


def _core_value(place: BinaryField) -> str:
    if place.constant is None:
        return f"header.{identifier(place.name)}"
    return f"{_core_type(place)}{{{place.constant:#x}}}"


def _page() -> str:
    kinds = "".join(f'  {number}: "{kind.value}",\n' for kind, number in FRAME_KIND_NUMBERS.items())
    widths = "".join(f"  {type_.value}: {width},\n" for type_, width in COLUMN_TYPE_BYTES.items())
    return (
        _PAGE_HEAD
        + "\n/** Largest telemetry frame, header included. */\n"
        + f"export const max_frame_bytes = {MAX_FRAME_BYTES};\n"
        + "\n/** Kind of a frame by `TelemetryHeader.kind`. */\n"
        + f"export const frame_kinds: Readonly<Record<number, FrameKind>> = {{\n{kinds}}};\n"
        + "\n/** Bytes of one value of a column. */\n"
        + "export const column_type_bytes: Readonly<Record<ColumnType, number>> = {\n"
        + f"{widths}}};\n"
        + "\n/** Bytes of a column in a body, padding included. */\n"
        + "export function columnBytes(type: ColumnType, rows: number): number {\n"
        + f"  return Math.ceil((rows * column_type_bytes[type]) / {COLUMN_ALIGNMENT})"
        + f" * {COLUMN_ALIGNMENT};\n}}\n"
        + "".join(_page_header(header) for header in PAGE_HEADERS)
    )


def _page_header(header: type[BinaryHeader]) -> str:
    places = layout_of(header).fields
    name, constant = header.__name__, snake(header.__name__)
    members = "".join(
        f"{page_comment(place.doc, '  ')}  readonly {place.name}: number;\n"
        for place in places
        if place.constant is None
    )
    checks = "".join(
        f"  if ({_PAGE_GET[place.type.name].format(at=place.offset)} !== {place.constant:#x})"
        f" return `{header.TITLE}'s {place.name} is"
        f" ${{{_PAGE_GET[place.type.name].format(at=place.offset)}}}, not {place.constant}`;\n"
        for place in places
        if place.constant is not None
    )
    reads = "".join(
        f"    {place.name}: {_PAGE_GET[place.type.name].format(at=place.offset)},\n"
        for place in places
        if place.constant is None
    )
    writes = "".join(
        "  "
        + _PAGE_SET[place.type.name].format(
            at=place.offset,
            value=f"header.{place.name}" if place.constant is None else f"{place.constant:#x}",
        )
        + ";\n"
        for place in places
    )
    return (
        f"\n{page_comment(header.__doc__ or '')}export interface {name} {{\n{members}}}\n"
        f"\nexport const {constant}_bytes = {size_of(header)};\n"
        "\n/** The header at the start of `view`, or why there is none."
        " 64-bit integers are exact up to 2^53. */\n"
        f"export function read{name}(view: DataView): {name} | string {{\n"
        f"  if (view.byteLength < {constant}_bytes)"
        f" return `{header.TITLE} of ${{view.byteLength}} bytes has no header`;\n"
        f"{checks}  return {{\n{reads}  }};\n}}\n"
        f"\nexport function write{name}(view: DataView, header: {name}): void {{\n{writes}}}\n"
    )
