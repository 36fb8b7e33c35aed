// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// What the worker is told and what it says, as plain values: copyable, comparable, owning what they
// hold, safe to use from any thread that owns them. Reading and writing JSON is in
// orrery/contracts/json.hpp, so that code which only uses the types does not pay for it. Units are
// in the names of fields or in their comments.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "orrery/contracts/choices.hpp"

namespace orrery::contracts {

// A node that takes part in the run.
struct PlanNode {
  // 0 is the master.
  std::int32_t index{};
  std::string name{};
  // Integer CPU rating: millions of calibration rounds a second.
  double rating{};
  // CPUs that the node may use; a share of one for a slowed host.
  double cores{};

  bool operator==(const PlanNode&) const = default;
};

// What an entity does in an update. Toggle: its state changes by a fixed rule. Flock: every entity
// turns with its neighbours in every step (separation, alignment, cohesion). Walkthrough: most
// entities of a town stand still and some walk the streets.
enum class Behaviour : std::uint8_t { toggle, flock, walkthrough };
constexpr std::array<std::string_view, 3> names_of(Behaviour /*of*/) {
  return {"toggle", "flock", "walkthrough"};
}

// How entities and managers execute: as operating-system processes, as threads, or as objects that
// a pool of threads steps.
enum class ProcessModel : std::uint8_t { process, thread, pooled };
constexpr std::array<std::string_view, 3> names_of(ProcessModel /*of*/) {
  return {"process", "thread", "pooled"};
}

// Each monitored component is a 64-bit number.
struct NumberState {
  static constexpr std::string_view kind = "numbers";

  bool operator==(const NumberState&) const = default;
};

// `ModelState` with the model as text.
struct ModelStatePlan {
  static constexpr std::string_view kind = "model";
  std::string model_text{};
  std::string entity{};
  std::string constraint{};

  bool operator==(const ModelStatePlan&) const = default;
};

using EntityStatePlan = std::variant<NumberState, ModelStatePlan>;

// How a step starts and ends. Messages: the universe manager and each entity exchange a message.
// Multicast: one notice reaches all entities of a node. Deadline: no messages, as if a deadline
// scheduler started and ended each update.
enum class StepControl : std::uint8_t { messages, multicast, deadline };
constexpr std::array<std::string_view, 3> names_of(StepControl /*of*/) {
  return {"messages", "multicast", "deadline"};
}

// How state updates reach the managers of a node. By monitor: one message to each manager, with the
// manager's monitor id. By name: one message to all managers, with the component's name.
enum class StateFlow : std::uint8_t { by_monitor, by_name };
constexpr std::array<std::string_view, 2> names_of(StateFlow /*of*/) {
  return {"by_monitor", "by_name"};
}

// Compare the final state with the sequential oracle. Automatic: the oracle computes as many steps
// as fit in about one second.
enum class OracleUse : std::uint8_t { auto_, always, never };
constexpr std::array<std::string_view, 3> names_of(OracleUse /*of*/) {
  return {"auto", "always", "never"};
}

// `universe_steps` as one worker gets it: every choice made. Same names and units as
// `UniverseSteps`.
struct UniverseStepsPlan {
  static constexpr std::string_view kind = "universe_steps";
  // Entities on each node, by node index; entity ids are contiguous in node order.
  std::vector<std::int32_t> entities_by_node{};
  Behaviour behaviour{};
  // Managers on each node, by node index; manager ids are contiguous in node order.
  std::vector<std::int32_t> managers_by_node{};
  std::int32_t monitors{};
  std::int32_t steps{};
  std::int32_t warmup_steps{};
  ProcessModel process_model{};
  std::int32_t pool_threads{};
  std::int32_t state_bytes{};
  EntityStatePlan state{};
  std::int32_t update_period_steps{};
  double changing_share{};
  double update_cost_us{};
  double manager_cost_us{};
  std::int32_t constraint_levels{};
  StepControl step_control{};
  StateFlow state_flow{};
  double link_delay_us{};
  double link_mbit_s{};
  OracleUse oracle{};

  bool operator==(const UniverseStepsPlan&) const = default;
};

// Which entity migrates, and when. None: no entity. Threshold: the most expensive entity of a node
// above the threshold, as in the study's prototype. Balance: the entity that evens the loads.
// Predictive: the entity whose forecast cost passes the threshold. Traffic: as threshold, weighed
// with the state that crosses nodes.
enum class MigrationPolicy : std::uint8_t { none, threshold, balance, predictive, traffic };
constexpr std::array<std::string_view, 5> names_of(MigrationPolicy /*of*/) {
  return {"none", "threshold", "balance", "predictive", "traffic"};
}

// Who reads the CPU use of a node's entities and decides which migrate. Inside: the universe
// manager, from the CPU time that each entity's update tells. Apart: a process or thread of its
// own, which reads the CPU clock of each process or thread of the node in every step.
enum class ResourceManager : std::uint8_t { inside, apart };
constexpr std::array<std::string_view, 2> names_of(ResourceManager /*of*/) {
  return {"inside", "apart"};
}

// Load of an entity. Measured: the CPU time that its update took. Nominal: the CPU time that its
// rule asks for, the same on every machine.
enum class LoadSource : std::uint8_t { measured, nominal };
constexpr std::array<std::string_view, 2> names_of(LoadSource /*of*/) {
  return {"measured", "nominal"};
}

// `universe_migration` as one worker gets it: every choice made. Same names and units as
// `UniverseMigration`.
struct UniverseMigrationPlan {
  static constexpr std::string_view kind = "universe_migration";
  // Entities on each node at first, by node index; ids are contiguous in node order.
  std::vector<std::int32_t> entities_by_node{};
  std::vector<std::int32_t> managers_by_node{};
  // How much slower each node is than the fastest, by rating.
  std::vector<double> load_scale{};
  std::int32_t steps{};
  std::int32_t warmup_steps{};
  MigrationPolicy policy{};
  ProcessModel process_model{};
  ResourceManager resource_manager{};
  LoadSource load{};
  double threshold_ms{};
  std::int32_t settle_steps{};
  double construct_cost_us{};
  std::int32_t carried_bytes{};
  double update_cost_us{};
  std::int32_t burst_every_steps{};
  std::int32_t burst_rise_steps{};
  double burst_peak{};
  std::int32_t monitors{};
  OracleUse oracle{};

