"""Headers of binary records lie as the pages of the formats say; other bytes are refused."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_contracts.binary import BinaryError, BinaryHeader, layout_of
from orrery_contracts.binary_records import (
    AgentRecordHeader,
    StreamRecordHeader,
    TelemetryHeader,
)

FORMATS = Path(__file__).resolve().parents[2] / "docs" / "formats"
HEADERS: tuple[type[BinaryHeader], ...] = (TelemetryHeader, AgentRecordHeader, StreamRecordHeader)


def rows(page: str) -> list[tuple[int, str, str]]:
    """Offset, type and field of each row of the page's table of bytes."""
    found = []
    for line in (FORMATS / page).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0].isdigit() and cells[1]:
            found.append((int(cells[0]), cells[1], cells[2].split()[0].rstrip(",")))
    return found


@pytest.mark.parametrize(
    ("header", "page"),
    [(TelemetryHeader, "telemetry.md"), (AgentRecordHeader, "agent-link.md")],
)
def test_the_pages_of_the_formats_say_where_the_fields_are(
    header: type[BinaryHeader], page: str
) -> None:
    places = layout_of(header).fields
    assert rows(page) == [(place.offset, place.type.name, place.name) for place in places]


def test_the_page_of_the_live_stream_names_the_fields_in_order() -> None:
    (line,) = [
        line
        for line in (FORMATS / "live-stream.md").read_text().splitlines()
        if line.startswith("Binary message")
    ]
    types = [word for word in line.split() if word in {"u16", "u32", "u64"}]
    assert types == [place.type.name for place in layout_of(StreamRecordHeader).fields]


@pytest.mark.parametrize("header", HEADERS)
@given(data=st.data())
def test_headers_come_back_as_they_were_written(
    header: type[BinaryHeader], data: st.DataObject
) -> None:
    layout = layout_of(header)
    values = {
        place.name: data.draw(st.integers(0, 2 ** (8 * place.type.bytes - 1) - 1))
        for place in layout.fields
        if place.constant is None
    }
    made = header(**values)
    assert header.read(b"123" + made.write(), 3) == made
    assert len(made.write()) == layout.format.size


@pytest.mark.parametrize("header", HEADERS)
def test_other_bytes_are_refused(header: type[BinaryHeader]) -> None:
    layout = layout_of(header)
    whole = header(**{name: 1 for _, name in layout.variables}).write()
    with pytest.raises(BinaryError, match=f"of {len(whole) - 1} bytes has no header"):
        header.read(whole[:-1])
    for place in layout.fields:
        if place.constant is None:
            continue
        other = bytearray(whole)
        struct.pack_into(f"<{place.type.code}", other, place.offset, place.constant + 1)
        with pytest.raises(BinaryError, match=f"{place.name} is {place.constant + 1}"):
            header.read(other)
