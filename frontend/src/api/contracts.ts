/* Generated from contracts/orrery_contracts by `make gen`: do not edit. */
/* eslint-disable */

/** An unsigned 64-bit integer as a decimal string: use BigInt() for arithmetic. */
export type BigIntString = string;

/** What an entity and a manager are to the operating system. */
export type ProcessModel = "process" | "thread" | "pooled";
export const ProcessModelValues = [
  "process",
  "thread",
  "pooled",
] as const satisfies readonly ProcessModel[];

/** Which node hosts the managers: the master, the first slave, or all nodes in turn. */
export type ManagerPlacement = "master" | "slave" | "spread";
export const ManagerPlacementValues = [
  "master",
  "slave",
  "spread",
] as const satisfies readonly ManagerPlacement[];

/** Entities in proportion to each node's CPU rating. */
export interface SplitByRating {
  kind: "rating";
}

/** The same number of entities on every node; a remainder goes to the first nodes. */
export interface SplitEqual {
  kind: "equal";
}

/** A given number of entities for each node, master first; they add up to `entities`. */
export interface SplitByHand {
  kind: "by_hand";
  /** Entities on each node, master first. */
  counts: number[];
}

export type EntitySplit =
  | SplitByRating
  | SplitEqual
  | SplitByHand;

/**
 * Whether the final state is checked against the sequential oracle: automatic checks as many steps
 * as take about a second.
 */
export type OracleUse = "auto" | "always" | "never";
export const OracleUseValues = [
  "auto",
  "always",
  "never",
] as const satisfies readonly OracleUse[];

/**
 * Entities update every step, managers receive what they monitor, and the master starts the next
 * step when all have ended.
 */
export interface UniverseSteps {
  kind: "universe_steps";
  /** Entities in the whole system, z of the message model. */
  entities: number;
  /**
   * Special managers, x of the message model. Each receives every state update of every monitored
   * component.
   */
  managers: number;
  /**
   * Components of each entity's state in which every manager registers interest, y of the message
   * model.
   */
  monitors: number;
  /** Measured simulation steps. */
  steps: number;
  /** Steps before the measurement starts; they count in the state checksum, not in any figure. */
  warmup_steps: number;
  /**
   * Each entity and manager an operating-system process, a thread, or an object stepped by a few
   * workers.
   */
  process_model: ProcessModel;
  /**
   * Threads that step the entities of a node in the pooled model; 0 chooses by entities and cores.
   */
  pool_threads: number;
  /** Size of one component's packed state in a state update. Unit: B. */
  state_bytes: number;
  /** A changing entity changes its state every so many steps. Unit: steps. */
  update_period_steps: number;
  /** The rest are static: they are notified and complete each step, but send no state. */
  changing_share: number;
  /** CPU time that each entity's update function uses, calibrated on each node. Unit: us. */
  update_cost_us: number;
  /** CPU time that each manager uses to process a step. Unit: us. */
  manager_cost_us: number;
  /** Which node hosts the managers. On a single node all are the same. */
  manager_placement: ManagerPlacement;
  /** How entities are distributed over the nodes. */
  split: EntitySplit;
  /** Whether the state checksum is compared with the sequential oracle's. */
  oracle: OracleUse;
}

export type Workload =
  | UniverseSteps;

/** The best-rated nodes that are online; the fastest is the master. */
export interface FastestNodes {
  kind: "fastest";
  /** How many nodes take part. */
  count: number;
}

/** Exactly these nodes; the first is the master. */
export interface NamedNodes {
  kind: "named";
  /** Node names, master first. */
  names: string[];
}

export type Placement =
  | FastestNodes
  | NamedNodes;

/**
 * What carries messages between a universe manager and the processes or threads of its own node.
 */
export type LocalTransport = "auto" | "thread" | "shm" | "uds" | "tcp";
export const LocalTransportValues = [
  "auto",
  "thread",
  "shm",
  "uds",
  "tcp",
] as const satisfies readonly LocalTransport[];

/**
 * What carries messages between nodes. `auto`: shared memory where all nodes share one machine,
 * else TCP.
 */
