"""The network between nodes in a terminal: measures it, and shows it as a table."""

from __future__ import annotations

import time

from orrery_client import Orrery
from orrery_contracts.api import LinkMatrix, NodeLink
from orrery_contracts.command import ORRERY
from orrery_contracts.quantity import quantity
from rich.console import Console
from rich.text import Text

from orrery_cli.tables import table, when

_LOOK_EVERY_S = 0.5


def measured_links(client: Orrery, progress: Console) -> LinkMatrix:
    """Measures the links between all nodes online; returns when that is done."""
    matrix = client.measure_links()
    with progress.status("measuring links") as status:
        while matrix.measuring is not None:
            status.update(f"measuring links: {matrix.measuring.done} of {matrix.measuring.total}")
            time.sleep(_LOOK_EVERY_S)
            matrix = client.node_links()
    return matrix


def links_view(matrix: LinkMatrix, console: Console) -> None:
    """One row for each link. A terminal has no room for a column for each node."""
    if not matrix.items:
        console.print(f"no link is measured; {ORRERY} nodes --measure measures all")
        return
    view = table("from", "to", "round trip", "99th percentile", "bandwidth", "measured", "")
    for link in matrix.items:
        view.add_row(link.source, link.target, *_figures(link), when(link.measured_at), _mark(link))
    console.print(view)
    if matrix.measuring is not None:
        done, total = matrix.measuring.done, matrix.measuring.total
        console.print(f"a measurement is on: {done} of {total} links are done")


def _figures(link: NodeLink) -> list[str]:
    if link.median_us is None or link.p99_us is None or link.mb_s is None:
        return ["", "", ""]
    round_trips = [quantity(us * 1e3, "ns") for us in (link.median_us, link.p99_us)]
    return [*round_trips, f"{link.mb_s:.0f} MB/s"]


def _mark(link: NodeLink) -> Text:
    if link.problem:
        return Text(link.problem, style="yellow")
    return Text("same machine" if link.same_machine else "", style="dim")
