// Results that all universe workloads report: messages counted and expected, the comparison with the oracle, and metrics of
// steps. Pure functions.
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

// The oracle's state checksum over the first `steps` steps, including warm-up.
struct OracleWord {
  std::uint64_t steps = 0;
  std::uint64_t checksum = 0;
};

// All nodes' reports by node index, or one node's report alone.
using Reports = std::vector<universe::NodeReport>;

template <class T>
double real(T value) {
  return static_cast<double>(value);
}
inline std::string text(std::uint64_t value) { return std::to_string(value); }

// Messages expected and counted in the measured steps, by kind, summed over `reports`.
std::vector<contracts::MessageCount> message_counts(const universe::System& system,
                                                    std::span<const universe::MessageKind> kinds,
                                                    const Reports& reports);
// Messages of `kind` that the nodes of `reports` counted in the measured steps.
std::uint64_t sum(const Reports& reports, universe::MessageKind kind);
// Describes the first report whose message counts differ from the message model. Empty: none differs.
std::string first_mismatch(const Reports& reports);
contracts::Check oracle_check(const universe::System& system, const Reports& reports,
                              const OracleWord& oracle);

// `times`: durations of the recorded steps, ns. If it is empty, the metrics derived from it are left out.
void add_step_times(std::vector<contracts::Metric>& metrics, const universe::NodeReport& report,
                    const base::Histogram& times);
// Mean time of the first `activities` activities in a recorded step. Adds nothing if no step was recorded.
void add_activities(std::vector<contracts::Metric>& metrics, const universe::NodeReport& report,
                    std::size_t activities);
void add_resources(std::vector<contracts::Metric>& metrics, const universe::NodeReport& report);

}  // namespace orrery::workloads