  bool operator==(const UniverseMigrationPlan&) const = default;
};

// `process_activity` as the worker gets it. Same names and units as `ProcessActivity`.
struct ProcessActivityPlan {
  static constexpr std::string_view kind = "process_activity";
  std::int32_t entities{};
  std::int32_t managers{};
  ProcessModel process_model{};
  std::int32_t launches{};
  std::int32_t steps{};
  std::int32_t monitors{};
  std::int32_t state_bytes{};

  bool operator==(const ProcessActivityPlan&) const = default;
};

// How sender and receiver of one node execute: as two processes, or as threads of one process.
enum class EndsModel : std::uint8_t { process, thread };
constexpr std::array<std::string_view, 2> names_of(EndsModel /*of*/) {
  return {"process", "thread"};
}

// `messaging` as one worker gets it. Same names and units as `Messaging`.
struct MessagingPlan {
  static constexpr std::string_view kind = "messaging";
  std::int32_t message_bytes{};
  std::int32_t exchanges{};
  std::int32_t streamed{};
  std::int32_t warmup_messages{};
  EndsModel process_model{};

  bool operator==(const MessagingPlan&) const = default;
};

// How a shadow follows its user. Continuous: the user sends position and velocity in every step.
// First order: dead reckoning from position and velocity. Second order: dead reckoning with
// acceleration.
enum class Approximation : std::uint8_t { continuous, first_order, second_order };
constexpr std::array<std::string_view, 3> names_of(Approximation /*of*/) {
  return {"continuous", "first_order", "second_order"};
}

// How users move at constant speed. Straight: a new direction every few seconds. Curved: a new rate
// of turn every few seconds.
enum class UserMotion : std::uint8_t { straight, curved };
constexpr std::array<std::string_view, 2> names_of(UserMotion /*of*/) {
  return {"straight", "curved"};
}

// How an update reaches the other systems. Routed: one message for each system, forwarded by the
// master universe managers. Multicast: one message that the network copies where links branch.
enum class Delivery : std::uint8_t { routed, multicast };
constexpr std::array<std::string_view, 2> names_of(Delivery /*of*/) {
  return {"routed", "multicast"};
}

// `networked_systems` as one worker gets it. Same names and units as `NetworkedSystems`.
struct NetworkedSystemsPlan {
  static constexpr std::string_view kind = "networked_systems";
  // Systems on each node, by node index; they are contiguous in node order, the first is the top of
  // the hierarchy.
  std::vector<std::int32_t> systems_by_node{};
  std::int32_t fan_out{};
  std::int32_t users{};
  Approximation approximation{};
  double threshold_m{};
  UserMotion motion{};
  double speed_m_per_s{};
  Delivery delivery{};
  double link_latency_ms{};
  double link_jitter_ms{};
  std::int32_t step_ms{};
  std::int32_t steps{};
  OracleUse oracle{};

  bool operator==(const NetworkedSystemsPlan&) const = default;
};

// Data that federates send: attribute updates of objects, or interactions.
enum class ExchangedAs : std::uint8_t { objects, interactions };
constexpr std::array<std::string_view, 2> names_of(ExchangedAs /*of*/) {
  return {"objects", "interactions"};
}

// RTI of a run: Orrery's own, or HELICS for comparison.
enum class Rti : std::uint8_t { orrery, helics };
constexpr std::array<std::string_view, 2> names_of(Rti /*of*/) {
  return {"orrery", "helics"};
}

// Who keeps queues short. Sender: it sends only after the previous return has arrived or its time-
// out has passed. RTI: it refuses messages while as many as its bound wait for a federate.
enum class CongestionAvoidance : std::uint8_t { none, sender, rti };
constexpr std::array<std::string_view, 3> names_of(CongestionAvoidance /*of*/) {
  return {"none", "sender", "rti"};
}

// How an idle federate calls the RTI. Wait: it waits inside the RTI for callbacks, as tick(min,
// max) does. Sleep: it sleeps one microsecond, then evokes the waiting callbacks.
enum class TickVersion : std::uint8_t { wait, sleep };
constexpr std::array<std::string_view, 2> names_of(TickVersion /*of*/) {
  return {"wait", "sleep"};
}

// Node of the RTI's central part, which the studies call rtiexec: Orrery's sequencer, HELICS'
// broker.
enum class Coordinator : std::uint8_t { with_sender, apart };
constexpr std::array<std::string_view, 2> names_of(Coordinator /*of*/) {
  return {"with_sender", "apart"};
}

// Transportation type of all data in the federation's object model. Reliable: every message arrives
// once and in order. Best effort: messages may be lost. The last three are best effort on the wire:
// `minimum_rate` repeats a value until a newer one is sent, `state_consistent` delivers the newest
// value in the end, `one_shot` sends a message at its logical time.
enum class Transportation : std::uint8_t { reliable, best_effort, minimum_rate, state_consistent, one_shot };
constexpr std::array<std::string_view, 5> names_of(Transportation /*of*/) {
  return {"reliable", "best_effort", "minimum_rate", "state_consistent", "one_shot"};
}

// Protocol of reliable data. Channels: a connection between every two nodes, one copy for each
// receiver. `nak_multicast`: multicast, repaired by the sender on request. `region_multicast`:
// multicast, repaired first by receivers of the same region. For comparison: Cyclone DDS (`dds`),
// and NORM (RFC 5740) of the US Naval Research Laboratory (`norm`).
enum class ReliableProtocol : std::uint8_t { channels, nak_multicast, region_multicast, dds, norm };
constexpr std::array<std::string_view, 5> names_of(ReliableProtocol /*of*/) {
  return {"channels", "nak_multicast", "region_multicast", "dds", "norm"};
}

// Protocol of best-effort data: a datagram for each receiver, one multicast datagram for all, or
// Cyclone DDS for comparison.
enum class BestEffortProtocol : std::uint8_t { udp, multicast, dds };
constexpr std::array<std::string_view, 3> names_of(BestEffortProtocol /*of*/) {
  return {"udp", "multicast", "dds"};
}

// Messages that the RTI collects before it sends them, which saves system calls and wake-ups. All
// are sent when the federate evokes callbacks, waits, or requests a time advance.
struct Holding {
  // Bytes to collect before sending. 0 sends every message at once. Unit: B.
  std::int32_t bytes{};
  // Longest wait of the first message, checked when another is sent. 0: no limit. Unit: us.
  std::int32_t timeout_us{};

