"""What tests ask of a console over HTTP."""

from __future__ import annotations

from orrery_contracts.api import RunDocument, RunState

from backend_testing.console import RunningConsole, until

ENDED = (RunState.DONE, RunState.FAILED, RunState.CANCELLED)
TWO_NODES = {"preset": "universe-two-nodes", "set": ["repeats=1"]}


async def launch(console: RunningConsole, asked: object = TWO_NODES) -> RunDocument:
    response = await console.client.post("/runs", json=asked)
    assert response.status_code == 201, response.text
    made = RunDocument.model_validate_json(response.content)
    assert response.headers["location"] == f"/api/v1/runs/{made.summary.id}"
    return made


async def read(console: RunningConsole, run: str) -> RunDocument:
    response = await console.client.get(f"/runs/{run}")
    assert response.status_code == 200, response.text
    return RunDocument.model_validate_json(response.content)


async def ended(console: RunningConsole, run: str) -> RunDocument:
    async def has_ended() -> bool:
        return (await read(console, run)).summary.state in ENDED

    await until(has_ended, f"run {run} ends")
    return await read(console, run)


async def in_state(console: RunningConsole, run: str, state: RunState) -> None:
    async def is_there() -> bool:
        return (await read(console, run)).summary.state is state

    await until(is_there, f"run {run} is {state}")


async def nodes_are_free(console: RunningConsole) -> None:
    async def free() -> bool:
        nodes = (await console.client.get("/nodes")).json()["items"]
        return all(node["current_run"] is None for node in nodes)

    await until(free, "all nodes are free")


async def delete_group(console: RunningConsole, group: str) -> None:
    """Once its workers have left."""

    async def deleted() -> bool:
        response = await console.client.delete(f"/groups/{group}")
        assert response.status_code in (204, 409), response.text
        return response.status_code == 204

    await until(deleted, f"group {group} is deleted")
