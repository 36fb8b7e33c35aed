"""Positions of entities over a repeat, thinned: a bounded number of frames that cover it evenly.

Time is divided into slots of one length; each node keeps one frame a slot. When a repeat outgrows
`MOST_MOMENTS` slots, the slots become twice as long and every second frame is dropped. The length
follows from the newest time alone, so that a console that restarts goes on as before.

Data of a frame: zstd over the numbers of the entities (u32), then x, then y (u16, 65536ths of the
side of the square).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import zstandard
from numpy.typing import NDArray
from orrery_contracts.api import NodePositions, PositionMoment, Positions
from orrery_contracts.binary_records import TelemetryHeader
from orrery_contracts.telemetry import FrameSchema

#: Moments of a repeat that are kept.
MOST_MOMENTS = 300
#: Entities of a frame that are kept; of all nodes together, if the run's spec says how many it has.
MOST_ENTITIES = 2000
#: Length of a slot at first: workers send five frames a second.
_FIRST_SLOT_NS = 100_000_000
#: Workers with more entities send a sample (docs/formats/telemetry.md).
_MOST_SENT = 10_000
_SIDE = 1 << 16
_ROW_BYTES = 8
_MOST_COUNT = 2**53 - 1

Key = tuple[int, int, int]
"""Repeat, node, nanoseconds since the measured part began."""


@dataclass(frozen=True, slots=True)
class PositionFrame:
    """Where the entities of a node were at a moment, as stored."""

    repeat: int
    node_index: int
    time_ns: int
    done: int
    """Measured steps that were done."""
    rows: int
    data: bytes

    @property
    def key(self) -> Key:
        return (self.repeat, self.node_index, self.time_ns)


def slot_ns(newest_ns: int) -> int:
    """Length of the slots of a repeat whose newest frame is of that time."""
    length = _FIRST_SLOT_NS
    while newest_ns // length >= MOST_MOMENTS:
        length *= 2
    return length


@dataclass(slots=True)
class PositionThinning:
    """Of one run. Knows the newest repeat only; frames of earlier repeats are left out."""

    entities: int = 0
    """In the run; 0: unknown."""
    _repeat: int = -1
    _newest_ns: int = 0
    _kept: dict[int, dict[int, int]] = field(default_factory=dict)
    """By node and slot: the time of the frame."""
    _new: dict[Key, PositionFrame] = field(default_factory=dict)
    _dropped: list[Key] = field(default_factory=list)

    def add(
        self, header: TelemetryHeader, schema: FrameSchema, columns: list[NDArray[np.generic]]
    ) -> None:
        """A frame that fits its schema; ignored if its schema has no numbers, x and y."""
        by_name = {c.name: values for c, values in zip(schema.columns, columns, strict=True)}
        if not {"entity", "x", "y"} <= by_name.keys() or header.repeat < self._repeat:
            return
        if header.time_ns > _MOST_COUNT or header.done > _MOST_COUNT:
            return
        if header.repeat > self._repeat:
            self._begin(header.repeat)
        self._make_room(header.time_ns)
        slots = self._kept.setdefault(header.node_index, {})
        slot = header.time_ns // slot_ns(self._newest_ns)
        if slot in slots:
            return
        slots[slot] = header.time_ns
        rows, data = _packed(by_name["entity"], by_name["x"], by_name["y"], self._stride())
        frame = PositionFrame(
            header.repeat, header.node_index, header.time_ns, header.done, rows, data
        )
        self._new[frame.key] = frame

    def take(self) -> tuple[list[PositionFrame], list[Key]]:
        """Frames to store and keys of stored frames to delete, since the last call."""
        taken = list(self._new.values()), self._dropped
        self._new, self._dropped = {}, []
        return taken

    def forget(self, repeat: int) -> None:
        """Forgets the positions of the repeat: it begins again."""
        self._new = {key: frame for key, frame in self._new.items() if key[0] != repeat}
        self._dropped = [key for key in self._dropped if key[0] != repeat]
        if repeat == self._repeat:
            self._begin(repeat)

    def restore(self, repeat: int, keys: Iterable[Key]) -> None:
        """Goes on with a repeat whose frames of these keys are stored."""
        self._begin(repeat)
        for _, node, time_ns in sorted(keys, key=lambda key: key[2]):
            self._newest_ns = max(self._newest_ns, time_ns)
            self._kept.setdefault(node, {})[time_ns] = time_ns
        self._divide(slot_ns(self._newest_ns))

    def _begin(self, repeat: int) -> None:
        self._repeat, self._newest_ns, self._kept = repeat, 0, {}

    def _make_room(self, time_ns: int) -> None:
        before = slot_ns(self._newest_ns)
        self._newest_ns = max(self._newest_ns, time_ns)
        length = slot_ns(self._newest_ns)
        if length != before:
            self._divide(length)

    def _divide(self, length: int) -> None:
        """Keeps the first frame of each node in each slot."""
        for node, slots in self._kept.items():
            kept: dict[int, int] = {}
            for time_ns in sorted(slots.values()):
                if kept.setdefault(time_ns // length, time_ns) != time_ns:
                    self._drop((self._repeat, node, time_ns))
            self._kept[node] = kept

    def _drop(self, key: Key) -> None:
        if self._new.pop(key, None) is None:
            self._dropped.append(key)

    def _stride(self) -> int:
        """Entities whose number is a multiple of it are kept: the same ones in every frame."""
        sent = max(1, -(-self.entities // _MOST_SENT))
        return sent * max(1, -(-self.entities // (sent * MOST_ENTITIES)))


def _packed(
    entities: NDArray[np.generic], x: NDArray[np.generic], y: NDArray[np.generic], stride: int
) -> tuple[int, bytes]:
    places = np.array([x, y], "<f8")
    # A worker may send anything: what is no place is left out.
    kept = np.isfinite(places).all(axis=0) & (np.asarray(entities, "<u8") % stride == 0)
    numbers = np.asarray(entities, "<u4")[kept][:MOST_ENTITIES]
    shares = places[:, kept][:, :MOST_ENTITIES] % 1.0
    cells = np.minimum(shares * _SIDE, _SIDE - 1).astype("<u2")
    raw = numbers.tobytes() + cells.tobytes()
    return len(numbers), zstandard.ZstdCompressor(level=3).compress(raw)


def unpack(frame: PositionFrame) -> NodePositions:
    """Raises ValueError if the data does not have the frame's rows."""
    rows = frame.rows
    if not 0 <= rows <= MOST_ENTITIES:
        raise ValueError(f"{rows} entities in a frame, not 0 to {MOST_ENTITIES}")
    expected = rows * _ROW_BYTES
    try:
        raw = zstandard.ZstdDecompressor().decompress(frame.data, max_output_size=expected)
        says = zstandard.frame_content_size(frame.data)
    except zstandard.ZstdError as error:
        raise ValueError(f"positions at {frame.time_ns} ns: {error}") from error
    if len(raw) != expected or says != expected:
        raise ValueError(f"positions of {says} bytes, not {expected}")
    numbers = np.frombuffer(raw, "<u4", rows)
    cells = np.frombuffer(raw, "<u2", 2 * rows, 4 * rows).reshape(2, rows)
    x, y = np.round((cells + 0.5) / _SIDE, 5).tolist()
    return NodePositions(node_index=frame.node_index, entities=numbers.tolist(), x=x, y=y)


