/* Generated from contracts/orrery_contracts/workloads by `make gen`: do not edit. */
/* eslint-disable */
import type { Workload } from "./contracts";

/** What a workload is about, in the order in which lists are divided. */
export const workload_families = [
  "Universe simulation",
  "Federations",
  "Event simulation",
  "Machine alone",
] as const;
export type WorkloadFamily = (typeof workload_families)[number];

/** What the parts of Orrery know of a workload besides its parameters. */
export interface WorkloadRecord {
  readonly kind: Workload["kind"];
  /** In the middle of a sentence. */
  readonly title: string;
  readonly family: WorkloadFamily;
  /** The unit in which the measured part counts its progress, singular. */
  readonly progress_unit: string;
  /** What a node carries, plural. */
  readonly carried: string;
  /** Fields that a form shows first; the others are behind `More`. Empty: all are shown. */
  readonly first_fields: readonly string[];
  /** Metrics that say most, the first first. */
  readonly leading_metrics: readonly string[];
  /** Kinds of messages that cross from node to node, counted where they arrive. */
  readonly between_nodes: readonly string[];
}

/** In the order in which forms and lists offer them. */
export const workload_records: readonly WorkloadRecord[] = [
  {
    kind: "universe_steps",
    title: "universe steps",
    family: "Universe simulation",
    progress_unit: "step",
    carried: "entities",
    first_fields: ["entities", "behaviour", "managers", "monitors", "steps", "process_model", "pool_threads", "state", "split"],
    leading_metrics: ["step_time.p50", "step_time.p99", "steps_per_second", "imbalance", "cpu_per_step"],
    between_nodes: ["node_notify", "state_relay", "state_complete", "node_complete", "neighbour_state"],
  },
  {
    kind: "universe_migration",
    title: "universe migration",
    family: "Universe simulation",
    progress_unit: "step",
    carried: "entities",
    first_fields: ["entities", "steps", "policy", "process_model", "load", "managers", "split"],
    leading_metrics: ["step_time.p50", "migrations", "migration_pause.p50", "workload.max", "steps_above_threshold"],
    between_nodes: ["node_notify", "node_complete", "load_report", "migration_order", "entity_state", "state_relay"],
  },
  {
    kind: "process_activity",
    title: "process activity",
    family: "Universe simulation",
    progress_unit: "launch",
    carried: "entities",
    first_fields: [],
    leading_metrics: ["create.each", "end.each", "entity.update", "usage.per_process", "memory.private"],
    between_nodes: [],
  },
  {
    kind: "messaging",
    title: "messaging",
    family: "Universe simulation",
    progress_unit: "message",
    carried: "messages",
    first_fields: [],
    leading_metrics: ["latency", "send.total", "receive.total", "throughput.bytes", "throughput.messages"],
    between_nodes: [],
  },
  {
    kind: "networked_systems",
    title: "networked systems",
    family: "Universe simulation",
    progress_unit: "step",
    carried: "systems",
    first_fields: ["systems", "fan_out", "users", "approximation", "delivery", "steps"],
    leading_metrics: ["traffic", "updates", "messages_per_update", "error.mean", "error.p99", "steps_per_second"],
    between_nodes: [],
  },
  {
    kind: "rti_latency",
    title: "RTI latency",
    family: "Federations",
    progress_unit: "round trip",
    carried: "federates",
    first_fields: ["exchanged", "attribute_bytes", "instances", "rti", "round_trips", "rate_hz", "process_model"],
    leading_metrics: ["round_trip.p50", "round_trip.p99", "rate", "raw_round_trip.p50", "over_raw"],
    between_nodes: [],
  },
  {
    kind: "rti_throughput",
    title: "RTI throughput",
    family: "Federations",
    progress_unit: "update",
    carried: "federates",
    first_fields: ["exchanged", "attribute_bytes", "rti", "receivers", "cycles", "updates_per_cycle", "process_model"],
    leading_metrics: ["received_rate.best_effort", "received_rate.reliable", "loss_share.best_effort", "switch_time", "received_rate", "sent_rate", "received_bytes", "loss_share", "stability"],
    between_nodes: [],
  },
  {
    kind: "rti_time_advance",
    title: "RTI time advance",
    family: "Federations",
    progress_unit: "grant",
    carried: "federates",
    first_fields: ["rti", "federates", "advances", "step", "lookahead", "process_model"],
    leading_metrics: ["grants_per_second", "grants_per_second.least", "grant_time", "computations_per_grant"],
    between_nodes: [],
  },
  {
    kind: "rti_integrated",
    title: "RTI throughput and latency at once",
    family: "Federations",
    progress_unit: "update",
    carried: "federates",
    first_fields: ["exchanged", "attribute_bytes", "federates", "senders", "updates", "rate_hz", "process_model"],
    leading_metrics: ["received_rate", "sent_rate", "delivered_rate", "round_trip.p50", "round_trip.p99"],
    between_nodes: [],
  },
  {
    kind: "rti_stress",
    title: "RTI stress",
    family: "Federations",
    progress_unit: "update",
    carried: "federates",
    first_fields: ["exchanged", "attribute_bytes", "federates", "senders", "updates", "rate_hz", "process_model"],
    leading_metrics: ["received_rate", "sent_rate", "delivered_rate", "round_trip.p50", "round_trip.p99"],
    between_nodes: [],
  },
  {
    kind: "federation_mix",
    title: "federation mix",
    family: "Federations",
    progress_unit: "update",
    carried: "federates",
    first_fields: ["federates", "objects", "groups", "rate_hz", "measured_s", "process_model"],
    leading_metrics: ["score", "delivered_rate", "latency.p99", "join_latency.p99", "squelched_share"],
    between_nodes: [],
  },
  {
    kind: "phold",
    title: "PHOLD",
    family: "Event simulation",
    progress_unit: "event",
    carried: "events",
    first_fields: ["engine", "workers", "lps", "population", "events", "remote_share", "lookahead"],
    leading_metrics: ["events_per_second", "speedup", "efficiency", "event_time.mean", "events_per_window"],
    between_nodes: [],
  },
  {
    kind: "fel_test",
    title: "one event list",
    family: "Event simulation",
    progress_unit: "event",
    carried: "entities",
    first_fields: [],
    leading_metrics: ["speedup", "ideal_share", "manager_time", "serial_fraction", "events_per_second"],
    between_nodes: [],
  },
  {
    kind: "thread_test",
    title: "threads alone",
    family: "Machine alone",
    progress_unit: "slice",
    carried: "threads",
    first_fields: [],
    leading_metrics: ["speedup", "ideal_share", "elapsed", "cpu_per_slice", "spread"],
    between_nodes: [],
  },
  {
    kind: "primitives",
    title: "primitives",
    family: "Machine alone",
    progress_unit: "batch",
    carried: "primitives",
    first_fields: [],
    leading_metrics: ["unbound_thread_create", "process_create", "mutex_lock_unlock", "semaphore_post_wait", "thread_specific_data_reference"],
    between_nodes: [],
  },
  {
    kind: "hold",
    title: "hold operation",
    family: "Event simulation",
    progress_unit: "operation",
    carried: "events",
    first_fields: [],
    leading_metrics: ["hold.buckets", "hold.ladder", "hold.calendar", "hold.quaternary_heap", "hold.binary_heap"],
    between_nodes: [],
  },
  {
    kind: "model_language",
    title: "modelling language",
    family: "Universe simulation",
    progress_unit: "figure",
    carried: "components",
    first_fields: [],
    leading_metrics: ["insert.property", "replace.property", "delete.property", "array_rate.pack", "memory.definition", "instance.pack"],
    between_nodes: [],
  },
];
