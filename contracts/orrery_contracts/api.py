"""The documents of the REST interface under `/api/v1` (docs/formats/rest-api.md): nodes, runs,
series, figures of reference."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.agent import NodeFacts
from orrery_contracts.base import (
    BigInt,
    Contract,
    Count,
    Index,
    Instant,
    Label,
    RunId,
    SchemaVersion,
    Slug,
    Text,
)
from orrery_contracts.conclusion import Conclusion
from orrery_contracts.group import GroupRef, GroupSummary
from orrery_contracts.results import (
    Better,
    Check,
    MessageCount,
    Metric,
    Migration,
    PathUse,
    ProcessUse,
    Trace,
)
from orrery_contracts.spec import Preset, RunSpec
from orrery_contracts.surroundings import Quality, Surroundings
from orrery_contracts.telemetry import FrameSchema
from orrery_contracts.worker import LogLevel, Phase

#: In the console's data folder while the worker is being built on its machine.
WORKER_BUILD_FILE = "worker-build.json"


class WorkerBuild(Contract):
    """Progress of the build of the worker on the console's machine."""

    done: Count
    """Build steps that are done."""
    total: Count
    """Build steps in all. 0: not known yet."""


class Health(Contract):
    """State and version of the console."""

    status: Literal["ok"] = "ok"
    version: Label
    commit: Label
    epoch: Label
    """Identifies one start of the console."""
    nodes_online: Count
    runs: Count
    keep_days: Count | None = None
    """Days after its end at which a run without a tag is deleted. Null: runs are kept."""
    keep_runs: Count | None = None
    """Number of newest runs without a tag to keep. Null: all are kept."""
    worker_build: WorkerBuild | None = None
    """Null: no build is going on."""
    leader: Annotated[str, Field(max_length=255)] | None = None
    """URL of the console that leads runs, if another one answered and passed this call on."""


class NodeState(StrEnum):
    """Whether a node can be used."""

    ONLINE = "online"
    OFFLINE = "offline"


class NodeView(Contract):
    """A node of the fleet. A node that is offline stays in the list."""

    name: Slug
    state: NodeState
    since: Instant
    """Start of the current state."""
    colour: Annotated[int, Field(ge=1, le=8)]
    """Number of the node's colour on every page."""
    facts: NodeFacts
    load: float | None
    busy_share: float | None
    memory_available_bytes: Count | None
    clock_offset_ns: float | None
    """Estimate of the node's wall clock minus the console's, in ns."""
    clock_offset_error_ns: float | None
    """Largest error of the estimate: half of its round trip, in ns."""
    current_run: RunId | None


class NodeList(Contract):
    """The fleet."""

    items: list[NodeView]
    join_command: str
    """Command that makes another machine a node."""


class PresetList(Contract):
    """Presets that ship with Orrery."""

    items: list[Preset]


class RunState(StrEnum):
    """State of a run. Each repeat goes from preparing to collecting."""

    QUEUED = "queued"
    PLACING = "placing"
    PREPARING = "preparing"
    READY = "ready"
    RUNNING = "running"
    COLLECTING = "collecting"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunFailure(Contract):
    """Reason of a failure, and the remedy."""

    code: Slug
    phase: Phase
    repeat: Index
    node: str
    """Node that caused the failure. Empty: no single node."""
    process: Label
    message: Text
    remedy: Text
    last_output: list[Text]


class RunEvent(Contract):
    """One entry of a run's event list: a state transition, a worker's event, or an annotation."""

    sequence: Count
    at: Instant
    repeat: Index | None
    node: str
    """Empty for the run as a whole."""
    name: Slug
    """`state.<state>`, `failure`, or a worker's own event name."""
    text: Text
    step: BigInt | None
    migration: Migration | None = None
    """The migration of an event `migration`. Null for other events."""


class LogLine(Contract):
    """One line that a worker, an agent or the console wrote about a run."""

    at: Instant
    repeat: Index | None
    node: str
    level: LogLevel
    text: Text


class RunNode(Contract):
    """A node as it was when the run was placed."""

    index: Index
    """0 is the master."""
    name: Slug
    colour: Count
    load_before: float
    """One-minute load average at placement: a busy machine makes a doubtful result."""
    busy_share_before: float
    assigned: Label
    """Work that the plan assigns to the node, e.g. `20 entities, 1 manager`."""
    facts: NodeFacts
    entities: Count | None = None
    """Entities at the start, if entities can migrate. Their ids are contiguous in node order. Null:
    entities do not migrate."""