  bool operator==(const Holding&) const = default;
};

// Small messages packed into one packet by a module of the path.
struct Bundling {
  // Bytes to pack into one packet, at least 64. 0: no bundling. Unit: B.
  std::int32_t bytes{};
  // Longest wait of a bundle that is not full. 0: it is sent when its sender asks for it. Unit: us.
  std::int32_t timeout_us{};

  bool operator==(const Bundling&) const = default;
};

// Highest rate of a sender. A faster sender gets `Congested`.
struct RateLimit {
  // 0: unlimited. Unit: messages/s.
  double messages_per_s{};
  // 0: unlimited. Unit: B/s.
  double bytes_per_s{};

  bool operator==(const RateLimit&) const = default;
};

// How the delay of a message differs from the mean.
enum class Jitter : std::uint8_t { none, uniform, normal, exponential, gamma };
constexpr std::array<std::string_view, 5> names_of(Jitter /*of*/) {
  return {"none", "uniform", "normal", "exponential", "gamma"};
}

// Network faults, drawn from the run's seed. On channels, which lose nothing, a loss becomes the
// delay of its repair.
struct Impairment {
  // One-way delay of a message. Unit: ms.
  double delay_ms{};
  // Distribution of the variation of the delay.
  Jitter jitter{};
  // Uniform: largest deviation. Normal: standard deviation. Exponential and gamma: mean. Unit: ms.
  double jitter_ms{};
  // One-way delays of successive packets of each link, in place of delay and jitter. After the last
  // delay the trace starts again. A packet never overtakes. Empty: no trace. Unit: ms.
  std::vector<double> delay_trace_ms{};
  // For successive packets of each link: 1 lost, 0 not. After the last the trace starts again.
  // Empty: no trace.
  std::vector<std::int32_t> loss_trace{};
  // Share of packets lost independently.
  double loss_share{};
  // Share of packets lost in bursts, in addition.
  double burst_loss_share{};
  // Mean number of packets lost in a burst.
  double burst_packets{};
  // Share of packets that arrive twice.
  double duplicate_share{};
  // Share of packets that arrive one millisecond late.
  double reorder_share{};
  // Bandwidth of each link. 0: unlimited. Unit: Mbit/s.
  double mbit_s{};

  bool operator==(const Impairment&) const = default;
};

// Order of the protocol modules, from the wire up. A reliable multicast protocol is directly above
// the impairment, so that it repairs the losses.
enum class StackOrder : std::uint8_t { impairment_bundler_limiter, impairment_limiter_bundler, bundler_impairment_limiter, bundler_limiter_impairment, limiter_impairment_bundler, limiter_bundler_impairment };
constexpr std::array<std::string_view, 6> names_of(StackOrder /*of*/) {
  return {"impairment_bundler_limiter", "impairment_limiter_bundler", "bundler_impairment_limiter", "bundler_limiter_impairment", "limiter_impairment_bundler", "limiter_bundler_impairment"};
}

// Transport of the federates' data between nodes of the RTI.
struct DataPath {
  // Transportation type in the federation's object model. Losses of best effort are counted.
  // Minimum rate and state consistent deliver the newest value in the end; one shot sends at a
  // logical time.
  Transportation transportation{};
  // Time after which the newest value is sent again. Unit: ms.
  std::int32_t repeat_ms{};
  // Channels send one copy to each receiver. Multicast sends one copy to all and repairs losses.
  ReliableProtocol reliable{};
  // Most nodes in a region. Nodes with the same subscriptions form regions of equal size.
  std::int32_t region_nodes{};
  // One datagram for each receiver, or one multicast datagram for all.
  BestEffortProtocol best_effort{};
  // Multicast groups for classes and the cells of regions. Each node joins those that it subscribes
  // to. 0: one group for all data.
  std::int32_t groups{};
  Holding held{};
  Bundling bundling{};
  RateLimit rate_limit{};
  Impairment impairment{};
  // Copies of each message into new memory before it is sent. 0: none.
  std::int32_t extra_copies{};
  // Order of the modules in use, from the wire up.
  StackOrder order{};

  bool operator==(const DataPath&) const = default;
};

// `rti_latency` as one worker gets it. Same names and units as `RtiLatency`.
struct RtiLatencyPlan {
  static constexpr std::string_view kind = "rti_latency";
  ExchangedAs exchanged{};
  std::int32_t attribute_bytes{};
  std::int32_t attributes{};
  std::int32_t types{};
  std::int32_t instances{};
  Rti rti{};
  bool return_payload{};
  std::int32_t round_trips{};
  std::int32_t warmup_round_trips{};
  CongestionAvoidance congestion_avoidance{};
  std::int32_t most_waiting{};
  std::int32_t return_timeout_ms{};
  double rate_hz{};
  TickVersion tick{};
  std::int32_t cpus{};
  ProcessModel process_model{};
  Coordinator coordinator{};
  DataPath data{};

