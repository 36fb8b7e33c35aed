"""A store that takes no more says so; nothing is lost, and all goes on when there is space."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, in_state, launch, nodes_are_free, read
from backend_testing.console import RunningConsole, running_console, until
from orrery_backend.status import TRY_EVERY_S
from orrery_contracts.api import RunState
from orrery_contracts.worker import Log, LogLevel


async def _new_connections(console: RunningConsole) -> None:
    """The old ones have the bound, not the file. None of them is in use when they are closed."""
    async with console.console.database._turn:
        await console.console.database._writer.dispose()


@asynccontextmanager
async def _full(console: RunningConsole) -> AsyncIterator[None]:
    """The store cannot grow: as on a full disk, SQLite answers `database or disk is full`."""
    async with console.console.database.write() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        most = (await connection.exec_driver_sql("PRAGMA max_page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        await _new_connections(console)
    assert most > pages


async def test_a_run_survives_a_full_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_console(tmp_path) as console:
        agents = [ScriptedAgent(console.ws, name, hold_after_begin=True) for name in "ab"]
        for agent in agents:
            await agent.connect()
        run = (await launch(console, TWO_NODES)).summary.id
        await in_state(console, run, RunState.RUNNING)
        await until(lambda: console.console.flusher.trouble == "", "all is stored")
        capsys.readouterr()
        async with _full(console):
            held = agents[0].output_of()
            for number in range(300):
                text = f"{number:05} " + "x" * 1900
                await agents[0].record(held, Log(level=LogLevel.INFO, text=text))
            await until(lambda: console.console.flusher.trouble != "", "the store is full")
            acknowledged = held.acked
            health = await console.client.get("/health")
            assert health.status_code == 503, health.text
            assert health.json()["code"] == "unavailable"
            assert "full" in health.json()["detail"]
            for path in ("/runs", f"/runs/{run}", "/nodes", f"/runs/{run}/log"):
                assert (await console.client.get(path)).status_code == 200, path
            axis = {"kind": "range", "path": "seed", "min": 1, "max": 200, "step": 1}
            sweep = {"name": "large", "base": TWO_NODES, "axes": [axis]}
            refused = await console.client.post("/sweeps", json=sweep)
            assert refused.status_code == 503, refused.text
            late = await ScriptedAgent(console.ws, "late").connect()
            assert late.welcome is not None
            for agent in agents:
                agent.let_end.set()
            assert held.acked == acknowledged
            assert acknowledged < len(held.records)
        run_document = await ended(console, run)
        assert run_document.summary.state is RunState.DONE
        await nodes_are_free(console)
        log = (await console.client.get(f"/runs/{run}/log?limit=20000")).json()
        assert len([line for line in log if line["text"].endswith("xxx")]) == 300

        async def healthy() -> bool:
            return (await console.client.get("/health")).status_code == 200

        await until(healthy, "the console is well again")
        said = capsys.readouterr().out
        assert "Traceback" not in said
        assert said.count("the store fails") == 1
        assert said.count("takes what runs bring again") == 1
        for agent in (*agents, late):
            await agent.stop()
    async with running_console(tmp_path) as console:
        names = {node["name"] for node in (await console.client.get("/nodes")).json()["items"]}
        assert names == {"a", "b", "late"}


async def test_a_refused_change_of_an_active_run_changes_nothing(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    made = await launch(console, TWO_NODES)
    run, name = made.summary.id, made.summary.name
    await in_state(console, run, RunState.RUNNING)
    await until(lambda: not console.console.flusher.trouble, "all is stored")
    note = {"name": "another", "note": "x" * 2000, "tags": [f"t{i}" * 20 for i in range(20)]}
    async with console.console.database.write() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")
    refused = await console.client.patch(f"/runs/{run}", json=note)
    assert refused.status_code == 503, refused.text
    assert (await read(console, run)).summary.name == name
    await _new_connections(console)
    for agent in agents:
        agent.let_end.set()
    assert (await ended(console, run)).summary.name == name
    changed = await console.client.patch(f"/runs/{run}", json=note)
    assert changed.status_code == 200, changed.text
    assert (await read(console, run)).summary.name == "another"


@pytest.mark.parametrize("of_group", [False, True])
async def test_a_cancel_that_the_store_refuses_cancels_nothing(
    console: RunningConsole, agents: list[ScriptedAgent], of_group: bool
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    if of_group:
        axis = {"kind": "list", "path": "seed", "values": ["7"]}
        sweep = {"name": "seeds", "base": TWO_NODES, "axes": [axis]}
        made = (await console.client.post("/sweeps", json=sweep)).json()
        run, path = made["cells"][0]["run"]["id"], f"/groups/{made['summary']['id']}/cancel"
    else:
        run = (await launch(console, TWO_NODES)).summary.id
        path = f"/runs/{run}/cancel"
    await in_state(console, run, RunState.RUNNING)
    await until(lambda: not console.console.flusher.trouble, "all is stored")
    async with console.console.database.write() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")
    refused = await console.client.post(path)
    assert refused.status_code == 503, refused.text
    assert (await read(console, run)).summary.state is RunState.RUNNING
    await _new_connections(console)
    for agent in agents:
        agent.let_end.set()
    assert (await ended(console, run)).summary.state is RunState.DONE


async def test_a_cancel_that_was_stored_is_carried_out_after_a_restart(tmp_path: Path) -> None:
    """As if the console had been killed after the store's answer and before all else."""
    async with running_console(tmp_path) as console:
        agents = [ScriptedAgent(console.ws, name, hold_after_begin=True) for name in "ab"]
        for agent in agents:
            await agent.connect()
        started = (await launch(console, TWO_NODES)).summary.id
        waiting = (await launch(console, TWO_NODES)).summary.id
        await in_state(console, started, RunState.RUNNING)
        async with console.console.database.write() as connection:
            await connection.exec_driver_sql("UPDATE runs SET cancel_asked_ms = 1")
        for agent in agents:
            await agent.stop()
    async with running_console(tmp_path) as console:
        for run in (started, waiting):
            document = await ended(console, run)
            assert document.summary.state is RunState.CANCELLED
            states = [event.name for event in document.events if event.name.startswith("state.")]
            assert states[-1] == "state.cancelled"


async def test_health_tries_a_write(console: RunningConsole) -> None:
    """Also when no run brings anything."""
    assert TRY_EVERY_S > 0
    assert (await console.client.get("/health")).status_code == 200
    async with console.console.database.write() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")

    async def says_so() -> bool:
        return (await console.client.get("/health")).status_code == 503

    await until(says_so, "health says that nothing can be stored")
    assert "readonly" in (await console.client.get("/health")).json()["detail"]
    await _new_connections(console)

    async def is_well() -> bool:
        return (await console.client.get("/health")).status_code == 200

    await until(is_well, "the console is well again")


async def test_agents_have_a_send_window(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        assert agent.welcome is not None
        assert agent.welcome.window_bytes > 0