export type NodeTransport = "auto" | "shm" | "uds" | "tcp";
export const NodeTransportValues = [
  "auto",
  "shm",
  "uds",
  "tcp",
] as const satisfies readonly NodeTransport[];

/** The transports of a run. */
export interface Transports {
  /**
   * Carries messages between a node's manager and its own processes or threads. Unused by the
   * pooled process model.
   */
  local: LocalTransport;
  /**
   * Carries messages between nodes. Shared memory and Unix sockets need all nodes on one machine.
   */
  nodes: NodeTransport;
  /** A peer that cannot be reached for this long is lost, and the run fails. Unit: ms. */
  peer_timeout_ms: number;
}

/** How a party waits for the next message. `auto` chooses by parties and cores. */
export type WaitStrategy = "auto" | "spin" | "spin_then_futex" | "yield" | "adaptive";
export const WaitStrategyValues = [
  "auto",
  "spin",
  "spin_then_futex",
  "yield",
  "adaptive",
] as const satisfies readonly WaitStrategy[];

/** The kernel's scheduling class of the simulation's processes. */
export type SchedulingClass = "other" | "round_robin" | "fifo";
export const SchedulingClassValues = [
  "other",
  "round_robin",
  "fifo",
] as const satisfies readonly SchedulingClass[];

/**
 * Which CPU each process or thread may use: any, packed on as few as possible, or spread over all.
 */
export type Pinning = "none" | "compact" | "spread";
export const PinningValues = [
  "none",
  "compact",
  "spread",
] as const satisfies readonly Pinning[];

/** Conditions under which a run is measured; stored with it. */
export interface Conditions {
  /** How a party waits for the next message. Automatic: by number of parties and cores. */
  wait: WaitStrategy;
  /** Real-time classes need the permission to use them on every node. */
  scheduling_class: SchedulingClass;
  /** Nice value (-20 to 19) for class other; real-time priority (1 to 99) otherwise. */
  priority: number;
  /** Fixes processes and threads to CPUs, against the scheduler's moving them. */
  pinning: Pinning;
}

/** What is recorded while a run is on. */
export interface TelemetryOptions {
  /** Off: only totals are measured. Used to measure what telemetry costs. */
  enabled: boolean;
  /** How often each node sends a window of its measurements. Unit: ms. */
  interval_ms: number;
  /**
   * Full-resolution samples kept per node and repeat. Past it, windows replace them, and the result
   * says so.
   */
  max_samples: number;
}

/** When a run is given up. */
export interface Limits {
  /** All workers must be ready within this time of their launch. Unit: ms. */
  rendezvous_timeout_ms: number;
  /** A repeat that takes longer is ended, and the run fails. Unit: s. */
  run_timeout_s: number;
}

/** What to run, where, and under which conditions. */
export interface RunSpec {
  schema_version: 1;
  /** Says what the run is for; shown as its title. */
  name: string;
  note: string;
  tags: string[];
  workload: Workload;
  placement: Placement;
  /**
   * Each repeat is a fresh launch. Repeats are the unit of every statistic; five or more let a
   * difference be shown.
   */
  repeats: number;
  /** Seed of every random stream; the same seed gives the same state checksum. */
  seed: BigIntString;
  transports: Transports;
  conditions: Conditions;
  telemetry: TelemetryOptions;
  limits: Limits;
}

/** A named run spec that ships with Orrery. */
export interface Preset {
  schema_version: 1;
  name: string;
  title: string;
  summary: string;
  /** The study and section that it follows; empty if none. */
  source: string;
  spec: RunSpec;
}

/** Which direction of a metric is an improvement. */
export type Better = "lower" | "higher" | "neither";
export const BetterValues = [
  "lower",
  "higher",
  "neither",
] as const satisfies readonly Better[];

/** One figure of a repeat. */
export interface Metric {
  /** Stable key, e.g. `step_time.p50`. */
  name: string;
  title: string;
  value: number;
  /** SI or as usual in the field: ns, us, steps/s, B, count, share (0 to 1). */
  unit: string;
  better: Better;
}

/** Something that must hold in every run, with what was expected and what was found. */
export interface Check {
  name: string;
  title: string;
  holds: boolean;
  expected: string;
  found: string;
}

