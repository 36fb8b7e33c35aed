"""The built worker is compiled and linked so that a memory error in it is harder to misuse."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

# ELF, 64 bit: https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html
_SHARED_OBJECT = 3
_DYNAMIC, _STACK, _RELRO = 2, 0x6474E551, 0x6474E552
_EXECUTABLE = 1
_FLAGS, _FLAGS_1 = 30, 0x6FFFFFFB
_BIND_NOW, _NOW_1, _PIE_1 = 8, 1, 0x08000000


def _program_headers(image: bytes) -> dict[int, tuple[int, int, int]]:
    """Returns flags, offset and size in the file of each program header, by type."""
    (start,) = struct.unpack_from("<Q", image, 32)
    size, count = struct.unpack_from("<HH", image, 54)
    found: dict[int, tuple[int, int, int]] = {}
    for number in range(count):
        kind, flags, offset, _, _, length = struct.unpack_from(
            "<IIQQQQ", image, start + number * size
        )
        found[kind] = (flags, offset, length)
    return found


def _dynamic(image: bytes, offset: int, length: int) -> dict[int, int]:
    return dict(struct.iter_unpack("<qQ", image[offset : offset + length]))


def test_the_worker_is_hardened_by_its_linker(worker_executable: Path) -> None:
    image = worker_executable.read_bytes()
    assert image[:5] == b"\x7fELF\x02"
    headers = _program_headers(image)
    dynamic = _dynamic(image, *headers[_DYNAMIC][1:])
    flags, flags_1 = dynamic.get(_FLAGS, 0), dynamic.get(_FLAGS_1, 0)
    assert struct.unpack_from("<H", image, 16) == (_SHARED_OBJECT,), "at a fixed address"
    assert flags_1 & _PIE_1, "not position-independent"
    assert flags & _BIND_NOW or flags_1 & _NOW_1, "functions are bound late"
    assert _RELRO in headers, "what the loader has filled stays writable"
    assert not headers[_STACK][0] & _EXECUTABLE, "its stack is executable"


def test_the_worker_is_hardened_by_its_compiler(worker_executable: Path) -> None:
    """What each of its options leaves in a program: calls of functions that check."""
    image = worker_executable.read_bytes()
    assert b"\0__stack_chk_fail\0" in image, "no stack protector"
    assert b"\0__memcpy_chk\0" in image or b"\0__snprintf_chk\0" in image, "not fortified"
