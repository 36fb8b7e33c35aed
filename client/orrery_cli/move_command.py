"""The command move, which moves entities while a run is running."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

import typer
from orrery_client import ENDED, Orrery
from orrery_contracts.api import RunEvent

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import FAILED, OK, bad_input
from orrery_cli.run_commands import RunArgument
from orrery_cli.screen import output

_LOOK_EVERY_S = 0.1


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(move)


def move(
    run: RunArgument,
    to: Annotated[str, typer.Option(metavar="NODE", help="Where they go.")],
    entity: Annotated[int | None, typer.Option(min=0, help="Number of an entity.")] = None,
    share: Annotated[
        float | None, typer.Option(help="A share of a node's entities: 0.25; needs --from.")
    ] = None,
    from_node: Annotated[
        str | None, typer.Option("--from", metavar="NODE", help="Whose share goes.")
    ] = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Move an entity, or a share of a node's entities, while a run is on; says what became of it.

    The exit status is 0 only if something moved.
    """
    # The console checks the order: it knows the run's nodes.
    order = json.dumps({"what": _what(entity, share, from_node), "to_node": to}).encode()
    with connect(url, token_file) as client:
        number = client.move_entities(run, order).number
        outcome = _outcome(client, run, f"move {number}: ")
    output().print(outcome.text if outcome else f"move {number}: the run ended before it")
    raise typer.Exit(OK if outcome is not None and outcome.name == "move.done" else FAILED)


def _what(entity: int | None, share: float | None, from_node: str | None) -> dict[str, Any]:
    if entity is not None and share is None and from_node is None:
        return {"kind": "entity", "entity": entity}
    if entity is None and share is not None and from_node is not None:
        return {"kind": "share", "from_node": from_node, "share": share}
    given = ", ".join(
        option
        for option, value in (("--entity", entity), ("--share", share), ("--from", from_node))
        if value is not None
    )
    raise bad_input(
        "--entity",
        given,
        "this does not say what is to move",
        "give --entity NUMBER, or --share SHARE with --from NODE",
    )


def _outcome(client: Orrery, run: str, label: str) -> RunEvent | None:
    """Waits for the order's result; returns None if the run ended without reporting a result."""
    last = 0
    while True:
        ended = client.run(run).summary.state in ENDED
        for event in client.events(run, after=last):
            last = event.sequence
            if event.name in ("move.done", "move.refused") and event.text.startswith(label):
                return event
        if ended:
            return None
        time.sleep(_LOOK_EVERY_S)