/** Messages of one kind over the measured steps. */
export interface MessageCount {
  /** E.g. `update_notify`, `state_from_entity`, `state_to_manager`. */
  kind: string;
  title: string;
  /** By the workload's message model. */
  expected: BigIntString;
  counted: BigIntString;
  bytes: BigIntString;
}

/** What one operating-system process or thread used. */
export interface ProcessUse {
  /** E.g. `manager 0`, `entity 17`, `universe manager`. */
  name: string;
  pid: number;
  user_us: number;
  system_us: number;
  voluntary_switches: number;
  involuntary_switches: number;
  minor_faults: number;
  major_faults: number;
  peak_rss_bytes: number;
}

/** A worker's last word on a repeat. The master's also speaks for the whole run. */
export interface WorkerResult {
  schema_version: 1;
  /** Of this node. */
  metrics: Metric[];
  /** Of the whole run; empty on slaves. */
  run_metrics: Metric[];
  /** Of the whole run on the master; of this node elsewhere. */
  checks: Check[];
  /** Of this node. */
  messages: MessageCount[];
  /** Of the whole run; empty on slaves. */
  run_messages: MessageCount[];
  /**
   * Of this node's entities and managers over all steps; the master's run_state_checksum adds all
   * nodes up.
   */
  state_checksum: BigIntString;
  /** Equal for any process model, transport and placement of one seed; "0" on slaves. */
  run_state_checksum: BigIntString;
  processes: ProcessUse[];
  /** Wall time of the measured steps on this node. */
  elapsed_ns: BigIntString;
  /** Telemetry records lost because the recorder's ring was full. */
  samples_dropped: number;
  /** Every so many steps one was recorded, so that recording stays under its share of the step. */
  sample_stride: number;
}

/** `window`: one row that sums up an interval. `samples`: full-resolution rows. */
export type FrameKind = "window" | "samples";
export const FrameKindValues = [
  "window",
  "samples",
] as const satisfies readonly FrameKind[];

/** How a column's values are stored, little-endian. */
export type ColumnType = "u32" | "u64" | "f32" | "f64";
export const ColumnTypeValues = [
  "u32",
  "u64",
  "f32",
  "f64",
] as const satisfies readonly ColumnType[];

/** What a column is for, so that a page can draw it without knowing the workload. */
export type ColumnRole = "index" | "time" | "duration" | "activity" | "messages" | "bytes" | "gauge" | "counter";
export const ColumnRoleValues = [
  "index",
  "time",
  "duration",
  "activity",
  "messages",
  "bytes",
  "gauge",
  "counter",
] as const satisfies readonly ColumnRole[];

/** One column of a frame. */
export interface Column {
  name: string;
  title: string;
  type: ColumnType;
  unit: string;
  role: ColumnRole;
  /**
   * Groups columns: `step_time` has `step_time.mean`, `step_time.p99`; an activity or a message
   * kind names itself.
   */
  series: string;
}

/** The columns of one kind of frame, in order. */
export interface FrameSchema {
  schema_id: number;
  kind: FrameKind;
  columns: Column[];
}

/** Stable codes of problem documents; a program may depend on them. */
export type ProblemCode = "invalid" | "malformed" | "not_found" | "conflict" | "too_few_nodes" | "unknown_preset" | "unauthorized" | "forbidden" | "too_large" | "too_many" | "unavailable" | "internal";
export const ProblemCodeValues = [
  "invalid",
  "malformed",
  "not_found",
  "conflict",
  "too_few_nodes",
  "unknown_preset",
  "unauthorized",
  "forbidden",
  "too_large",
  "too_many",
  "unavailable",
  "internal",
] as const satisfies readonly ProblemCode[];

/** What is wrong with one field. */
export interface FieldError {
  /** Path in the document, e.g. `workload.entities`; empty for the document itself. */
  field: string;
  /** The value given, shortened; empty if it is missing. */
  value: string;
  message: string;
  remedy: string;
}

/** RFC 9457 problem document with a stable code. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  errors: FieldError[];
}

/** That the console lives, and what it is. */
export interface Health {
  status: "ok";
  version: string;
  commit: string;
  /** New for each start of the backend. */
  epoch: string;
  nodes_online: number;
  runs: number;
}