  bool operator==(const RtiLatencyPlan&) const = default;
};

// Load processes beside the federates, from the warm-up until the end.
struct Loads {
  // Share of each core of the node that a load process uses. 0: none.
  double cpu_share{};
  // Federate whose node gets the load. Federate 0 is the first sender.
  std::int32_t cpu_federate{};
  // UDP datagrams per second to the node from the next one. A single node sends to itself. Unit:
  // messages/s.
  std::int32_t traffic_per_s{};
  // Size of an extra datagram. Unit: B.
  std::int32_t traffic_bytes{};
  // Federate whose node gets the load. Federate 0 is the first sender.
  std::int32_t traffic_federate{};

  bool operator==(const Loads&) const = default;
};

// Measure: fixed settings, whose latency is measured. Keep latency: the most updates with the
// latency within the bound. Save bandwidth: the fewest packets with it.
enum class IntentKind : std::uint8_t { none, measure, keep_latency, save_bandwidth };
constexpr std::array<std::string_view, 4> names_of(IntentKind /*of*/) {
  return {"none", "measure", "keep_latency", "save_bandwidth"};
}

// What the RTI is to reach with bundling and a bound of waiting messages. Latency is from sending
// until the receivers have the message and the answer is back.
struct Intent {
  // The RTI keeps the settings, or chooses them for latency or for bandwidth.
  IntentKind kind{};
  // Share of messages whose latency is to be within the bound.
  double percentile{};
  // Greatest latency at this percentile. Unit: ms.
  double bound_ms{};
  // Messages of a node that may wait for a receiver. The RTI refuses more. 0: no bound.
  std::int32_t most_waiting{};

  bool operator==(const Intent&) const = default;
};

// `rti_throughput` as one worker gets it. Same names and units as `RtiThroughput`.
struct RtiThroughputPlan {
  static constexpr std::string_view kind = "rti_throughput";
  ExchangedAs exchanged{};
  std::int32_t attribute_bytes{};
  std::int32_t attributes{};
  std::int32_t types{};
  std::int32_t instances{};
  Rti rti{};
  std::int32_t receivers{};
  std::int32_t cycles{};
  std::int32_t updates_per_cycle{};
  std::int32_t warmup_cycles{};
  std::int32_t switch_every{};
  std::int32_t regions{};
  ProcessModel process_model{};
  Coordinator coordinator{};
  Loads loads{};
  Intent intent{};
  DataPath data{};

  bool operator==(const RtiThroughputPlan&) const = default;
};

// How nodes compute the lower bound on time stamps (LBTS). Butterfly: in rounds, a node hears from
// others. Central: every node reports to the first node, which answers each. Automatic: butterfly
// up to four nodes, central beyond.
enum class Reduction : std::uint8_t { automatic, butterfly, central };
constexpr std::array<std::string_view, 3> names_of(Reduction /*of*/) {
  return {"automatic", "butterfly", "central"};
}

// `rti_time_advance` as one worker gets it. Same names and units as `RtiTimeAdvance`.
struct RtiTimeAdvancePlan {
  static constexpr std::string_view kind = "rti_time_advance";
  Rti rti{};
  std::int32_t federates{};
  std::int32_t advances{};
  std::int32_t warmup_advances{};
  double step{};
  double lookahead{};
  double link_delay_ms{};
  Reduction reduction{};
  std::int32_t fan_out{};
  std::int32_t in_flight{};
  ProcessModel process_model{};

  bool operator==(const RtiTimeAdvancePlan&) const = default;
};

// `rti_integrated` as one worker gets it. Same names and units as `RtiIntegrated`.
struct RtiIntegratedPlan {
  static constexpr std::string_view kind = "rti_integrated";
  ExchangedAs exchanged{};
  std::int32_t attribute_bytes{};
  std::int32_t attributes{};
  std::int32_t types{};
  std::int32_t instances{};
  std::int32_t federates{};
  std::int32_t senders{};
  std::int32_t updates{};
  std::int32_t warmup_updates{};
  std::int32_t returned_every{};
  double rate_hz{};
  ProcessModel process_model{};
  Loads loads{};
  Intent intent{};
  DataPath data{};

  bool operator==(const RtiIntegratedPlan&) const = default;
};

// `rti_stress` as one worker gets it. Same names and units as `RtiStress`.
struct RtiStressPlan {
  static constexpr std::string_view kind = "rti_stress";
  ExchangedAs exchanged{};
  std::int32_t attribute_bytes{};
  std::int32_t attributes{};
  std::int32_t types{};
  std::int32_t instances{};
  std::int32_t federates{};
  std::int32_t senders{};
  std::int32_t updates{};
  std::int32_t warmup_updates{};
  std::int32_t returned_every{};
  double rate_hz{};
  ProcessModel process_model{};
  Loads loads{};
  Intent intent{};
  DataPath data{};

  bool operator==(const RtiStressPlan&) const = default;
};

// `federation_mix` as one worker gets it. Same names and units as `FederationMix`.
struct FederationMixPlan {
  static constexpr std::string_view kind = "federation_mix";
  std::int32_t federates{};
  std::int32_t objects{};
  std::int32_t groups{};
  std::int32_t groups_of_federate{};
  std::int32_t least_bytes{};
  std::int32_t most_bytes{};
  double rate_hz{};
  double bursts_per_s{};
  double burst_rate_hz{};
  std::int32_t burst_ms{};
  double joins_per_s{};
  double both_share{};
  double measured_s{};
  double warmup_s{};
  ProcessModel process_model{};
  DataPath data{};

