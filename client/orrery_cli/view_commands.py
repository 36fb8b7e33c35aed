"""Commands that show documents of a console: runs, show, compare, nodes, presets."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast

import typer
from orrery_client.views import RunFilters
from orrery_contracts.api import Positions, RunState
from orrery_contracts.base import Contract

from orrery_cli import tables
from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.links import links_view, measured_links
from orrery_cli.report import RunReport
from orrery_cli.run_commands import JsonOption, RunArgument
from orrery_cli.saved_view_commands import filters_of
from orrery_cli.screen import messages, output


class FileFormat(StrEnum):
    """A file of runs: for another console, or for other programs."""

    SQLITE = "sqlite"
    PARQUET = "parquet"


def register(app: typer.Typer) -> None:
    """Add these commands."""
    listed = typer.Typer(invoke_without_command=True)
    listed.callback()(runs)
    listed.command("export")(export_runs)
    listed.command("import")(import_runs)
    listed.command("trace")(save_trace)
    listed.command("positions")(save_positions)
    app.add_typer(listed, name="runs")
    for command in (show, compare, nodes, presets):
        app.command()(command)


def runs(
    context: typer.Context,
    state: Annotated[RunState | None, typer.Option(help="Only runs in this state.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only runs with this tag.")] = None,
    query: Annotated[str | None, typer.Option("--search", help="Text in the name.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many, newest first.")] = 20,
    view: Annotated[
        str | None,
        typer.Option("--view", metavar="NAME", help="Only runs that a saved view shows."),
    ] = None,
    workload: Annotated[str | None, typer.Option(help="Only runs of this workload.")] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="DAY|TIME", help="Created on this day (UTC), or time, or later."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="DAY|TIME", help="Created on this day (UTC), or time, or earlier."),
    ] = None,
    commit: Annotated[
        str | None,
        typer.Option(help="Only runs of this commit of Orrery; its first 4 digits or more."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PATH=VALUE",
            help="Only runs with this setting; may be repeated, then all must fit.",
        ),
    ] = None,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """List runs, newest first; or export and import them, or save one's trace or positions."""
    if context.invoked_subcommand is not None:
        return
    with connect(url, token_file) as client:
        filters = RunFilters() if view is None else filters_of(client, view)
        # An option replaces the view's filter of the same kind.
        options = {
            "state": state,
            "tag": tag,
            "query": query,
            "workload": workload,
            "since": since,
            "until": until,
            "commit": commit,
            "settings": settings,
        }
        given = {name: value for name, value in options.items() if value is not None}
        page = client.runs(limit=limit, **cast("RunFilters", {**filters, **given}))
    if as_json:
        _print_json(page)
    else:
        tables.runs_view(page, output())