/** Who the caller is to the console. */
export interface Session {
  /** Whether the console asks for tokens at all. */
  required: boolean;
  /** What the caller's token or cookie allows; null without one. */
  role: "agent" | "operator" | null;
}

/** Whether a node can be used. */
export type NodeState = "online" | "offline";
export const NodeStateValues = [
  "online",
  "offline",
] as const satisfies readonly NodeState[];

/** What a node is; a copy is stored with every run. */
export interface NodeFacts {
  hostname: string;
  os: string;
  kernel: string;
  architecture: string;
  cpu_model: string;
  /** Logical CPUs that the agent may use. */
  cores: number;
  /** CPUs' worth of time that a control group allows; equals `cores` where there is no limit. */
  cpu_limit: number;
  memory_bytes: number;
  /** Equal for agents on one machine: they can share memory. */
  machine_id: string;
  /** Where this node's workers can be reached by other nodes. */
  address: string;
  /** Millions of integer calibration rounds a second. */
  rating: number;
  clock_resolution_ns: number;
  clock_read_ns: number;
  transports: string[];
  agent_version: string;
  worker_version: string;
  build: string;
  commit: string;
}

/** A node of the fleet. Offline nodes stay. */
export interface NodeView {
  name: string;
  state: NodeState;
  /** When it came into this state. */
  since: string;
  /** Which of the node colours it has, everywhere. */
  colour: number;
  facts: NodeFacts;
  load: number | null;
  busy_share: number | null;
  memory_available_bytes: number | null;
  /** The node's wall clock minus the console's, best estimate. */
  clock_offset_ns: number | null;
  /** Half the round trip of that estimate: the offset is within this. */
  clock_offset_error_ns: number | null;
  current_run: string | null;
}

/** The fleet. */
export interface NodeList {
  items: NodeView[];
  /** What to run on another machine to make it a node. */
  join_command: string;
}

/** Presets that ship with Orrery. */
export interface PresetList {
  items: Preset[];
}

/** A valid spec, resolved, and what it would do now. */
export interface SpecCheck {
  spec: RunSpec;
  /** Where it would be placed, master first. */
  nodes: string[];
  /** What each of these would get. */
  assigned: string[];
  expected_messages_per_step: MessageCount[];
  /** From earlier runs of the same workload and process model; null without any. */
  estimate_s: number | null;
}

/** The life of a run. Preparing to collecting repeats for each repeat. */
export type RunState = "queued" | "placing" | "preparing" | "ready" | "running" | "collecting" | "done" | "failed" | "cancelled";
export const RunStateValues = [
  "queued",
  "placing",
  "preparing",
  "ready",
  "running",
  "collecting",
  "done",
  "failed",
  "cancelled",
] as const satisfies readonly RunState[];

/** A metric over the repeats of a run. */
export interface SummaryMetric {
  name: string;
  title: string;
  unit: string;
  better: Better;
  /** One for each finished repeat. */
  values: number[];
  median: number;
  /**
   * 95 % BCa bootstrap interval of the median; equal to `min` and `max` of values with fewer than
   * five repeats.
   */
  low: number;
  high: number;
}

/** Where in its life a run is when something happens to it. */
export type Phase = "placing" | "preparing" | "ready" | "running" | "collecting";
export const PhaseValues = [
  "placing",
  "preparing",
  "ready",
  "running",
  "collecting",
] as const satisfies readonly Phase[];

/** Why a run failed, and what to do about it. */
export interface RunFailure {
  code: string;
  phase: Phase;
  repeat: number;
  /** Empty if no single node is to blame. */
  node: string;
  process: string;
  message: string;
  remedy: string;
  last_output: string[];
}

/** A run as a list shows it. */
export interface RunSummary {
  id: string;
  /** Counts from 1; what people say to each other: run 121. */
  number: number;
  name: string;
  state: RunState;
  workload: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  tags: string[];
  preset: string | null;
  /** The repeat that is going on, or the last. */
  repeat: number;
  repeats: number;
  /** Over all repeats. */
  progress: number;
  seconds_left: number | null;
  nodes: string[];
  /** Null while there are none. */
  checks_hold: boolean | null;
  /** A few metrics: step time, steps per second. */
  headline: SummaryMetric[];
  queue_position: number | null;
  failure: RunFailure | null;
  archived: boolean;
}

