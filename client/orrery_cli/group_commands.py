"""Commands that make or show several runs: sweep, suite, suites, groups."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from orrery_client import Orrery
from orrery_contracts.api import PublishedTable
from orrery_contracts.baseline import GroupComparison
from orrery_contracts.command import ORRERY
from orrery_contracts.group import GroupState
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.shape_checks import ShapeVerdict
from orrery_contracts.suite import Suite
from orrery_contracts.suites import items_of
from orrery_contracts.sweep import SweepCheck
from rich.console import Console

from orrery_cli.axes import read_axis
from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import FAILED, OK, CommandError, bad_input
from orrery_cli.follow_group import follow_group
from orrery_cli.followed import followed
from orrery_cli.gate import (
    DEFAULT_TOLERANCE,
    BaselineOption,
    FailOn,
    FailOnOption,
    Gate,
    SaveOption,
    ToleranceOption,
    check_file_name,
    comparison_view,
    gate_of,
    write_baseline,
)
from orrery_cli.group_tables import check_view, group_view, groups_view, suites_view
from orrery_cli.junit import junit_report
from orrery_cli.lent_runs import LentRuns
from orrery_cli.new_run import NewRunInput, read_new_run
from orrery_cli.on_option import OnOption, borrowed, refuse_again
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import messages, output
from orrery_cli.settling_options import (
    MostRepeatsOption,
    UntilSettledOption,
    WithinOption,
    settling,
)
from orrery_cli.supervisor import Supervisor
from orrery_cli.temporary_console import enough_nodes, placements, temporary_console

SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Change a field; may be repeated."),
]
RepeatsOption = Annotated[
    int | None, typer.Option("--repeats", min=1, max=100, help="Repeats of each cell.")
]
LocalOption = Annotated[
    bool, typer.Option("--local", help="Start a console for this alone, with its nodes.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before many runs.")]
JunitOption = Annotated[
    Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit report as well.")
]

#: From this number of runs or this estimate on, a person at a terminal is asked first.
_MANY_RUNS, _LONG_S = 50, 600.0


def register(app: typer.Typer) -> None:
    """Add these commands."""
    for command in (sweep, suite, suites, groups):
        app.command()(command)


def sweep(
    target: Annotated[
        str,
        typer.Argument(
            metavar="PRESET|FILE",
            help="Name of a preset, or a run spec as a JSON file (- reads it).",
        ),
    ],
    axis: Annotated[
        list[str],
        typer.Option(
            "--axis",
            metavar="PATH=MIN:MAX:STEP|A,B,C",
            help="A parameter that varies; up to four. Step 0 multiplies by ten.",
        ),
    ],
    overrides: SetOption = None,
    repeats: RepeatsOption = None,
    until_settled: UntilSettledOption = False,
    within: WithinOption = None,
    most_repeats: MostRepeatsOption = None,
    together: Annotated[
        bool, typer.Option("--together", help="Axes in step, in place of all combinations.")
    ] = False,
    in_a_row: Annotated[
        bool, typer.Option("--in-a-row", help="All repeats of a cell before the next cell.")
    ] = False,
    name: Annotated[str | None, typer.Option(help="Title of the sweep.")] = None,
    local: LocalOption = False,
    on: OnOption = None,
    baseline: BaselineOption = None,
    tolerance: ToleranceOption = DEFAULT_TOLERANCE,
    fail_on: FailOnOption = FailOn.WORSE,
    save_baseline: SaveOption = None,
    as_json: JsonOption = False,
    junit: JunitOption = None,
    yes: YesOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Vary parameters of a run: one run for each cell, followed to the end.

    The exit status is 0 only if all runs are done, all their checks passed, and nothing is worse
    than the baseline.
    """
    gate = gate_of(baseline, tolerance, fail_on, _baselines_of(url, token_file, local=local))
    settings = [*(overrides or []), *([f"repeats={repeats}"] if repeats is not None else [])]
    settings += settling(until_settled, within, most_repeats)
    base = read_new_run(target, settings)
    axes = [read_axis(text) for text in axis]
    document = {
        "name": name or _sweep_name(base, axes),
        "axes": axes,
        "combine": "together" if together else "grid",
        "interleaved": not in_a_row,
    }

    def body(more: list[str]) -> bytes:
        of_all = base.with_settings(more)
        return json.dumps(document | {"base": json.loads(of_all.as_json())}).encode()

    _run(
        _Where(local=local, on=on, url=url, token_file=token_file),
        nodes_of=lambda client: enough_nodes(placements(base, axes, client)),
        body=body,
        check=lambda client, asked: client.check_sweep(asked),
        make=lambda client, asked: client.create_sweep(asked),
        ends=_Ends(as_json=as_json, junit=junit, yes=yes, gate=gate, save=save_baseline),
    )


