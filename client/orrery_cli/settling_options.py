"""Options that add repeats until a result is precise enough: --until-settled and its limits."""

from __future__ import annotations

from typing import Annotated

import typer
from orrery_contracts.spec import Settling

_USUAL_PERCENT = 2.0

UntilSettledOption = Annotated[
    bool,
    typer.Option("--until-settled", help="Add repeats until the 95 % interval is narrow enough."),
]
WithinOption = Annotated[
    float | None,
    typer.Option(
        "--within",
        metavar="PERCENT",
        min=0.01,
        max=50,
        help=f"With --until-settled: the interval's distance from the median;"
        f" default: {_USUAL_PERCENT:g}.",
    ),
]
MostRepeatsOption = Annotated[
    int | None,
    typer.Option(
        "--most-repeats",
        min=10,
        max=100,
        help="With --until-settled: repeats after which a run ends all the same;"
        f" default: {Settling().most_repeats}.",
    ),
]


def settling(until_settled: bool, within: float | None, most_repeats: int | None) -> list[str]:
    """The options as settings of the run spec; none if no option is given."""
    if not until_settled and within is None and most_repeats is None:
        return []
    settings = [f"settling.within_percent={_USUAL_PERCENT if within is None else within:g}"]
    if most_repeats is not None:
        settings.append(f"settling.most_repeats={most_repeats}")
    return settings