def export_runs(
    numbers: Annotated[
        list[str] | None, typer.Argument(metavar="RUN...", help="Numbers or ids of runs.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="The file to write; it must not exist. Default: orrery-runs.sqlite or"
            " orrery-runs.parquet.zip.",
        ),
    ] = None,
    groups: Annotated[
        list[str] | None,
        typer.Option("--group", help="Number of a sweep or suite: all its runs; may be repeated."),
    ] = None,
    kind: Annotated[
        FileFormat,
        typer.Option(
            "--format",
            help="sqlite: for another console. parquet: tables for pandas, DuckDB and the like.",
        ),
    ] = FileFormat.SQLITE,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Write runs with all that they measured to a file."""
    suffix = "parquet.zip" if kind is FileFormat.PARQUET else "sqlite"
    file = out or Path(f"orrery-runs.{suffix}")
    with _written(file), connect(url, token_file) as client:
        client.export_runs(file, runs=numbers or [], groups=groups or [], kind=kind.value)


def save_trace(
    run: RunArgument,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write; it must not exist. Default: of the run."),
    ] = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Write a run's steps, windows, migrations, events and notes to a file for Perfetto."""
    file = out or Path(f"orrery-run-{run}.trace.json")
    with _written(file), connect(url, token_file) as client:
        client.save_trace(run, file)


def save_positions(
    run: RunArgument,
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Which repeat, from 1.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write; it must not exist. Default: of the run."),
    ] = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Write the positions of a run's entities over a repeat to a CSV file."""
    file = out or Path(f"orrery-run-{run}.positions.csv")
    with _written(file), connect(url, token_file) as client:
        part = client.positions(run, repeat=repeat - 1)
        if not part.times_ns:
            raise bad_input(
                "--repeat",
                str(repeat),
                f"repeat {repeat} of run {run} has no positions",
                "give another repeat, or a run whose map was shown live",
            )
        try:
            with file.open("x", newline="", encoding="utf-8") as opened:
                rows = csv.writer(opened)
                rows.writerow(("time_ns", "steps", "node_index", "entity", "x", "y"))
                rows.writerows(_position_rows(part))
                while (first := part.first + len(part.items)) < len(part.times_ns):
                    part = client.positions(run, repeat=repeat - 1, first=first)
                    rows.writerows(_position_rows(part))
        except BaseException:
            file.unlink(missing_ok=True)
            raise


def _position_rows(part: Positions) -> Iterator[tuple[int | float, ...]]:
    for number, moment in enumerate(part.items, part.first):
        for node in moment.nodes:
            for entity, x, y in zip(node.entities, node.x, node.y, strict=True):
                time_ns, steps = part.times_ns[number], part.steps[number]
                yield time_ns, steps, node.node_index, entity, x, y


@contextmanager
def _written(out: Path) -> Iterator[None]:
    """Refuses a file that exists or cannot be written; says how large it has become."""
    if out.exists():
        raise bad_input("--out", str(out), f"{out} exists already", "give another file")
    try:
        yield
        size = out.stat().st_size
    except OSError as error:
        why = f"{out} cannot be written: {error.strerror}"
        raise bad_input("--out", str(out), why, "give another file") from error
    output().print(f"{out}: {size / 1e6:.1f} MB")


def import_runs(
    file: Annotated[Path, typer.Argument(help="A file that `runs export` wrote.")],
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Take in the runs of a file; they get new numbers here."""
    try:
        with connect(url, token_file) as client:
            report = client.import_runs(file)
    except OSError as error:
        why = f"{file} cannot be read: {error.strerror}"
        raise bad_input("file", str(file), why, "name a file of runs") from error
    if as_json:
        _print_json(report)
        return
    for run in report.runs:
        what = "is run" if run.is_new else "was here already as run"
        output().print(f"run {run.origin.number} of {run.origin.console} {what} {run.number}")


def show(
    run: RunArgument,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Show a run: what it measured, its checks, its nodes."""
    with connect(url, token_file) as client:
        document = client.run(run)
    if as_json:
        _print_json(RunReport.of(document))
    else:
        tables.run_view(document, output())


def compare(
    runs: Annotated[
        list[str], typer.Argument(metavar="BASELINE RUN...", help="Numbers or ids of runs.")
    ],
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Compare runs with the first of them: what differs, and which figures are better or worse."""
    if len(runs) < 2:
        raise bad_input(
            "RUN", " ".join(runs), "a comparison needs two runs or more", "name another run"
        )
    with connect(url, token_file) as client:
        ids = [client.run(run).summary.id for run in runs]
        comparison = client.compare(ids, baseline=ids[0])
    if as_json:
        _print_json(comparison)
    else:
        tables.comparison_view(comparison, output())


def nodes(
    links: Annotated[
        bool, typer.Option("--links", help="Show the network between nodes, as measured last.")
    ] = False,
    measure: Annotated[
        bool, typer.Option("--measure", help="Measure the network between nodes, then show it.")
    ] = False,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """List the nodes of the fleet, or the network between them."""
    if links or measure:
        _links(measure=measure, as_json=as_json, url=url, token_file=token_file)
        return
    with connect(url, token_file) as client:
        fleet = client.nodes()
    if as_json:
        _print_json(fleet)
    else:
        tables.nodes_view(fleet, output())


def _links(*, measure: bool, as_json: bool, url: str, token_file: Path | None) -> None:
    with connect(url, token_file) as client:
        matrix = measured_links(client, messages()) if measure else client.node_links()
    if as_json:
        _print_json(matrix)
    else:
        links_view(matrix, output())


def presets(
    as_json: JsonOption = False, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """List the presets that ship with Orrery."""
    with connect(url, token_file) as client:
        shipped = client.presets()
    if as_json:
        _print_json(shipped)
    else:
        tables.presets_view(shipped, output())


def _print_json(document: Contract) -> None:
    sys.stdout.write(document.model_dump_json(indent=2) + "\n")
