#include "migration_wire.hpp"

#include <cstring>

#include "orrery/base/random.hpp"

namespace orrery::universe {

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
