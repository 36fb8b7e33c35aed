"""Runs as Parquet tables: all that was measured, as REST says it."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pyarrow.parquet as pq
import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, until
from orrery_backend.features.transfer import parquet
from orrery_contracts.api import RunDocument

pytestmark = pytest.mark.both_stores

_Rows = list[dict[str, Any]]


async def _tables(console: RunningConsole, query: str) -> dict[str, Any]:
    answer = await console.client.get(f"/exports?format=parquet&{query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    with ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        return {
            name.removesuffix(".parquet"): pq.read_table(io.BytesIO(archive.read(name)))
            for name in archive.namelist()
            if name != parquet.RUN_FILE
        }


async def _runs(console: RunningConsole) -> list[RunDocument]:
    specs: list[dict[str, object]] = [
        {"preset": "universe-two-nodes", "set": ["repeats=2", "tags=kept"]},
        {"preset": "rti-throughput"},
    ]
    launched = [await launch(console, spec) for spec in specs]
    runs = [await ended(console, run.summary.id) for run in launched]
    await until(lambda: not console.console.engine.active(), "all runs are let go")
    return runs


async def test_each_run_is_a_row_with_its_spec(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    runs = await _runs(console)
    rows: _Rows = (await _tables(console, "run=1&run=2"))["runs"].to_pylist()
    assert [row["run"] for row in rows] == [1, 2]
    for row, run in zip(rows, runs, strict=True):
        assert json.loads(row["spec"]) == json.loads(run.spec.model_dump_json())
        assert (row["id"], row["tags"]) == (run.summary.id, run.summary.tags)
        assert row["nodes"] == [node.name for node in run.nodes]
        written = row["ended_at"].isoformat(timespec="milliseconds").replace("+00:00", "Z")
        assert written == run.summary.ended_at


async def test_figures_are_those_of_the_run(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    runs = await _runs(console)
    rows: _Rows = (await _tables(console, "run=1&run=2"))["figures"].to_pylist()
    expected = []
    for run in runs:
        for repeat in run.repeats:
            nodes = [(run.nodes[n.node_index].name, n.metrics) for n in repeat.nodes]
            for node, metrics in [(None, repeat.metrics), *nodes]:
                place = (run.summary.number, repeat.repeat, node)
                expected += [(*place, m.name, m.unit, m.value) for m in metrics]
    keys = ("run", "repeat", "node", "name", "unit", "value")
    metrics_found = [tuple(r[k] for k in keys) for r in rows if r["kind"] == "metric"]
    assert metrics_found == expected
    checks = [c.holds for run in runs for repeat in run.repeats for c in repeat.checks]
    assert checks
    assert [r["holds"] for r in rows if r["kind"] == "check"] == checks
    counted = [int(m.counted) for run in runs for r in run.repeats for m in r.messages]
    whole = [r for r in rows if r["kind"] == "messages" and r["node"] is None]
    assert [r["value"] for r in whole] == counted


async def test_every_row_of_every_series_is_there_with_its_unit(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_ROWS_AT_ONCE", 7)
    runs = await _runs(console)
    tables = await _tables(console, "run=1&run=2")
    for name, frame in (("windows", "window"), ("samples", "samples")):
        rows: _Rows = tables[name].to_pylist()
        at = 0
        for run in runs:
            query = f"frame={frame}&max_points=20000"
            series = await console.client.get(f"/runs/{run.summary.id}/series?{query}")
            for part in series.json()["items"]:
                node = run.nodes[part["node_index"]].name
                columns = {column["name"]: column for column in part["columns"]}
                for row in range(part["points"]):
                    found = dict(rows[at])
                    place = (found.pop("run"), found.pop("repeat"), found.pop("node"))
                    assert place == (run.summary.number, part["repeat"], node)
                    measured = {k: v for k, v in found.items() if v is not None}
                    told = {k: c["values"][row] for k, c in columns.items()}
                    assert measured == {k: v for k, v in told.items() if v is not None}
                    at += 1
                for column in columns.values():
                    field = tables[name].schema.field(column["name"])
                    assert field.metadata[b"unit"] == column["unit"].encode()
        assert at == len(rows)
        assert at > 14 or frame == "window"


async def test_each_document_is_read_once(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    await _runs(console)
    document, read = console.console.runs.document, []

    async def counted(run: str) -> Any:
        read.append(run)
        return await document(run)

    monkeypatch.setattr(console.console.runs, "document", counted)
    await _tables(console, "run=1&run=2")
    assert len(read) == len(set(read)) == 2


async def test_columns_of_two_units_are_not_mixed(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    await _runs(console)
    add = parquet._Columns.add

    def in_other_units(columns: Any, run: RunDocument) -> None:
        if run.summary.number == 2:
            for schema in run.schemas:
                schema.columns[:] = [c.model_copy(update={"unit": "h"}) for c in schema.columns]
        add(columns, run)

    monkeypatch.setattr(parquet._Columns, "add", in_other_units)
    answer = await console.client.get("/exports?format=parquet&run=1&run=2")
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["field"] == "run"
    assert "is in h here and in" in error["message"]
    assert not list((console.console.config.data_dir / "transfers").iterdir())