/** A page of runs, newest first. */
export interface RunPage {
  items: RunSummary[];
  next_cursor: string | null;
  total: number;
}

/** A node as it was when the run was placed. */
export interface RunNode {
  /** 0 is the master. */
  index: number;
  name: string;
  colour: number;
  /** One-minute load average at placement: a busy machine makes a doubtful result. */
  load_before: number;
  busy_share_before: number;
  /** What the plan gives it, in words: `20 entities, 1 manager`. */
  assigned: string;
  facts: NodeFacts;
}

/** What one node measured in one repeat. */
export interface RepeatNode {
  node_index: number;
  metrics: Metric[];
  messages: MessageCount[];
  processes: ProcessUse[];
  state_checksum: BigIntString;
  elapsed_ns: BigIntString;
  samples_dropped: number;
  sample_stride: number;
}

/** One repeat of a run. */
export interface RepeatView {
  repeat: number;
  state: RunState;
  started_at: string | null;
  ended_at: string | null;
  /** Of the whole run. */
  metrics: Metric[];
  messages: MessageCount[];
  checks: Check[];
  state_checksum: BigIntString | null;
  nodes: RepeatNode[];
}

/** One entry of a run's account: transitions, worker events, annotations. */
export interface RunEvent {
  sequence: number;
  at: string;
  repeat: number | null;
  /** Empty for the run as a whole. */
  node: string;
  /** `state.<state>`, `failure`, or a worker's own event name. */
  name: string;
  text: string;
  step: BigIntString | null;
}

/** A run, whole, without its series. */
export interface RunDocument {
  summary: RunSummary;
  /** Resolved: every field present. */
  spec: RunSpec;
  nodes: RunNode[];
  metrics: SummaryMetric[];
  repeats: RepeatView[];
  events: RunEvent[];
  schemas: FrameSchema[];
  /** What ran: console, agents, workers, with commits. */
  versions: string[];
}

/** How much a log line matters. */
export type LogLevel = "info" | "warning" | "error";
export const LogLevelValues = [
  "info",
  "warning",
  "error",
] as const satisfies readonly LogLevel[];

/** One line that a worker, an agent or the console wrote about a run. */
export interface LogLine {
  at: string;
  repeat: number | null;
  node: string;
  level: LogLevel;
  text: string;
}

/** Values of one column over a series. */
export interface SeriesColumn {
  name: string;
  unit: string;
  values: (number | null)[];
}

/** A part of a node's series, thinned to at most `max_points` by windows. */
export interface Series {
  repeat: number;
  node_index: number;
  frame: "window" | "samples";
  points: number;
  total_rows: number;
  /**
   * Rows stand for windows of rows; then `<column>.min` and `<column>.max` are given beside the
   * mean.
   */
  thinned: boolean;
  columns: SeriesColumn[];
}

/** Series of a run. */
export interface SeriesList {
  items: Series[];
}

/** A run in one file: everything, series in full. */
export interface RunExport {
  schema_version: 1;
  run: RunDocument;
  log: LogLine[];
  series: Series[];
}

/** A table that a study published: context, never a pass mark. */
export interface PublishedTable {
  id: string;
  source: string;
  source_title: string;
  year: string;
  platforms: string[];
  /** Table, figure or section of the source. */
  where: string;
  title: string;
  unit: string;
  columns: string[];
  rows: ((string | number | null)[])[];
  note: string;
}

/** All published tables. */
export interface PublishedTables {
  items: PublishedTable[];
}

/** What a comparison found. */
export type Verdict = "better" | "worse" | "no_difference_shown" | "not_enough_data";
export const VerdictValues = [
  "better",
  "worse",
  "no_difference_shown",
  "not_enough_data",
] as const satisfies readonly Verdict[];

/** A run in a comparison. */
export interface ComparedRun {
  summary: RunSummary;
  /** What sets it apart, e.g. `managers 2`. */
  label: string;
  metrics: SummaryMetric[];
  /** What makes its result doubtful: a busier machine, too few repeats. */
  doubts: string[];
}

