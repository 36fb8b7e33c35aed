"""The frames of a real worker, read by docs/formats/telemetry.md."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from orrery_contracts.conditions import LocalTransport, TelemetryOptions
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.telemetry import ColumnRole, FrameKind, FrameSchema
from orrery_contracts.worker import Prepared, Result
from orrery_contracts.workloads.universe_steps import OracleUse, ProcessModel
from orrery_testing import worker_run
from orrery_testing.plans import Universe

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("worker_executable")]

HEADER = struct.Struct("<IHHIIIIQQQIIQ")
FORMATS = {"u32": "I", "u64": "Q", "f32": "f", "f64": "d"}
KINDS = {1: FrameKind.WINDOW, 2: FrameKind.SAMPLES}
STEPS = 2_000


@dataclass(frozen=True)
class Frame:
    """A frame, read by this test's own reader."""

    kind: FrameKind
    schema_id: int
    node_index: int
    rows: int
    sequence: int
    done: int
    time_ns: int
    dropped: int
    columns: dict[str, tuple[float, ...]]


def frames(data: bytes, schemas: Mapping[int, FrameSchema]) -> Iterator[Frame]:
    """Yields every frame of a stream, which must end with a whole frame."""
    offset = 0
    while offset < len(data):
        (
            magic, version, schema_id, kind, node_index, _repeat, rows,
            sequence, done, time_ns, body_bytes, dropped, reserved,
        ) = HEADER.unpack_from(data, offset)  # fmt: skip
        assert (magic, version, reserved) == (0x4D54524F, 1, 0)
        assert HEADER.size + body_bytes <= 1 << 20
        assert schemas[schema_id].kind is KINDS[kind]
        offset += HEADER.size
        end = offset + body_bytes
        columns = {}
        for column in schemas[schema_id].columns:
            values = struct.Struct(f"<{rows}{FORMATS[column.type]}")
            columns[column.name] = values.unpack_from(data, offset)
            offset += (values.size + 7) // 8 * 8
        assert offset == end
        yield Frame(
            KINDS[kind], schema_id, node_index, rows, sequence, done, time_ns, dropped, columns
        )


def run_frames(
    plans: list[WorkerPlan], folder: Path, environment: Mapping[str, str]
) -> list[tuple[list[Frame], dict[int, FrameSchema], Result]]:
    """Frames, schemas and result of each worker of a run."""
    with worker_run.workers(plans, folder, environment) as started:
        worker_run.rendezvous(started)
        results = [worker.expect(Result) for worker in started]
        for worker in started:
            assert worker.exit_status() == 0
            worker.close()
    told = []
    for worker, result in zip(started, results, strict=True):
        prepared = next(said for said in worker.said if isinstance(said, Prepared))
        schemas = {schema.schema_id: schema for schema in prepared.schemas}
        told.append((list(frames(bytes(worker.frames), schemas)), schemas, result))
    return told


def universe(model: ProcessModel) -> Universe:
    return Universe(
        entities=(6, 4),
        managers=(1, 0),
        steps=STEPS,
        process_model=model,
        local=LocalTransport.SHM if model is ProcessModel.PROCESS else LocalTransport.THREAD,
        oracle=OracleUse.NEVER,
    )


@pytest.mark.parametrize("model", list(ProcessModel))
def test_windows_tell_the_whole_run(
    model: ProcessModel, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    for index, (told, schemas, result) in enumerate(
        run_frames(universe(model).plans(), tmp_path, environment)
    ):
        assert [frame.sequence for frame in told] == list(range(1, len(told) + 1))
        assert {frame.node_index for frame in told} == {index}
        done = [frame.done for frame in told]
        assert done == sorted(done)
        windows = [frame for frame in told if frame.kind is FrameKind.WINDOW]
        assert windows
        assert all(frame.rows == 1 for frame in windows)
        assert windows[-1].done == STEPS
        assert sum(frame.columns["steps"][0] for frame in windows) == STEPS
        counted = {count.kind: int(count.counted) for count in result.result.messages}
        for kind, count in counted.items():
            shown = sum(frame.columns[f"messages.{kind}"][0] for frame in windows)
            assert shown == count, kind
        entities = universe(model).entities[index]
        assert all(frame.columns["entities"][0] == entities for frame in windows)
        for frame in told:
            for name, values in frame.columns.items():
                assert all(math.isfinite(value) and value >= 0 for value in values), name
        roles = {column.role for schema in schemas.values() for column in schema.columns}
        assert {ColumnRole.DURATION, ColumnRole.ACTIVITY, ColumnRole.MESSAGES} <= roles


@pytest.mark.parametrize("model", list(ProcessModel))
def test_activities_add_up_to_the_step(
    model: ProcessModel, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    for told, _, _ in run_frames(universe(model).plans(), tmp_path, environment):
        for frame in told:
            columns = frame.columns
            if frame.kind is not FrameKind.WINDOW or not columns["steps"][0]:
                continue
            activities = sum(
                values[0] for name, values in columns.items() if name.startswith("activity.")
            )
            mean = columns["step_time.mean"][0]
            assert math.isclose(activities, mean, rel_tol=0.01, abs_tol=50)
            assert columns["step_time.min"][0] <= mean <= columns["step_time.max"][0]


def test_without_telemetry_there_is_no_frame(
    tmp_path: Path, environment: Mapping[str, str]
) -> None:
    plans = [
        plan.model_copy(update={"telemetry": TelemetryOptions(enabled=False)})
        for plan in universe(ProcessModel.POOLED).plans()
    ]
    for told, _, result in run_frames(plans, tmp_path, environment):
        assert told == []
        assert result.result.metrics
        assert all(check.holds for check in result.result.checks)


def test_samples_keep_their_cap(tmp_path: Path, environment: Mapping[str, str]) -> None:
    plans = [
        plan.model_copy(update={"telemetry": TelemetryOptions(max_samples=500)})
        for plan in universe(ProcessModel.POOLED).plans()
    ]
    for told, _, _ in run_frames(plans, tmp_path, environment):
        rows = sum(frame.rows for frame in told if frame.kind is FrameKind.SAMPLES)
        assert 0 < rows <= 500
