// What every universe workload has to say when a run is over: messages beside what the model expects, the oracle's word,
// and figures of steps. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/node_report.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::workloads {

// What the oracle says of the first `steps` steps, warm-up included.
struct OracleWord {
  std::uint64_t steps = 0;
  std::uint64_t checksum = 0;
};

// By node index; or one node's alone.
using Reports = std::vector<universe::NodeReport>;

template <class T>
double real(T value) {
  return static_cast<double>(value);
}
inline std::string text(std::uint64_t value) { return std::to_string(value); }

// By kind, of these nodes together.
std::vector<contracts::MessageCount> message_counts(const universe::System& system,
                                                    std::span<const universe::MessageKind> kinds,
                                                    const Reports& reports);
// Messages of this kind in the measured steps.
std::uint64_t sum(const Reports& reports, universe::MessageKind kind);
// The first step in which a node counted otherwise than the message model, in words; empty if there is none.
std::string first_mismatch(const Reports& reports);
contracts::Check oracle_check(const universe::System& system, const Reports& reports,
                              const OracleWord& oracle);

// `times` are those of the recorded steps; what is derived from them is left out if there are none.
void add_step_times(std::vector<contracts::Metric>& metrics, const universe::NodeReport& report,
                    const base::Histogram& times);
// Means of the recorded steps, of the first so many activities.
void add_activities(std::vector<contracts::Metric>& metrics, const universe::NodeReport& report,
                    std::size_t activities);
void add_resources(std::vector<contracts::Metric>& metrics, const universe::NodeReport& report);

}  // namespace orrery::workloads