def check_keys(keys: Sequence[Key], repeats: int, nodes: int) -> None:
    """Raises ValueError unless the frames of a repeat are of the run, in time and no more than are
    kept. For frames that others have written.
    """
    for repeat, node, time_ns in keys:
        if not (0 <= repeat < repeats and 0 <= node < nodes and 0 <= time_ns <= _MOST_COUNT):
            raise ValueError(
                f"positions of repeat {repeat}, node {node}, at {time_ns} ns belong to nothing"
            )
    if len(keys) > MOST_MOMENTS * nodes:
        raise ValueError(f"{len(keys)} frames of positions, not at most {MOST_MOMENTS} a node")


def check_frames(frames: Sequence[PositionFrame]) -> None:
    """Raises ValueError unless all frames can be read."""
    for frame in frames:
        unpack(frame)


@dataclass(frozen=True, slots=True)
class Moment:
    """Frames that show a repeat at a moment: of each node the newest one."""

    time_ns: int
    done: int
    keys: tuple[Key, ...]


def moments_of(known: Sequence[tuple[Key, int]]) -> list[Moment]:
    """Moments of a repeat in order, from the keys of its frames and the steps done in each."""
    if not known:
        return []
    length = slot_ns(max(key[2] for key, _ in known))
    newest: dict[int, Key] = {}
    found: dict[int, Moment] = {}
    done = 0
    for key, steps in sorted(known, key=lambda one: one[0][2]):
        newest[key[1]] = key
        done = max(done, steps)
        found[key[2] // length] = Moment(key[2], done, tuple(newest.values()))
    return list(found.values())


def positions_of(
    repeat: int, moments: Sequence[Moment], first: int, last: int, frames: Sequence[PositionFrame]
) -> Positions:
    """The document of the moments `first` to before `last`."""
    nodes = {frame.key: unpack(frame) for frame in frames}
    return Positions(
        repeat=repeat,
        times_ns=[moment.time_ns for moment in moments],
        steps=[moment.done for moment in moments],
        first=first,
        items=[
            PositionMoment(nodes=[nodes[key] for key in moment.keys if key in nodes])
            for moment in moments[first:last]
        ],
    )