  bool operator==(const FederationMixPlan&) const = default;
};

// How events are executed: one after the other, by threads that share one list, by threads that own
// logical processes and a list, or by such threads on several nodes.
enum class PdesEngine : std::uint8_t { sequential, central_fel, multi_fel, distributed };
constexpr std::array<std::string_view, 4> names_of(PdesEngine /*of*/) {
  return {"sequential", "central_fel", "multi_fel", "distributed"};
}

// How the manager of the single list gives events to threads: by a condition variable, by
// semaphores as in the study, or by a mailbox for each thread.
enum class TaskHandover : std::uint8_t { condition, semaphore, mailbox };
constexpr std::array<std::string_view, 3> names_of(TaskHandover /*of*/) {
  return {"condition", "semaphore", "mailbox"};
}

// The structure of a future event list.
enum class EventListKind : std::uint8_t { binary_heap, quaternary_heap, calendar, ladder, buckets };
constexpr std::array<std::string_view, 5> names_of(EventListKind /*of*/) {
  return {"binary_heap", "quaternary_heap", "calendar", "ladder", "buckets"};
}

// Distribution of the random part of an event's delay.
enum class DelayDistribution : std::uint8_t { exponential, uniform };
constexpr std::array<std::string_view, 2> names_of(DelayDistribution /*of*/) {
  return {"exponential", "uniform"};
}

// Data of an event beside its time and destination.
enum class EventPayload : std::uint8_t { none, bytes_32, bytes_128 };
constexpr std::array<std::string_view, 3> names_of(EventPayload /*of*/) {
  return {"none", "bytes_32", "bytes_128"};
}

// `phold` as one worker gets it: every choice made. Same names and units as `Phold`.
struct PholdPlan {
  static constexpr std::string_view kind = "phold";
  PdesEngine engine{};
  std::int32_t workers{};
  std::int32_t threads_per_list{};
  TaskHandover handover{};
  EventListKind list{};
  std::int32_t lps{};
  std::int32_t population{};
  // At the end time, by the mean of the delays.
  std::uint64_t expected_events{};
  // Simulated time at which the run ends.
  double end_time{};
  double remote_share{};
  double lookahead{};
  double mean_delay{};
  DelayDistribution delay{};
  EventPayload payload{};
  OracleUse oracle{};

  bool operator==(const PholdPlan&) const = default;
};

// How entity threads and the manager of the event list wait: by semaphores, as in the study, or by
// condition variables.
enum class FelWaiting : std::uint8_t { semaphore, condition };
constexpr std::array<std::string_view, 2> names_of(FelWaiting /*of*/) {
  return {"semaphore", "condition"};
}

// `fel_test` as the worker gets it. Same names and units as `FelTest`.
struct FelTestPlan {
  static constexpr std::string_view kind = "fel_test";
  std::int32_t num_cpus{};
  std::int32_t num_srcs{};
  std::int32_t src_events{};
  double src_var{};
  double e_dly{};
  double f_dly{};
  FelWaiting waiting{};

  bool operator==(const FelTestPlan&) const = default;
};

// `thread_test` as the worker gets it. Same names and units as `ThreadTest`.
struct ThreadTestPlan {
  static constexpr std::string_view kind = "thread_test";
  std::int32_t num_cpus{};
  std::int32_t num_threads{};
  std::int32_t slices{};
  double slice_us{};

  bool operator==(const ThreadTestPlan&) const = default;
};

// `primitives` as the worker gets it. Same names and units as `Primitives`.
struct PrimitivesPlan {
  static constexpr std::string_view kind = "primitives";
  std::int32_t batches{};
  double batch_ms{};

  bool operator==(const PrimitivesPlan&) const = default;
};

// `hold` as the worker gets it. Same names and units as `Hold`.
struct HoldPlan {
  static constexpr std::string_view kind = "hold";
  std::int32_t population{};
  std::uint64_t operations{};

  bool operator==(const HoldPlan&) const = default;
};

// `model_language` as one worker gets it: the model as text. Same names and units as
// `ModelLanguage`.
struct ModelLanguagePlan {
  static constexpr std::string_view kind = "model_language";
  // For messages: a name that ships, or `given text`.
  std::string model_name{};
  std::string model_text{};
  std::int32_t array_length{};
  std::int32_t nesting{};
  std::int32_t string_length{};
  std::int32_t live_instances{};
  std::int32_t rounds{};
  std::int32_t figure_us{};

  bool operator==(const ModelLanguagePlan&) const = default;
};

using WorkloadPlan = std::variant<UniverseStepsPlan, UniverseMigrationPlan, ProcessActivityPlan, MessagingPlan, NetworkedSystemsPlan, RtiLatencyPlan, RtiThroughputPlan, RtiTimeAdvancePlan, RtiIntegratedPlan, RtiStressPlan, FederationMixPlan, PholdPlan, FelTestPlan, ThreadTestPlan, PrimitivesPlan, HoldPlan, ModelLanguagePlan>;

// Transport between a universe manager and the processes or threads of its node. As in the first
// study's prototype, `tcp_per_message` opens a connection for each message, and `mailer` gives each
// message to a separate process that sends it.
enum class LocalTransport : std::uint8_t { auto_, thread, shm, uds, tcp, tcp_per_message, mailer };
constexpr std::array<std::string_view, 7> names_of(LocalTransport /*of*/) {
  return {"auto", "thread", "shm", "uds", "tcp", "tcp_per_message", "mailer"};
}

// Transport between nodes. `auto`: shared memory if all nodes share one machine, else TCP. `tls`:
// TCP with TLS 1.3, keyed by the run's token. `tcp_per_message` and `mailer` repeat the first
// study's prototype.
enum class NodeTransport : std::uint8_t { auto_, shm, uds, tcp, tcp_per_message, mailer, tls };
constexpr std::array<std::string_view, 7> names_of(NodeTransport /*of*/) {
  return {"auto", "shm", "uds", "tcp", "tcp_per_message", "mailer", "tls"};
}

// The transports of a run, decided.
struct PlanTransports {
  LocalTransport local{};
  NodeTransport nodes{};
  // The address on which this node's worker listens for its peers.
  std::string bind_address{};
  std::int32_t peer_timeout_ms{};
  // Known to this run's workers alone; a peer that does not give it is refused.
  std::uint64_t token{};

