// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// Strict reading of contract documents from JSON, and writing. Every field must be there, no other
// may be, and each must be of its type, in its range, of its form; what is not throws ContractError
// with path, value and what was expected (orrery/contracts/reading.hpp); so does text that is not
// JSON. Writing does not validate: keep texts in their length with `clip`.
//
//   WorkerPlan plan = read_text<WorkerPlan>(text);      from text
//   AgentSays says = read<AgentSays>(json);             from parsed JSON
//   std::string line = write_line(WorkerSays{Ready{}}); one line without its end
//   Json json = write(value);
#pragma once

// clang-format off
// NOLINTBEGIN

#include "orrery/contracts/contracts.hpp"
#include "orrery/contracts/reading.hpp"

namespace orrery::contracts {

inline void read_into(const Place& place, const Json& json, PlanNode& out) {
  const Fields fields(place, json, {"index", "name", "rating", "cores"});
  out.index = read_integer<std::int32_t>(fields.place("index"), fields.at("index"), 0, 65535);
  out.name = read_slug(fields.place("name"), fields.at("name"));
  out.rating = read_number(fields.place("rating"), fields.at("rating"), 0.0, highest);
  out.cores = read_number(fields.place("cores"), fields.at("cores"), 0.0, highest);
}
inline Json write(const PlanNode& value) {
  Json json = Json::object();
  json["index"] = value.index;
  json["name"] = value.name;
  json["rating"] = value.rating;
  json["cores"] = value.cores;
  return json;
}

inline void read_into(const Place& place, const Json& json, Behaviour& out) {
  out = read_choice<Behaviour>(place, json, &parse_behaviour, "one of toggle, flock, walkthrough");
}
inline Json write(Behaviour value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, ProcessModel& out) {
  out = read_choice<ProcessModel>(place, json, &parse_process_model, "one of process, thread, pooled");
}
inline Json write(ProcessModel value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, NumberState&) {
  const Fields fields(place, json, {"kind"});
  read_constant(fields.place("kind"), fields.at("kind"), "numbers");
}
inline Json write(const NumberState&) {
  Json json = Json::object();
  json["kind"] = std::string(NumberState::kind);
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelStatePlan& out) {
  const Fields fields(place, json, {"kind", "model_text", "entity", "constraint"});
  read_constant(fields.place("kind"), fields.at("kind"), "model");
  out.model_text = read_string(fields.place("model_text"), fields.at("model_text"), 0, 65536);
  out.entity = read_string(fields.place("entity"), fields.at("entity"), 1, 200);
  out.constraint = read_string(fields.place("constraint"), fields.at("constraint"), 0, 200);
}
inline Json write(const ModelStatePlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["model_text"] = value.model_text;
  json["entity"] = value.entity;
  json["constraint"] = value.constraint;
  return json;
}

inline void read_into(const Place& place, const Json& json, EntityStatePlan& out) {
  const std::string& kind = read_tag(place, json, "one of numbers, model");
  if (kind == NumberState::kind) {
    return read_into(place, json, out.emplace<NumberState>());
  }
  if (kind == ModelStatePlan::kind) {
    return read_into(place, json, out.emplace<ModelStatePlan>());
  }
  refuse_tag(place, json, "one of numbers, model");
}
inline Json write(const EntityStatePlan& value) {
  return std::visit([](const auto& member) { return write(member); }, value);
}

inline void read_into(const Place& place, const Json& json, StepControl& out) {
  out = read_choice<StepControl>(place, json, &parse_step_control, "one of messages, multicast, deadline");
}
inline Json write(StepControl value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, StateFlow& out) {
  out = read_choice<StateFlow>(place, json, &parse_state_flow, "one of by_monitor, by_name");
}
inline Json write(StateFlow value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, OracleUse& out) {
  out = read_choice<OracleUse>(place, json, &parse_oracle_use, "one of auto, always, never");
}
inline Json write(OracleUse value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, UniverseStepsPlan& out) {
  const Fields fields(place, json, {"kind", "entities_by_node", "behaviour", "managers_by_node", "monitors", "steps", "warmup_steps", "process_model", "pool_threads", "state_bytes", "state", "update_period_steps", "changing_share", "update_cost_us", "manager_cost_us", "constraint_levels", "step_control", "state_flow", "link_delay_us", "link_mbit_s", "oracle"});
  read_constant(fields.place("kind"), fields.at("kind"), "universe_steps");
  read_array(fields.place("entities_by_node"), fields.at("entities_by_node"), 1, 256, out.entities_by_node,
             [](const Place& at, const Json& item, auto& element) { element = read_integer<std::int32_t>(at, item, 0, 4000000); });
  read_into(fields.place("behaviour"), fields.at("behaviour"), out.behaviour);
  read_array(fields.place("managers_by_node"), fields.at("managers_by_node"), 1, 256, out.managers_by_node,
             [](const Place& at, const Json& item, auto& element) { element = read_integer<std::int32_t>(at, item, 0, 16); });
  out.monitors = read_integer<std::int32_t>(fields.place("monitors"), fields.at("monitors"), 1, 8);
  out.steps = read_integer<std::int32_t>(fields.place("steps"), fields.at("steps"), 1, 100000000);
  out.warmup_steps = read_integer<std::int32_t>(fields.place("warmup_steps"), fields.at("warmup_steps"), 0, 1000000);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  out.pool_threads = read_integer<std::int32_t>(fields.place("pool_threads"), fields.at("pool_threads"), 0, 256);
  out.state_bytes = read_integer<std::int32_t>(fields.place("state_bytes"), fields.at("state_bytes"), 8, 65536);
  read_into(fields.place("state"), fields.at("state"), out.state);
  out.update_period_steps = read_integer<std::int32_t>(fields.place("update_period_steps"), fields.at("update_period_steps"), 1, 1000000);
  out.changing_share = read_number(fields.place("changing_share"), fields.at("changing_share"), 0.0, 1.0);
  out.update_cost_us = read_number(fields.place("update_cost_us"), fields.at("update_cost_us"), 0.0, 1000000.0);
  out.manager_cost_us = read_number(fields.place("manager_cost_us"), fields.at("manager_cost_us"), 0.0, 1000000.0);
  out.constraint_levels = read_integer<std::int32_t>(fields.place("constraint_levels"), fields.at("constraint_levels"), 1, 16);
  read_into(fields.place("step_control"), fields.at("step_control"), out.step_control);
  read_into(fields.place("state_flow"), fields.at("state_flow"), out.state_flow);
  out.link_delay_us = read_number(fields.place("link_delay_us"), fields.at("link_delay_us"), 0.0, 1000000.0);
  out.link_mbit_s = read_number(fields.place("link_mbit_s"), fields.at("link_mbit_s"), 0.0, 1000000.0);
  read_into(fields.place("oracle"), fields.at("oracle"), out.oracle);
}
inline Json write(const UniverseStepsPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["entities_by_node"] = write_array(value.entities_by_node, [](const auto& element) -> Json { return element; });
  json["behaviour"] = write(value.behaviour);
  json["managers_by_node"] = write_array(value.managers_by_node, [](const auto& element) -> Json { return element; });
  json["monitors"] = value.monitors;
  json["steps"] = value.steps;
  json["warmup_steps"] = value.warmup_steps;
  json["process_model"] = write(value.process_model);
  json["pool_threads"] = value.pool_threads;
  json["state_bytes"] = value.state_bytes;
  json["state"] = write(value.state);
  json["update_period_steps"] = value.update_period_steps;
  json["changing_share"] = value.changing_share;
  json["update_cost_us"] = value.update_cost_us;
  json["manager_cost_us"] = value.manager_cost_us;
  json["constraint_levels"] = value.constraint_levels;
  json["step_control"] = write(value.step_control);
  json["state_flow"] = write(value.state_flow);
  json["link_delay_us"] = value.link_delay_us;
  json["link_mbit_s"] = value.link_mbit_s;
  json["oracle"] = write(value.oracle);
  return json;
}

inline void read_into(const Place& place, const Json& json, MigrationPolicy& out) {
  out = read_choice<MigrationPolicy>(place, json, &parse_migration_policy, "one of none, threshold, balance, predictive, traffic");
}
inline Json write(MigrationPolicy value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, ResourceManager& out) {
  out = read_choice<ResourceManager>(place, json, &parse_resource_manager, "one of inside, apart");
}
inline Json write(ResourceManager value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, LoadSource& out) {
  out = read_choice<LoadSource>(place, json, &parse_load_source, "one of measured, nominal");
}
inline Json write(LoadSource value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, UniverseMigrationPlan& out) {
  const Fields fields(place, json, {"kind", "entities_by_node", "managers_by_node", "load_scale", "steps", "warmup_steps", "policy", "process_model", "resource_manager", "load", "threshold_ms", "settle_steps", "construct_cost_us", "carried_bytes", "update_cost_us", "burst_every_steps", "burst_rise_steps", "burst_peak", "monitors", "oracle"});
  read_constant(fields.place("kind"), fields.at("kind"), "universe_migration");
  read_array(fields.place("entities_by_node"), fields.at("entities_by_node"), 1, 256, out.entities_by_node,
             [](const Place& at, const Json& item, auto& element) { element = read_integer<std::int32_t>(at, item, 0, 100000); });
  read_array(fields.place("managers_by_node"), fields.at("managers_by_node"), 1, 256, out.managers_by_node,
             [](const Place& at, const Json& item, auto& element) { element = read_integer<std::int32_t>(at, item, 0, 16); });
  read_array(fields.place("load_scale"), fields.at("load_scale"), 1, 256, out.load_scale,
             [](const Place& at, const Json& item, auto& element) { element = read_number(at, item, 1.0, 10000.0); });
  out.steps = read_integer<std::int32_t>(fields.place("steps"), fields.at("steps"), 1, 100000000);
  out.warmup_steps = read_integer<std::int32_t>(fields.place("warmup_steps"), fields.at("warmup_steps"), 0, 1000000);
  read_into(fields.place("policy"), fields.at("policy"), out.policy);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  read_into(fields.place("resource_manager"), fields.at("resource_manager"), out.resource_manager);
  read_into(fields.place("load"), fields.at("load"), out.load);
  out.threshold_ms = read_number(fields.place("threshold_ms"), fields.at("threshold_ms"), 0.001, 1000000.0);
  out.settle_steps = read_integer<std::int32_t>(fields.place("settle_steps"), fields.at("settle_steps"), 0, 10000);
  out.construct_cost_us = read_number(fields.place("construct_cost_us"), fields.at("construct_cost_us"), 0.0, 1000000.0);
  out.carried_bytes = read_integer<std::int32_t>(fields.place("carried_bytes"), fields.at("carried_bytes"), 24, 1048576);
  out.update_cost_us = read_number(fields.place("update_cost_us"), fields.at("update_cost_us"), 0.0, 1000000.0);
  out.burst_every_steps = read_integer<std::int32_t>(fields.place("burst_every_steps"), fields.at("burst_every_steps"), 0, 1000000000);
  out.burst_rise_steps = read_integer<std::int32_t>(fields.place("burst_rise_steps"), fields.at("burst_rise_steps"), 1, 1000000);
  out.burst_peak = read_number(fields.place("burst_peak"), fields.at("burst_peak"), 0.0, 1000.0);
  out.monitors = read_integer<std::int32_t>(fields.place("monitors"), fields.at("monitors"), 1, 8);
  read_into(fields.place("oracle"), fields.at("oracle"), out.oracle);
}
inline Json write(const UniverseMigrationPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["entities_by_node"] = write_array(value.entities_by_node, [](const auto& element) -> Json { return element; });
  json["managers_by_node"] = write_array(value.managers_by_node, [](const auto& element) -> Json { return element; });
  json["load_scale"] = write_array(value.load_scale, [](const auto& element) -> Json { return element; });
  json["steps"] = value.steps;
  json["warmup_steps"] = value.warmup_steps;
  json["policy"] = write(value.policy);
  json["process_model"] = write(value.process_model);
  json["resource_manager"] = write(value.resource_manager);
  json["load"] = write(value.load);
  json["threshold_ms"] = value.threshold_ms;
  json["settle_steps"] = value.settle_steps;
  json["construct_cost_us"] = value.construct_cost_us;
  json["carried_bytes"] = value.carried_bytes;
  json["update_cost_us"] = value.update_cost_us;
  json["burst_every_steps"] = value.burst_every_steps;
  json["burst_rise_steps"] = value.burst_rise_steps;
  json["burst_peak"] = value.burst_peak;
  json["monitors"] = value.monitors;
  json["oracle"] = write(value.oracle);
  return json;
}

inline void read_into(const Place& place, const Json& json, ProcessActivityPlan& out) {
  const Fields fields(place, json, {"kind", "entities", "managers", "process_model", "launches", "steps", "monitors", "state_bytes"});
  read_constant(fields.place("kind"), fields.at("kind"), "process_activity");
  out.entities = read_integer<std::int32_t>(fields.place("entities"), fields.at("entities"), 1, 10000);
  out.managers = read_integer<std::int32_t>(fields.place("managers"), fields.at("managers"), 0, 16);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  out.launches = read_integer<std::int32_t>(fields.place("launches"), fields.at("launches"), 1, 10000);
  out.steps = read_integer<std::int32_t>(fields.place("steps"), fields.at("steps"), 1, 1000000);
  out.monitors = read_integer<std::int32_t>(fields.place("monitors"), fields.at("monitors"), 1, 8);
  out.state_bytes = read_integer<std::int32_t>(fields.place("state_bytes"), fields.at("state_bytes"), 8, 65536);
}
inline Json write(const ProcessActivityPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["entities"] = value.entities;
  json["managers"] = value.managers;
  json["process_model"] = write(value.process_model);
  json["launches"] = value.launches;
  json["steps"] = value.steps;
  json["monitors"] = value.monitors;
  json["state_bytes"] = value.state_bytes;
  return json;
}

inline void read_into(const Place& place, const Json& json, EndsModel& out) {
  out = read_choice<EndsModel>(place, json, &parse_ends_model, "one of process, thread");
}
inline Json write(EndsModel value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, MessagingPlan& out) {
  const Fields fields(place, json, {"kind", "message_bytes", "exchanges", "streamed", "warmup_messages", "process_model"});
  read_constant(fields.place("kind"), fields.at("kind"), "messaging");
  out.message_bytes = read_integer<std::int32_t>(fields.place("message_bytes"), fields.at("message_bytes"), 16, 1048576);
  out.exchanges = read_integer<std::int32_t>(fields.place("exchanges"), fields.at("exchanges"), 1, 1000000);
  out.streamed = read_integer<std::int32_t>(fields.place("streamed"), fields.at("streamed"), 0, 100000000);
  out.warmup_messages = read_integer<std::int32_t>(fields.place("warmup_messages"), fields.at("warmup_messages"), 0, 1000000);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
}
inline Json write(const MessagingPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["message_bytes"] = value.message_bytes;
  json["exchanges"] = value.exchanges;
  json["streamed"] = value.streamed;
  json["warmup_messages"] = value.warmup_messages;
  json["process_model"] = write(value.process_model);
  return json;
}

inline void read_into(const Place& place, const Json& json, Approximation& out) {
  out = read_choice<Approximation>(place, json, &parse_approximation, "one of continuous, first_order, second_order");
}
inline Json write(Approximation value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, UserMotion& out) {
  out = read_choice<UserMotion>(place, json, &parse_user_motion, "one of straight, curved");
}
inline Json write(UserMotion value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Delivery& out) {
  out = read_choice<Delivery>(place, json, &parse_delivery, "one of routed, multicast");
}
inline Json write(Delivery value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, NetworkedSystemsPlan& out) {
  const Fields fields(place, json, {"kind", "systems_by_node", "fan_out", "users", "approximation", "threshold_m", "motion", "speed_m_per_s", "delivery", "link_latency_ms", "link_jitter_ms", "step_ms", "steps", "oracle"});
  read_constant(fields.place("kind"), fields.at("kind"), "networked_systems");
  read_array(fields.place("systems_by_node"), fields.at("systems_by_node"), 1, 64, out.systems_by_node,
             [](const Place& at, const Json& item, auto& element) { element = read_integer<std::int32_t>(at, item, 0, 64); });
  out.fan_out = read_integer<std::int32_t>(fields.place("fan_out"), fields.at("fan_out"), 2, 63);
  out.users = read_integer<std::int32_t>(fields.place("users"), fields.at("users"), 1, 10000);
  read_into(fields.place("approximation"), fields.at("approximation"), out.approximation);
  out.threshold_m = read_number(fields.place("threshold_m"), fields.at("threshold_m"), 0.001, 1000.0);
  read_into(fields.place("motion"), fields.at("motion"), out.motion);
  out.speed_m_per_s = read_number(fields.place("speed_m_per_s"), fields.at("speed_m_per_s"), 0.001, 1000.0);
  read_into(fields.place("delivery"), fields.at("delivery"), out.delivery);
  out.link_latency_ms = read_number(fields.place("link_latency_ms"), fields.at("link_latency_ms"), 0.0, 2000.0);
  out.link_jitter_ms = read_number(fields.place("link_jitter_ms"), fields.at("link_jitter_ms"), 0.0, 2000.0);
  out.step_ms = read_integer<std::int32_t>(fields.place("step_ms"), fields.at("step_ms"), 1, 1000);
  out.steps = read_integer<std::int32_t>(fields.place("steps"), fields.at("steps"), 1, 10000000);
  read_into(fields.place("oracle"), fields.at("oracle"), out.oracle);
}
inline Json write(const NetworkedSystemsPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["systems_by_node"] = write_array(value.systems_by_node, [](const auto& element) -> Json { return element; });
  json["fan_out"] = value.fan_out;
  json["users"] = value.users;
  json["approximation"] = write(value.approximation);
  json["threshold_m"] = value.threshold_m;
  json["motion"] = write(value.motion);
  json["speed_m_per_s"] = value.speed_m_per_s;
  json["delivery"] = write(value.delivery);
  json["link_latency_ms"] = value.link_latency_ms;
  json["link_jitter_ms"] = value.link_jitter_ms;
  json["step_ms"] = value.step_ms;
  json["steps"] = value.steps;
  json["oracle"] = write(value.oracle);
  return json;
}

inline void read_into(const Place& place, const Json& json, ExchangedAs& out) {
  out = read_choice<ExchangedAs>(place, json, &parse_exchanged_as, "one of objects, interactions");
}
inline Json write(ExchangedAs value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Rti& out) {
  out = read_choice<Rti>(place, json, &parse_rti, "one of orrery, helics");
}
inline Json write(Rti value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, CongestionAvoidance& out) {
  out = read_choice<CongestionAvoidance>(place, json, &parse_congestion_avoidance, "one of none, sender, rti");
}
inline Json write(CongestionAvoidance value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, TickVersion& out) {
  out = read_choice<TickVersion>(place, json, &parse_tick_version, "one of wait, sleep");
}
inline Json write(TickVersion value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Coordinator& out) {
  out = read_choice<Coordinator>(place, json, &parse_coordinator, "one of with_sender, apart");
}
inline Json write(Coordinator value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Transportation& out) {
  out = read_choice<Transportation>(place, json, &parse_transportation, "one of reliable, best_effort, minimum_rate, state_consistent, one_shot");
}
inline Json write(Transportation value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, ReliableProtocol& out) {
  out = read_choice<ReliableProtocol>(place, json, &parse_reliable_protocol, "one of channels, nak_multicast, region_multicast, dds, norm");
}
inline Json write(ReliableProtocol value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, BestEffortProtocol& out) {
  out = read_choice<BestEffortProtocol>(place, json, &parse_best_effort_protocol, "one of udp, multicast, dds");
}
inline Json write(BestEffortProtocol value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Holding& out) {
  const Fields fields(place, json, {"bytes", "timeout_us"});
  out.bytes = read_integer<std::int32_t>(fields.place("bytes"), fields.at("bytes"), 0, 1048576);
  out.timeout_us = read_integer<std::int32_t>(fields.place("timeout_us"), fields.at("timeout_us"), 0, 1000000);
}
inline Json write(const Holding& value) {
  Json json = Json::object();
  json["bytes"] = value.bytes;
  json["timeout_us"] = value.timeout_us;
  return json;
}

inline void read_into(const Place& place, const Json& json, Bundling& out) {
  const Fields fields(place, json, {"bytes", "timeout_us"});
  out.bytes = read_integer<std::int32_t>(fields.place("bytes"), fields.at("bytes"), 0, 65536);
  out.timeout_us = read_integer<std::int32_t>(fields.place("timeout_us"), fields.at("timeout_us"), 0, 1000000);
}
inline Json write(const Bundling& value) {
  Json json = Json::object();
  json["bytes"] = value.bytes;
  json["timeout_us"] = value.timeout_us;
  return json;
}

inline void read_into(const Place& place, const Json& json, RateLimit& out) {
  const Fields fields(place, json, {"messages_per_s", "bytes_per_s"});
  out.messages_per_s = read_number(fields.place("messages_per_s"), fields.at("messages_per_s"), 0.0, 1000000000.0);
  out.bytes_per_s = read_number(fields.place("bytes_per_s"), fields.at("bytes_per_s"), 0.0, 1000000000000.0);
}
inline Json write(const RateLimit& value) {
  Json json = Json::object();
  json["messages_per_s"] = value.messages_per_s;
  json["bytes_per_s"] = value.bytes_per_s;
  return json;
}

inline void read_into(const Place& place, const Json& json, Jitter& out) {
  out = read_choice<Jitter>(place, json, &parse_jitter, "one of none, uniform, normal, exponential, gamma");
}
inline Json write(Jitter value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Impairment& out) {
  const Fields fields(place, json, {"delay_ms", "jitter", "jitter_ms", "delay_trace_ms", "loss_trace", "loss_share", "burst_loss_share", "burst_packets", "duplicate_share", "reorder_share", "mbit_s"});
  out.delay_ms = read_number(fields.place("delay_ms"), fields.at("delay_ms"), 0.0, 10000.0);
  read_into(fields.place("jitter"), fields.at("jitter"), out.jitter);
  out.jitter_ms = read_number(fields.place("jitter_ms"), fields.at("jitter_ms"), 0.0, 10000.0);
  read_array(fields.place("delay_trace_ms"), fields.at("delay_trace_ms"), 0, 10000, out.delay_trace_ms,
             [](const Place& at, const Json& item, auto& element) { element = read_number(at, item, 0.0, 10000.0); });
  read_array(fields.place("loss_trace"), fields.at("loss_trace"), 0, 10000, out.loss_trace,
             [](const Place& at, const Json& item, auto& element) { element = read_integer<std::int32_t>(at, item, 0, 1); });
  out.loss_share = read_number(fields.place("loss_share"), fields.at("loss_share"), 0.0, 0.9);
  out.burst_loss_share = read_number(fields.place("burst_loss_share"), fields.at("burst_loss_share"), 0.0, 0.9);
  out.burst_packets = read_number(fields.place("burst_packets"), fields.at("burst_packets"), 1.0, 10000.0);
  out.duplicate_share = read_number(fields.place("duplicate_share"), fields.at("duplicate_share"), 0.0, 0.9);
  out.reorder_share = read_number(fields.place("reorder_share"), fields.at("reorder_share"), 0.0, 0.9);
  out.mbit_s = read_number(fields.place("mbit_s"), fields.at("mbit_s"), 0.0, 1000000.0);
}
inline Json write(const Impairment& value) {
  Json json = Json::object();
  json["delay_ms"] = value.delay_ms;
  json["jitter"] = write(value.jitter);
  json["jitter_ms"] = value.jitter_ms;
  json["delay_trace_ms"] = write_array(value.delay_trace_ms, [](const auto& element) -> Json { return element; });
  json["loss_trace"] = write_array(value.loss_trace, [](const auto& element) -> Json { return element; });
  json["loss_share"] = value.loss_share;
  json["burst_loss_share"] = value.burst_loss_share;
  json["burst_packets"] = value.burst_packets;
  json["duplicate_share"] = value.duplicate_share;
  json["reorder_share"] = value.reorder_share;
  json["mbit_s"] = value.mbit_s;
  return json;
}

inline void read_into(const Place& place, const Json& json, StackOrder& out) {
  out = read_choice<StackOrder>(place, json, &parse_stack_order, "one of impairment_bundler_limiter, impairment_limiter_bundler, bundler_impairment_limiter, bundler_limiter_impairment, limiter_impairment_bundler, limiter_bundler_impairment");
}
inline Json write(StackOrder value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, DataPath& out) {
  const Fields fields(place, json, {"transportation", "repeat_ms", "reliable", "region_nodes", "best_effort", "groups", "held", "bundling", "rate_limit", "impairment", "extra_copies", "order"});
  read_into(fields.place("transportation"), fields.at("transportation"), out.transportation);
  out.repeat_ms = read_integer<std::int32_t>(fields.place("repeat_ms"), fields.at("repeat_ms"), 1, 60000);
  read_into(fields.place("reliable"), fields.at("reliable"), out.reliable);
  out.region_nodes = read_integer<std::int32_t>(fields.place("region_nodes"), fields.at("region_nodes"), 2, 40);
  read_into(fields.place("best_effort"), fields.at("best_effort"), out.best_effort);
  out.groups = read_integer<std::int32_t>(fields.place("groups"), fields.at("groups"), 0, 63);
  read_into(fields.place("held"), fields.at("held"), out.held);
  read_into(fields.place("bundling"), fields.at("bundling"), out.bundling);
  read_into(fields.place("rate_limit"), fields.at("rate_limit"), out.rate_limit);
  read_into(fields.place("impairment"), fields.at("impairment"), out.impairment);
  out.extra_copies = read_integer<std::int32_t>(fields.place("extra_copies"), fields.at("extra_copies"), 0, 1000);
  read_into(fields.place("order"), fields.at("order"), out.order);
}
inline Json write(const DataPath& value) {
  Json json = Json::object();
  json["transportation"] = write(value.transportation);
  json["repeat_ms"] = value.repeat_ms;
  json["reliable"] = write(value.reliable);
  json["region_nodes"] = value.region_nodes;
  json["best_effort"] = write(value.best_effort);
  json["groups"] = value.groups;
  json["held"] = write(value.held);
  json["bundling"] = write(value.bundling);
  json["rate_limit"] = write(value.rate_limit);
  json["impairment"] = write(value.impairment);
  json["extra_copies"] = value.extra_copies;
  json["order"] = write(value.order);
  return json;
}

inline void read_into(const Place& place, const Json& json, RtiLatencyPlan& out) {
  const Fields fields(place, json, {"kind", "exchanged", "attribute_bytes", "attributes", "types", "instances", "rti", "return_payload", "round_trips", "warmup_round_trips", "congestion_avoidance", "most_waiting", "return_timeout_ms", "rate_hz", "tick", "cpus", "process_model", "coordinator", "data"});
  read_constant(fields.place("kind"), fields.at("kind"), "rti_latency");
  read_into(fields.place("exchanged"), fields.at("exchanged"), out.exchanged);
  out.attribute_bytes = read_integer<std::int32_t>(fields.place("attribute_bytes"), fields.at("attribute_bytes"), 8, 65536);
  out.attributes = read_integer<std::int32_t>(fields.place("attributes"), fields.at("attributes"), 1, 64);
  out.types = read_integer<std::int32_t>(fields.place("types"), fields.at("types"), 1, 1000);
  out.instances = read_integer<std::int32_t>(fields.place("instances"), fields.at("instances"), 1, 10000);
  read_into(fields.place("rti"), fields.at("rti"), out.rti);
  out.return_payload = read_boolean(fields.place("return_payload"), fields.at("return_payload"));
  out.round_trips = read_integer<std::int32_t>(fields.place("round_trips"), fields.at("round_trips"), 1, 100000000);
  out.warmup_round_trips = read_integer<std::int32_t>(fields.place("warmup_round_trips"), fields.at("warmup_round_trips"), 0, 1000000);
  read_into(fields.place("congestion_avoidance"), fields.at("congestion_avoidance"), out.congestion_avoidance);
  out.most_waiting = read_integer<std::int32_t>(fields.place("most_waiting"), fields.at("most_waiting"), 1, 1000000);
  out.return_timeout_ms = read_integer<std::int32_t>(fields.place("return_timeout_ms"), fields.at("return_timeout_ms"), 1, 60000);
  out.rate_hz = read_number(fields.place("rate_hz"), fields.at("rate_hz"), 0.0, 10000000.0);
  read_into(fields.place("tick"), fields.at("tick"), out.tick);
  out.cpus = read_integer<std::int32_t>(fields.place("cpus"), fields.at("cpus"), 0, 1024);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  read_into(fields.place("coordinator"), fields.at("coordinator"), out.coordinator);
  read_into(fields.place("data"), fields.at("data"), out.data);
}
inline Json write(const RtiLatencyPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["exchanged"] = write(value.exchanged);
  json["attribute_bytes"] = value.attribute_bytes;
  json["attributes"] = value.attributes;
  json["types"] = value.types;
  json["instances"] = value.instances;
  json["rti"] = write(value.rti);
  json["return_payload"] = value.return_payload;
  json["round_trips"] = value.round_trips;
  json["warmup_round_trips"] = value.warmup_round_trips;
  json["congestion_avoidance"] = write(value.congestion_avoidance);
  json["most_waiting"] = value.most_waiting;
  json["return_timeout_ms"] = value.return_timeout_ms;
  json["rate_hz"] = value.rate_hz;
  json["tick"] = write(value.tick);
  json["cpus"] = value.cpus;
  json["process_model"] = write(value.process_model);
  json["coordinator"] = write(value.coordinator);
  json["data"] = write(value.data);
  return json;
}

inline void read_into(const Place& place, const Json& json, Loads& out) {
  const Fields fields(place, json, {"cpu_share", "cpu_federate", "traffic_per_s", "traffic_bytes", "traffic_federate"});
  out.cpu_share = read_number(fields.place("cpu_share"), fields.at("cpu_share"), 0.0, 1.0);
  out.cpu_federate = read_integer<std::int32_t>(fields.place("cpu_federate"), fields.at("cpu_federate"), 0, 999);
  out.traffic_per_s = read_integer<std::int32_t>(fields.place("traffic_per_s"), fields.at("traffic_per_s"), 0, 1000000);
  out.traffic_bytes = read_integer<std::int32_t>(fields.place("traffic_bytes"), fields.at("traffic_bytes"), 16, 65000);
  out.traffic_federate = read_integer<std::int32_t>(fields.place("traffic_federate"), fields.at("traffic_federate"), 0, 999);
}
inline Json write(const Loads& value) {
  Json json = Json::object();
  json["cpu_share"] = value.cpu_share;
  json["cpu_federate"] = value.cpu_federate;
  json["traffic_per_s"] = value.traffic_per_s;
  json["traffic_bytes"] = value.traffic_bytes;
  json["traffic_federate"] = value.traffic_federate;
  return json;
}

inline void read_into(const Place& place, const Json& json, IntentKind& out) {
  out = read_choice<IntentKind>(place, json, &parse_intent_kind, "one of none, measure, keep_latency, save_bandwidth");
}
inline Json write(IntentKind value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Intent& out) {
  const Fields fields(place, json, {"kind", "percentile", "bound_ms", "most_waiting"});
  read_into(fields.place("kind"), fields.at("kind"), out.kind);
  out.percentile = read_number(fields.place("percentile"), fields.at("percentile"), 0.01, 0.999);
  out.bound_ms = read_number(fields.place("bound_ms"), fields.at("bound_ms"), 0.01, 60000.0);
  out.most_waiting = read_integer<std::int32_t>(fields.place("most_waiting"), fields.at("most_waiting"), 0, 1000000);
}
inline Json write(const Intent& value) {
  Json json = Json::object();
  json["kind"] = write(value.kind);
  json["percentile"] = value.percentile;
  json["bound_ms"] = value.bound_ms;
  json["most_waiting"] = value.most_waiting;
  return json;
}

inline void read_into(const Place& place, const Json& json, RtiThroughputPlan& out) {
  const Fields fields(place, json, {"kind", "exchanged", "attribute_bytes", "attributes", "types", "instances", "rti", "receivers", "cycles", "updates_per_cycle", "warmup_cycles", "switch_every", "regions", "process_model", "coordinator", "loads", "intent", "data"});
  read_constant(fields.place("kind"), fields.at("kind"), "rti_throughput");
  read_into(fields.place("exchanged"), fields.at("exchanged"), out.exchanged);
  out.attribute_bytes = read_integer<std::int32_t>(fields.place("attribute_bytes"), fields.at("attribute_bytes"), 8, 65536);
  out.attributes = read_integer<std::int32_t>(fields.place("attributes"), fields.at("attributes"), 1, 64);
  out.types = read_integer<std::int32_t>(fields.place("types"), fields.at("types"), 1, 1000);
  out.instances = read_integer<std::int32_t>(fields.place("instances"), fields.at("instances"), 1, 10000);
  read_into(fields.place("rti"), fields.at("rti"), out.rti);
  out.receivers = read_integer<std::int32_t>(fields.place("receivers"), fields.at("receivers"), 1, 63);
  out.cycles = read_integer<std::int32_t>(fields.place("cycles"), fields.at("cycles"), 1, 1000);
  out.updates_per_cycle = read_integer<std::int32_t>(fields.place("updates_per_cycle"), fields.at("updates_per_cycle"), 1, 100000000);
  out.warmup_cycles = read_integer<std::int32_t>(fields.place("warmup_cycles"), fields.at("warmup_cycles"), 0, 100);
  out.switch_every = read_integer<std::int32_t>(fields.place("switch_every"), fields.at("switch_every"), 0, 1000);
  out.regions = read_integer<std::int32_t>(fields.place("regions"), fields.at("regions"), 0, 63);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  read_into(fields.place("coordinator"), fields.at("coordinator"), out.coordinator);
  read_into(fields.place("loads"), fields.at("loads"), out.loads);
  read_into(fields.place("intent"), fields.at("intent"), out.intent);
  read_into(fields.place("data"), fields.at("data"), out.data);
}
inline Json write(const RtiThroughputPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["exchanged"] = write(value.exchanged);
  json["attribute_bytes"] = value.attribute_bytes;
  json["attributes"] = value.attributes;
  json["types"] = value.types;
  json["instances"] = value.instances;
  json["rti"] = write(value.rti);
  json["receivers"] = value.receivers;
  json["cycles"] = value.cycles;
  json["updates_per_cycle"] = value.updates_per_cycle;
  json["warmup_cycles"] = value.warmup_cycles;
  json["switch_every"] = value.switch_every;
  json["regions"] = value.regions;
  json["process_model"] = write(value.process_model);
  json["coordinator"] = write(value.coordinator);
  json["loads"] = write(value.loads);
  json["intent"] = write(value.intent);
  json["data"] = write(value.data);
  return json;
}

inline void read_into(const Place& place, const Json& json, Reduction& out) {
  out = read_choice<Reduction>(place, json, &parse_reduction, "one of automatic, butterfly, central");
}
inline Json write(Reduction value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, RtiTimeAdvancePlan& out) {
  const Fields fields(place, json, {"kind", "rti", "federates", "advances", "warmup_advances", "step", "lookahead", "link_delay_ms", "reduction", "fan_out", "in_flight", "process_model"});
  read_constant(fields.place("kind"), fields.at("kind"), "rti_time_advance");
  read_into(fields.place("rti"), fields.at("rti"), out.rti);
  out.federates = read_integer<std::int32_t>(fields.place("federates"), fields.at("federates"), 2, 64);
  out.advances = read_integer<std::int32_t>(fields.place("advances"), fields.at("advances"), 1, 100000000);
  out.warmup_advances = read_integer<std::int32_t>(fields.place("warmup_advances"), fields.at("warmup_advances"), 0, 1000000);
  out.step = read_number(fields.place("step"), fields.at("step"), 1e-06, 1000000.0);
  out.lookahead = read_number(fields.place("lookahead"), fields.at("lookahead"), 1e-06, 1000000.0);
  out.link_delay_ms = read_number(fields.place("link_delay_ms"), fields.at("link_delay_ms"), 0.0, 10000.0);
  read_into(fields.place("reduction"), fields.at("reduction"), out.reduction);
  out.fan_out = read_integer<std::int32_t>(fields.place("fan_out"), fields.at("fan_out"), 2, 64);
  out.in_flight = read_integer<std::int32_t>(fields.place("in_flight"), fields.at("in_flight"), 1, 64);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
}
inline Json write(const RtiTimeAdvancePlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["rti"] = write(value.rti);
  json["federates"] = value.federates;
  json["advances"] = value.advances;
  json["warmup_advances"] = value.warmup_advances;
  json["step"] = value.step;
  json["lookahead"] = value.lookahead;
  json["link_delay_ms"] = value.link_delay_ms;
  json["reduction"] = write(value.reduction);
  json["fan_out"] = value.fan_out;
  json["in_flight"] = value.in_flight;
  json["process_model"] = write(value.process_model);
  return json;
}

inline void read_into(const Place& place, const Json& json, RtiIntegratedPlan& out) {
  const Fields fields(place, json, {"kind", "exchanged", "attribute_bytes", "attributes", "types", "instances", "federates", "senders", "updates", "warmup_updates", "returned_every", "rate_hz", "process_model", "loads", "intent", "data"});
  read_constant(fields.place("kind"), fields.at("kind"), "rti_integrated");
  read_into(fields.place("exchanged"), fields.at("exchanged"), out.exchanged);
  out.attribute_bytes = read_integer<std::int32_t>(fields.place("attribute_bytes"), fields.at("attribute_bytes"), 8, 65536);
  out.attributes = read_integer<std::int32_t>(fields.place("attributes"), fields.at("attributes"), 1, 64);
  out.types = read_integer<std::int32_t>(fields.place("types"), fields.at("types"), 1, 1000);
  out.instances = read_integer<std::int32_t>(fields.place("instances"), fields.at("instances"), 1, 10000);
  out.federates = read_integer<std::int32_t>(fields.place("federates"), fields.at("federates"), 2, 64);
  out.senders = read_integer<std::int32_t>(fields.place("senders"), fields.at("senders"), 1, 64);
  out.updates = read_integer<std::int32_t>(fields.place("updates"), fields.at("updates"), 1, 100000000);
  out.warmup_updates = read_integer<std::int32_t>(fields.place("warmup_updates"), fields.at("warmup_updates"), 0, 1000000);
  out.returned_every = read_integer<std::int32_t>(fields.place("returned_every"), fields.at("returned_every"), 0, 1000000);
  out.rate_hz = read_number(fields.place("rate_hz"), fields.at("rate_hz"), 0.0, 10000000.0);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  read_into(fields.place("loads"), fields.at("loads"), out.loads);
  read_into(fields.place("intent"), fields.at("intent"), out.intent);
  read_into(fields.place("data"), fields.at("data"), out.data);
}
inline Json write(const RtiIntegratedPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["exchanged"] = write(value.exchanged);
  json["attribute_bytes"] = value.attribute_bytes;
  json["attributes"] = value.attributes;
  json["types"] = value.types;
  json["instances"] = value.instances;
  json["federates"] = value.federates;
  json["senders"] = value.senders;
  json["updates"] = value.updates;
  json["warmup_updates"] = value.warmup_updates;
  json["returned_every"] = value.returned_every;
  json["rate_hz"] = value.rate_hz;
  json["process_model"] = write(value.process_model);
  json["loads"] = write(value.loads);
  json["intent"] = write(value.intent);
  json["data"] = write(value.data);
  return json;
}

inline void read_into(const Place& place, const Json& json, RtiStressPlan& out) {
  const Fields fields(place, json, {"kind", "exchanged", "attribute_bytes", "attributes", "types", "instances", "federates", "senders", "updates", "warmup_updates", "returned_every", "rate_hz", "process_model", "loads", "intent", "data"});
  read_constant(fields.place("kind"), fields.at("kind"), "rti_stress");
  read_into(fields.place("exchanged"), fields.at("exchanged"), out.exchanged);
  out.attribute_bytes = read_integer<std::int32_t>(fields.place("attribute_bytes"), fields.at("attribute_bytes"), 8, 65536);
  out.attributes = read_integer<std::int32_t>(fields.place("attributes"), fields.at("attributes"), 1, 64);
  out.types = read_integer<std::int32_t>(fields.place("types"), fields.at("types"), 1, 1000);
  out.instances = read_integer<std::int32_t>(fields.place("instances"), fields.at("instances"), 1, 10000);
  out.federates = read_integer<std::int32_t>(fields.place("federates"), fields.at("federates"), 2, 64);
  out.senders = read_integer<std::int32_t>(fields.place("senders"), fields.at("senders"), 1, 64);
  out.updates = read_integer<std::int32_t>(fields.place("updates"), fields.at("updates"), 1, 100000000);
  out.warmup_updates = read_integer<std::int32_t>(fields.place("warmup_updates"), fields.at("warmup_updates"), 0, 1000000);
  out.returned_every = read_integer<std::int32_t>(fields.place("returned_every"), fields.at("returned_every"), 0, 1000000);
  out.rate_hz = read_number(fields.place("rate_hz"), fields.at("rate_hz"), 0.0, 10000000.0);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  read_into(fields.place("loads"), fields.at("loads"), out.loads);
  read_into(fields.place("intent"), fields.at("intent"), out.intent);
  read_into(fields.place("data"), fields.at("data"), out.data);
}
inline Json write(const RtiStressPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["exchanged"] = write(value.exchanged);
  json["attribute_bytes"] = value.attribute_bytes;
  json["attributes"] = value.attributes;
  json["types"] = value.types;
  json["instances"] = value.instances;
  json["federates"] = value.federates;
  json["senders"] = value.senders;
  json["updates"] = value.updates;
  json["warmup_updates"] = value.warmup_updates;
  json["returned_every"] = value.returned_every;
  json["rate_hz"] = value.rate_hz;
  json["process_model"] = write(value.process_model);
  json["loads"] = write(value.loads);
  json["intent"] = write(value.intent);
  json["data"] = write(value.data);
  return json;
}

inline void read_into(const Place& place, const Json& json, FederationMixPlan& out) {
  const Fields fields(place, json, {"kind", "federates", "objects", "groups", "groups_of_federate", "least_bytes", "most_bytes", "rate_hz", "bursts_per_s", "burst_rate_hz", "burst_ms", "joins_per_s", "both_share", "measured_s", "warmup_s", "process_model", "data"});
  read_constant(fields.place("kind"), fields.at("kind"), "federation_mix");
  out.federates = read_integer<std::int32_t>(fields.place("federates"), fields.at("federates"), 2, 1000);
  out.objects = read_integer<std::int32_t>(fields.place("objects"), fields.at("objects"), 1, 1000000);
  out.groups = read_integer<std::int32_t>(fields.place("groups"), fields.at("groups"), 1, 100000);
  out.groups_of_federate = read_integer<std::int32_t>(fields.place("groups_of_federate"), fields.at("groups_of_federate"), 1, 1000);
  out.least_bytes = read_integer<std::int32_t>(fields.place("least_bytes"), fields.at("least_bytes"), 24, 65536);
  out.most_bytes = read_integer<std::int32_t>(fields.place("most_bytes"), fields.at("most_bytes"), 24, 65536);
  out.rate_hz = read_number(fields.place("rate_hz"), fields.at("rate_hz"), 0.0, 1000.0);
  out.bursts_per_s = read_number(fields.place("bursts_per_s"), fields.at("bursts_per_s"), 0.0, 10000.0);
  out.burst_rate_hz = read_number(fields.place("burst_rate_hz"), fields.at("burst_rate_hz"), 1.0, 100000.0);
  out.burst_ms = read_integer<std::int32_t>(fields.place("burst_ms"), fields.at("burst_ms"), 1, 60000);
  out.joins_per_s = read_number(fields.place("joins_per_s"), fields.at("joins_per_s"), 0.0, 100000.0);
  out.both_share = read_number(fields.place("both_share"), fields.at("both_share"), 0.0, 1.0);
  out.measured_s = read_number(fields.place("measured_s"), fields.at("measured_s"), 0.1, 3600.0);
  out.warmup_s = read_number(fields.place("warmup_s"), fields.at("warmup_s"), 0.1, 3600.0);
  read_into(fields.place("process_model"), fields.at("process_model"), out.process_model);
  read_into(fields.place("data"), fields.at("data"), out.data);
}
inline Json write(const FederationMixPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["federates"] = value.federates;
  json["objects"] = value.objects;
  json["groups"] = value.groups;
  json["groups_of_federate"] = value.groups_of_federate;
  json["least_bytes"] = value.least_bytes;
  json["most_bytes"] = value.most_bytes;
  json["rate_hz"] = value.rate_hz;
  json["bursts_per_s"] = value.bursts_per_s;
  json["burst_rate_hz"] = value.burst_rate_hz;
  json["burst_ms"] = value.burst_ms;
  json["joins_per_s"] = value.joins_per_s;
  json["both_share"] = value.both_share;
  json["measured_s"] = value.measured_s;
  json["warmup_s"] = value.warmup_s;
  json["process_model"] = write(value.process_model);
  json["data"] = write(value.data);
  return json;
}

inline void read_into(const Place& place, const Json& json, PdesEngine& out) {
  out = read_choice<PdesEngine>(place, json, &parse_pdes_engine, "one of sequential, central_fel, multi_fel, distributed");
}
inline Json write(PdesEngine value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, TaskHandover& out) {
  out = read_choice<TaskHandover>(place, json, &parse_task_handover, "one of condition, semaphore, mailbox");
}
inline Json write(TaskHandover value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, EventListKind& out) {
  out = read_choice<EventListKind>(place, json, &parse_event_list_kind, "one of binary_heap, quaternary_heap, calendar, ladder, buckets");
}
inline Json write(EventListKind value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, DelayDistribution& out) {
  out = read_choice<DelayDistribution>(place, json, &parse_delay_distribution, "one of exponential, uniform");
}
inline Json write(DelayDistribution value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, EventPayload& out) {
  out = read_choice<EventPayload>(place, json, &parse_event_payload, "one of none, bytes_32, bytes_128");
}
inline Json write(EventPayload value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, PholdPlan& out) {
  const Fields fields(place, json, {"kind", "engine", "workers", "threads_per_list", "handover", "list", "lps", "population", "expected_events", "end_time", "remote_share", "lookahead", "mean_delay", "delay", "payload", "oracle"});
  read_constant(fields.place("kind"), fields.at("kind"), "phold");
  read_into(fields.place("engine"), fields.at("engine"), out.engine);
  out.workers = read_integer<std::int32_t>(fields.place("workers"), fields.at("workers"), 1, 256);
  out.threads_per_list = read_integer<std::int32_t>(fields.place("threads_per_list"), fields.at("threads_per_list"), 1, 256);
  read_into(fields.place("handover"), fields.at("handover"), out.handover);
  read_into(fields.place("list"), fields.at("list"), out.list);
  out.lps = read_integer<std::int32_t>(fields.place("lps"), fields.at("lps"), 1, 4000000);
  out.population = read_integer<std::int32_t>(fields.place("population"), fields.at("population"), 1, 100000000);
  out.expected_events = read_integer<std::uint64_t>(fields.place("expected_events"), fields.at("expected_events"), 1, 1000000000000);
  out.end_time = read_number(fields.place("end_time"), fields.at("end_time"), 0.0, 1e+18);
  out.remote_share = read_number(fields.place("remote_share"), fields.at("remote_share"), 0.0, 1.0);
  out.lookahead = read_number(fields.place("lookahead"), fields.at("lookahead"), 0.0, 1000000.0);
  out.mean_delay = read_number(fields.place("mean_delay"), fields.at("mean_delay"), 0.0, 1000000.0);
  read_into(fields.place("delay"), fields.at("delay"), out.delay);
  read_into(fields.place("payload"), fields.at("payload"), out.payload);
  read_into(fields.place("oracle"), fields.at("oracle"), out.oracle);
}
inline Json write(const PholdPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["engine"] = write(value.engine);
  json["workers"] = value.workers;
  json["threads_per_list"] = value.threads_per_list;
  json["handover"] = write(value.handover);
  json["list"] = write(value.list);
  json["lps"] = value.lps;
  json["population"] = value.population;
  json["expected_events"] = value.expected_events;
  json["end_time"] = value.end_time;
  json["remote_share"] = value.remote_share;
  json["lookahead"] = value.lookahead;
  json["mean_delay"] = value.mean_delay;
  json["delay"] = write(value.delay);
  json["payload"] = write(value.payload);
  json["oracle"] = write(value.oracle);
  return json;
}

inline void read_into(const Place& place, const Json& json, FelWaiting& out) {
  out = read_choice<FelWaiting>(place, json, &parse_fel_waiting, "one of semaphore, condition");
}
inline Json write(FelWaiting value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, FelTestPlan& out) {
  const Fields fields(place, json, {"kind", "num_cpus", "num_srcs", "src_events", "src_var", "e_dly", "f_dly", "waiting"});
  read_constant(fields.place("kind"), fields.at("kind"), "fel_test");
  out.num_cpus = read_integer<std::int32_t>(fields.place("num_cpus"), fields.at("num_cpus"), 1, 1024);
  out.num_srcs = read_integer<std::int32_t>(fields.place("num_srcs"), fields.at("num_srcs"), 1, 512);
  out.src_events = read_integer<std::int32_t>(fields.place("src_events"), fields.at("src_events"), 1, 10000000);
  out.src_var = read_number(fields.place("src_var"), fields.at("src_var"), 0.0, 1000000000.0);
  out.e_dly = read_number(fields.place("e_dly"), fields.at("e_dly"), 0.0, 1000000.0);
  out.f_dly = read_number(fields.place("f_dly"), fields.at("f_dly"), 0.0, 1000000.0);
  read_into(fields.place("waiting"), fields.at("waiting"), out.waiting);
}
inline Json write(const FelTestPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["num_cpus"] = value.num_cpus;
  json["num_srcs"] = value.num_srcs;
  json["src_events"] = value.src_events;
  json["src_var"] = value.src_var;
  json["e_dly"] = value.e_dly;
  json["f_dly"] = value.f_dly;
  json["waiting"] = write(value.waiting);
  return json;
}

inline void read_into(const Place& place, const Json& json, ThreadTestPlan& out) {
  const Fields fields(place, json, {"kind", "num_cpus", "num_threads", "slices", "slice_us"});
  read_constant(fields.place("kind"), fields.at("kind"), "thread_test");
  out.num_cpus = read_integer<std::int32_t>(fields.place("num_cpus"), fields.at("num_cpus"), 1, 1024);
  out.num_threads = read_integer<std::int32_t>(fields.place("num_threads"), fields.at("num_threads"), 1, 1024);
  out.slices = read_integer<std::int32_t>(fields.place("slices"), fields.at("slices"), 1, 1000000);
  out.slice_us = read_number(fields.place("slice_us"), fields.at("slice_us"), 1.0, 1000000.0);
}
inline Json write(const ThreadTestPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["num_cpus"] = value.num_cpus;
  json["num_threads"] = value.num_threads;
  json["slices"] = value.slices;
  json["slice_us"] = value.slice_us;
  return json;
}

inline void read_into(const Place& place, const Json& json, PrimitivesPlan& out) {
  const Fields fields(place, json, {"kind", "batches", "batch_ms"});
  read_constant(fields.place("kind"), fields.at("kind"), "primitives");
  out.batches = read_integer<std::int32_t>(fields.place("batches"), fields.at("batches"), 1, 10000);
  out.batch_ms = read_number(fields.place("batch_ms"), fields.at("batch_ms"), 0.1, 10000.0);
}
inline Json write(const PrimitivesPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["batches"] = value.batches;
  json["batch_ms"] = value.batch_ms;
  return json;
}

inline void read_into(const Place& place, const Json& json, HoldPlan& out) {
  const Fields fields(place, json, {"kind", "population", "operations"});
  read_constant(fields.place("kind"), fields.at("kind"), "hold");
  out.population = read_integer<std::int32_t>(fields.place("population"), fields.at("population"), 1, 100000000);
  out.operations = read_integer<std::uint64_t>(fields.place("operations"), fields.at("operations"), 1000, 10000000000);
}
inline Json write(const HoldPlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["population"] = value.population;
  json["operations"] = value.operations;
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelLanguagePlan& out) {
  const Fields fields(place, json, {"kind", "model_name", "model_text", "array_length", "nesting", "string_length", "live_instances", "rounds", "figure_us"});
  read_constant(fields.place("kind"), fields.at("kind"), "model_language");
  out.model_name = read_string(fields.place("model_name"), fields.at("model_name"), 0, 120);
  out.model_text = read_string(fields.place("model_text"), fields.at("model_text"), 0, 65536);
  out.array_length = read_integer<std::int32_t>(fields.place("array_length"), fields.at("array_length"), 2, 4194304);
  out.nesting = read_integer<std::int32_t>(fields.place("nesting"), fields.at("nesting"), 1, 30);
  out.string_length = read_integer<std::int32_t>(fields.place("string_length"), fields.at("string_length"), 0, 60000);
  out.live_instances = read_integer<std::int32_t>(fields.place("live_instances"), fields.at("live_instances"), 1, 1000000);
  out.rounds = read_integer<std::int32_t>(fields.place("rounds"), fields.at("rounds"), 1, 10000);
  out.figure_us = read_integer<std::int32_t>(fields.place("figure_us"), fields.at("figure_us"), 10, 1000000);
}
inline Json write(const ModelLanguagePlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["model_name"] = value.model_name;
  json["model_text"] = value.model_text;
  json["array_length"] = value.array_length;
  json["nesting"] = value.nesting;
  json["string_length"] = value.string_length;
  json["live_instances"] = value.live_instances;
  json["rounds"] = value.rounds;
  json["figure_us"] = value.figure_us;
  return json;
}

inline void read_into(const Place& place, const Json& json, WorkloadPlan& out) {
  const std::string& kind = read_tag(place, json, "one of universe_steps, universe_migration, process_activity, messaging, networked_systems, rti_latency, rti_throughput, rti_time_advance, rti_integrated, rti_stress, federation_mix, phold, fel_test, thread_test, primitives, hold, model_language");
  if (kind == UniverseStepsPlan::kind) {
    return read_into(place, json, out.emplace<UniverseStepsPlan>());
  }
  if (kind == UniverseMigrationPlan::kind) {
    return read_into(place, json, out.emplace<UniverseMigrationPlan>());
  }
  if (kind == ProcessActivityPlan::kind) {
    return read_into(place, json, out.emplace<ProcessActivityPlan>());
  }
  if (kind == MessagingPlan::kind) {
    return read_into(place, json, out.emplace<MessagingPlan>());
  }
  if (kind == NetworkedSystemsPlan::kind) {
    return read_into(place, json, out.emplace<NetworkedSystemsPlan>());
  }
  if (kind == RtiLatencyPlan::kind) {
    return read_into(place, json, out.emplace<RtiLatencyPlan>());
  }
  if (kind == RtiThroughputPlan::kind) {
    return read_into(place, json, out.emplace<RtiThroughputPlan>());
  }
  if (kind == RtiTimeAdvancePlan::kind) {
    return read_into(place, json, out.emplace<RtiTimeAdvancePlan>());
  }
  if (kind == RtiIntegratedPlan::kind) {
    return read_into(place, json, out.emplace<RtiIntegratedPlan>());
  }
  if (kind == RtiStressPlan::kind) {
    return read_into(place, json, out.emplace<RtiStressPlan>());
  }
  if (kind == FederationMixPlan::kind) {
    return read_into(place, json, out.emplace<FederationMixPlan>());
  }
  if (kind == PholdPlan::kind) {
    return read_into(place, json, out.emplace<PholdPlan>());
  }
  if (kind == FelTestPlan::kind) {
    return read_into(place, json, out.emplace<FelTestPlan>());
  }
  if (kind == ThreadTestPlan::kind) {
    return read_into(place, json, out.emplace<ThreadTestPlan>());
  }
  if (kind == PrimitivesPlan::kind) {
    return read_into(place, json, out.emplace<PrimitivesPlan>());
  }
  if (kind == HoldPlan::kind) {
    return read_into(place, json, out.emplace<HoldPlan>());
  }
  if (kind == ModelLanguagePlan::kind) {
    return read_into(place, json, out.emplace<ModelLanguagePlan>());
  }
  refuse_tag(place, json, "one of universe_steps, universe_migration, process_activity, messaging, networked_systems, rti_latency, rti_throughput, rti_time_advance, rti_integrated, rti_stress, federation_mix, phold, fel_test, thread_test, primitives, hold, model_language");
}
inline Json write(const WorkloadPlan& value) {
  return std::visit([](const auto& member) { return write(member); }, value);
}

inline void read_into(const Place& place, const Json& json, LocalTransport& out) {
  out = read_choice<LocalTransport>(place, json, &parse_local_transport, "one of auto, thread, shm, uds, tcp, tcp_per_message, mailer");
}
inline Json write(LocalTransport value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, NodeTransport& out) {
  out = read_choice<NodeTransport>(place, json, &parse_node_transport, "one of auto, shm, uds, tcp, tcp_per_message, mailer, tls");
}
inline Json write(NodeTransport value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, PlanTransports& out) {
  const Fields fields(place, json, {"local", "nodes", "bind_address", "peer_timeout_ms", "token"});
  read_into(fields.place("local"), fields.at("local"), out.local);
  read_into(fields.place("nodes"), fields.at("nodes"), out.nodes);
  out.bind_address = read_string(fields.place("bind_address"), fields.at("bind_address"), 0, unlimited);
  out.peer_timeout_ms = read_integer<std::int32_t>(fields.place("peer_timeout_ms"), fields.at("peer_timeout_ms"), 100, 600000);
  out.token = read_big_int(fields.place("token"), fields.at("token"));
}
inline Json write(const PlanTransports& value) {
  Json json = Json::object();
  json["local"] = write(value.local);
  json["nodes"] = write(value.nodes);
  json["bind_address"] = value.bind_address;
  json["peer_timeout_ms"] = value.peer_timeout_ms;
  json["token"] = std::to_string(value.token);
  return json;
}

inline void read_into(const Place& place, const Json& json, WaitStrategy& out) {
  out = read_choice<WaitStrategy>(place, json, &parse_wait_strategy, "one of auto, spin, spin_then_futex, yield, adaptive");
}
inline Json write(WaitStrategy value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, SchedulingClass& out) {
  out = read_choice<SchedulingClass>(place, json, &parse_scheduling_class, "one of other, round_robin, fifo");
}
inline Json write(SchedulingClass value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Pinning& out) {
  out = read_choice<Pinning>(place, json, &parse_pinning, "one of none, compact, spread");
}
inline Json write(Pinning value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Conditions& out) {
  const Fields fields(place, json, {"wait", "scheduling_class", "priority", "pinning"});
  read_into(fields.place("wait"), fields.at("wait"), out.wait);
  read_into(fields.place("scheduling_class"), fields.at("scheduling_class"), out.scheduling_class);
  out.priority = read_integer<std::int32_t>(fields.place("priority"), fields.at("priority"), -20, 99);
  read_into(fields.place("pinning"), fields.at("pinning"), out.pinning);
}
inline Json write(const Conditions& value) {
  Json json = Json::object();
  json["wait"] = write(value.wait);
  json["scheduling_class"] = write(value.scheduling_class);
  json["priority"] = value.priority;
  json["pinning"] = write(value.pinning);
  return json;
}

inline void read_into(const Place& place, const Json& json, TelemetryOptions& out) {
  const Fields fields(place, json, {"enabled", "interval_ms", "max_samples"});
  out.enabled = read_boolean(fields.place("enabled"), fields.at("enabled"));
  out.interval_ms = read_integer<std::int32_t>(fields.place("interval_ms"), fields.at("interval_ms"), 50, 5000);
  out.max_samples = read_integer<std::int32_t>(fields.place("max_samples"), fields.at("max_samples"), 0, 10000000);
}
inline Json write(const TelemetryOptions& value) {
  Json json = Json::object();
  json["enabled"] = value.enabled;
  json["interval_ms"] = value.interval_ms;
  json["max_samples"] = value.max_samples;
  return json;
}

inline void read_into(const Place& place, const Json& json, WorkerPlan& out) {
  const Fields fields(place, json, {"schema_version", "run_id", "repeat", "node_index", "nodes", "seed", "workload", "transports", "conditions", "telemetry", "rendezvous_timeout_ms", "run_timeout_s"});
  read_constant(fields.place("schema_version"), fields.at("schema_version"), 1);
  out.run_id = read_run_id(fields.place("run_id"), fields.at("run_id"));
  out.repeat = read_integer<std::int32_t>(fields.place("repeat"), fields.at("repeat"), 0, 65535);
  out.node_index = read_integer<std::int32_t>(fields.place("node_index"), fields.at("node_index"), 0, 65535);
  read_array(fields.place("nodes"), fields.at("nodes"), 1, 256, out.nodes,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  out.seed = read_big_int(fields.place("seed"), fields.at("seed"));
  read_into(fields.place("workload"), fields.at("workload"), out.workload);
  read_into(fields.place("transports"), fields.at("transports"), out.transports);
  read_into(fields.place("conditions"), fields.at("conditions"), out.conditions);
  read_into(fields.place("telemetry"), fields.at("telemetry"), out.telemetry);
  out.rendezvous_timeout_ms = read_integer<std::int32_t>(fields.place("rendezvous_timeout_ms"), fields.at("rendezvous_timeout_ms"), 1000, 600000);
  out.run_timeout_s = read_integer<std::int32_t>(fields.place("run_timeout_s"), fields.at("run_timeout_s"), 1, 86400);
}
inline Json write(const WorkerPlan& value) {
  Json json = Json::object();
  json["schema_version"] = value.schema_version;
  json["run_id"] = value.run_id;
  json["repeat"] = value.repeat;
  json["node_index"] = value.node_index;
  json["nodes"] = write_array(value.nodes, [](const auto& element) -> Json { return write(element); });
  json["seed"] = std::to_string(value.seed);
  json["workload"] = write(value.workload);
  json["transports"] = write(value.transports);
  json["conditions"] = write(value.conditions);
  json["telemetry"] = write(value.telemetry);
  json["rendezvous_timeout_ms"] = value.rendezvous_timeout_ms;
  json["run_timeout_s"] = value.run_timeout_s;
  return json;
}

inline void read_into(const Place& place, const Json& json, GivePlan& out) {
  const Fields fields(place, json, {"kind", "plan"});
  read_constant(fields.place("kind"), fields.at("kind"), "plan");
  read_into(fields.place("plan"), fields.at("plan"), out.plan);
}
inline Json write(const GivePlan& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["plan"] = write(value.plan);
  return json;
}

inline void read_into(const Place& place, const Json& json, GivePeers& out) {
  const Fields fields(place, json, {"kind", "endpoints"});
  read_constant(fields.place("kind"), fields.at("kind"), "peers");
  read_array(fields.place("endpoints"), fields.at("endpoints"), 0, unlimited, out.endpoints,
             [](const Place& at, const Json& item, auto& element) { element = read_string(at, item, 0, unlimited); });
}
inline Json write(const GivePeers& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["endpoints"] = write_array(value.endpoints, [](const auto& element) -> Json { return element; });
  return json;
}

inline void read_into(const Place& place, const Json& json, Start&) {
  const Fields fields(place, json, {"kind"});
  read_constant(fields.place("kind"), fields.at("kind"), "start");
}
inline Json write(const Start&) {
  Json json = Json::object();
  json["kind"] = std::string(Start::kind);
  return json;
}

inline void read_into(const Place& place, const Json& json, OneEntity& out) {
  const Fields fields(place, json, {"kind", "entity"});
  read_constant(fields.place("kind"), fields.at("kind"), "entity");
  out.entity = read_integer<std::uint64_t>(fields.place("entity"), fields.at("entity"), 0, 9007199254740991);
}
inline Json write(const OneEntity& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["entity"] = value.entity;
  return json;
}

inline void read_into(const Place& place, const Json& json, ShareOfNode& out) {
  const Fields fields(place, json, {"kind", "from_node", "share"});
  read_constant(fields.place("kind"), fields.at("kind"), "share");
  out.from_node = read_slug(fields.place("from_node"), fields.at("from_node"));
  out.share = read_number(fields.place("share"), fields.at("share"), 1e-05, 1.0);
}
inline Json write(const ShareOfNode& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["from_node"] = value.from_node;
  json["share"] = value.share;
  return json;
}

inline void read_into(const Place& place, const Json& json, Moved& out) {
  const std::string& kind = read_tag(place, json, "one of entity, share");
  if (kind == OneEntity::kind) {
    return read_into(place, json, out.emplace<OneEntity>());
  }
  if (kind == ShareOfNode::kind) {
    return read_into(place, json, out.emplace<ShareOfNode>());
  }
  refuse_tag(place, json, "one of entity, share");
}
inline Json write(const Moved& value) {
  return std::visit([](const auto& member) { return write(member); }, value);
}

inline void read_into(const Place& place, const Json& json, MoveOrder& out) {
  const Fields fields(place, json, {"what", "to_node"});
  read_into(fields.place("what"), fields.at("what"), out.what);
  out.to_node = read_slug(fields.place("to_node"), fields.at("to_node"));
}
inline Json write(const MoveOrder& value) {
  Json json = Json::object();
  json["what"] = write(value.what);
  json["to_node"] = value.to_node;
  return json;
}

inline void read_into(const Place& place, const Json& json, GiveMove& out) {
  const Fields fields(place, json, {"kind", "number", "order"});
  read_constant(fields.place("kind"), fields.at("kind"), "move");
  out.number = read_integer<std::uint64_t>(fields.place("number"), fields.at("number"), 0, 9007199254740991);
  read_into(fields.place("order"), fields.at("order"), out.order);
}
inline Json write(const GiveMove& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["number"] = value.number;
  json["order"] = write(value.order);
  return json;
}

inline void read_into(const Place& place, const Json& json, Stop& out) {
  const Fields fields(place, json, {"kind", "reason"});
  read_constant(fields.place("kind"), fields.at("kind"), "stop");
  out.reason = read_string(fields.place("reason"), fields.at("reason"), 0, 2000);
}
inline Json write(const Stop& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["reason"] = value.reason;
  return json;
}

inline void read_into(const Place& place, const Json& json, AgentSays& out) {
  const std::string& kind = read_tag(place, json, "one of plan, peers, start, move, stop");
  if (kind == GivePlan::kind) {
    return read_into(place, json, out.emplace<GivePlan>());
  }
  if (kind == GivePeers::kind) {
    return read_into(place, json, out.emplace<GivePeers>());
  }
  if (kind == Start::kind) {
    return read_into(place, json, out.emplace<Start>());
  }
  if (kind == GiveMove::kind) {
    return read_into(place, json, out.emplace<GiveMove>());
  }
  if (kind == Stop::kind) {
    return read_into(place, json, out.emplace<Stop>());
  }
  refuse_tag(place, json, "one of plan, peers, start, move, stop");
}
inline Json write(const AgentSays& value) {
  return std::visit([](const auto& member) { return write(member); }, value);
}

inline void read_into(const Place& place, const Json& json, FrameKind& out) {
  out = read_choice<FrameKind>(place, json, &parse_frame_kind, "one of window, samples, entities");
}
inline Json write(FrameKind value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, ColumnType& out) {
  out = read_choice<ColumnType>(place, json, &parse_column_type, "one of u32, u64, f32, f64");
}
inline Json write(ColumnType value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, ColumnRole& out) {
  out = read_choice<ColumnRole>(place, json, &parse_column_role, "one of index, time, duration, activity, messages, bytes, gauge, counter, path, position");
}
inline Json write(ColumnRole value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Column& out) {
  const Fields fields(place, json, {"name", "title", "type", "unit", "role", "series"});
  out.name = read_slug(fields.place("name"), fields.at("name"));
  out.title = read_string(fields.place("title"), fields.at("title"), 0, 120);
  read_into(fields.place("type"), fields.at("type"), out.type);
  out.unit = read_string(fields.place("unit"), fields.at("unit"), 0, 120);
  read_into(fields.place("role"), fields.at("role"), out.role);
  out.series = read_slug(fields.place("series"), fields.at("series"));
}
inline Json write(const Column& value) {
  Json json = Json::object();
  json["name"] = value.name;
  json["title"] = value.title;
  json["type"] = write(value.type);
  json["unit"] = value.unit;
  json["role"] = write(value.role);
  json["series"] = value.series;
  return json;
}

inline void read_into(const Place& place, const Json& json, FrameSchema& out) {
  const Fields fields(place, json, {"schema_id", "kind", "columns"});
  out.schema_id = read_integer<std::int32_t>(fields.place("schema_id"), fields.at("schema_id"), 1, 65535);
  read_into(fields.place("kind"), fields.at("kind"), out.kind);
  read_array(fields.place("columns"), fields.at("columns"), 1, 128, out.columns,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
}
inline Json write(const FrameSchema& value) {
  Json json = Json::object();
  json["schema_id"] = value.schema_id;
  json["kind"] = write(value.kind);
  json["columns"] = write_array(value.columns, [](const auto& element) -> Json { return write(element); });
  return json;
}

inline void read_into(const Place& place, const Json& json, Prepared& out) {
  const Fields fields(place, json, {"kind", "endpoint", "schemas", "total_steps"});
  read_constant(fields.place("kind"), fields.at("kind"), "prepared");
  out.endpoint = read_string(fields.place("endpoint"), fields.at("endpoint"), 0, unlimited);
  read_array(fields.place("schemas"), fields.at("schemas"), 0, unlimited, out.schemas,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  out.total_steps = read_big_int(fields.place("total_steps"), fields.at("total_steps"));
}
inline Json write(const Prepared& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["endpoint"] = value.endpoint;
  json["schemas"] = write_array(value.schemas, [](const auto& element) -> Json { return write(element); });
  json["total_steps"] = std::to_string(value.total_steps);
  return json;
}

inline void read_into(const Place& place, const Json& json, Ready&) {
  const Fields fields(place, json, {"kind"});
  read_constant(fields.place("kind"), fields.at("kind"), "ready");
}
inline Json write(const Ready&) {
  Json json = Json::object();
  json["kind"] = std::string(Ready::kind);
  return json;
}

inline void read_into(const Place& place, const Json& json, Running&) {
  const Fields fields(place, json, {"kind"});
  read_constant(fields.place("kind"), fields.at("kind"), "running");
}
inline Json write(const Running&) {
  Json json = Json::object();
  json["kind"] = std::string(Running::kind);
  return json;
}

inline void read_into(const Place& place, const Json& json, Migration& out) {
  const Fields fields(place, json, {"step", "entity", "from_node", "to_node", "cause", "state_bytes", "pause_ns"});
  out.step = read_integer<std::uint64_t>(fields.place("step"), fields.at("step"), 0, 9007199254740991);
  out.entity = read_integer<std::uint64_t>(fields.place("entity"), fields.at("entity"), 0, 9007199254740991);
  out.from_node = read_integer<std::int32_t>(fields.place("from_node"), fields.at("from_node"), 0, 65535);
  out.to_node = read_integer<std::int32_t>(fields.place("to_node"), fields.at("to_node"), 0, 65535);
  out.cause = read_slug(fields.place("cause"), fields.at("cause"));
  out.state_bytes = read_integer<std::uint64_t>(fields.place("state_bytes"), fields.at("state_bytes"), 0, 9007199254740991);
  out.pause_ns = read_integer<std::uint64_t>(fields.place("pause_ns"), fields.at("pause_ns"), 0, 9007199254740991);
}
inline Json write(const Migration& value) {
  Json json = Json::object();
  json["step"] = value.step;
  json["entity"] = value.entity;
  json["from_node"] = value.from_node;
  json["to_node"] = value.to_node;
  json["cause"] = value.cause;
  json["state_bytes"] = value.state_bytes;
  json["pause_ns"] = value.pause_ns;
  return json;
}

inline void read_into(const Place& place, const Json& json, Event& out) {
  const Fields fields(place, json, {"kind", "name", "text", "step", "migration"});
  read_constant(fields.place("kind"), fields.at("kind"), "event");
  out.name = read_slug(fields.place("name"), fields.at("name"));
  out.text = read_string(fields.place("text"), fields.at("text"), 0, 2000);
  out.step = read_big_int(fields.place("step"), fields.at("step"));
  read_nullable(fields.place("migration"), fields.at("migration"), out.migration,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
}
inline Json write(const Event& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["name"] = value.name;
  json["text"] = value.text;
  json["step"] = std::to_string(value.step);
  json["migration"] = value.migration ? Json(write(*value.migration)) : Json(nullptr);
  return json;
}

inline void read_into(const Place& place, const Json& json, LogLevel& out) {
  out = read_choice<LogLevel>(place, json, &parse_log_level, "one of info, warning, error");
}
inline Json write(LogLevel value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Log& out) {
  const Fields fields(place, json, {"kind", "level", "text"});
  read_constant(fields.place("kind"), fields.at("kind"), "log");
  read_into(fields.place("level"), fields.at("level"), out.level);
  out.text = read_string(fields.place("text"), fields.at("text"), 0, 2000);
}
inline Json write(const Log& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["level"] = write(value.level);
  json["text"] = value.text;
  return json;
}

inline void read_into(const Place& place, const Json& json, Better& out) {
  out = read_choice<Better>(place, json, &parse_better, "one of lower, higher, neither");
}
inline Json write(Better value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Metric& out) {
  const Fields fields(place, json, {"name", "title", "value", "unit", "better"});
  out.name = read_slug(fields.place("name"), fields.at("name"));
  out.title = read_string(fields.place("title"), fields.at("title"), 0, 120);
  out.value = read_number(fields.place("value"), fields.at("value"), lowest, highest);
  out.unit = read_string(fields.place("unit"), fields.at("unit"), 0, 120);
  read_into(fields.place("better"), fields.at("better"), out.better);
}
inline Json write(const Metric& value) {
  Json json = Json::object();
  json["name"] = value.name;
  json["title"] = value.title;
  json["value"] = value.value;
  json["unit"] = value.unit;
  json["better"] = write(value.better);
  return json;
}

inline void read_into(const Place& place, const Json& json, Check& out) {
  const Fields fields(place, json, {"name", "title", "holds", "expected", "found"});
  out.name = read_slug(fields.place("name"), fields.at("name"));
  out.title = read_string(fields.place("title"), fields.at("title"), 0, 120);
  out.holds = read_boolean(fields.place("holds"), fields.at("holds"));
  out.expected = read_string(fields.place("expected"), fields.at("expected"), 0, 2000);
  out.found = read_string(fields.place("found"), fields.at("found"), 0, 2000);
}
inline Json write(const Check& value) {
  Json json = Json::object();
  json["name"] = value.name;
  json["title"] = value.title;
  json["holds"] = value.holds;
  json["expected"] = value.expected;
  json["found"] = value.found;
  return json;
}

inline void read_into(const Place& place, const Json& json, MessageCount& out) {
  const Fields fields(place, json, {"kind", "title", "expected", "counted", "bytes"});
  out.kind = read_slug(fields.place("kind"), fields.at("kind"));
  out.title = read_string(fields.place("title"), fields.at("title"), 0, 120);
  out.expected = read_big_int(fields.place("expected"), fields.at("expected"));
  out.counted = read_big_int(fields.place("counted"), fields.at("counted"));
  out.bytes = read_big_int(fields.place("bytes"), fields.at("bytes"));
}
inline Json write(const MessageCount& value) {
  Json json = Json::object();
  json["kind"] = value.kind;
  json["title"] = value.title;
  json["expected"] = std::to_string(value.expected);
  json["counted"] = std::to_string(value.counted);
  json["bytes"] = std::to_string(value.bytes);
  return json;
}

inline void read_into(const Place& place, const Json& json, ProcessUse& out) {
  const Fields fields(place, json, {"name", "pid", "elapsed_us", "user_us", "system_us", "voluntary_switches", "involuntary_switches", "minor_faults", "major_faults", "block_reads", "block_writes", "signals", "peak_rss_bytes"});
  out.name = read_string(fields.place("name"), fields.at("name"), 0, 120);
  out.pid = read_integer<std::int64_t>(fields.place("pid"), fields.at("pid"), -9007199254740991, 9007199254740991);
  out.elapsed_us = read_integer<std::uint64_t>(fields.place("elapsed_us"), fields.at("elapsed_us"), 0, 9007199254740991);
  out.user_us = read_integer<std::uint64_t>(fields.place("user_us"), fields.at("user_us"), 0, 9007199254740991);
  out.system_us = read_integer<std::uint64_t>(fields.place("system_us"), fields.at("system_us"), 0, 9007199254740991);
  out.voluntary_switches = read_integer<std::uint64_t>(fields.place("voluntary_switches"), fields.at("voluntary_switches"), 0, 9007199254740991);
  out.involuntary_switches = read_integer<std::uint64_t>(fields.place("involuntary_switches"), fields.at("involuntary_switches"), 0, 9007199254740991);
  out.minor_faults = read_integer<std::uint64_t>(fields.place("minor_faults"), fields.at("minor_faults"), 0, 9007199254740991);
  out.major_faults = read_integer<std::uint64_t>(fields.place("major_faults"), fields.at("major_faults"), 0, 9007199254740991);
  out.block_reads = read_integer<std::uint64_t>(fields.place("block_reads"), fields.at("block_reads"), 0, 9007199254740991);
  out.block_writes = read_integer<std::uint64_t>(fields.place("block_writes"), fields.at("block_writes"), 0, 9007199254740991);
  out.signals = read_integer<std::uint64_t>(fields.place("signals"), fields.at("signals"), 0, 9007199254740991);
  out.peak_rss_bytes = read_integer<std::uint64_t>(fields.place("peak_rss_bytes"), fields.at("peak_rss_bytes"), 0, 9007199254740991);
}
inline Json write(const ProcessUse& value) {
  Json json = Json::object();
  json["name"] = value.name;
  json["pid"] = value.pid;
  json["elapsed_us"] = value.elapsed_us;
  json["user_us"] = value.user_us;
  json["system_us"] = value.system_us;
  json["voluntary_switches"] = value.voluntary_switches;
  json["involuntary_switches"] = value.involuntary_switches;
  json["minor_faults"] = value.minor_faults;
  json["major_faults"] = value.major_faults;
  json["block_reads"] = value.block_reads;
  json["block_writes"] = value.block_writes;
  json["signals"] = value.signals;
  json["peak_rss_bytes"] = value.peak_rss_bytes;
  return json;
}

inline void read_into(const Place& place, const Json& json, PathUse& out) {
  const Fields fields(place, json, {"name", "path", "sent", "received", "lost", "dropped", "refused", "naks", "repairs_sent", "repairs_received", "packets_sent", "packets_received", "bytes_sent", "bytes_received", "system_calls"});
  out.name = read_string(fields.place("name"), fields.at("name"), 0, 120);
  out.path = read_slug(fields.place("path"), fields.at("path"));
  out.sent = read_integer<std::uint64_t>(fields.place("sent"), fields.at("sent"), 0, 9007199254740991);
  out.received = read_integer<std::uint64_t>(fields.place("received"), fields.at("received"), 0, 9007199254740991);
  out.lost = read_integer<std::uint64_t>(fields.place("lost"), fields.at("lost"), 0, 9007199254740991);
  out.dropped = read_integer<std::uint64_t>(fields.place("dropped"), fields.at("dropped"), 0, 9007199254740991);
  out.refused = read_integer<std::uint64_t>(fields.place("refused"), fields.at("refused"), 0, 9007199254740991);
  out.naks = read_integer<std::uint64_t>(fields.place("naks"), fields.at("naks"), 0, 9007199254740991);
  out.repairs_sent = read_integer<std::uint64_t>(fields.place("repairs_sent"), fields.at("repairs_sent"), 0, 9007199254740991);
  out.repairs_received = read_integer<std::uint64_t>(fields.place("repairs_received"), fields.at("repairs_received"), 0, 9007199254740991);
  out.packets_sent = read_integer<std::uint64_t>(fields.place("packets_sent"), fields.at("packets_sent"), 0, 9007199254740991);
  out.packets_received = read_integer<std::uint64_t>(fields.place("packets_received"), fields.at("packets_received"), 0, 9007199254740991);
  out.bytes_sent = read_integer<std::uint64_t>(fields.place("bytes_sent"), fields.at("bytes_sent"), 0, 9007199254740991);
  out.bytes_received = read_integer<std::uint64_t>(fields.place("bytes_received"), fields.at("bytes_received"), 0, 9007199254740991);
  out.system_calls = read_integer<std::uint64_t>(fields.place("system_calls"), fields.at("system_calls"), 0, 9007199254740991);
}
inline Json write(const PathUse& value) {
  Json json = Json::object();
  json["name"] = value.name;
  json["path"] = value.path;
  json["sent"] = value.sent;
  json["received"] = value.received;
  json["lost"] = value.lost;
  json["dropped"] = value.dropped;
  json["refused"] = value.refused;
  json["naks"] = value.naks;
  json["repairs_sent"] = value.repairs_sent;
  json["repairs_received"] = value.repairs_received;
  json["packets_sent"] = value.packets_sent;
  json["packets_received"] = value.packets_received;
  json["bytes_sent"] = value.bytes_sent;
  json["bytes_received"] = value.bytes_received;
  json["system_calls"] = value.system_calls;
  return json;
}

inline void read_into(const Place& place, const Json& json, Trace& out) {
  const Fields fields(place, json, {"name", "title", "unit", "x_title", "x_unit", "x", "y"});
  out.name = read_slug(fields.place("name"), fields.at("name"));
  out.title = read_string(fields.place("title"), fields.at("title"), 0, 120);
  out.unit = read_string(fields.place("unit"), fields.at("unit"), 0, 120);
  out.x_title = read_string(fields.place("x_title"), fields.at("x_title"), 0, 120);
  out.x_unit = read_string(fields.place("x_unit"), fields.at("x_unit"), 0, 120);
  read_array(fields.place("x"), fields.at("x"), 0, 2000, out.x,
             [](const Place& at, const Json& item, auto& element) { element = read_number(at, item, lowest, highest); });
  read_array(fields.place("y"), fields.at("y"), 0, 2000, out.y,
             [](const Place& at, const Json& item, auto& element) { element = read_number(at, item, lowest, highest); });
}
inline Json write(const Trace& value) {
  Json json = Json::object();
  json["name"] = value.name;
  json["title"] = value.title;
  json["unit"] = value.unit;
  json["x_title"] = value.x_title;
  json["x_unit"] = value.x_unit;
  json["x"] = write_array(value.x, [](const auto& element) -> Json { return element; });
  json["y"] = write_array(value.y, [](const auto& element) -> Json { return element; });
  return json;
}

inline void read_into(const Place& place, const Json& json, WorkerResult& out) {
  const Fields fields(place, json, {"schema_version", "metrics", "run_metrics", "checks", "messages", "run_messages", "state_checksum", "run_state_checksum", "processes", "paths", "migrations", "traces", "elapsed_ns", "samples_dropped", "sample_stride"});
  read_constant(fields.place("schema_version"), fields.at("schema_version"), 1);
  read_array(fields.place("metrics"), fields.at("metrics"), 0, unlimited, out.metrics,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_array(fields.place("run_metrics"), fields.at("run_metrics"), 0, unlimited, out.run_metrics,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_array(fields.place("checks"), fields.at("checks"), 0, unlimited, out.checks,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_array(fields.place("messages"), fields.at("messages"), 0, unlimited, out.messages,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_array(fields.place("run_messages"), fields.at("run_messages"), 0, unlimited, out.run_messages,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  out.state_checksum = read_big_int(fields.place("state_checksum"), fields.at("state_checksum"));
  out.run_state_checksum = read_big_int(fields.place("run_state_checksum"), fields.at("run_state_checksum"));
  read_array(fields.place("processes"), fields.at("processes"), 0, 20000, out.processes,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_array(fields.place("paths"), fields.at("paths"), 0, 1000, out.paths,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_array(fields.place("migrations"), fields.at("migrations"), 0, 20000, out.migrations,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_array(fields.place("traces"), fields.at("traces"), 0, 64, out.traces,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  out.elapsed_ns = read_big_int(fields.place("elapsed_ns"), fields.at("elapsed_ns"));
  out.samples_dropped = read_integer<std::uint64_t>(fields.place("samples_dropped"), fields.at("samples_dropped"), 0, 9007199254740991);
  out.sample_stride = read_integer<std::int32_t>(fields.place("sample_stride"), fields.at("sample_stride"), 1, 2147483647);
}
inline Json write(const WorkerResult& value) {
  Json json = Json::object();
  json["schema_version"] = value.schema_version;
  json["metrics"] = write_array(value.metrics, [](const auto& element) -> Json { return write(element); });
  json["run_metrics"] = write_array(value.run_metrics, [](const auto& element) -> Json { return write(element); });
  json["checks"] = write_array(value.checks, [](const auto& element) -> Json { return write(element); });
  json["messages"] = write_array(value.messages, [](const auto& element) -> Json { return write(element); });
  json["run_messages"] = write_array(value.run_messages, [](const auto& element) -> Json { return write(element); });
  json["state_checksum"] = std::to_string(value.state_checksum);
  json["run_state_checksum"] = std::to_string(value.run_state_checksum);
  json["processes"] = write_array(value.processes, [](const auto& element) -> Json { return write(element); });
  json["paths"] = write_array(value.paths, [](const auto& element) -> Json { return write(element); });
  json["migrations"] = write_array(value.migrations, [](const auto& element) -> Json { return write(element); });
  json["traces"] = write_array(value.traces, [](const auto& element) -> Json { return write(element); });
  json["elapsed_ns"] = std::to_string(value.elapsed_ns);
  json["samples_dropped"] = value.samples_dropped;
  json["sample_stride"] = value.sample_stride;
  return json;
}

inline void read_into(const Place& place, const Json& json, Result& out) {
  const Fields fields(place, json, {"kind", "result"});
  read_constant(fields.place("kind"), fields.at("kind"), "result");
  read_into(fields.place("result"), fields.at("result"), out.result);
}
inline Json write(const Result& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["result"] = write(value.result);
  return json;
}

inline void read_into(const Place& place, const Json& json, Phase& out) {
  out = read_choice<Phase>(place, json, &parse_phase, "one of placing, preparing, ready, running, collecting");
}
inline Json write(Phase value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, Failure& out) {
  const Fields fields(place, json, {"kind", "code", "phase", "process", "message", "remedy"});
  read_constant(fields.place("kind"), fields.at("kind"), "failure");
  out.code = read_slug(fields.place("code"), fields.at("code"));
  read_into(fields.place("phase"), fields.at("phase"), out.phase);
  out.process = read_string(fields.place("process"), fields.at("process"), 0, 120);
  out.message = read_string(fields.place("message"), fields.at("message"), 0, 2000);
  out.remedy = read_string(fields.place("remedy"), fields.at("remedy"), 0, 2000);
}
inline Json write(const Failure& value) {
  Json json = Json::object();
  json["kind"] = std::string(value.kind);
  json["code"] = value.code;
  json["phase"] = write(value.phase);
  json["process"] = value.process;
  json["message"] = value.message;
  json["remedy"] = value.remedy;
  return json;
}

inline void read_into(const Place& place, const Json& json, WorkerSays& out) {
  const std::string& kind = read_tag(place, json, "one of prepared, ready, running, event, log, result, failure");
  if (kind == Prepared::kind) {
    return read_into(place, json, out.emplace<Prepared>());
  }
  if (kind == Ready::kind) {
    return read_into(place, json, out.emplace<Ready>());
  }
  if (kind == Running::kind) {
    return read_into(place, json, out.emplace<Running>());
  }
  if (kind == Event::kind) {
    return read_into(place, json, out.emplace<Event>());
  }
  if (kind == Log::kind) {
    return read_into(place, json, out.emplace<Log>());
  }
  if (kind == Result::kind) {
    return read_into(place, json, out.emplace<Result>());
  }
  if (kind == Failure::kind) {
    return read_into(place, json, out.emplace<Failure>());
  }
  refuse_tag(place, json, "one of prepared, ready, running, event, log, result, failure");
}
inline Json write(const WorkerSays& value) {
  return std::visit([](const auto& member) { return write(member); }, value);
}

inline void read_into(const Place& place, const Json& json, Calibration& out) {
  const Fields fields(place, json, {"schema_version", "rating", "clock_resolution_ns", "clock_read_ns", "transports", "rti_peers", "third_party_transports", "worker_version", "build", "commit", "cores"});
  read_constant(fields.place("schema_version"), fields.at("schema_version"), 1);
  out.rating = read_number(fields.place("rating"), fields.at("rating"), 0.0, highest);
  out.clock_resolution_ns = read_number(fields.place("clock_resolution_ns"), fields.at("clock_resolution_ns"), lowest, highest);
  out.clock_read_ns = read_number(fields.place("clock_read_ns"), fields.at("clock_read_ns"), lowest, highest);
  read_array(fields.place("transports"), fields.at("transports"), 0, unlimited, out.transports,
             [](const Place& at, const Json& item, auto& element) { element = read_slug(at, item); });
  read_array(fields.place("rti_peers"), fields.at("rti_peers"), 0, unlimited, out.rti_peers,
             [](const Place& at, const Json& item, auto& element) { element = read_slug(at, item); });
  read_array(fields.place("third_party_transports"), fields.at("third_party_transports"), 0, unlimited, out.third_party_transports,
             [](const Place& at, const Json& item, auto& element) { element = read_slug(at, item); });
  out.worker_version = read_string(fields.place("worker_version"), fields.at("worker_version"), 0, 120);
  out.build = read_string(fields.place("build"), fields.at("build"), 0, 120);
  out.commit = read_string(fields.place("commit"), fields.at("commit"), 0, 120);
  out.cores = read_integer<std::int32_t>(fields.place("cores"), fields.at("cores"), 0, 65535);
}
inline Json write(const Calibration& value) {
  Json json = Json::object();
  json["schema_version"] = value.schema_version;
  json["rating"] = value.rating;
  json["clock_resolution_ns"] = value.clock_resolution_ns;
  json["clock_read_ns"] = value.clock_read_ns;
  json["transports"] = write_array(value.transports, [](const auto& element) -> Json { return element; });
  json["rti_peers"] = write_array(value.rti_peers, [](const auto& element) -> Json { return element; });
  json["third_party_transports"] = write_array(value.third_party_transports, [](const auto& element) -> Json { return element; });
  json["worker_version"] = value.worker_version;
  json["build"] = value.build;
  json["commit"] = value.commit;
  json["cores"] = value.cores;
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelError& out) {
  const Fields fields(place, json, {"line", "column", "message", "caret"});
  out.line = read_integer<std::uint64_t>(fields.place("line"), fields.at("line"), 0, 9007199254740991);
  out.column = read_integer<std::uint64_t>(fields.place("column"), fields.at("column"), 0, 9007199254740991);
  out.message = read_string(fields.place("message"), fields.at("message"), 0, unlimited);
  out.caret = read_string(fields.place("caret"), fields.at("caret"), 0, unlimited);
}
inline Json write(const ModelError& value) {
  Json json = Json::object();
  json["line"] = value.line;
  json["column"] = value.column;
  json["message"] = value.message;
  json["caret"] = value.caret;
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelComponentKind& out) {
  out = read_choice<ModelComponentKind>(place, json, &parse_model_component_kind, "one of universe, entity, element, property, constant, function, converter, constraint");
}
inline Json write(ModelComponentKind value) { return std::string(to_string(value)); }

inline void read_into(const Place& place, const Json& json, ModelComponent& out) {
  const Fields fields(place, json, {"path", "kind", "type", "state_bytes"});
  out.path = read_string(fields.place("path"), fields.at("path"), 0, unlimited);
  read_into(fields.place("kind"), fields.at("kind"), out.kind);
  out.type = read_string(fields.place("type"), fields.at("type"), 0, unlimited);
  out.state_bytes = read_integer<std::uint64_t>(fields.place("state_bytes"), fields.at("state_bytes"), 0, 9007199254740991);
}
inline Json write(const ModelComponent& value) {
  Json json = Json::object();
  json["path"] = value.path;
  json["kind"] = write(value.kind);
  json["type"] = value.type;
  json["state_bytes"] = value.state_bytes;
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelMemory& out) {
  const Fields fields(place, json, {"definition_bytes", "instance_bytes"});
  out.definition_bytes = read_integer<std::uint64_t>(fields.place("definition_bytes"), fields.at("definition_bytes"), 0, 9007199254740991);
  out.instance_bytes = read_integer<std::uint64_t>(fields.place("instance_bytes"), fields.at("instance_bytes"), 0, 9007199254740991);
}
inline Json write(const ModelMemory& value) {
  Json json = Json::object();
  json["definition_bytes"] = value.definition_bytes;
  json["instance_bytes"] = value.instance_bytes;
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelEstimate& out) {
  const Fields fields(place, json, {"published_qnx", "published_irix", "measured", "names_bytes"});
  read_into(fields.place("published_qnx"), fields.at("published_qnx"), out.published_qnx);
  read_into(fields.place("published_irix"), fields.at("published_irix"), out.published_irix);
  read_into(fields.place("measured"), fields.at("measured"), out.measured);
  out.names_bytes = read_integer<std::uint64_t>(fields.place("names_bytes"), fields.at("names_bytes"), 0, 9007199254740991);
}
inline Json write(const ModelEstimate& value) {
  Json json = Json::object();
  json["published_qnx"] = write(value.published_qnx);
  json["published_irix"] = write(value.published_irix);
  json["measured"] = write(value.measured);
  json["names_bytes"] = value.names_bytes;
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelCodeSize& out) {
  const Fields fields(place, json, {"text_bytes", "compressed_bytes", "tokenised_bytes", "tokenised_compressed_bytes"});
  out.text_bytes = read_integer<std::uint64_t>(fields.place("text_bytes"), fields.at("text_bytes"), 0, 9007199254740991);
  out.compressed_bytes = read_integer<std::uint64_t>(fields.place("compressed_bytes"), fields.at("compressed_bytes"), 0, 9007199254740991);
  out.tokenised_bytes = read_integer<std::uint64_t>(fields.place("tokenised_bytes"), fields.at("tokenised_bytes"), 0, 9007199254740991);
  out.tokenised_compressed_bytes = read_integer<std::uint64_t>(fields.place("tokenised_compressed_bytes"), fields.at("tokenised_compressed_bytes"), 0, 9007199254740991);
}
inline Json write(const ModelCodeSize& value) {
  Json json = Json::object();
  json["text_bytes"] = value.text_bytes;
  json["compressed_bytes"] = value.compressed_bytes;
  json["tokenised_bytes"] = value.tokenised_bytes;
  json["tokenised_compressed_bytes"] = value.tokenised_compressed_bytes;
  return json;
}

inline void read_into(const Place& place, const Json& json, ModelReport& out) {
  const Fields fields(place, json, {"schema_version", "ok", "errors", "component_count", "components", "estimate", "code"});
  read_constant(fields.place("schema_version"), fields.at("schema_version"), 1);
  out.ok = read_boolean(fields.place("ok"), fields.at("ok"));
  read_array(fields.place("errors"), fields.at("errors"), 0, 20, out.errors,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  out.component_count = read_integer<std::uint64_t>(fields.place("component_count"), fields.at("component_count"), 0, 9007199254740991);
  read_array(fields.place("components"), fields.at("components"), 0, 500, out.components,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_nullable(fields.place("estimate"), fields.at("estimate"), out.estimate,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
  read_nullable(fields.place("code"), fields.at("code"), out.code,
             [](const Place& at, const Json& item, auto& element) { read_into(at, item, element); });
}
inline Json write(const ModelReport& value) {
  Json json = Json::object();
  json["schema_version"] = value.schema_version;
  json["ok"] = value.ok;
  json["errors"] = write_array(value.errors, [](const auto& element) -> Json { return write(element); });
  json["component_count"] = value.component_count;
  json["components"] = write_array(value.components, [](const auto& element) -> Json { return write(element); });
  json["estimate"] = value.estimate ? Json(write(*value.estimate)) : Json(nullptr);
  json["code"] = value.code ? Json(write(*value.code)) : Json(nullptr);
  return json;
}

template <typename Document>
Document read(const Json& json) {
  Document document;
  read_into(Place{}, json, document);
  return document;
}

template <typename Document>
Document read_text(std::string_view text) {
  return read<Document>(parse_json(text));
}

template <typename Document>
std::string write_line(const Document& document) {
  return write(document).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace orrery::contracts
// NOLINTEND