/** One setting or fact that is not the same in all compared runs. */
export interface Difference {
  path: string;
  title: string;
  kind: "setting" | "fact";
  /** One for each run, in the order asked. */
  values: string[];
}

/** One metric of one run against the baseline. */
export interface MetricComparison {
  run: string;
  metric: string;
  title: string;
  unit: string;
  better: Better;
  baseline_median: number;
  median: number;
  /** Of medians; null if the baseline's is zero. */
  ratio: number | null;
  ratio_low: number | null;
  /** 95 % BCa bootstrap interval of the ratio; null with fewer than three repeats on a side. */
  ratio_high: number | null;
  /**
   * Probability that a repeat of this run is above a repeat of the baseline, ties counted half.
   */
  superiority: number | null;
  /** Exact two-sided Mann-Whitney test. */
  p_value: number | null;
  /** After Holm over the metrics of this run. */
  p_adjusted: number | null;
  verdict: Verdict;
  sentence: string;
}

/** Runs held against a baseline. */
export interface Comparison {
  baseline: string;
  /** What was found, as one sentence. */
  headline: string;
  detail: string;
  verdict: Verdict;
  runs: ComparedRun[];
  settings_compared: number;
  differences: Difference[];
  metrics: MetricComparison[];
  /** Over all runs: message counts exact in each, state checksums equal where they must be. */
  checks: Check[];
  /** Published tables that belong beside these runs. */
  published: PublishedTable[];
}

/** What is wrong with a model, and where. */
export interface ModelError {
  /** From 1; 0 if the model as a whole is meant. */
  line: number;
  /** From 1, in characters. */
  column: number;
  /** What is wrong and what to do about it. */
  message: string;
  /**
   * The line, or the part of it around the place, and below it a caret; empty if the whole is
   * meant.
   */
  caret: string;
}

/** The kinds of components that the language has. */
export type ModelComponentKind = "universe" | "entity" | "element" | "property" | "constant" | "function" | "converter";
export const ModelComponentKindValues = [
  "universe",
  "entity",
  "element",
  "property",
  "constant",
  "function",
  "converter",
] as const satisfies readonly ModelComponentKind[];

/** One component of a model. */
export interface ModelComponent {
  /** Names from the outermost to its own, with dots between. */
  path: string;
  kind: ModelComponentKind;
  /** As the language says it, `REAL[3]`; empty where there is none. */
  type: string;
  /** State of one instance; 0 for what has none. */
  state_bytes: number;
}

/** What a model takes. */
export interface ModelMemory {
  /** Its components, without their names. */
  definition_bytes: number;
  /** One instance of each entity with its administration; without entities, of each universe. */
  instance_bytes: number;
}

/**
 * What a model would have taken by the study's formulae (its Figure 6.1 and Tables 6.4 and 6.5) on
 * its two platforms, and what it takes here.
 */
export interface ModelEstimate {
  published_qnx: ModelMemory;
  published_irix: ModelMemory;
  measured: ModelMemory;
  /** Names with their administration, which the study leaves out. */
  names_bytes: number;
}

/** How long a model is in each form that it can be sent in. */
export interface ModelCodeSize {
  text_bytes: number;
  compressed_bytes: number;
  tokenised_bytes: number;
  tokenised_compressed_bytes: number;
}

/** What a check says of a model. */
export interface ModelReport {
  schema_version: 1;
  ok: boolean;
  errors: ModelError[];
  component_count: number;
  /** In the order of the text; at most the first 500. */
  components: ModelComponent[];
  /** Null for a model with errors. */
  estimate: ModelEstimate | null;
  /** Null for a model with errors. */
  code: ModelCodeSize | null;
}

/** A model that ships with Orrery. */
export interface ModelExample {
  name: string;
  title: string;
  summary: string;
  text: string;
}

/** Models that ship with Orrery. */
export interface ModelExamples {
  items: ModelExample[];
}

/** The topic is followed. Not resumed: discard what you have; a snapshot follows. */
export interface Subscribed {
  kind: "subscribed";
  topic: string;
  /** Names the topic in binary messages. */
  channel: number;
  epoch: string;
  sequence: number;
  resumed: boolean;
}

