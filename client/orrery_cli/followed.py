"""Follows a run or a group to its end while it supervises the command's own console and nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.console import Console

from orrery_cli.interrupt import Interrupted, MakeWatch
from orrery_cli.lent_runs import LentRuns
from orrery_cli.supervisor import Supervisor

Document = TypeVar("Document")


def followed(
    follow: Callable[[Callable[[], None]], Document],
    progress: Console,
    supervisor: Supervisor | None,
    goes_on: str,
    lent: LentRuns | None = None,
) -> Document:
    """Returns the result of `follow`, which calls its argument while nothing happens.

    On an interrupt it prints `goes_on` if neither the console nor the nodes belong to this command.
    """
    make = MakeWatch()

    def look_after() -> None:
        make.check()
        if supervisor is not None:
            supervisor.watch()
        if lent is not None:
            lent.look()

    try:
        return follow(look_after)
    except Interrupted:
        if supervisor is None and lent is None:
            progress.print(goes_on)
        raise
