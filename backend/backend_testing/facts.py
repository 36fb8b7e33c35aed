"""Documents that scripted agents and workers say."""

from __future__ import annotations

import numpy as np
from orrery_backend.kit.frames import pack_frame
from orrery_contracts.agent import NodeFacts
from orrery_contracts.binary_records import FRAME_KIND_NUMBERS, TelemetryHeader
from orrery_contracts.results import Better, Check, MessageCount, Metric, ProcessUse, WorkerResult
from orrery_contracts.telemetry import Column, ColumnRole, ColumnType, FrameKind, FrameSchema

WINDOW = 1
SAMPLES = 2
ENTITIES = 3


def node_facts(rating: float = 1000.0, machine: str = "m1", memory: int = 8 << 30) -> NodeFacts:
    return NodeFacts(
        hostname="host",
        os="Debian 12",
        kernel="6.1",
        architecture="x86_64",
        cpu_model="CPU",
        cores=2,
        cpu_limit=2.0,
        memory_bytes=memory,
        machine_id=machine,
        address="127.0.0.1",
        rating=rating,
        clock_resolution_ns=1.0,
        clock_read_ns=20.0,
        transports=["thread", "shm", "uds", "tcp", "tcp_per_message", "mailer", "tls"],
        agent_version="0.1.0",
        worker_version="0.1.0",
        build="release",
        commit="abcdef",
    )


def _column(name: str, role: ColumnRole, kind: ColumnType = ColumnType.F64) -> Column:
    return Column(
        name=name,
        title=name,
        type=kind,
        unit="ns",
        role=role,
        series=name.split(".", maxsplit=1)[0],
    )


def schemas() -> list[FrameSchema]:
    return [
        FrameSchema(
            schema_id=WINDOW,
            kind=FrameKind.WINDOW,
            columns=[
                _column("first_step", ColumnRole.INDEX, ColumnType.U64),
                _column("step_time.mean", ColumnRole.DURATION),
                _column("activity.wait", ColumnRole.ACTIVITY, ColumnType.F32),
                _column("step_time.p50", ColumnRole.DURATION),
            ],
        ),
        FrameSchema(
            schema_id=SAMPLES,
            kind=FrameKind.SAMPLES,
            columns=[
                _column("step", ColumnRole.INDEX, ColumnType.U32),
                _column("step_time", ColumnRole.DURATION, ColumnType.F32),
            ],
        ),
        FrameSchema(
            schema_id=ENTITIES,
            kind=FrameKind.ENTITIES,
            columns=[
                _column("entity", ColumnRole.INDEX, ColumnType.U32),
                _column("x", ColumnRole.POSITION, ColumnType.F32),
                _column("y", ColumnRole.POSITION, ColumnType.F32),
            ],
        ),
    ]


def header_of(
    schema_id: int, kind: FrameKind, node: int, repeat: int, rows: int, sequence: int, done: int
) -> TelemetryHeader:
    """Of a frame whose steps took 1 us each; the body is not measured yet."""
    return TelemetryHeader(
        schema_id=schema_id,
        kind=FRAME_KIND_NUMBERS[kind],
        node_index=node,
        repeat=repeat,
        rows=rows,
        sequence=sequence,
        done=done,
        time_ns=done * 1000,
        body_bytes=0,
        dropped=0,
    )


def window_frame(node: int, repeat: int, sequence: int, done: int, step_time: float) -> bytes:
    header = header_of(WINDOW, FrameKind.WINDOW, node, repeat, 1, sequence, done)
    return pack_frame(
        header,
        [
            np.array([done], "<u8"),
            np.array([step_time], "<f8"),
            np.array([1.5], "<f4"),
            np.array([step_time], "<f8"),
        ],
    )


def samples_frame(
    node: int, repeat: int, sequence: int, done: int, first: int, values: list[float]
) -> bytes:
    rows = len(values)
    header = header_of(SAMPLES, FrameKind.SAMPLES, node, repeat, rows, sequence, done)
    return pack_frame(
        header, [np.arange(first, first + rows).astype("<u4"), np.array(values, "<f4")]
    )


def entities_frame(
    node: int, repeat: int, sequence: int, places: list[float], done: int = 1
) -> bytes:
    """Entities from 0 at these places of the diagonal."""
    rows = len(places)
    header = header_of(ENTITIES, FrameKind.ENTITIES, node, repeat, rows, sequence, done=done)
    shares = np.array(places, "<f4")
    return pack_frame(header, [np.arange(rows).astype("<u4"), shares, shares])


def worker_result(
    *,
    master: bool,
    step_time: float = 1000.0,
    checksum: str = "42",
    holds: bool = True,
    found: str = "120000",
) -> WorkerResult:
    metrics = [
        Metric(
            name="step_time.p50", title="Step time", value=step_time, unit="ns", better=Better.LOWER
        ),
        Metric(
            name="steps_per_second",
            title="Steps per second",
            value=1e9 / step_time,
            unit="steps/s",
            better=Better.HIGHER,
        ),
    ]
    messages = [
        MessageCount(
            kind="state_from_entity",
            title="State update from an entity",
            expected="120000",
            counted="120000",
            bytes="960000",
        )
    ]
    checks = [
        Check(name="message_counts", title="Messages", holds=holds, expected="120000", found=found)
    ]
    return WorkerResult(
        schema_version=1,
        metrics=metrics,
        run_metrics=metrics if master else [],
        checks=checks,
        messages=messages,
        run_messages=messages if master else [],
        state_checksum=checksum,
        run_state_checksum=checksum if master else "0",
        processes=[
            ProcessUse(
                name="universe manager",
                pid=100,
                user_us=10,
                system_us=5,
                voluntary_switches=1,
                involuntary_switches=2,
                minor_faults=3,
                major_faults=0,
                peak_rss_bytes=1 << 20,
            )
        ],
        elapsed_ns="3000000",
        samples_dropped=0,
        sample_stride=1,
    )