/** The fleet as it is. */
export interface FleetSnapshot {
  kind: "fleet";
  fleet: NodeList;
}

/** The newest runs. */
export interface RunsSnapshot {
  kind: "runs";
  runs: RunPage;
}

/** A run as it is; its recent window frames follow as binary. */
export interface RunSnapshot {
  kind: "run";
  run: RunDocument;
  log: LogLine[];
}

/** On `fleet`. */
export interface NodeChanged {
  kind: "node_changed";
  node: NodeView;
}

/** On `runs` and `run/<id>`: state, progress, repeat, headline. */
export interface RunChanged {
  kind: "run_changed";
  run: RunSummary;
}

/** On `run/<id>`: a repeat has a result, nodes were placed; the whole document anew. */
export interface RunUpdated {
  kind: "run_updated";
  run: RunDocument;
}

/** On `run/<id>`. */
export interface EventAdded {
  kind: "event_added";
  event: RunEvent;
}

/** On `run/<id>`. */
export interface LogAdded {
  kind: "log_added";
  line: LogLine;
}

/** On `run/<id>`: before the first frame that needs it. */
export interface SchemaAdded {
  kind: "schema_added";
  frame_schema: FrameSchema;
}

export type StreamData =
  | FleetSnapshot
  | RunsSnapshot
  | RunSnapshot
  | NodeChanged
  | RunChanged
  | RunUpdated
  | EventAdded
  | LogAdded
  | SchemaAdded;

/** An entry of a topic's log, or its snapshot. */
export interface Message {
  kind: "message";
  topic: string;
  sequence: number;
  data: StreamData;
}

/** Frames left out for this viewer because it is slow; events never are. */
export interface Dropped {
  kind: "dropped";
  topic: string;
  frames: number;
}

/** The viewer asked for something that is not there. */
export interface Refusal {
  kind: "refusal";
  topic: string;
  message: string;
}

/** Answer to `ping`. */
export interface Pong {
  kind: "pong";
  id: number;
}

export type ToViewer =
  | Subscribed
  | Message
  | Dropped
  | Refusal
  | Pong;

/** A window frame as text, in place of a binary message; only with `?format=json`. */
export interface DecodedFrame {
  kind: "frame";
  topic: string;
  sequence: number;
  node_index: number;
  repeat: number;
  done: number;
  time_ns: number;
  dropped: number;
  columns: SeriesColumn[];
}

/** A token, given once by a person; the answer sets a cookie for the browser. */
export interface SignIn {
  token: string;
}

/**
 * Entities update every step, managers receive what they monitor, and the master starts the next
 * step when all have ended. As a request: what has a default may be left out.
 */
export interface UniverseStepsInput {
  kind: "universe_steps";
  /** Entities in the whole system, z of the message model. */
  entities?: number;
  /**
   * Special managers, x of the message model. Each receives every state update of every monitored
   * component.
   */
  managers?: number;
  /**
   * Components of each entity's state in which every manager registers interest, y of the message
   * model.
   */
  monitors?: number;
  /** Measured simulation steps. */
  steps?: number;
  /** Steps before the measurement starts; they count in the state checksum, not in any figure. */
  warmup_steps?: number;
  /**
   * Each entity and manager an operating-system process, a thread, or an object stepped by a few
   * workers.
   */
  process_model?: ProcessModel;
  /**
   * Threads that step the entities of a node in the pooled model; 0 chooses by entities and cores.
   */
  pool_threads?: number;
  /** Size of one component's packed state in a state update. Unit: B. */
  state_bytes?: number;
  /** A changing entity changes its state every so many steps. Unit: steps. */
  update_period_steps?: number;
  /** The rest are static: they are notified and complete each step, but send no state. */
  changing_share?: number;
  /** CPU time that each entity's update function uses, calibrated on each node. Unit: us. */
  update_cost_us?: number;
  /** CPU time that each manager uses to process a step. Unit: us. */
  manager_cost_us?: number;
  /** Which node hosts the managers. On a single node all are the same. */
  manager_placement?: ManagerPlacement;
  /** How entities are distributed over the nodes. */
  split?: EntitySplit;
  /** Whether the state checksum is compared with the sequential oracle's. */
  oracle?: OracleUse;
}

