"""What is followed to its end, in the terminal: its console looked after meanwhile, and left alone
when the person goes.
"""

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
    """What `follow` returns; it calls what it is given while nothing happens. On an interrupt,
    `goes_on` is said where neither the console nor the nodes are this command's own.
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
