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


class Health(Contract):
    """That the console lives, and what it is."""

    status: Literal["ok"] = "ok"
    version: Label
    commit: Label
    epoch: Label
    """New for each start of the backend."""
    nodes_online: Count
    runs: Count
    keep_days: Count | None = None
    """Runs without a tag are deleted so many days after their end; null: never."""
    keep_runs: Count | None = None
    """Runs without a tag are deleted past the newest of this number; null: never."""


class NodeState(StrEnum):
    """Whether a node can be used."""

    ONLINE = "online"
    OFFLINE = "offline"


class NodeView(Contract):
    """A node of the fleet. Offline nodes stay."""

    name: Slug
    state: NodeState
    since: Instant
    """When it came into this state."""
    colour: Annotated[int, Field(ge=1, le=8)]
    """Which of the node colours it has, everywhere."""
    facts: NodeFacts
    load: float | None
    busy_share: float | None
    memory_available_bytes: Count | None
    clock_offset_ns: float | None
    """The node's wall clock minus the console's, best estimate."""
    clock_offset_error_ns: float | None
    """Half the round trip of that estimate: the offset is within this."""
    current_run: RunId | None


class NodeList(Contract):
    """The fleet."""

    items: list[NodeView]
    join_command: str
    """What to run on another machine to make it a node."""


class PresetList(Contract):
    """Presets that ship with Orrery."""

    items: list[Preset]


class RunState(StrEnum):
    """The life of a run. Preparing to collecting repeats for each repeat."""

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
    """Why a run failed, and what to do about it."""

    code: Slug
    phase: Phase
    repeat: Index
    node: str
    """Empty if no single node is to blame."""
    process: Label
    message: Text
    remedy: Text
    last_output: list[Text]


class RunEvent(Contract):
    """One entry of a run's account: transitions, worker events, annotations."""

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
    """Of an event `migration`: what `text` says, as data."""


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
    """What the plan gives it, in words: `20 entities, 1 manager`."""
    facts: NodeFacts
    entities: Count | None = None
    """That it has at first, where entities may move; their numbers go on from node to node. Null
    where nothing moves."""


class IntervalKind(StrEnum):
    """What `low` and `high` of a metric are."""

    CONFIDENCE = "confidence"
    """A 95 % confidence interval."""
    RANGE = "range"
    """The least and the greatest value: there are too few repeats for a confidence interval."""


class Mode(Contract):
    """One of several figures around which a metric's repeats gather."""

    median: float
    repeats: Index


class SummaryMetric(Contract):
    """A metric over the repeats of a run."""

    name: Slug
    title: Label
    unit: Label
    better: Better
    values: list[float]
    """One for each finished repeat."""
    median: float
    low: float
    """From five repeats on the 95 % BCa bootstrap interval of the median; with fewer the least
    value."""
    high: float
    interval: IntervalKind = IntervalKind.RANGE
    modes: list[Mode] = Field(default=[])
    """Two modes, the lower first, if the repeats gather around two figures: then the median is no
    figure of any repeat. Empty otherwise."""


class RepeatNode(Contract):
    """What one node measured in one repeat."""

    node_index: Index
    metrics: list[Metric]
    messages: list[MessageCount]
    processes: list[ProcessUse]
    paths: list[PathUse] = Field(default=[])
    """Of federations: what each way of their data carried, lost and mended."""
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


class RunSummary(Contract):
    """A run as a list shows it."""

    id: RunId
    number: Count
    """Counts from 1; what people say to each other: run 121."""
    name: Label
    state: RunState
    workload: Slug
    created_at: Instant
    started_at: Instant | None
    ended_at: Instant | None
    tags: list[Slug]
    preset: str | None
    repeat: Index
    """The repeat that is going on, or the last."""
    repeats: Count
    progress: Annotated[float, Field(ge=0, le=1)]
    """Over all repeats."""
    seconds_left: float | None
    nodes: list[Slug]
    checks_hold: bool | None
    """Null while there are none."""
    headline: list[SummaryMetric]
    """A few metrics: step time, steps per second."""
    queue_position: Count | None
    failure: RunFailure | None
    archived: bool
    group: GroupRef | None = None
    """The sweep or suite that it is part of."""


