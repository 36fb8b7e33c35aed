"""The conditions that must hold after a history, whatever happened in it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from orrery_backend.console import Console
from orrery_backend.features.runs.service import RunFilter
from orrery_backend.features.webhooks import repository as webhooks
from orrery_backend.kit.problems import ProblemError
from orrery_backend.results.service import SeriesQuery
from orrery_contracts.api import RunDocument, RunState, RunSummary, SeriesFrame
from orrery_contracts.worker import Log

from orrery_campaign.console import UnknownOutcome
from orrery_campaign.reasons import evidence, is_true
from orrery_campaign.users import ENDED
from orrery_campaign.viewers import Viewer
from orrery_campaign.workers import STEPS_A_FRAME, Life
from orrery_campaign.world import World

_EVERY_LINE = 20_000
_SHOWN_RUNS = 100
_SHOWN_LINES = 300


async def settled(world: World) -> bool:
    """Whether every run has ended and is inactive, and every agent has a link and no output."""
    console = world.console.console
    if console is None:
        error = world.console.failed_to_start()
        if error is not None:
            raise error
        return False
    nodes = console.fleet.nodes()
    if not await _all_told(world):
        return False
    return (
        not console.engine.active()
        and len(nodes) == len(world.agents)
        and all(node.online and node.link is not None for node in nodes)
        and not any(agent.lives_on() or agent.held() for agent in world.agents)
    )


async def _all_told(world: World) -> bool:
    """Whether webhooks have nothing more to send."""

    async def all_told(console: Console) -> bool:
        async with console.database.read() as connection:
            ends = await webhooks.noted_ends(connection, 1)
            return not ends and not await webhooks.waiting(connection)

    try:
        return await world.console.ask(all_told)
    except UnknownOutcome:
        return False


def check_nodes(world: World) -> None:
    """Checks that no node is in two runs. It holds at any moment."""
    console = world.console.console
    if console is None:
        return
    holders: dict[str, int] = {}
    for run in console.engine.active():
        if run.life.state in (RunState.QUEUED, *ENDED):
            continue
        for node in run.node_names:
            world.history.check(
                node not in holders,
                f"{node} is in run {run.record.number} and in run {holders.get(node)}",
            )
            holders[node] = run.record.number


async def check_all(world: World) -> None:
    """All checks of a history that has settled."""
    try:
        documents = await world.console.ask(_documents)
        world.history.note("campaign", f"{len(documents)} runs: {_states(documents)}")
        _check_numbers(world, documents)
        for document in documents.values():
            _check_run(world, document)
            await _check_output(world, document)
        await _check_deleted(world, documents)
        await _check_viewers(world, documents)
        _check_told(world, documents)
        _check_leftovers(world)
        _check_lives(world)
        await world.console.ask(lambda console: _check_store(world, console))
    except UnknownOutcome:
        world.history.fail("the console does not answer")


async def _documents(console: Console) -> dict[str, RunDocument]:
    page = await console.runs.page(RunFilter(archived=None), None, 500)
    return {item.id: (await console.runs.document(item.id))[0] for item in page.items}


def _states(documents: dict[str, RunDocument]) -> str:
    counts = Counter(document.summary.state.value for document in documents.values())
    return ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))


def _check_numbers(world: World, documents: dict[str, RunDocument]) -> None:
    numbers = Counter(document.summary.number for document in documents.values())
    for number, count in numbers.items():
        world.history.check(count == 1, f"{count} runs have number {number}")
    for run, promise in world.users.promises.items():
        document = documents.get(run)
        if document is not None:
            found = document.summary.number
            world.history.check(
                found == promise.number, f"run {promise.number} has number {found} now"
            )
        else:
            world.history.check(promise.delete_asked, f"run {promise.number} is gone")
            world.history.check(
                promise.number not in numbers, f"number {promise.number} was used twice"
            )


def _check_run(world: World, document: RunDocument) -> None:
    """Checks that a run has one end state with a true reason, and that promises about it hold."""
    history, summary = world.history, document.summary
    number, state = summary.number, summary.state
    history.check(state in ENDED, f"run {number} is {state.value} at the end")
    ends = [e.name for e in document.events if e.name in {f"state.{end.value}" for end in ENDED}]
    history.check(
        ends == [f"state.{state.value}"], f"run {number} is {state.value}, its ends: {ends}"
    )
    sequence = [event.sequence for event in document.events]
    history.check(
        sequence == list(range(1, len(sequence) + 1)), f"events of run {number}: {sequence}"
    )
    promise = world.users.promises.get(summary.id)
    if promise is not None:
        cancelled = state is RunState.CANCELLED
        history.check(cancelled or not promise.cancelled, f"run {number} was cancelled, is {state}")
        history.check(
            promise.cancel_asked or summary.group is not None or not cancelled,
            f"nobody cancelled run {number}",
        )
        name = promise.name
        history.check(name in (None, summary.name), f"run {number}: {name} is {summary.name} now")
        history.check(not promise.deleted, f"run {number} was deleted and is back")
    failure = summary.failure
    history.check(
        (state is RunState.FAILED) == (failure is not None),
        f"run {number} is {state.value}, its failure: {failure}",
    )
    if failure is not None:
        lives = world.workers.lives
        seen = evidence(summary.id, failure.repeat, lives, world.faults.troubles)
        where = f"{failure.code} at {failure.node or 'no node'}: {failure.message}"
        history.note("campaign", f"run {number} failed: {where}")
        history.check(
            is_true(failure, seen), f"run {number} gives a reason that is not so: {where}"
        )


async def _check_output(world: World, document: RunDocument) -> None:
    """Checks that acknowledged output, and all output of a done run, is stored exactly once."""
    history, summary = world.history, document.summary
    found = await world.console.ask(lambda c: c.runs.log(summary.id, None, None, _EVERY_LINE))
    lines = Counter(line.text for line in found)
    for text, count in lines.items():
        if text.startswith("line "):
            history.check(count == 1, f"run {summary.number}: {text!r} is stored {count} times")
    for agent in world.agents:
        for (key, launch), acked in agent.acked.items():
            if key.run_id != summary.id:
                continue
            records = agent.records.get((key, launch), {})
            for sequence in range(1, acked + 1):
                said = records.get(sequence)
                if isinstance(said, Log) and said.text.startswith("line "):
                    history.check(
                        lines[said.text] == 1,
                        f"run {summary.number}: {agent.name} was told that record {sequence} of"
                        f" launch {launch} is stored; {said.text!r} is {lines[said.text]} times",
                    )
    if summary.state is RunState.DONE:
        await _check_done(world, document, lines)


async def _check_done(world: World, document: RunDocument, lines: Counter[str]) -> None:
    history, summary = world.history, document.summary
    nodes = [node.name for node in document.nodes]
    series = await world.console.ask(
        lambda console: console.results.series(
            summary.id, SeriesQuery(SeriesFrame.SAMPLES, max_points=10_000)
        )
    )
    steps = {
        (part.repeat, part.node_index): [
            value for column in part.columns if column.name == "step" for value in column.values
        ]
        for part in series.items
    }
    results = {(r.repeat, n.node_index) for r in document.repeats for n in r.nodes}
    for repeat in range(summary.repeats):
        for index, node in enumerate(nodes):
            life = _last_life(world, summary.id, repeat, index)
            what = f"run {summary.number}, repeat {repeat}, {node}"
            if life is None:
                history.fail(f"{what}: done without a worker")
                continue
            history.check((repeat, index) in results, f"{what}: no result is stored")
            expected = [float(step) for step in range(life.frames * STEPS_A_FRAME)]
            got = steps.get((repeat, index), [])
            history.check(got == expected, f"{what}: {len(expected)} samples, stored: {got}")
            for said in life.said:
                if isinstance(said, Log):
                    history.check(
                        lines[said.text] == 1, f"{what}: {said.text!r} is not stored once"
                    )


def _last_life(world: World, run: str, repeat: int, index: int) -> Life | None:
    lives = world.workers.of_launch((run, repeat, index))
    return lives[-1] if lives else None


def _check_told(world: World, documents: dict[str, RunDocument]) -> None:
    """Checks that the receiver of webhooks was told the end of each run, under one id, and the end
    of each sweep, and the return of each node that it was told to be lost.
    """
    runs: dict[int | None, list[str]] = {}
    groups: set[int | None] = set()
    nodes: dict[str, Counter[str]] = {}
    for payload in world.receiver.accepted.values():
        data = payload.data
        if data.kind == "run":
            runs.setdefault(data.number, []).append(data.state)
        elif data.kind == "node":
            nodes.setdefault(data.name, Counter())[data.state] += 1
        else:
            groups.add(data.number)
    for document in documents.values():
        number, state = document.summary.number, document.summary.state.value
        told = runs.get(number)
        world.history.check(told == [state], f"run {number} is {state}; told: {told}")
        group = document.summary.group
        world.history.check(
            group is None or group.number in groups, f"the end of the sweep of {number} is not told"
        )
    for name, changes in nodes.items():
        world.history.check(
            changes["offline"] == changes["online"], f"{name} was told to be {dict(changes)}"
        )


async def _check_deleted(world: World, documents: dict[str, RunDocument]) -> None:
    """Checks that nothing of a deleted run is left."""
    for run, promise in world.users.promises.items():
        if not promise.deleted:
            continue
        world.history.check(run not in documents, f"run {promise.number} was deleted and is there")
        try:
            await world.console.ask(lambda console, run=run: console.runs.document(run))  # type: ignore[misc]
        except ProblemError:
            continue
        world.history.fail(f"run {promise.number} was deleted and can be read")


async def _check_viewers(world: World, documents: dict[str, RunDocument]) -> None:
    """Checks that every viewer's picture equals the store."""
    console = world.console.console
    assert console is not None
    page = await world.console.ask(lambda c: c.runs.page(RunFilter(), None, _SHOWN_RUNS))
    listed = {summary.id: summary for summary in page.items}
    nodes = {node.name: (node.state, node.current_run) for node in console.fleet.document().items}
    for viewer in world.viewers:
        picture = viewer.picture
        shown = {name: (node.state, node.current_run) for name, node in picture.nodes.items()}
        world.history.check(shown == nodes, f"{viewer.name} shows nodes {shown}, they are {nodes}")
        for run in listed.keys() | picture.runs.keys():
            ours, theirs = listed.get(run), picture.runs.get(run)
            world.history.check(ours == theirs, f"{viewer.name} lists {_differences(theirs, ours)}")
        for run in picture.documents:
            if run in documents:
                await _check_page(world, viewer, documents[run])