class IntervalKind(StrEnum):
    """Meaning of `low` and `high` of a metric."""

    CONFIDENCE = "confidence"
    """A 95 % confidence interval."""
    RANGE = "range"
    """The least and the greatest value, if there are too few repeats for a confidence interval."""


class Mode(Contract):
    """One of two values around which the repeats of a metric cluster."""

    median: float
    repeats: Index


class SummaryMetric(Contract):
    """A metric over the repeats of a run."""

    name: Slug
    title: Label
    unit: Label
    better: Better
    values: list[float]
    """One value for each finished repeat."""
    median: float
    low: float
    """Lower end of the 95 % BCa bootstrap interval of the median with five repeats or more; the
    least value with fewer."""
    high: float
    interval: IntervalKind = IntervalKind.RANGE
    modes: list[Mode] = Field(default=[])
    """Two modes, the lower first, if the repeats cluster around two values; the median then
    represents no repeat. Empty otherwise."""


class RepeatNode(Contract):
    """What one node measured in one repeat."""

    node_index: Index
    metrics: list[Metric]
    messages: list[MessageCount]
    processes: list[ProcessUse]
    paths: list[PathUse] = Field(default=[])
    """Traffic, losses and repairs of each data path of a federation."""
    state_checksum: BigInt
    elapsed_ns: BigInt
    samples_dropped: Count
    sample_stride: Count
    surroundings: Surroundings | None = None
    """Null in runs of older agents."""


class RepeatView(Contract):
    """One repeat of a run."""

    repeat: Index
    state: RunState
    started_at: Instant | None
    ended_at: Instant | None
    metrics: list[Metric]
    """Of the whole run."""
    messages: list[MessageCount]
    checks: list[Check]
    state_checksum: BigInt | None
    migrations: list[Migration] = Field(default=[])
    """In the order of their steps."""
    traces: list[Trace] = Field(default=[])
    nodes: list[RepeatNode]
    quality: Quality | None = None
    """Null until the repeat is done, and in runs of older agents."""


class RunOrigin(Contract):
    """Where an imported run was measured."""

    console: Label
    """Name of the host of that console."""
    number: Count
    """The run's number there."""


class RunSummary(Contract):
    """A run as a list shows it."""

    id: RunId
    number: Count
    """Number of the run, from 1, as in "run 121"."""
    name: Label
    state: RunState
    workload: Slug
    created_at: Instant
    started_at: Instant | None
    ended_at: Instant | None
    tags: list[Slug]
    preset: str | None
    repeat: Index
    """The current repeat, or the last."""
    repeats: Count
    progress: Annotated[float, Field(ge=0, le=1)]
    """Share of all repeats that is done."""
    seconds_left: float | None
    nodes: list[Slug]
    checks_hold: bool | None
    """Whether all checks passed. Null: no check has a result yet."""
    headline: list[SummaryMetric]
    """A few metrics: step time, steps per second."""
    queue_position: Count | None
    failure: RunFailure | None
    archived: bool
    group: GroupRef | None = None
    """The sweep or suite of the run."""
    origin: RunOrigin | None = None
    """Where an imported run was measured. Null for a run of this console."""


class ImportedRun(Contract):
    """A run of a file that was imported."""

    id: RunId
    """The run's id, the same on all consoles."""
    number: Count
    """The run's number on this console."""
    origin: RunOrigin
    """Where the run was measured."""
    is_new: bool
    """False: the run was on this console already, and nothing was changed."""


class ImportReport(Contract):
    """What an import has done."""

    runs: list[ImportedRun]
    """The runs of the file, in the order of their numbers."""


class RunPage(Contract):
    """A page of runs, newest first."""

    items: list[RunSummary]
    next_cursor: str | None
    total: Count
    groups: list[GroupSummary] = Field(default=[])
    """The sweeps and suites of these runs."""


class RunDocument(Contract):
    """A run without its series."""

    summary: RunSummary
    spec: RunSpec
    """The complete spec: every field is present."""
    nodes: list[RunNode]
    metrics: list[SummaryMetric]
    repeats: list[RepeatView]
    events: list[RunEvent]
    schemas: list[FrameSchema]
    versions: list[Label]
    """Versions of console, agents and workers, with commits."""


