#include "migration_wire.hpp"

#include <cstring>

#include "orrery/base/random.hpp"

namespace orrery::universe {

std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
    hash = base::mix64(hash ^ word);
  }
  return hash;
}

void write_load_report(std::vector<std::byte>& out, Step step, const NodeLoad& load,
                       std::span<const MigrationRecord> arrivals) {
  LoadReportHead head;
  head.header = {MessageKind::load_report, 0, load.node, step};
  head.entities = load.entities;
  head.workload_ns = load.workload_ns;
  head.construct_ns = load.construct_ns;
  head.forecast_ns = load.forecast_ns;
  head.candidates = static_cast<std::uint32_t>(load.candidates.size());
  head.arrivals = static_cast<std::uint32_t>(arrivals.size());
  const std::size_t candidate_bytes = load.candidates.size() * sizeof(EntityLoad);
  const std::size_t arrival_bytes = arrivals.size() * sizeof(MigrationRecord);
  out.resize(sizeof(head) + candidate_bytes + arrival_bytes);
  std::memcpy(out.data(), &head, sizeof(head));
  if (candidate_bytes > 0) {
    std::memcpy(out.data() + sizeof(head), load.candidates.data(), candidate_bytes);
  }
  if (arrival_bytes > 0) {
    std::memcpy(out.data() + sizeof(head) + candidate_bytes, arrivals.data(), arrival_bytes);
  }
}

bool read_load_report(std::span<const std::byte> message, NodeLoad& load,
                      std::vector<MigrationRecord>& arrivals) {
  LoadReportHead head;
  if (message.size() < sizeof(head)) return false;
  std::memcpy(&head, message.data(), sizeof(head));
  if (head.candidates > most_candidates || head.arrivals > most_arrivals_told) return false;
  const std::size_t candidate_bytes = head.candidates * sizeof(EntityLoad);
  const std::size_t arrival_bytes = head.arrivals * sizeof(MigrationRecord);
  if (message.size() != sizeof(head) + candidate_bytes + arrival_bytes) return false;
  load.entities = head.entities;
  load.workload_ns = head.workload_ns;
  load.construct_ns = head.construct_ns;
  load.forecast_ns = head.forecast_ns;
  load.candidates.resize(head.candidates);
  if (candidate_bytes > 0) {
    std::memcpy(load.candidates.data(), message.data() + sizeof(head), candidate_bytes);
  }
  const std::size_t before = arrivals.size();
  arrivals.resize(before + head.arrivals);
  if (arrival_bytes > 0) {
    std::memcpy(arrivals.data() + before, message.data() + sizeof(head) + candidate_bytes,
                arrival_bytes);
  }
  return true;
}

}  // namespace orrery::universe
