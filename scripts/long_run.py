"""Add a run of many steps on many nodes to a stopped console's store, to measure its page.

    scripts/long_run.py DATA_DIR [STEPS] [NODES]

The run is a copy of the newest finished run with series, migrations, events and positions of its
own: a window for each 100 steps, a sample for each step of 1 ms. Prints the number of the run.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from orrery_backend.results.chunks import FULL_ROWS, encode
from orrery_backend.results.positions import PositionThinning
from orrery_contracts.binary_records import TelemetryHeader
from orrery_contracts.telemetry import (
    Column,
    ColumnRole,
    ColumnType,
    FrameKind,
    FrameSchema,
)

_WINDOW_STEPS = 100
_STEP_NS = 1_000_000
_ENTITIES = 1600
_MOVES = 200
_MOMENTS = 300
_TABLES = ("runs", "run_nodes", "repeats", "outputs")


def _column(name: str, kind: ColumnType, unit: str, role: ColumnRole, series: str = "") -> Column:
    return Column(name=name, title=name, type=kind, unit=unit, role=role, series=series or name)


def _duration(name: str, kind: ColumnType) -> Column:
    return _column(name, kind, "ns", ColumnRole.DURATION, "step_time")


_SCHEMAS = [
    FrameSchema(
        schema_id=1,
        kind=FrameKind.WINDOW,
        columns=[
            _column("first_step", ColumnType.U64, "count", ColumnRole.INDEX),
            _column("window_ns", ColumnType.U64, "ns", ColumnRole.TIME),
            _column("steps", ColumnType.U32, "count", ColumnRole.COUNTER),
            _duration("step_time.p50", ColumnType.F64),
            _duration("step_time.p99", ColumnType.F64),
            _column("messages.update", ColumnType.U64, "count", ColumnRole.MESSAGES),
        ],
    ),
    FrameSchema(
        schema_id=2,
        kind=FrameKind.SAMPLES,
        columns=[
            _column("step", ColumnType.U32, "count", ColumnRole.INDEX),
            _duration("step_time", ColumnType.F32),
        ],
    ),
    FrameSchema(
        schema_id=3,
        kind=FrameKind.ENTITIES,
        columns=[
            _column("entity", ColumnType.U32, "", ColumnRole.INDEX),
            _column("x", ColumnType.F32, "", ColumnRole.POSITION),
            _column("y", ColumnType.F32, "", ColumnRole.POSITION),
        ],
    ),
]


def add(store: Path, steps: int, nodes: int) -> int:
    """The number of the new run. Raises LookupError if the store has no finished run."""
    with sqlite3.connect(store) as link:
        found = link.execute(
            "SELECT id FROM runs WHERE state = 'done' ORDER BY number DESC"
        ).fetchone()
        if found is None:
            raise LookupError(f"{store} has no finished run: start one, and stop the console")
        (number,) = link.execute("SELECT last + 1 FROM run_numbers").fetchone()
        run_id = f"{number:010d}{found[0][10:]}"
        rows = {table: _row(link, table, found[0]) for table in _TABLES}
        _add_rows(link, rows, run_id, number, (steps, nodes))
        for schema in _SCHEMAS:
            document = schema.model_dump_json()
            _insert(link, "frame_schemas", run_id, schema_id=schema.schema_id, document=document)
        for node in range(nodes):
            _add_series(link, run_id, node, steps)
        _add_positions(link, run_id, nodes, steps)
        link.execute("UPDATE run_numbers SET last = ?", (number,))
    return int(number)


def _row(link: sqlite3.Connection, table: str, run_id: str) -> dict[str, Any]:
    key = "id" if table == "runs" else "run_id"
    found = link.execute(f"SELECT * FROM {table} WHERE {key} = ?", (run_id,))
    names = (column[0] for column in found.description)
    row = dict(zip(names, found.fetchone(), strict=True))
    del row[key]
    return row


def _insert(link: sqlite3.Connection, table: str, run_id: str, **values: object) -> None:
    key = "id" if table == "runs" else "run_id"
    row = values | {key: run_id}
    names, marks = ", ".join(row), ", ".join(f":{name}" for name in row)
    link.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", row)


def _add_rows(
    link: sqlite3.Connection,
    rows: dict[str, dict[str, Any]],
    run_id: str,
    number: int,
    size: tuple[int, int],
) -> None:
    steps, nodes = size
    names = [f"node-{index + 1}" for index in range(nodes)]
    model = json.loads(rows["runs"]["nodes"])[0]
    entries = [
        model | {"index": index, "name": name, "colour": index % 8 + 1}
        for index, name in enumerate(names)
    ]
    spec = json.loads(rows["runs"]["spec"])
    spec["workload"] |= {"entities": _ENTITIES}
    begun = rows["runs"]["created_ms"]
    ended = begun + steps * _STEP_NS // 10**6
    changes = {
        "number": number,
        "name": f"{steps} steps on {nodes} nodes",
        "nodes": json.dumps(entries),
        "node_names": json.dumps(names),
        "spec": json.dumps(spec),
        "started_ms": begun,
        "ended_ms": ended,
    }
    _insert(link, "runs", run_id, **(rows["runs"] | changes))
    _insert(link, "repeats", run_id, repeat=0, state="done", started_ms=begun, ended_ms=ended)
    result = json.loads(rows["outputs"]["result"])
    result["migrations"] = [
        {
            "step": steps * move // _MOVES,
            "entity": move,
            "from_node": move % nodes,
            "to_node": (move + 1) % nodes,
            "cause": "above_threshold" if move % 3 else "manual",
            "state_bytes": 200,
            "pause_ns": 150_000,
        }
        for move in range(_MOVES if nodes > 1 else 0)
    ]
    for index, name in enumerate(names):
        _insert(link, "run_nodes", run_id, node_index=index, name=name)
        output = {"node_index": index, "total_steps": str(steps), "result": json.dumps(result)}
        _insert(link, "outputs", run_id, **(rows["outputs"] | output))
    _add_events(link, run_id, (begun, ended), names)


def _add_events(
    link: sqlite3.Connection, run_id: str, times: tuple[int, int], names: list[str]
) -> None:
    begun, ended = times
    events = [(begun, "", "state.running", "Steps are measured.")]
    events += [
        (begun + (ended - begun) * part // 7, names[part % len(names)], "link.slow", "was late")
        for part in range(1, 7)
    ]
    events.append((ended, "", "state.collecting", "All steps are done."))
    for sequence, (at_ms, node, name, words) in enumerate(events, 1):
        event = {"at_ms": at_ms, "repeat": 0, "node": node, "name": name, "text": words}
        _insert(link, "run_events", run_id, sequence=sequence, **event)


def _add_series(link: sqlite3.Connection, run_id: str, node: int, steps: int) -> None:
    random = np.random.default_rng(node)
    times = 4e5 * (1 + 0.1 * node) + 2e4 * random.standard_normal(steps)
    times += 3e5 * (random.random(steps) > 0.999)
    table = times[: steps - steps % _WINDOW_STEPS].reshape(-1, _WINDOW_STEPS)
    count = len(table)
    ones = np.ones(count)
    windows = [
        (np.arange(count) * _WINDOW_STEPS).astype("<u8"),
        (ones * _WINDOW_STEPS * _STEP_NS).astype("<u8"),
        (ones * _WINDOW_STEPS).astype("<u4"),
        np.median(table, axis=1).astype("<f8"),
        np.quantile(table, 0.99, axis=1).astype("<f8"),
        (random.poisson(4000, count) + 200 * node).astype("<u8"),
    ]
    samples = [np.arange(steps).astype("<u4"), times.astype("<f4")]
    _add_chunks(link, run_id, (node, 1), windows)
    _add_chunks(link, run_id, (node, 2), samples)


def _add_chunks(
    link: sqlite3.Connection,
    run_id: str,
    place: tuple[int, int],
    columns: list[NDArray[Any]],
) -> None:
    for first in range(0, len(columns[0]), FULL_ROWS):
        part = [column[first : first + FULL_ROWS] for column in columns]
        summary, data = encode(part)
        where = {"repeat": 0, "node_index": place[0], "schema_id": place[1], "first_row": first}
        _insert(link, "chunks", run_id, **where, rows=len(part[0]), summary=summary, data=data)


def _add_positions(link: sqlite3.Connection, run_id: str, nodes: int, steps: int) -> None:
    thinning = PositionThinning(_ENTITIES)
    random = np.random.default_rng(0)
    x, y = random.random(_ENTITIES), random.random(_ENTITIES)
    for moment in range(_MOMENTS):
        x, y = (x + 0.004 * np.cos(12 * y)) % 1, (y + 0.004 * np.sin(12 * x)) % 1
        done = steps * moment // _MOMENTS
        for node in range(nodes):
            own = np.arange(node, _ENTITIES, nodes)
            header = TelemetryHeader(
                schema_id=3,
                kind=3,
                node_index=node,
                repeat=0,
                rows=len(own),
                sequence=moment + 1,
                done=done,
                time_ns=done * _STEP_NS,
                body_bytes=0,
                dropped=0,
            )
            columns = [own.astype("<u4"), x[own].astype("<f4"), y[own].astype("<f4")]
            thinning.add(header, _SCHEMAS[2], list(columns))
    for frame in thinning.take()[0]:
        _insert(
            link,
            "position_frames",
            run_id,
            repeat=0,
            node_index=frame.node_index,
            time_ns=frame.time_ns,
            done=frame.done,
            rows=frame.rows,
            data=frame.data,
        )


if __name__ == "__main__":
    wanted = [int(argument) for argument in sys.argv[2:4]]
    steps, nodes = (*wanted, *(1_000_000, 8)[len(wanted) :])
    print(add(Path(sys.argv[1]) / "orrery.sqlite", steps, nodes))