export type WorkloadInput =
  | UniverseStepsInput;

/**
 * The best-rated nodes that are online; the fastest is the master. As a request: what has a default
 * may be left out.
 */
export interface FastestNodesInput {
  kind: "fastest";
  /** How many nodes take part. */
  count?: number;
}

export type PlacementInput =
  | FastestNodesInput
  | NamedNodes;

/** The transports of a run. As a request: what has a default may be left out. */
export interface TransportsInput {
  /**
   * Carries messages between a node's manager and its own processes or threads. Unused by the
   * pooled process model.
   */
  local?: LocalTransport;
  /**
   * Carries messages between nodes. Shared memory and Unix sockets need all nodes on one machine.
   */
  nodes?: NodeTransport;
  /** A peer that cannot be reached for this long is lost, and the run fails. Unit: ms. */
  peer_timeout_ms?: number;
}

/**
 * Conditions under which a run is measured; stored with it. As a request: what has a default may be
 * left out.
 */
export interface ConditionsInput {
  /** How a party waits for the next message. Automatic: by number of parties and cores. */
  wait?: WaitStrategy;
  /** Real-time classes need the permission to use them on every node. */
  scheduling_class?: SchedulingClass;
  /** Nice value (-20 to 19) for class other; real-time priority (1 to 99) otherwise. */
  priority?: number;
  /** Fixes processes and threads to CPUs, against the scheduler's moving them. */
  pinning?: Pinning;
}

/** What is recorded while a run is on. As a request: what has a default may be left out. */
export interface TelemetryOptionsInput {
  /** Off: only totals are measured. Used to measure what telemetry costs. */
  enabled?: boolean;
  /** How often each node sends a window of its measurements. Unit: ms. */
  interval_ms?: number;
  /**
   * Full-resolution samples kept per node and repeat. Past it, windows replace them, and the result
   * says so.
   */
  max_samples?: number;
}

/** When a run is given up. As a request: what has a default may be left out. */
export interface LimitsInput {
  /** All workers must be ready within this time of their launch. Unit: ms. */
  rendezvous_timeout_ms?: number;
  /** A repeat that takes longer is ended, and the run fails. Unit: s. */
  run_timeout_s?: number;
}

/**
 * What to run, where, and under which conditions. As a request: what has a default may be left out.
 */
export interface RunSpecInput {
  schema_version: 1;
  /** Says what the run is for; shown as its title. */
  name?: string;
  note?: string;
  tags?: string[];
  workload?: WorkloadInput;
  placement?: PlacementInput;
  /**
   * Each repeat is a fresh launch. Repeats are the unit of every statistic; five or more let a
   * difference be shown.
   */
  repeats?: number;
  /** Seed of every random stream; the same seed gives the same state checksum. */
  seed?: BigIntString;
  transports?: TransportsInput;
  conditions?: ConditionsInput;
  telemetry?: TelemetryOptionsInput;
  limits?: LimitsInput;
}

/** Create a run from a whole spec, or from a preset with overrides. */
export interface NewRun {
  spec?: RunSpecInput | null;
  preset?: string | null;
  /** `path=value` overrides, e.g. `workload.managers=2`; the value is JSON, or else text. */
  set?: string[];
}

/** What may change on a run that exists. */
export interface RunPatch {
  name?: string | null;
  note?: string | null;
  tags?: string[] | null;
  archived?: boolean | null;
}

/** A model to be checked. */
export interface ModelCheck {
  text: string;
}

/** A place in a topic's log. */
export interface StreamPosition {
  epoch: string;
  sequence: number;
}

/** Follow a topic: `fleet`, `runs` or `run/<id>`. */
export interface Subscribe {
  kind: "subscribe";
  topic: string;
  /** The last message seen; null for a fresh start. */
  after?: StreamPosition | null;
}

/** Stop following a topic. */
export interface Unsubscribe {
  kind: "unsubscribe";
  topic: string;
}

/** Asks for a `pong`. */
export interface Ping {
  kind: "ping";
  id: number;
}

export type FromViewer =
  | Subscribe
  | Unsubscribe
  | Ping;