  bool operator==(const PlanTransports&) const = default;
};

// How a process or thread waits for a message. `auto` chooses by their number and the cores.
enum class WaitStrategy : std::uint8_t { auto_, spin, spin_then_futex, yield, adaptive };
constexpr std::array<std::string_view, 5> names_of(WaitStrategy /*of*/) {
  return {"auto", "spin", "spin_then_futex", "yield", "adaptive"};
}

// Scheduling class of the simulation's processes.
enum class SchedulingClass : std::uint8_t { other, round_robin, fifo };
constexpr std::array<std::string_view, 3> names_of(SchedulingClass /*of*/) {
  return {"other", "round_robin", "fifo"};
}

// CPUs that each process or thread may use: any, as few as possible, or spread over all.
enum class Pinning : std::uint8_t { none, compact, spread };
constexpr std::array<std::string_view, 3> names_of(Pinning /*of*/) {
  return {"none", "compact", "spread"};
}

// Conditions under which a worker measures.
struct Conditions {
  // How a process or thread waits for a message. Automatic: chosen from the number of processes and
  // cores.
  WaitStrategy wait{};
  // Scheduling class of the processes. Real-time classes need permission on every node.
  SchedulingClass scheduling_class{};
  // Nice value (-20 to 19) for class other. Real-time priority (1 to 99) for the other classes.
  std::int32_t priority{};
  // Keeps each process and thread that computes on one CPU. Spread gives each its own, as far as
  // there are CPUs. Compact puts entities and their managers on one CPU, and others on the first
  // CPUs. Federates of another RTI are not kept.
  Pinning pinning{};

  bool operator==(const Conditions&) const = default;
};

// What a run records.
struct TelemetryOptions {
  // Records steps and messages during the run. Off: only totals are measured.
  bool enabled{};
  // Time between two live measurements of a node. Unit: ms.
  std::int32_t interval_ms{};
  // Samples stored per node and repeat at full resolution. Further samples are stored as windows.
  std::int32_t max_samples{};

  bool operator==(const TelemetryOptions&) const = default;
};

// One repeat of a run, for one node.
struct WorkerPlan {
  static constexpr int schema_version = 1;
  std::string run_id{};
  std::int32_t repeat{};
  std::int32_t node_index{};
  // All nodes of the run, by index.
  std::vector<PlanNode> nodes{};
  std::uint64_t seed{};
  WorkloadPlan workload{};
  PlanTransports transports{};
  Conditions conditions{};
  TelemetryOptions telemetry{};
  std::int32_t rendezvous_timeout_ms{};
  std::int32_t run_timeout_s{};

  bool operator==(const WorkerPlan&) const = default;
};

// First line: what to do.
struct GivePlan {
  static constexpr std::string_view kind = "plan";
  WorkerPlan plan{};

  bool operator==(const GivePlan&) const = default;
};

// Where every worker of the run listens, by node index; the worker's own entry included.
struct GivePeers {
  static constexpr std::string_view kind = "peers";
  std::vector<std::string> endpoints{};

  bool operator==(const GivePeers&) const = default;
};

// All workers are ready: begin.
struct Start {
  static constexpr std::string_view kind = "start";

  bool operator==(const Start&) const = default;
};

// One entity, on whichever node it is.
struct OneEntity {
  static constexpr std::string_view kind = "entity";
  std::uint64_t entity{};

  bool operator==(const OneEntity&) const = default;
};

// A share of the entities of a node at the start of the move: the entities with the lowest numbers,
// rounded, at least one.
struct ShareOfNode {
  static constexpr std::string_view kind = "share";
  std::string from_node{};
  double share{};

  bool operator==(const ShareOfNode&) const = default;
};

using Moved = std::variant<OneEntity, ShareOfNode>;

// Entities to move and their new node, by name.
struct MoveOrder {
  Moved what{};
  std::string to_node{};

  bool operator==(const MoveOrder&) const = default;
};

// To the master, while the run is on: move entities by hand. Answered by an event `move.done` or
// `move.refused`.
struct GiveMove {
  static constexpr std::string_view kind = "move";
  std::uint64_t number{};
  MoveOrder order{};

  bool operator==(const GiveMove&) const = default;
};

// End in order, without a result.
struct Stop {
  static constexpr std::string_view kind = "stop";
  std::string reason{};

  bool operator==(const Stop&) const = default;
};

using AgentSays = std::variant<GivePlan, GivePeers, Start, GiveMove, Stop>;

// `window`: one row that sums up an interval. `samples`: full-resolution rows. `entities`: what the
// entities of a node are at a moment, a row for each; of many, a sample.
enum class FrameKind : std::uint8_t { window, samples, entities };
constexpr std::array<std::string_view, 3> names_of(FrameKind /*of*/) {
  return {"window", "samples", "entities"};
}

// How a column's values are stored, little-endian.
enum class ColumnType : std::uint8_t { u32, u64, f32, f64 };
constexpr std::array<std::string_view, 4> names_of(ColumnType /*of*/) {
  return {"u32", "u64", "f32", "f64"};
}

// What a column is for, so that a page can draw it without knowing the workload.
enum class ColumnRole : std::uint8_t { index, time, duration, activity, messages, bytes, gauge, counter, path, receiver, position };
constexpr std::array<std::string_view, 11> names_of(ColumnRole /*of*/) {
  return {"index", "time", "duration", "activity", "messages", "bytes", "gauge", "counter", "path", "receiver", "position"};
}

// One column of a frame.
struct Column {
  std::string name{};
  std::string title{};
  ColumnType type{};
  std::string unit{};
  ColumnRole role{};
  // Groups columns: `step_time` has `step_time.mean`, `step_time.p99`; an activity or a message
  // kind names itself.
  std::string series{};

  bool operator==(const Column&) const = default;
};

// The columns of one kind of frame, in order.
struct FrameSchema {
  std::int32_t schema_id{};
  FrameKind kind{};
  std::vector<Column> columns{};

