"""Compares a sweep or suite with a baseline and decides whether the command succeeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from orrery_client import Orrery, OrreryError
from orrery_contracts.api import Verdict
from orrery_contracts.baseline import Baseline, GroupComparison
from orrery_contracts.documents import InvalidDocument, read_text
from rich.console import Console

from orrery_cli.failure import bad_input
from orrery_cli.tables import print_conclusion, ratio_words, table, verdict_style, verdict_text


class FailOn(StrEnum):
    """The result of a comparison that makes the exit status 1."""

    WORSE = "worse"
    NOTHING = "nothing"


BaselineOption = Annotated[
    str | None,
    typer.Option(
        "--baseline",
        metavar="NAME|FILE.json",
        help="Compare with a baseline of the console or in a file. With --local, NAME is NAME.json"
        " in this folder, else a baseline of the console at --url.",
    ),
]
ToleranceOption = Annotated[
    float,
    typer.Option(
        "--tolerance", metavar="PERCENT", min=0, max=1000, help="Least change that counts."
    ),
]
FailOnOption = Annotated[
    FailOn, typer.Option("--fail-on", help="With --baseline: what makes the exit status 1.")
]
SaveOption = Annotated[
    Path | None,
    typer.Option(
        "--save-baseline", metavar="FILE.json", help="Write the results to a file for --baseline."
    ),
]
DEFAULT_TOLERANCE = 5.0


@dataclass(frozen=True, slots=True)
class Gate:
    """A baseline, the tolerance of the comparison, and the result that fails."""

    baseline: Baseline | str
    """The document, or the name of a baseline on the console."""
    tolerance: float
    """A share: 0.05 is 5 %."""
    fail_on: FailOn

    def compare(self, client: Orrery, group: str) -> GroupComparison:
        return client.compare_group(group, self.baseline, tolerance=self.tolerance)

    def lets_pass(self, comparison: GroupComparison) -> bool:
        return self.fail_on is FailOn.NOTHING or comparison.verdict is not Verdict.WORSE


def gate_of(
    baseline: str | None,
    tolerance: float,
    fail_on: FailOn,
    elsewhere: Callable[[], Orrery] | None = None,
) -> Gate | None:
    """Returns None without a baseline. `tolerance` is in percent.

    `baseline` is a file if it ends in .json, else a name. `elsewhere`: the command starts its own
    console, which has no baselines; a name then means NAME.json in this folder or, without such a
    file, a baseline of that other console. Raises `CommandError` for an invalid file, and for a
    name that is neither.
    """
    if baseline is None:
        return None
    share = tolerance / 100
    if baseline.endswith(".json"):
        return Gate(read_baseline(Path(baseline)), share, fail_on)
    if elsewhere is None:
        return Gate(baseline, share, fail_on)
    file = Path(f"{baseline}.json")
    found = read_baseline(file) if file.is_file() else _asked_of(elsewhere, baseline)
    return Gate(found, share, fail_on)


def _asked_of(connect: Callable[[], Orrery], name: str) -> Baseline:
    try:
        with connect() as console:
            return console.baseline(name)
    except OrreryError as error:
        raise bad_input(
            "--baseline",
            name,
            f"there is no file {name}.json here, and the console at --url did not give it: {error}",
            "write the file with `orrery baseline save` or --save-baseline, or name a console with"
            " --url",
        ) from error


def read_baseline(file: Path) -> Baseline:
    """Reads a baseline. Raises `CommandError` if the file cannot be read or is not a baseline."""
    try:
        return read_text(Baseline, file.read_bytes())
    except OSError as error:
        raise bad_input(
            "--baseline", str(file), f"cannot read it: {error.strerror}", "name another file"
        ) from error
    except (InvalidDocument, ValueError) as error:
        raise bad_input(
            "--baseline",
            str(file),
            f"it is not a baseline: {str(error)[:300]}",
            "write one with `orrery baseline save`",
        ) from error


def check_file_name(field: str, file: Path) -> None:
    """Raises `CommandError` if the name does not end in .json, as `--baseline` requires."""
    if file.suffix != ".json":
        raise bad_input(field, str(file), "the name must end in .json", f"use {file.name}.json")


def write_baseline(field: str, file: Path, results: Baseline) -> None:
    """Writes the results as a baseline. Raises `CommandError` if the file cannot be written."""
    try:
        file.write_text(results.model_dump_json(indent=1) + "\n")
    except OSError as error:
        raise bad_input(
            field, str(file), f"cannot write it: {error.strerror}", "name another file"
        ) from error


def comparison_view(comparison: GroupComparison, console: Console) -> None:
    """Prints the conclusion of the comparison, then a row for each metric of each cell."""
    print_conclusion(comparison.conclusion, console, verdict_style(comparison.verdict))
    if not comparison.cells:
        return
    view = table("cell", "run", "baseline run", "metric", "ratio", "verdict")
    for cell in comparison.cells:
        metric = cell.metric
        view.add_row(
            ": ".join(filter(None, (cell.item, cell.label))) or "–",
            str(cell.run),
            str(cell.baseline_run),
            metric.title,
            ratio_words(metric.ratio, metric.ratio_low, metric.ratio_high),
            verdict_text(metric.verdict),
        )
    console.print(view)
