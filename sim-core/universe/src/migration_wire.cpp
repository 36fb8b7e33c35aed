#include "migration_wire.hpp"

#include <algorithm>
#include <cstring>

#include "orrery/base/clock.hpp"
#include "orrery/universe/checksum.hpp"

namespace orrery::universe {
namespace {

constexpr std::int64_t greatest_entity_ns = 3'600'000'000'000;        // an hour
constexpr std::int64_t greatest_node_ns = 100'000 * 1'000'000'000LL;  // 27 hours

constexpr bool is_within(std::int64_t value, std::int64_t greatest) {
  return value >= 0 && value <= greatest;
}

}  // namespace

bool is_valid(const Move& move, const System& system) {
  return move.entity < system.entities() && move.from < system.nodes() &&
         move.to < system.nodes() && move.from != move.to && move.cause <= MigrationCause::manual;
}

bool is_valid(const EntityStateHead& head) {
  return head.began_ns >= 0 && is_within(head.packed_ns, greatest_entity_ns) &&
         is_within(head.history.cost_ns, greatest_entity_ns) &&
         head.history.slope_ns >= -greatest_entity_ns &&
         head.history.slope_ns <= greatest_entity_ns;
}

bool is_valid(const NodeLoad& load, const System& system) {
  return load.entities <= system.entities() && is_within(load.workload_ns, greatest_node_ns) &&
         is_within(load.construct_ns, greatest_node_ns) &&
         is_within(load.forecast_ns, greatest_node_ns) &&
         std::ranges::all_of(load.candidates, [&](const EntityLoad& candidate) {
           return candidate.id < system.entities() &&
                  is_within(candidate.cost_ns, greatest_node_ns) &&
                  is_within(candidate.forecast_ns, greatest_node_ns);
         });
}

OrderMessage order_of(const Move& move, Step step) {
  return {{MessageKind::migration_order, static_cast<std::uint16_t>(move.cause), move.entity, step},
          move.from,
          move.to};
}

bool read_order(std::span<const std::byte> message, Move& move) {
  OrderMessage order;
  if (message.size() != sizeof(order)) return false;
  std::memcpy(&order, message.data(), sizeof(order));
  move = {order.header.source, order.from, order.to,
          static_cast<MigrationCause>(order.header.component)};
  return true;
}

void write_entity_state(std::vector<std::byte>& out, const Move& move, Step step,
                        std::span<const std::byte> state, std::int64_t began_ns,
                        const EntityHistory& history) {
  out.resize(sizeof(EntityStateHead) + state.size());
  std::byte* const packed = out.data() + sizeof(EntityStateHead);
  std::memcpy(packed, state.data(), state.size());
  EntityStateHead head;
  head.header = {MessageKind::entity_state, static_cast<std::uint16_t>(move.cause), move.entity,
                 step};
  head.hash = hash_of_bytes({packed, state.size()});
  head.history = history;
  head.began_ns = began_ns;
  head.packed_ns = base::now_ns() - began_ns;
  std::memcpy(out.data(), &head, sizeof(head));
}

void write_load_report(std::vector<std::byte>& out, Step step, const NodeLoad& load,
                       std::span<const MigrationRecord> arrivals, MessageKind kind) {
  LoadReportHead head;
  head.header = {kind, 0, load.node, step};
  head.entities = load.entities;
  head.workload_ns = load.workload_ns;
  head.construct_ns = load.construct_ns;
  head.forecast_ns = load.forecast_ns;
  head.candidates = static_cast<std::uint32_t>(load.candidates.size());
  head.arrivals = static_cast<std::uint32_t>(arrivals.size());
  out.assign(load_report_bytes, std::byte{0});
  std::memcpy(out.data(), &head, sizeof(head));
  std::byte* const candidates = out.data() + sizeof(head);
  std::byte* const told = candidates + most_candidates * sizeof(EntityLoad);
  for (std::size_t i = 0; i < load.candidates.size(); ++i) {
    std::memcpy(candidates + i * sizeof(EntityLoad), &load.candidates[i], sizeof(EntityLoad));
  }
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    std::memcpy(told + i * sizeof(MigrationRecord), &arrivals[i], sizeof(MigrationRecord));
  }
}

bool read_load_report(std::span<const std::byte> message, NodeLoad& load,
                      std::vector<MigrationRecord>& arrivals) {
  LoadReportHead head;
  if (message.size() != load_report_bytes) return false;
  std::memcpy(&head, message.data(), sizeof(head));
  if (head.candidates > most_candidates || head.arrivals > most_arrivals_told) return false;
  load.entities = head.entities;
  load.workload_ns = head.workload_ns;
  load.construct_ns = head.construct_ns;
  load.forecast_ns = head.forecast_ns;
  const std::byte* const candidates = message.data() + sizeof(head);
  const std::byte* const told = candidates + most_candidates * sizeof(EntityLoad);
  load.candidates.resize(head.candidates);
  for (std::size_t i = 0; i < head.candidates; ++i) {
    std::memcpy(&load.candidates[i], candidates + i * sizeof(EntityLoad), sizeof(EntityLoad));
  }
  for (std::size_t i = 0; i < head.arrivals; ++i) {
    MigrationRecord arrival;
    std::memcpy(&arrival, told + i * sizeof(MigrationRecord), sizeof(arrival));
    arrivals.push_back(arrival);
  }
  return true;
}

}  // namespace orrery::universe