class NewRun(Contract):
    """Create a run from a whole spec, or from a preset with overrides."""

    spec: RunSpec | None = None
    preset: str | None = None
    set: list[str] = Field(default=[], max_length=200)
    """`path=value` overrides, e.g. `workload.managers=2`; the value is JSON, or else text."""


class SpecCheck(Contract):
    """A complete, valid spec, and its placement if it were launched now."""

    spec: RunSpec
    nodes: list[Slug]
    """Nodes of the run, master first."""
    assigned: list[Label]
    """Work of each node."""
    expected_messages_per_step: list[MessageCount]
    estimate_s: float | None
    """Estimated duration in seconds, from earlier runs of the same kind. Null: no earlier runs."""


class SeriesColumn(Contract):
    """Values of one column over a series."""

    name: Slug
    unit: Label
    values: list[float | None]


class SeriesFrame(StrEnum):
    """Kinds of frames that are stored as series."""

    WINDOW = "window"
    SAMPLES = "samples"


class Series(Contract):
    """A part of a node's series, thinned to at most `max_points` by windows."""

    repeat: Index
    node_index: Index
    frame: SeriesFrame
    points: Count
    total_rows: Count
    total_steps: Count | None = None
    """Measured steps of the node. Samples with fewer rows skip steps, perhaps unevenly; the column
    with role `index` has the step of each row."""
    thinned: bool
    """True if each row is the mean of a window of rows. `<column>.min` and `<column>.max` then give
    its extremes."""
    columns: list[SeriesColumn]


class SeriesList(Contract):
    """Series of a run."""

    items: list[Series]


class RunExport(Contract):
    """A run in one file, with its complete series."""

    schema_version: SchemaVersion
    run: RunDocument
    log: list[LogLine]
    series: list[Series]


class PublishedTable(Contract):
    """A table that a study published. It decides no check."""

    id: Slug
    source: Slug
    source_title: Text
    year: Label
    platforms: list[Label]
    where: Label
    """Table, figure or section of the source."""
    title: Text
    unit: Label
    columns: list[Label]
    rows: list[list[str | float | None]]
    note: Text


class PublishedTables(Contract):
    """All published tables."""

    items: list[PublishedTable]


class RunPatch(Contract):
    """Fields of a run that can be changed."""

    name: Label | None = None
    note: Text | None = None
    tags: list[Slug] | None = None
    archived: bool | None = None


class Verdict(StrEnum):
    """Result of a comparison."""

    BETTER = "better"
    WORSE = "worse"
    NO_DIFFERENCE = "no_difference_shown"
    NOT_ENOUGH_DATA = "not_enough_data"
    TWO_MODES = "two_modes"
    """The repeats of a side cluster around two values, so no single value can be compared."""


class MetricComparison(Contract):
    """One metric of a run, compared with the baseline."""

    run: RunId
    metric: Slug
    title: Label
    unit: Label
    better: Better
    baseline_median: float
    median: float
    ratio: float | None
    """Ratio of the medians. Null: the baseline's median is zero."""
    ratio_low: float | None
    ratio_high: float | None
    """95 % BCa bootstrap interval of the ratio; null with fewer than five repeats on a side."""
    superiority: float | None
    """Probability that a repeat of this run is above a repeat of the baseline. Ties count one
    half."""
    p_value: float | None
    """Exact two-sided Mann-Whitney test."""
    p_adjusted: float | None
    """P value after Holm's correction over the metrics of this run."""
    verdict: Verdict
    sentence: Text


class Difference(Contract):
    """A setting or fact that differs between the compared runs."""

    path: str
    title: Label
    kind: Literal["setting", "fact"]
    values: list[str]
    """One value for each run, in the order of the request."""


class ComparedRun(Contract):
    """A run in a comparison."""

    summary: RunSummary
    label: Label
    """Settings that distinguish the run, e.g. `managers 2`."""
    metrics: list[SummaryMetric]
    doubts: list[Text]
    """Reasons to doubt the result, e.g. a busy machine or too few repeats."""


class Comparison(Contract):
    """Runs compared with a baseline."""

    baseline: RunId
    verdict: Verdict
    conclusion: Conclusion
    runs: list[ComparedRun]
    settings_compared: Count
    differences: list[Difference]
    metrics: list[MetricComparison]
    checks: list[Check]
    """Over all runs: message counts exact in each, state checksums equal where they must be."""
    published: list[PublishedTable]
    """Published tables of the same experiment."""