  bool operator==(const FrameSchema&) const = default;
};

// The worker has made its entities and managers and listens for its peers.
struct Prepared {
  static constexpr std::string_view kind = "prepared";
  // Empty if the run has a single node.
  std::string endpoint{};
  // Of the frames that it will send.
  std::vector<FrameSchema> schemas{};
  // Steps, cycles or events that the measured part will have: what progress is counted in.
  std::uint64_t total_steps{};

  bool operator==(const Prepared&) const = default;
};

// Connected to every peer.
struct Ready {
  static constexpr std::string_view kind = "ready";

  bool operator==(const Ready&) const = default;
};

// The measured part has begun.
struct Running {
  static constexpr std::string_view kind = "running";

  bool operator==(const Running&) const = default;
};

// An entity that moved to another node while the run was on.
struct Migration {
  // The measured step in which its new node first updated it, from 0; moves during warm-up are not
  // listed.
  std::uint64_t step{};
  std::uint64_t entity{};
  std::int32_t from_node{};
  std::int32_t to_node{};
  // Why it moved: by the policy, `above_threshold`, `imbalance`, `forecast`, `traffic`; by hand,
  // `manual`.
  std::string cause{};
  // Its packed state, checked by hash on arrival.
  std::uint64_t state_bytes{};
  // From the start of packing to the end of construction, by the clock that nodes of one host
  // share; between hosts, without the way between them.
  std::uint64_t pause_ns{};

  bool operator==(const Migration&) const = default;
};

// Something that happened in the run and belongs in its account.
struct Event {
  static constexpr std::string_view kind = "event";
  std::string name{};
  std::string text{};
  // The step at which it happened; "0" before the first.
  std::uint64_t step{};
  // Of an event `migration`: what `text` says, as data.
  std::optional<Migration> migration{};

  bool operator==(const Event&) const = default;
};

// How much a log line matters.
enum class LogLevel : std::uint8_t { info, warning, error };
constexpr std::array<std::string_view, 3> names_of(LogLevel /*of*/) {
  return {"info", "warning", "error"};
}

// A line for the run's log.
struct Log {
  static constexpr std::string_view kind = "log";
  LogLevel level{};
  std::string text{};

  bool operator==(const Log&) const = default;
};

// Which direction of a metric is an improvement.
enum class Better : std::uint8_t { lower, higher, neither };
constexpr std::array<std::string_view, 3> names_of(Better /*of*/) {
  return {"lower", "higher", "neither"};
}

// One figure of a repeat.
struct Metric {
  // Stable key, e.g. `step_time.p50`.
  std::string name{};
  std::string title{};
  double value{};
  // SI or as usual in the field: ns, us, steps/s, B, count, share (0 to 1).
  std::string unit{};
  Better better{};

  bool operator==(const Metric&) const = default;
};

// Something that must hold in every run, with what was expected and what was found.
struct Check {
  std::string name{};
  std::string title{};
  bool holds{};
  std::string expected{};
  std::string found{};

  bool operator==(const Check&) const = default;
};

// Messages of one kind over the measured steps.
struct MessageCount {
  // E.g. `update_notify`, `state_from_entity`, `state_to_manager`.
  std::string kind{};
  std::string title{};
  // By the workload's message model.
  std::uint64_t expected{};
  std::uint64_t counted{};
  std::uint64_t bytes{};

  bool operator==(const MessageCount&) const = default;
};

// What one operating-system process or thread used, as the operating system counts it.
struct ProcessUse {
  // E.g. `manager 0`, `entity 17`, `universe manager`.
  std::string name{};
  std::int64_t pid{};
  // Over which the rest was used: the life of a process of a universe, the measured part of a
  // worker that also prepares and checks. User and system time are set against it.
  std::uint64_t elapsed_us{};
  std::uint64_t user_us{};
  std::uint64_t system_us{};
  std::uint64_t voluntary_switches{};
  std::uint64_t involuntary_switches{};
  std::uint64_t minor_faults{};
  std::uint64_t major_faults{};
  // From storage, in blocks of 512 bytes; what is in memory already costs none.
  std::uint64_t block_reads{};
  std::uint64_t block_writes{};
  // As getrusage tells them; Linux counts none.
  std::uint64_t signals{};
  std::uint64_t peak_rss_bytes{};

  bool operator==(const ProcessUse&) const = default;
};

// Messages that one data path of a federate's RTI node carried, lost and repaired. The node counts
// them from its start.
struct PathUse {
  // Whose node of the RTI: its first federate's, e.g. `federate 3`.
  std::string name{};
  // `channels`: to every other node; `best_effort`, `reliable`: a port beside them.
  std::string path{};
  // Messages given to it, each copy.
  std::uint64_t sent{};
  // Messages of it for this node.
  std::uint64_t received{};
  // Missing in the numbers of messages, up to the greatest that came.
  std::uint64_t lost{};
  // Messages dropped by the RTI: too early, too late, overtaken, no room for a later copy.
  std::uint64_t dropped{};
  // Messages answered as congested: there was no room.
  std::uint64_t refused{};
  // Requests for a repair that this node sent.
  std::uint64_t naks{};
  std::uint64_t repairs_sent{};
  std::uint64_t repairs_received{};
  // Of the lowest layer: datagrams, or messages of a channel.
  std::uint64_t packets_sent{};
  std::uint64_t packets_received{};
  std::uint64_t bytes_sent{};
  std::uint64_t bytes_received{};
  // That sending and receiving took; ways through shared memory take none.
  std::uint64_t system_calls{};

  bool operator==(const PathUse&) const = default;
};

// A figure over something that grows, as it was measured: one curve of a repeat.
struct Trace {
  // E.g. `round_trip.federate1`.
  std::string name{};
  std::string title{};
  std::string unit{};
  std::string x_title{};
  std::string x_unit{};
  std::vector<double> x{};
  // As many as `x`.
  std::vector<double> y{};

