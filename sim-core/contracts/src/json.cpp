// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// The rule of each field (reading.hpp), and the documents that the core reads and writes.

// clang-format off
// NOLINTBEGIN

#include "documents.hpp"

namespace orrery::contracts {

template <typename Visit>
void fields(Visit& visit, As<Visit, PlanNode>& record) {
  visit("index", record.index, Integers{0, 65535});
  visit("name", record.name, Slugs{});
  visit("rating", record.rating, Numbers{0.0, highest});
  visit("cores", record.cores, Numbers{0.0, highest});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, NumberState>&) {
  visit("kind", "numbers");
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelStatePlan>& record) {
  visit("kind", "model");
  visit("model_text", record.model_text, Texts{0, 65536});
  visit("entity", record.entity, Texts{1, 200});
  visit("constraint", record.constraint, Texts{0, 200});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, UniverseStepsPlan>& record) {
  visit("kind", "universe_steps");
  visit("entities_by_node", record.entities_by_node, Lists{1, 256, Integers{0, 4000000}});
  visit("behaviour", record.behaviour, Typed{});
  visit("managers_by_node", record.managers_by_node, Lists{1, 256, Integers{0, 16}});
  visit("monitors", record.monitors, Integers{1, 8});
  visit("steps", record.steps, Integers{1, 100000000});
  visit("warmup_steps", record.warmup_steps, Integers{0, 1000000});
  visit("process_model", record.process_model, Typed{});
  visit("pool_threads", record.pool_threads, Integers{0, 256});
  visit("state_bytes", record.state_bytes, Integers{8, 65536});
  visit("state", record.state, Typed{});
  visit("update_period_steps", record.update_period_steps, Integers{1, 1000000});
  visit("changing_share", record.changing_share, Numbers{0.0, 1.0});
  visit("update_cost_us", record.update_cost_us, Numbers{0.0, 1000000.0});
  visit("manager_cost_us", record.manager_cost_us, Numbers{0.0, 1000000.0});
  visit("constraint_levels", record.constraint_levels, Integers{1, 16});
  visit("step_control", record.step_control, Typed{});
  visit("state_flow", record.state_flow, Typed{});
  visit("link_delay_us", record.link_delay_us, Numbers{0.0, 1000000.0});
  visit("link_mbit_s", record.link_mbit_s, Numbers{0.0, 1000000.0});
  visit("oracle", record.oracle, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, UniverseMigrationPlan>& record) {
  visit("kind", "universe_migration");
  visit("entities_by_node", record.entities_by_node, Lists{1, 256, Integers{0, 100000}});
  visit("managers_by_node", record.managers_by_node, Lists{1, 256, Integers{0, 16}});
  visit("load_scale", record.load_scale, Lists{1, 256, Numbers{1.0, 10000.0}});
  visit("steps", record.steps, Integers{1, 100000000});
  visit("warmup_steps", record.warmup_steps, Integers{0, 1000000});
  visit("policy", record.policy, Typed{});
  visit("process_model", record.process_model, Typed{});
  visit("resource_manager", record.resource_manager, Typed{});
  visit("load", record.load, Typed{});
  visit("threshold_ms", record.threshold_ms, Numbers{0.001, 1000000.0});
  visit("settle_steps", record.settle_steps, Integers{0, 10000});
  visit("construct_cost_us", record.construct_cost_us, Numbers{0.0, 1000000.0});
  visit("carried_bytes", record.carried_bytes, Integers{24, 1048576});
  visit("update_cost_us", record.update_cost_us, Numbers{0.0, 1000000.0});
  visit("burst_every_steps", record.burst_every_steps, Integers{0, 1000000000});
  visit("burst_rise_steps", record.burst_rise_steps, Integers{1, 1000000});
  visit("burst_peak", record.burst_peak, Numbers{0.0, 1000.0});
  visit("monitors", record.monitors, Integers{1, 8});
  visit("oracle", record.oracle, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ProcessActivityPlan>& record) {
  visit("kind", "process_activity");
  visit("entities", record.entities, Integers{1, 10000});
  visit("managers", record.managers, Integers{0, 16});
  visit("process_model", record.process_model, Typed{});
  visit("launches", record.launches, Integers{1, 10000});
  visit("steps", record.steps, Integers{1, 1000000});
  visit("monitors", record.monitors, Integers{1, 8});
  visit("state_bytes", record.state_bytes, Integers{8, 65536});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, MessagingPlan>& record) {
  visit("kind", "messaging");
  visit("message_bytes", record.message_bytes, Integers{16, 1048576});
  visit("exchanges", record.exchanges, Integers{1, 1000000});
  visit("streamed", record.streamed, Integers{0, 100000000});
  visit("warmup_messages", record.warmup_messages, Integers{0, 1000000});
  visit("process_model", record.process_model, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, NetworkedSystemsPlan>& record) {
  visit("kind", "networked_systems");
  visit("systems_by_node", record.systems_by_node, Lists{1, 64, Integers{0, 64}});
  visit("fan_out", record.fan_out, Integers{2, 63});
  visit("users", record.users, Integers{1, 10000});
  visit("approximation", record.approximation, Typed{});
  visit("threshold_m", record.threshold_m, Numbers{0.001, 1000.0});
  visit("motion", record.motion, Typed{});
  visit("speed_m_per_s", record.speed_m_per_s, Numbers{0.001, 1000.0});
  visit("delivery", record.delivery, Typed{});
  visit("link_latency_ms", record.link_latency_ms, Numbers{0.0, 2000.0});
  visit("link_jitter_ms", record.link_jitter_ms, Numbers{0.0, 2000.0});
  visit("step_ms", record.step_ms, Integers{1, 1000});
  visit("steps", record.steps, Integers{1, 10000000});
  visit("oracle", record.oracle, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Holding>& record) {
  visit("bytes", record.bytes, Integers{0, 1048576});
  visit("timeout_us", record.timeout_us, Integers{0, 1000000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Bundling>& record) {
  visit("bytes", record.bytes, Integers{0, 65536});
  visit("timeout_us", record.timeout_us, Integers{0, 1000000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, RateLimit>& record) {
  visit("messages_per_s", record.messages_per_s, Numbers{0.0, 1000000000.0});
  visit("bytes_per_s", record.bytes_per_s, Numbers{0.0, 1000000000000.0});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Impairment>& record) {
  visit("delay_ms", record.delay_ms, Numbers{0.0, 10000.0});
  visit("jitter", record.jitter, Typed{});
  visit("jitter_ms", record.jitter_ms, Numbers{0.0, 10000.0});
  visit("delay_trace_ms", record.delay_trace_ms, Lists{0, 10000, Numbers{0.0, 10000.0}});
  visit("loss_trace", record.loss_trace, Lists{0, 10000, Integers{0, 1}});
  visit("loss_share", record.loss_share, Numbers{0.0, 0.9});
  visit("burst_loss_share", record.burst_loss_share, Numbers{0.0, 0.9});
  visit("burst_packets", record.burst_packets, Numbers{1.0, 10000.0});
  visit("duplicate_share", record.duplicate_share, Numbers{0.0, 0.9});
  visit("reorder_share", record.reorder_share, Numbers{0.0, 0.9});
  visit("mbit_s", record.mbit_s, Numbers{0.0, 1000000.0});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, DataPath>& record) {
  visit("transportation", record.transportation, Typed{});
  visit("repeat_ms", record.repeat_ms, Integers{1, 60000});
  visit("reliable", record.reliable, Typed{});
  visit("region_nodes", record.region_nodes, Integers{2, 40});
  visit("best_effort", record.best_effort, Typed{});
  visit("groups", record.groups, Integers{0, 63});
  visit("held", record.held, Typed{});
  visit("bundling", record.bundling, Typed{});
  visit("rate_limit", record.rate_limit, Typed{});
  visit("impairment", record.impairment, Typed{});
  visit("extra_copies", record.extra_copies, Integers{0, 1000});
  visit("order", record.order, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, RtiLatencyPlan>& record) {
  visit("kind", "rti_latency");
  visit("exchanged", record.exchanged, Typed{});
  visit("attribute_bytes", record.attribute_bytes, Integers{8, 65536});
  visit("attributes", record.attributes, Integers{1, 64});
  visit("types", record.types, Integers{1, 1000});
  visit("instances", record.instances, Integers{1, 10000});
  visit("rti", record.rti, Typed{});
  visit("return_payload", record.return_payload, Booleans{});
  visit("round_trips", record.round_trips, Integers{1, 100000000});
  visit("warmup_round_trips", record.warmup_round_trips, Integers{0, 1000000});
  visit("congestion_avoidance", record.congestion_avoidance, Typed{});
  visit("most_waiting", record.most_waiting, Integers{1, 1000000});
  visit("return_timeout_ms", record.return_timeout_ms, Integers{1, 60000});
  visit("rate_hz", record.rate_hz, Numbers{0.0, 10000000.0});
  visit("tick", record.tick, Typed{});
  visit("cpus", record.cpus, Integers{0, 1024});
  visit("process_model", record.process_model, Typed{});
  visit("coordinator", record.coordinator, Typed{});
  visit("data", record.data, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Loads>& record) {
  visit("cpu_share", record.cpu_share, Numbers{0.0, 1.0});
  visit("cpu_federate", record.cpu_federate, Integers{0, 999});
  visit("traffic_per_s", record.traffic_per_s, Integers{0, 1000000});
  visit("traffic_bytes", record.traffic_bytes, Integers{16, 65000});
  visit("traffic_federate", record.traffic_federate, Integers{0, 999});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Intent>& record) {
  visit("kind", record.kind, Typed{});
  visit("percentile", record.percentile, Numbers{0.01, 0.999});
  visit("bound_ms", record.bound_ms, Numbers{0.01, 60000.0});
  visit("most_waiting", record.most_waiting, Integers{0, 1000000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, RtiThroughputPlan>& record) {
  visit("kind", "rti_throughput");
  visit("exchanged", record.exchanged, Typed{});
  visit("attribute_bytes", record.attribute_bytes, Integers{8, 65536});
  visit("attributes", record.attributes, Integers{1, 64});
  visit("types", record.types, Integers{1, 1000});
  visit("instances", record.instances, Integers{1, 10000});
  visit("rti", record.rti, Typed{});
  visit("receivers", record.receivers, Integers{1, 63});
  visit("cycles", record.cycles, Integers{1, 1000});
  visit("updates_per_cycle", record.updates_per_cycle, Integers{1, 100000000});
  visit("warmup_cycles", record.warmup_cycles, Integers{0, 100});
  visit("switch_every", record.switch_every, Integers{0, 1000});
  visit("regions", record.regions, Integers{0, 63});
  visit("process_model", record.process_model, Typed{});
  visit("coordinator", record.coordinator, Typed{});
  visit("loads", record.loads, Typed{});
  visit("intent", record.intent, Typed{});
  visit("data", record.data, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, RtiTimeAdvancePlan>& record) {
  visit("kind", "rti_time_advance");
  visit("rti", record.rti, Typed{});
  visit("federates", record.federates, Integers{2, 64});
  visit("advances", record.advances, Integers{1, 100000000});
  visit("warmup_advances", record.warmup_advances, Integers{0, 1000000});
  visit("step", record.step, Numbers{1e-06, 1000000.0});
  visit("lookahead", record.lookahead, Numbers{1e-06, 1000000.0});
  visit("link_delay_ms", record.link_delay_ms, Numbers{0.0, 10000.0});
  visit("reduction", record.reduction, Typed{});
  visit("fan_out", record.fan_out, Integers{2, 64});
  visit("in_flight", record.in_flight, Integers{1, 64});
  visit("process_model", record.process_model, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, RtiIntegratedPlan>& record) {
  visit("kind", "rti_integrated");
  visit("exchanged", record.exchanged, Typed{});
  visit("attribute_bytes", record.attribute_bytes, Integers{8, 65536});
  visit("attributes", record.attributes, Integers{1, 64});
  visit("types", record.types, Integers{1, 1000});
  visit("instances", record.instances, Integers{1, 10000});
  visit("federates", record.federates, Integers{2, 64});
  visit("senders", record.senders, Integers{1, 64});
  visit("updates", record.updates, Integers{1, 100000000});
  visit("warmup_updates", record.warmup_updates, Integers{0, 1000000});
  visit("returned_every", record.returned_every, Integers{0, 1000000});
  visit("rate_hz", record.rate_hz, Numbers{0.0, 10000000.0});
  visit("process_model", record.process_model, Typed{});
  visit("loads", record.loads, Typed{});
  visit("intent", record.intent, Typed{});
  visit("data", record.data, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, RtiStressPlan>& record) {
  visit("kind", "rti_stress");
  visit("exchanged", record.exchanged, Typed{});
  visit("attribute_bytes", record.attribute_bytes, Integers{8, 65536});
  visit("attributes", record.attributes, Integers{1, 64});
  visit("types", record.types, Integers{1, 1000});
  visit("instances", record.instances, Integers{1, 10000});
  visit("federates", record.federates, Integers{2, 64});
  visit("senders", record.senders, Integers{1, 64});
  visit("updates", record.updates, Integers{1, 100000000});
  visit("warmup_updates", record.warmup_updates, Integers{0, 1000000});
  visit("returned_every", record.returned_every, Integers{0, 1000000});
  visit("rate_hz", record.rate_hz, Numbers{0.0, 10000000.0});
  visit("process_model", record.process_model, Typed{});
  visit("loads", record.loads, Typed{});
  visit("intent", record.intent, Typed{});
  visit("data", record.data, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, FederationMixPlan>& record) {
  visit("kind", "federation_mix");
  visit("federates", record.federates, Integers{2, 1000});
  visit("objects", record.objects, Integers{1, 1000000});
  visit("groups", record.groups, Integers{1, 100000});
  visit("groups_of_federate", record.groups_of_federate, Integers{1, 1000});
  visit("least_bytes", record.least_bytes, Integers{24, 65536});
  visit("most_bytes", record.most_bytes, Integers{24, 65536});
  visit("rate_hz", record.rate_hz, Numbers{0.0, 1000.0});
  visit("bursts_per_s", record.bursts_per_s, Numbers{0.0, 10000.0});
  visit("burst_rate_hz", record.burst_rate_hz, Numbers{1.0, 100000.0});
  visit("burst_ms", record.burst_ms, Integers{1, 60000});
  visit("joins_per_s", record.joins_per_s, Numbers{0.0, 100000.0});
  visit("both_share", record.both_share, Numbers{0.0, 1.0});
  visit("measured_s", record.measured_s, Numbers{0.1, 3600.0});
  visit("warmup_s", record.warmup_s, Numbers{0.1, 3600.0});
  visit("process_model", record.process_model, Typed{});
  visit("data", record.data, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, PholdPlan>& record) {
  visit("kind", "phold");
  visit("engine", record.engine, Typed{});
  visit("workers", record.workers, Integers{1, 256});
  visit("threads_per_list", record.threads_per_list, Integers{1, 256});
  visit("handover", record.handover, Typed{});
  visit("list", record.list, Typed{});
  visit("lps", record.lps, Integers{1, 4000000});
  visit("population", record.population, Integers{1, 100000000});
  visit("expected_events", record.expected_events, Integers{1, 1000000000000});
  visit("end_time", record.end_time, Numbers{0.0, 1e+18});
  visit("remote_share", record.remote_share, Numbers{0.0, 1.0});
  visit("lookahead", record.lookahead, Numbers{0.0, 1000000.0});
  visit("mean_delay", record.mean_delay, Numbers{0.0, 1000000.0});
  visit("delay", record.delay, Typed{});
  visit("payload", record.payload, Typed{});
  visit("oracle", record.oracle, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, FelTestPlan>& record) {
  visit("kind", "fel_test");
  visit("num_cpus", record.num_cpus, Integers{1, 1024});
  visit("num_srcs", record.num_srcs, Integers{1, 512});
  visit("src_events", record.src_events, Integers{1, 10000000});
  visit("src_var", record.src_var, Numbers{0.0, 1000000000.0});
  visit("e_dly", record.e_dly, Numbers{0.0, 1000000.0});
  visit("f_dly", record.f_dly, Numbers{0.0, 1000000.0});
  visit("waiting", record.waiting, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ThreadTestPlan>& record) {
  visit("kind", "thread_test");
  visit("num_cpus", record.num_cpus, Integers{1, 1024});
  visit("num_threads", record.num_threads, Integers{1, 1024});
  visit("slices", record.slices, Integers{1, 1000000});
  visit("slice_us", record.slice_us, Numbers{1.0, 1000000.0});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, PrimitivesPlan>& record) {
  visit("kind", "primitives");
  visit("batches", record.batches, Integers{1, 10000});
  visit("batch_ms", record.batch_ms, Numbers{0.1, 10000.0});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, HoldPlan>& record) {
  visit("kind", "hold");
  visit("population", record.population, Integers{1, 100000000});
  visit("operations", record.operations, Integers{1000, 10000000000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelLanguagePlan>& record) {
  visit("kind", "model_language");
  visit("model_name", record.model_name, Texts{0, 120});
  visit("model_text", record.model_text, Texts{0, 65536});
  visit("array_length", record.array_length, Integers{2, 4194304});
  visit("nesting", record.nesting, Integers{1, 30});
  visit("string_length", record.string_length, Integers{0, 60000});
  visit("live_instances", record.live_instances, Integers{1, 1000000});
  visit("rounds", record.rounds, Integers{1, 10000});
  visit("figure_us", record.figure_us, Integers{10, 1000000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, PlanTransports>& record) {
  visit("local", record.local, Typed{});
  visit("nodes", record.nodes, Typed{});
  visit("bind_address", record.bind_address, Texts{0, unlimited});
  visit("peer_timeout_ms", record.peer_timeout_ms, Integers{100, 600000});
  visit("token", record.token, BigInts{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Conditions>& record) {
  visit("wait", record.wait, Typed{});
  visit("scheduling_class", record.scheduling_class, Typed{});
  visit("priority", record.priority, Integers{-20, 99});
  visit("pinning", record.pinning, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, TelemetryOptions>& record) {
  visit("enabled", record.enabled, Booleans{});
  visit("interval_ms", record.interval_ms, Integers{50, 5000});
  visit("max_samples", record.max_samples, Integers{0, 10000000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, WorkerPlan>& record) {
  visit("schema_version", 1);
  visit("run_id", record.run_id, RunIds{});
  visit("repeat", record.repeat, Integers{0, 65535});
  visit("node_index", record.node_index, Integers{0, 65535});
  visit("nodes", record.nodes, Lists{1, 256, Typed{}});
  visit("seed", record.seed, BigInts{});
  visit("workload", record.workload, Typed{});
  visit("transports", record.transports, Typed{});
  visit("conditions", record.conditions, Typed{});
  visit("telemetry", record.telemetry, Typed{});
  visit("rendezvous_timeout_ms", record.rendezvous_timeout_ms, Integers{1000, 600000});
  visit("run_timeout_s", record.run_timeout_s, Integers{1, 86400});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, GivePlan>& record) {
  visit("kind", "plan");
  visit("plan", record.plan, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, GivePeers>& record) {
  visit("kind", "peers");
  visit("endpoints", record.endpoints, Lists{0, unlimited, Texts{0, unlimited}});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Start>&) {
  visit("kind", "start");
}

template <typename Visit>
void fields(Visit& visit, As<Visit, OneEntity>& record) {
  visit("kind", "entity");
  visit("entity", record.entity, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ShareOfNode>& record) {
  visit("kind", "share");
  visit("from_node", record.from_node, Slugs{});
  visit("share", record.share, Numbers{1e-05, 1.0});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, MoveOrder>& record) {
  visit("what", record.what, Typed{});
  visit("to_node", record.to_node, Slugs{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, GiveMove>& record) {
  visit("kind", "move");
  visit("number", record.number, Integers{0, 9007199254740991});
  visit("order", record.order, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Stop>& record) {
  visit("kind", "stop");
  visit("reason", record.reason, Texts{0, 2000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Column>& record) {
  visit("name", record.name, Slugs{});
  visit("title", record.title, Texts{0, 120});
  visit("type", record.type, Typed{});
  visit("unit", record.unit, Texts{0, 120});
  visit("role", record.role, Typed{});
  visit("series", record.series, Slugs{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, FrameSchema>& record) {
  visit("schema_id", record.schema_id, Integers{1, 65535});
  visit("kind", record.kind, Typed{});
  visit("columns", record.columns, Lists{1, 256, Typed{}});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Prepared>& record) {
  visit("kind", "prepared");
  visit("endpoint", record.endpoint, Texts{0, unlimited});
  visit("schemas", record.schemas, Lists{0, unlimited, Typed{}});
  visit("total_steps", record.total_steps, BigInts{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Ready>&) {
  visit("kind", "ready");
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Running>&) {
  visit("kind", "running");
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Migration>& record) {
  visit("step", record.step, Integers{0, 9007199254740991});
  visit("entity", record.entity, Integers{0, 9007199254740991});
  visit("from_node", record.from_node, Integers{0, 65535});
  visit("to_node", record.to_node, Integers{0, 65535});
  visit("cause", record.cause, Slugs{});
  visit("state_bytes", record.state_bytes, Integers{0, 9007199254740991});
  visit("pause_ns", record.pause_ns, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Event>& record) {
  visit("kind", "event");
  visit("name", record.name, Slugs{});
  visit("text", record.text, Texts{0, 2000});
  visit("step", record.step, BigInts{});
  visit("migration", record.migration, Nullables{Typed{}});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Log>& record) {
  visit("kind", "log");
  visit("level", record.level, Typed{});
  visit("text", record.text, Texts{0, 2000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Metric>& record) {
  visit("name", record.name, Slugs{});
  visit("title", record.title, Texts{0, 120});
  visit("value", record.value, Numbers{lowest, highest});
  visit("unit", record.unit, Texts{0, 120});
  visit("better", record.better, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Check>& record) {
  visit("name", record.name, Slugs{});
  visit("title", record.title, Texts{0, 120});
  visit("holds", record.holds, Booleans{});
  visit("expected", record.expected, Texts{0, 2000});
  visit("found", record.found, Texts{0, 2000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, MessageCount>& record) {
  visit("kind", record.kind, Slugs{});
  visit("title", record.title, Texts{0, 120});
  visit("expected", record.expected, BigInts{});
  visit("counted", record.counted, BigInts{});
  visit("bytes", record.bytes, BigInts{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ProcessUse>& record) {
  visit("name", record.name, Texts{0, 120});
  visit("pid", record.pid, Integers{-9007199254740991, 9007199254740991});
  visit("elapsed_us", record.elapsed_us, Integers{0, 9007199254740991});
  visit("user_us", record.user_us, Integers{0, 9007199254740991});
  visit("system_us", record.system_us, Integers{0, 9007199254740991});
  visit("voluntary_switches", record.voluntary_switches, Integers{0, 9007199254740991});
  visit("involuntary_switches", record.involuntary_switches, Integers{0, 9007199254740991});
  visit("minor_faults", record.minor_faults, Integers{0, 9007199254740991});
  visit("major_faults", record.major_faults, Integers{0, 9007199254740991});
  visit("block_reads", record.block_reads, Integers{0, 9007199254740991});
  visit("block_writes", record.block_writes, Integers{0, 9007199254740991});
  visit("signals", record.signals, Integers{0, 9007199254740991});
  visit("peak_rss_bytes", record.peak_rss_bytes, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, PathUse>& record) {
  visit("name", record.name, Texts{0, 120});
  visit("path", record.path, Slugs{});
  visit("sent", record.sent, Integers{0, 9007199254740991});
  visit("received", record.received, Integers{0, 9007199254740991});
  visit("lost", record.lost, Integers{0, 9007199254740991});
  visit("dropped", record.dropped, Integers{0, 9007199254740991});
  visit("refused", record.refused, Integers{0, 9007199254740991});
  visit("naks", record.naks, Integers{0, 9007199254740991});
  visit("repairs_sent", record.repairs_sent, Integers{0, 9007199254740991});
  visit("repairs_received", record.repairs_received, Integers{0, 9007199254740991});
  visit("packets_sent", record.packets_sent, Integers{0, 9007199254740991});
  visit("packets_received", record.packets_received, Integers{0, 9007199254740991});
  visit("bytes_sent", record.bytes_sent, Integers{0, 9007199254740991});
  visit("bytes_received", record.bytes_received, Integers{0, 9007199254740991});
  visit("system_calls", record.system_calls, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Trace>& record) {
  visit("name", record.name, Slugs{});
  visit("title", record.title, Texts{0, 120});
  visit("unit", record.unit, Texts{0, 120});
  visit("x_title", record.x_title, Texts{0, 120});
  visit("x_unit", record.x_unit, Texts{0, 120});
  visit("x", record.x, Lists{0, 2000, Numbers{lowest, highest}});
  visit("y", record.y, Lists{0, 2000, Numbers{lowest, highest}});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, WorkerResult>& record) {
  visit("schema_version", 1);
  visit("metrics", record.metrics, Lists{0, unlimited, Typed{}});
  visit("run_metrics", record.run_metrics, Lists{0, unlimited, Typed{}});
  visit("checks", record.checks, Lists{0, unlimited, Typed{}});
  visit("messages", record.messages, Lists{0, unlimited, Typed{}});
  visit("run_messages", record.run_messages, Lists{0, unlimited, Typed{}});
  visit("state_checksum", record.state_checksum, BigInts{});
  visit("run_state_checksum", record.run_state_checksum, BigInts{});
  visit("processes", record.processes, Lists{0, 20000, Typed{}});
  visit("paths", record.paths, Lists{0, 1000, Typed{}});
  visit("migrations", record.migrations, Lists{0, 20000, Typed{}});
  visit("traces", record.traces, Lists{0, 64, Typed{}});
  visit("elapsed_ns", record.elapsed_ns, BigInts{});
  visit("samples_dropped", record.samples_dropped, Integers{0, 9007199254740991});
  visit("sample_stride", record.sample_stride, Integers{1, 2147483647});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Result>& record) {
  visit("kind", "result");
  visit("result", record.result, Typed{});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Failure>& record) {
  visit("kind", "failure");
  visit("code", record.code, Slugs{});
  visit("phase", record.phase, Typed{});
  visit("process", record.process, Texts{0, 120});
  visit("message", record.message, Texts{0, 2000});
  visit("remedy", record.remedy, Texts{0, 2000});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, Calibration>& record) {
  visit("schema_version", 1);
  visit("rating", record.rating, Numbers{0.0, highest});
  visit("clock_resolution_ns", record.clock_resolution_ns, Numbers{lowest, highest});
  visit("clock_read_ns", record.clock_read_ns, Numbers{lowest, highest});
  visit("transports", record.transports, Lists{0, unlimited, Slugs{}});
  visit("rti_peers", record.rti_peers, Lists{0, unlimited, Slugs{}});
  visit("third_party_transports", record.third_party_transports, Lists{0, unlimited, Slugs{}});
  visit("worker_version", record.worker_version, Texts{0, 120});
  visit("build", record.build, Texts{0, 120});
  visit("commit", record.commit, Texts{0, 120});
  visit("cores", record.cores, Integers{0, 65535});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelError>& record) {
  visit("line", record.line, Integers{0, 9007199254740991});
  visit("column", record.column, Integers{0, 9007199254740991});
  visit("message", record.message, Texts{0, unlimited});
  visit("caret", record.caret, Texts{0, unlimited});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelComponent>& record) {
  visit("path", record.path, Texts{0, unlimited});
  visit("kind", record.kind, Typed{});
  visit("type", record.type, Texts{0, unlimited});
  visit("state_bytes", record.state_bytes, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelMemory>& record) {
  visit("definition_bytes", record.definition_bytes, Integers{0, 9007199254740991});
  visit("instance_bytes", record.instance_bytes, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelEstimate>& record) {
  visit("published_qnx", record.published_qnx, Typed{});
  visit("published_irix", record.published_irix, Typed{});
  visit("measured", record.measured, Typed{});
  visit("names_bytes", record.names_bytes, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelCodeSize>& record) {
  visit("text_bytes", record.text_bytes, Integers{0, 9007199254740991});
  visit("compressed_bytes", record.compressed_bytes, Integers{0, 9007199254740991});
  visit("tokenised_bytes", record.tokenised_bytes, Integers{0, 9007199254740991});
  visit("tokenised_compressed_bytes", record.tokenised_compressed_bytes, Integers{0, 9007199254740991});
}

template <typename Visit>
void fields(Visit& visit, As<Visit, ModelReport>& record) {
  visit("schema_version", 1);
  visit("ok", record.ok, Booleans{});
  visit("errors", record.errors, Lists{0, 20, Typed{}});
  visit("component_count", record.component_count, Integers{0, 9007199254740991});
  visit("components", record.components, Lists{0, 500, Typed{}});
  visit("estimate", record.estimate, Nullables{Typed{}});
  visit("code", record.code, Nullables{Typed{}});
}

ORRERY_DOCUMENT(WorkerPlan)
ORRERY_DOCUMENT(AgentSays)
ORRERY_DOCUMENT(WorkerSays)
ORRERY_DOCUMENT(Calibration)
ORRERY_DOCUMENT(ModelReport)
ORRERY_DOCUMENT(GivePlan)
ORRERY_DOCUMENT(WorkerResult)
ORRERY_DOCUMENT(FrameSchema)

}  // namespace orrery::contracts
// NOLINTEND