def suite(
    name: Annotated[str, typer.Argument(metavar="NAME", help="`orrery suites` lists them.")],
    item: Annotated[
        list[str] | None, typer.Option("--item", help="Only this item; may be repeated.")
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option(help="The size in which to run it; default: the first with enough nodes."),
    ] = None,
    overrides: SetOption = None,
    repeats: RepeatsOption = None,
    until_settled: UntilSettledOption = False,
    within: WithinOption = None,
    most_repeats: MostRepeatsOption = None,
    local: LocalOption = False,
    on: OnOption = None,
    baseline: BaselineOption = None,
    tolerance: ToleranceOption = DEFAULT_TOLERANCE,
    fail_on: FailOnOption = FailOn.WORSE,
    save_baseline: SaveOption = None,
    as_json: JsonOption = False,
    junit: JunitOption = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail if a study's finding was not found here too.")
    ] = False,
    yes: YesOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Run a suite, whole or in part, and judge its shape checks.

    The exit status is 0 only if all runs are done, their checks passed, every expectation and
    invariant among the shape checks passed, and nothing is worse than the baseline. A study's
    finding that was not found here is reported and fails only with --strict.
    """
    gate = gate_of(baseline, tolerance, fail_on, _baselines_of(url, token_file, local=local))
    added = settling(until_settled, within, most_repeats)
    # Reads the overrides only to refuse invalid ones early.
    settings = read_new_run(name, [*(overrides or []), *added])
    asked: dict[str, Any] = {"items": item or [], "set": list(settings.overrides)}
    asked |= {"variant": variant, "repeats": repeats}

    def body(more: list[str]) -> bytes:
        return json.dumps(asked | {"set": [*settings.overrides, *more]}).encode()

    def nodes_of(client: Orrery) -> tuple[str, ...]:
        return _nodes_of_suite(client, client.suite(name), asked)

    _run(
        _Where(local=local, on=on, url=url, token_file=token_file),
        nodes_of=nodes_of,
        body=body,
        check=lambda client, wanted: client.check_suite(name, wanted),
        make=lambda client, wanted: client.run_suite(name, wanted),
        ends=_Ends(
            as_json=as_json, junit=junit, yes=yes, strict=strict, gate=gate, save=save_baseline
        ),
    )


def suites(
    as_json: JsonOption = False, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """List the suites that ship with Orrery."""
    with connect(url, token_file) as client:
        shipped = client.suites()
    if as_json:
        sys.stdout.write(shipped.model_dump_json(indent=2) + "\n")
    else:
        suites_view(shipped, output())


def groups(
    group: Annotated[
        str | None, typer.Argument(metavar="[GROUP]", help="Number or id of one to show.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")] = 20,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """List sweeps and suites that were run, or show one with all its cells."""
    with connect(url, token_file) as client:
        if group is not None:
            document = client.group(group)
            if as_json:
                sys.stdout.write(document.model_dump_json(indent=2) + "\n")
            else:
                group_view(document, output(), _published(client, document))
            return
        page = client.groups(limit=limit)
    if as_json:
        sys.stdout.write(page.model_dump_json(indent=2) + "\n")
    else:
        groups_view(page, output())


@dataclass(frozen=True, slots=True)
class _Ends:
    """What the command does before and after the runs."""

    as_json: bool
    junit: Path | None
    yes: bool
    strict: bool = False
    gate: Gate | None = None
    save: Path | None = None

    def __post_init__(self) -> None:
        if self.save is not None:
            check_file_name("--save-baseline", self.save)


def _baselines_of(url: str, token_file: Path | None, *, local: bool) -> Callable[[], Orrery] | None:
    """With `--local`: the console that has the named baselines."""
    return (lambda: connect(url, token_file)) if local else None


@dataclass(frozen=True, slots=True)
class _Where:
    """The console that runs them, and the nodes that they use."""

    local: bool
    on: str | None
    url: str
    token_file: Path | None


def _run(
    where: _Where,
    *,
    nodes_of: Callable[[Orrery], tuple[str, ...]],
    body: Callable[[list[str]], bytes],
    check: Callable[[Orrery, bytes], SweepCheck],
    make: Callable[[Orrery, bytes], GroupDocument],
    ends: _Ends,
) -> None:
    """Makes and follows a group, then prints its results.

    `body` returns the request; its argument holds settings to add to every run. `nodes_of` selects
    the nodes of a console that `--local` starts.
    """
    progress = messages()
    refuse_again(where.on, where.url)
    with ExitStack() as stack:
        supervisor: Supervisor | None = None
        if where.local:
            supervisor = stack.enter_context(
                temporary_console(nodes_of, say=lambda text: progress.print(f"  {text}"))
            )
            client = supervisor.client
        else:
            client = stack.enter_context(connect(where.url, where.token_file))
        lent: LentRuns | None = None
        if where.on is not None:
            lent = borrowed(where.on, client, where.url, stack, local=where.local)
        asked = body([] if lent is None else [lent.setting])
        planned = check(client, asked)
        check_view(planned, progress)
        _ask(planned, progress, yes=ends.yes)
        made = make(client, asked)
        if lent is not None:
            group = made.summary
            name = f"{group.kind.value} {group.number}"
            stack.enter_context(lent.cancelled_early(name, lambda: client.cancel_group(group.id)))
        ended = _follow(client, made, progress, supervisor, lent)
        published = _published(client, ended)
        if ends.save is not None:
            results = client.results_of_group(ended.summary.id)
            write_baseline("--save-baseline", ends.save, results)
        compared = ends.gate.compare(client, ended.summary.id) if ends.gate else None
    _finish(ended, published, compared, ends)


def _published(client: Orrery, group: GroupDocument) -> list[PublishedTable]:
    """Returns the published tables that the suite lists."""
    wanted = group.suite.published if group.suite else []
    if not wanted:
        return []
    return [table for table in client.reference().items if table.id in wanted]


def _ask(planned: SweepCheck, progress: Console, *, yes: bool) -> None:
    many = planned.runs >= _MANY_RUNS or (planned.estimate_s or 0.0) >= _LONG_S
    if yes or not many or not (sys.stdin.isatty() and progress.is_terminal):
        return
    if not typer.confirm("  go on?", default=True, err=True):
        raise CommandError("nothing was started", "narrow the axes, or lower --repeats")


def _follow(
    client: Orrery,
    group: GroupDocument,
    progress: Console,
    supervisor: Supervisor | None,
    lent: LentRuns | None,
) -> GroupDocument:
    summary = group.summary
    return followed(
        lambda on_idle: follow_group(client, group, progress, on_idle),
        progress,
        supervisor,
        f"{summary.kind.value} {summary.number} goes on; {ORRERY} groups {summary.number} shows it",
        lent,
    )


def _finish(
    group: GroupDocument,
    published: list[PublishedTable],
    compared: GroupComparison | None,
    ends: _Ends,
) -> None:
    if ends.junit is not None:
        try:
            ends.junit.write_text(junit_report(group, compared, strict=ends.strict))
        except OSError as error:
            raise bad_input(
                "--junit", str(ends.junit), f"cannot write it: {error.strerror}", "name a file"
            ) from error
    if ends.as_json:
        sys.stdout.write(_as_json(group, compared) + "\n")
    else:
        group_view(group, output(), published)
        if compared is not None:
            comparison_view(compared, output())
    may_pass = ends.gate is None or compared is None or ends.gate.lets_pass(compared)
    raise typer.Exit(OK if passed(group, strict=ends.strict) and may_pass else FAILED)


def _as_json(group: GroupDocument, compared: GroupComparison | None) -> str:
    """The group as JSON; with a baseline `{"group": …, "comparison": …}`."""
    if compared is None:
        return group.model_dump_json(indent=2)
    both = {"group": group.model_dump(mode="json"), "comparison": compared.model_dump(mode="json")}
    return json.dumps(both, indent=2)


def passed(group: GroupDocument, *, strict: bool = False) -> bool:
    """Whether all runs are done and no check of a run and no shape check failed.

    With `strict` a finding of a study that was not found fails too.
    """
    bad = {ShapeVerdict.FAILED, ShapeVerdict.NOT_FOUND} if strict else {ShapeVerdict.FAILED}
    return (
        group.summary.state is GroupState.DONE
        and all(cell.run.checks_hold is not False for cell in group.cells)
        and all(shape.verdict not in bad for shape in group.shapes)
    )


def _sweep_name(base: NewRunInput, axes: list[dict[str, Any]]) -> str:
    what = base.preset or "run spec"
    return f"{what} over {', '.join(axis['path'].split('.')[-1] for axis in axes)}"[:120]


def _nodes_of_suite(client: Orrery, suite: Suite, asked: dict[str, Any]) -> tuple[str, ...]:
    name = asked["variant"] or suite.variants[0].name
    variant = next((each for each in suite.variants if each.name == name), suite.variants[0])
    found = []
    for item in items_of(suite, variant.name):
        if asked["items"] and item.name not in asked["items"]:
            continue
        base = item.sweep.base
        spec = json.loads(base.spec.model_dump_json()) if base.spec is not None else None
        new_run = NewRunInput(base.preset, spec, [*variant.set, *base.set, *asked["set"]])
        axes = [json.loads(axis.model_dump_json()) for axis in item.sweep.axes]
        found += placements(new_run, axes, client)
    return enough_nodes(found)