  bool operator==(const Trace&) const = default;
};

// A worker's last word on a repeat. The master's also speaks for the whole run.
struct WorkerResult {
  static constexpr int schema_version = 1;
  // Of this node.
  std::vector<Metric> metrics{};
  // Of the whole run; empty on slaves.
  std::vector<Metric> run_metrics{};
  // Of the whole run on the master; of this node elsewhere.
  std::vector<Check> checks{};
  // Of this node.
  std::vector<MessageCount> messages{};
  // Of the whole run; empty on slaves.
  std::vector<MessageCount> run_messages{};
  // Of this node's entities and managers over all steps; the master's run_state_checksum adds all
  // nodes up.
  std::uint64_t state_checksum{};
  // Equal for any process model, transport and placement of one seed; "0" on slaves.
  std::uint64_t run_state_checksum{};
  std::vector<ProcessUse> processes{};
  // Of the nodes of the RTI at this node, by federate; empty but for federations.
  std::vector<PathUse> paths{};
  // Of the whole run, in the order of their steps; empty on slaves.
  std::vector<Migration> migrations{};
  // Of the whole run; empty on slaves.
  std::vector<Trace> traces{};
  // Wall time of the measured steps on this node.
  std::uint64_t elapsed_ns{};
  // Telemetry records lost because the recorder's ring was full.
  std::uint64_t samples_dropped{};
  // Measured steps for each recorded one, rounded up: 1 only if every step was recorded.
  std::int32_t sample_stride{};

  bool operator==(const WorkerResult&) const = default;
};

// The measurement is complete.
struct Result {
  static constexpr std::string_view kind = "result";
  WorkerResult result{};

  bool operator==(const Result&) const = default;
};

// Where in its life a run is when something happens to it.
enum class Phase : std::uint8_t { placing, preparing, ready, running, collecting };
constexpr std::array<std::string_view, 5> names_of(Phase /*of*/) {
  return {"placing", "preparing", "ready", "running", "collecting"};
}

// The run cannot go on; the worker ends after this.
struct Failure {
  static constexpr std::string_view kind = "failure";
  std::string code{};
  Phase phase{};
  // Which process failed: `universe manager`, `entity 17`, `manager 0`.
  std::string process{};
  std::string message{};
  std::string remedy{};

  bool operator==(const Failure&) const = default;
};

using WorkerSays = std::variant<Prepared, Ready, Running, Event, Log, Result, Failure>;

// What `orrery-worker calibrate` prints: what this machine's clock, CPU and build can do.
struct Calibration {
  static constexpr int schema_version = 1;
  // Millions of integer calibration rounds a second of wall time, CPU limits included.
  double rating{};
  double clock_resolution_ns{};
  // Cost of reading the clock once.
  double clock_read_ns{};
  // Compiled in and usable here.
  std::vector<std::string> transports{};
  // Other RTIs whose libraries are installed here and can be loaded.
  std::vector<std::string> rti_peers{};
  // Transports on other parties' libraries that this worker was built with.
  std::vector<std::string> third_party_transports{};
  std::string worker_version{};
  // Compiler, build type, sanitizers.
  std::string build{};
  std::string commit{};
  std::int32_t cores{};

  bool operator==(const Calibration&) const = default;
};

// An error in a model and its place.
struct ModelError {
  // Line, from 1. 0: the whole model.
  std::uint64_t line{};
  // Column in characters, from 1.
  std::uint64_t column{};
  // The error and its remedy.
  std::string message{};
  // The line, or a part of it, and a caret below the place of the error. Empty for the whole model.
  std::string caret{};

  bool operator==(const ModelError&) const = default;
};

// The kinds of components that the language has.
enum class ModelComponentKind : std::uint8_t { universe, entity, element, property, constant, function, converter, constraint };
constexpr std::array<std::string_view, 8> names_of(ModelComponentKind /*of*/) {
  return {"universe", "entity", "element", "property", "constant", "function", "converter", "constraint"};
}

// One component of a model.
struct ModelComponent {
  // Names from the outermost to its own, with dots between.
  std::string path{};
  ModelComponentKind kind{};
  // Type in the language, for example `REAL[3]`. Empty for a component without a type.
  std::string type{};
  // State of one instance, in bytes. 0: no state.
  std::uint64_t state_bytes{};

  bool operator==(const ModelComponent&) const = default;
};

// Memory of a model.
struct ModelMemory {
  // Components without their names, in bytes.
  std::uint64_t definition_bytes{};
  // One instance of each entity (or of each universe, if the model has no entities) with its
  // administration, in bytes.
  std::uint64_t instance_bytes{};

  bool operator==(const ModelMemory&) const = default;
};

// Memory of a model by the study's formulae (Figure 6.1, Tables 6.4 and 6.5) on its two platforms,
// and as measured here.
struct ModelEstimate {
  ModelMemory published_qnx{};
  ModelMemory published_irix{};
  ModelMemory measured{};
  // Names with their administration, in bytes. The study excludes them.
  std::uint64_t names_bytes{};

  bool operator==(const ModelEstimate&) const = default;
};

// Size of a model in each transmission form.
struct ModelCodeSize {
  std::uint64_t text_bytes{};
  std::uint64_t compressed_bytes{};
  std::uint64_t tokenised_bytes{};
  std::uint64_t tokenised_compressed_bytes{};

  bool operator==(const ModelCodeSize&) const = default;
};

// Result of the check of a model.
struct ModelReport {
  static constexpr int schema_version = 1;
  bool ok{};
  std::vector<ModelError> errors{};
  std::uint64_t component_count{};
  // Components in the order of the text, at most 500.
  std::vector<ModelComponent> components{};
  // Null for a model with errors.
  std::optional<ModelEstimate> estimate{};
  // Null for a model with errors.
  std::optional<ModelCodeSize> code{};

  bool operator==(const ModelReport&) const = default;
};

}  // namespace orrery::contracts
// NOLINTEND