class RunPage(Contract):
    """A page of runs, newest first."""

    items: list[RunSummary]
    next_cursor: str | None
    total: Count
    groups: list[GroupSummary] = Field(default=[])
    """The sweeps and suites that these runs are part of."""


class RunDocument(Contract):
    """A run, whole, without its series."""

    summary: RunSummary
    spec: RunSpec
    """Resolved: every field present."""
    nodes: list[RunNode]
    metrics: list[SummaryMetric]
    repeats: list[RepeatView]
    events: list[RunEvent]
    schemas: list[FrameSchema]
    versions: list[Label]
    """What ran: console, agents, workers, with commits."""


class NewRun(Contract):
    """Create a run from a whole spec, or from a preset with overrides."""

    spec: RunSpec | None = None
    preset: str | None = None
    set: list[str] = Field(default=[], max_length=200)
    """`path=value` overrides, e.g. `workload.managers=2`; the value is JSON, or else text."""


class SpecCheck(Contract):
    """A valid spec, resolved, and what it would do now."""

    spec: RunSpec
    nodes: list[Slug]
    """Where it would be placed, master first."""
    assigned: list[Label]
    """What each of these would get."""
    expected_messages_per_step: list[MessageCount]
    estimate_s: float | None
    """From earlier runs of the same workload and kind of work; null without any."""


class SeriesColumn(Contract):
    """Values of one column over a series."""

    name: Slug
    unit: Label
    values: list[float | None]


class SeriesFrame(StrEnum):
    """Kinds of frames of which series are stored."""

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
    """Measured steps of the node. Samples with fewer rows leave steps out, perhaps unevenly: their
    column with role `index` says which step a row is."""
    thinned: bool
    """Rows stand for windows of rows; then `<column>.min` and `<column>.max` are given beside
    the mean."""
    columns: list[SeriesColumn]


class SeriesList(Contract):
    """Series of a run."""

    items: list[Series]


class RunExport(Contract):
    """A run in one file: everything, series in full."""

    schema_version: SchemaVersion
    run: RunDocument
    log: list[LogLine]
    series: list[Series]


class PublishedTable(Contract):
    """A table that a study published: context, never a pass mark."""

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
    """What may change on a run that exists."""

    name: Label | None = None
    note: Text | None = None
    tags: list[Slug] | None = None
    archived: bool | None = None


class Verdict(StrEnum):
    """What a comparison found."""

    BETTER = "better"
    WORSE = "worse"
    NO_DIFFERENCE = "no_difference_shown"
    NOT_ENOUGH_DATA = "not_enough_data"
    TWO_MODES = "two_modes"
    """The repeats of a side gather around two figures: no single figure can be compared."""


class MetricComparison(Contract):
    """One metric of one run against the baseline."""

    run: RunId
    metric: Slug
    title: Label
    unit: Label
    better: Better
    baseline_median: float
    median: float
    ratio: float | None
    """Of medians; null if the baseline's is zero."""
    ratio_low: float | None
    ratio_high: float | None
    """95 % BCa bootstrap interval of the ratio; null with fewer than five repeats on a side."""
    superiority: float | None
    """Probability that a repeat of this run is above a repeat of the baseline, ties counted
    half."""
    p_value: float | None
    """Exact two-sided Mann-Whitney test."""
    p_adjusted: float | None
    """After Holm over the metrics of this run."""
    verdict: Verdict
    sentence: Text


class Difference(Contract):
    """One setting or fact that is not the same in all compared runs."""

    path: str
    title: Label
    kind: Literal["setting", "fact"]
    values: list[str]
    """One for each run, in the order asked."""


class ComparedRun(Contract):
    """A run in a comparison."""

    summary: RunSummary
    label: Label
    """What sets it apart, e.g. `managers 2`."""
    metrics: list[SummaryMetric]
    doubts: list[Text]
    """What makes its result doubtful: a busier machine, too few repeats."""


class Comparison(Contract):
    """Runs held against a baseline."""

    baseline: RunId
    headline: Text
    """What was found, as one sentence."""
    detail: Text
    verdict: Verdict
    runs: list[ComparedRun]
    settings_compared: Count
    differences: list[Difference]
    metrics: list[MetricComparison]
    checks: list[Check]
    """Over all runs: message counts exact in each, state checksums equal where they must be."""
    published: list[PublishedTable]
    """Published tables that belong beside these runs."""
