"""The simulated disk as an SQLite VFS (https://www.sqlite.org/vfs.html), by ctypes.

It is registered once in the process as the default VFS. `disk_of_open` returns the disk on which a
file is opened. Shared memory and locks belong to one machine and end with it.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from orrery_campaign.disk import SimulatedDisk, SimulatedFile

_OK, _BUSY, _IOERR, _FULL, _CANTOPEN, _NOTFOUND = 0, 5, 10, 13, 14, 12
_SHORT_READ = _IOERR | (2 << 8)
_SHM_UNLOCK, _SHM_SHARED, _SHM_EXCLUSIVE = 1, 4, 8
_OPEN_CREATE, _OPEN_DELETE_ON_CLOSE = 4, 8
_NONE, _SHARED, _RESERVED, _PENDING, _EXCLUSIVE = range(5)

_INT, _PTR, _I64 = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64
_INT_AT, _I64_AT = ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int64)
_PTR_AT = ctypes.POINTER(ctypes.c_void_p)

_METHODS: list[tuple[str, list[Any]]] = [
    ("close", []),
    ("read", [_PTR, _INT, _I64]),
    ("write", [_PTR, _INT, _I64]),
    ("truncate", [_I64]),
    ("sync", [_INT]),
    ("file_size", [_I64_AT]),
    ("lock", [_INT]),
    ("unlock", [_INT]),
    ("check_reserved", [_INT_AT]),
    ("control", [_INT, _PTR]),
    ("sector_size", []),
    ("characteristics", []),
    ("shm_map", [_INT, _INT, _INT, _PTR_AT]),
    ("shm_lock", [_INT, _INT, _INT]),
    ("shm_barrier", []),
    ("shm_unmap", [_INT]),
]


class _File(ctypes.Structure):
    _fields_ = [("methods", _PTR), ("handle", _I64)]


_FILE_AT = ctypes.POINTER(_File)


_IO_METHODS = {name: ctypes.CFUNCTYPE(_INT, _FILE_AT, *types) for name, types in _METHODS}


class _IoMethods(ctypes.Structure):
    _fields_ = [
        ("version", _INT),
        *_IO_METHODS.items(),
        ("fetch", _PTR),
        ("unfetch", _PTR),
    ]


_VFS_METHODS: list[tuple[str, Any]] = [
    ("open", ctypes.CFUNCTYPE(_INT, _PTR, ctypes.c_char_p, _FILE_AT, _INT, _INT_AT)),
    ("delete", ctypes.CFUNCTYPE(_INT, _PTR, ctypes.c_char_p, _INT)),
    ("access", ctypes.CFUNCTYPE(_INT, _PTR, ctypes.c_char_p, _INT, _INT_AT)),
    ("full_path", ctypes.CFUNCTYPE(_INT, _PTR, ctypes.c_char_p, _INT, _PTR)),
    ("dl_open", _PTR),
    ("dl_error", _PTR),
    ("dl_sym", _PTR),
    ("dl_close", _PTR),
    ("randomness", ctypes.CFUNCTYPE(_INT, _PTR, _INT, _PTR)),
    ("sleep", ctypes.CFUNCTYPE(_INT, _PTR, _INT)),
    ("current_time", ctypes.CFUNCTYPE(_INT, _PTR, ctypes.POINTER(ctypes.c_double))),
    ("last_error", ctypes.CFUNCTYPE(_INT, _PTR, _INT, _PTR)),
]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", _INT),
        ("file_bytes", _INT),
        ("path_bytes", _INT),
        ("next", _PTR),
        ("name", ctypes.c_char_p),
        ("data", _PTR),
        *_VFS_METHODS,
    ]


@dataclass(eq=False)
class _Shared:
    """The shared memory and locks of all connections to one database file."""

    levels: dict[int, int] = field(default_factory=dict)
    regions: list[Any] = field(default_factory=list)
    sharers: list[set[int]] = field(default_factory=lambda: [set() for _ in range(8)])
    exclusive: list[int | None] = field(default_factory=lambda: [None] * 8)


@dataclass(eq=False)
class _Handle:
    number: int
    disk: SimulatedDisk
    path: str
    file: SimulatedFile
    shared: _Shared
    delete_on_close: bool


class SimulatedVfs:
    """See the module's comment."""

    def __init__(self) -> None:
        self.disk_of_open: Callable[[], SimulatedDisk] = _no_disk
        self._handles: dict[int, _Handle] = {}
        self._shared: dict[tuple[int, str], _Shared] = {}
        self._next = 0
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._io = _IoMethods(2)
        for name, kind in _IO_METHODS.items():
            setattr(
                self._io, name, kind(functools.partial(self._dispatch, getattr(self, f"_{name}")))
            )
        self._vfs = _Vfs(1, ctypes.sizeof(_File), 512, None, b"simulated", None)
        for name, kind in _VFS_METHODS:
            if kind is not _PTR:
                setattr(self._vfs, name, kind(getattr(self, f"_{name}")))

    def register(self) -> None:
        """Makes this VFS the default: databases opened from now on are on simulated disks."""
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == _OK

    def unregister(self) -> None:
        assert self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs)) == _OK

    def begin(self, disk_of_open: Callable[[], SimulatedDisk]) -> None:
        """Begins a new history, also with SQLite's own random numbers."""
        self.disk_of_open = disk_of_open
        self._shared.clear()
        self._library.sqlite3_randomness(0, None)

    @property
    def open_files(self) -> list[str]:
        return [handle.path for handle in self._handles.values()]

    def _dispatch(self, method: Callable[..., int], file: Any, *arguments: Any) -> int:
        return method(self._handles[file.contents.handle], *arguments)

    # The file system.

    def _open(self, _vfs: Any, name: bytes | None, file: Any, flags: int, out: Any) -> int:
        disk = self.disk_of_open()
        self._next += 1
        path = f"temporary-{self._next}" if name is None else name.decode()
        file.contents.methods = None
        if path not in disk.files:
            if not flags & _OPEN_CREATE or not disk.before_change():
                return _CANTOPEN
            disk.files[path] = SimulatedFile()
        shared = self._shared.setdefault((id(disk), path), _Shared())
        self._handles[self._next] = _Handle(
            self._next, disk, path, disk.files[path], shared, bool(flags & _OPEN_DELETE_ON_CLOSE)
        )
        file.contents.handle = self._next
        file.contents.methods = ctypes.addressof(self._io)
        if out:
            out[0] = flags
        return _OK

    def _delete(self, _vfs: Any, name: bytes, _sync: int) -> int:
        disk = self.disk_of_open()
        if not disk.before_change():
            return _IOERR
        disk.files.pop(name.decode(), None)
        return _OK

    def _access(self, _vfs: Any, name: bytes, _flags: int, out: Any) -> int:
        out[0] = name.decode() in self.disk_of_open().files
        return _OK

    def _full_path(self, _vfs: Any, name: bytes, size: int, out: Any) -> int:
        if len(name) + 1 > size:
            return _CANTOPEN
        ctypes.memmove(out, name + b"\0", len(name) + 1)
        return _OK

    def _randomness(self, _vfs: Any, size: int, out: Any) -> int:
        ctypes.memmove(out, self.disk_of_open().random.randbytes(size), size)
        return size

    def _sleep(self, _vfs: Any, microseconds: int) -> int:
        self.disk_of_open().waited_s += microseconds / 1e6
        return microseconds

    def _current_time(self, _vfs: Any, out: Any) -> int:
        out[0] = 2461000.0
        return _OK

    def _last_error(self, *_: Any) -> int:
        return 0

    # Files.

    def _close(self, handle: _Handle) -> int:
        handle.shared.levels.pop(handle.number, None)
        del self._handles[handle.number]
        if handle.delete_on_close:
            handle.disk.files.pop(handle.path, None)
        return _OK

    def _read(self, handle: _Handle, out: int, size: int, offset: int) -> int:
        found = bytes(handle.file.data[offset : offset + size])
        ctypes.memmove(out, found, len(found))
        if len(found) < size:
            ctypes.memset(out + len(found), 0, size - len(found))
            return _SHORT_READ
        return _OK

    def _write(self, handle: _Handle, data: int, size: int, offset: int) -> int:
        if not handle.disk.before_change():
            return _IOERR
        if handle.disk.full:
            return _FULL
        handle.file.write(offset, ctypes.string_at(data, size))
        return _OK

    def _truncate(self, handle: _Handle, size: int) -> int:
        if not handle.disk.before_change():
            return _IOERR
        handle.file.truncate(size)
        return _OK

    def _sync(self, handle: _Handle, _flags: int) -> int:
        return _OK if handle.disk.sync(handle.file) else _IOERR

    def _file_size(self, handle: _Handle, out: Any) -> int:
        out[0] = len(handle.file.data)
        return _OK

    def _lock(self, handle: _Handle, level: int) -> int:
        levels = handle.shared.levels
        others = [held for number, held in levels.items() if number != handle.number]
        highest = max(others, default=_NONE)
        if level == _SHARED and highest >= _PENDING:
            return _BUSY
        if level == _RESERVED and highest >= _RESERVED:
            return _BUSY
        if level == _EXCLUSIVE and highest >= _SHARED:
            if highest >= _RESERVED:
                return _BUSY
            levels[handle.number] = _PENDING
            return _BUSY
        levels[handle.number] = level
        return _OK

    def _unlock(self, handle: _Handle, level: int) -> int:
        handle.shared.levels[handle.number] = level
        return _OK

    def _check_reserved(self, handle: _Handle, out: Any) -> int:
        out[0] = any(level >= _RESERVED for level in handle.shared.levels.values())
        return _OK

    def _control(self, _handle: _Handle, _operation: int, _argument: Any) -> int:
        return _NOTFOUND

    def _sector_size(self, _handle: _Handle) -> int:
        return 4096

    def _characteristics(self, _handle: _Handle) -> int:
        return 0

    # Shared memory of write-ahead logs.

    def _shm_map(self, handle: _Handle, page: int, size: int, extend: int, out: Any) -> int:
        regions = handle.shared.regions
        while len(regions) <= page:
            if not extend:
                out[0] = None
                return _OK
            regions.append(ctypes.create_string_buffer(size))
        out[0] = ctypes.addressof(regions[page])
        return _OK

    def _shm_lock(self, handle: _Handle, offset: int, count: int, flags: int) -> int:
        shared, me = handle.shared, handle.number
        slots = range(offset, offset + count)
        if flags & _SHM_UNLOCK:
            for slot in slots:
                shared.sharers[slot].discard(me)
                if shared.exclusive[slot] == me:
                    shared.exclusive[slot] = None
            return _OK
        for slot in slots:
            if shared.exclusive[slot] not in (None, me):
                return _BUSY
            if flags & _SHM_EXCLUSIVE and shared.sharers[slot] - {me}:
                return _BUSY
        for slot in slots:
            if flags & _SHM_EXCLUSIVE:
                shared.exclusive[slot] = me
            else:
                shared.sharers[slot].add(me)
        return _OK

    def _shm_barrier(self, _handle: _Handle) -> int:
        return _OK

    def _shm_unmap(self, handle: _Handle, _delete: int) -> int:
        for slot in range(8):
            handle.shared.sharers[slot].discard(handle.number)
            if handle.shared.exclusive[slot] == handle.number:
                handle.shared.exclusive[slot] = None
        if _delete:
            handle.shared.regions.clear()
        return _OK


def _no_disk() -> SimulatedDisk:
    raise RuntimeError("a database was opened by no simulated process")