async def _check_page(world: World, viewer: Viewer, document: RunDocument) -> None:
    run, number = document.summary.id, document.summary.number
    shown = viewer.picture.documents[run]
    world.history.check(
        shown.summary == document.summary and shown.repeats == document.repeats,
        f"{viewer.name} shows of run {number} {_differences(shown.summary, document.summary)}",
    )
    events = {event.sequence: event.text for event in document.events}
    world.history.check(
        viewer.picture.events[run] == events,
        f"{viewer.name} shows of run {number} events {viewer.picture.events[run]}, not {events}",
    )
    log = await world.console.ask(lambda c: c.runs.log(run, None, None, _SHOWN_LINES))
    lines = [line.text for line in log]
    world.history.check(
        viewer.picture.lines[run][-_SHOWN_LINES:] == lines,
        f"{viewer.name} shows of run {number} lines {viewer.picture.lines[run]}, not {lines}",
    )


def _differences(shown: RunSummary | None, found: RunSummary | None) -> str:
    """The fields of a run that differ: the values shown, and the values stored."""
    if shown is None or found is None:
        return f"{shown}, it is {found}"
    fields = [
        f"{name} {getattr(shown, name)!r} for {getattr(found, name)!r}"
        for name in RunSummary.model_fields
        if getattr(shown, name) != getattr(found, name)
    ]
    return f"run {found.number} with {', '.join(fields)}"


def _check_leftovers(world: World) -> None:
    """Checks that no node is held and that no worker lives."""
    console = world.console.console
    assert console is not None
    for node in console.fleet.nodes():
        world.history.check(
            node.current_run is None, f"{node.name} still has run {node.current_run}"
        )
    for life in world.workers.lives:
        world.history.check(not life.alive, f"the worker of {life.launch} still lives")


def _check_lives(world: World) -> None:
    """Checks that a node had one worker at a time."""
    for agent in world.agents:
        lives = sorted(
            (life for life in world.workers.lives if life.node == agent.name),
            key=lambda life: life.born,
        )
        for before, after in pairwise(lives):
            world.history.check(
                before.died is not None and before.died <= after.born,
                f"{agent.name} had workers of {before.launch} and {after.launch} at once",
            )


async def _check_store(world: World, console: Console) -> None:
    async with console.database.read() as connection:
        found = (await connection.exec_driver_sql("PRAGMA integrity_check")).scalar_one()
    world.history.check(found == "ok", f"the store is damaged: {found}")
