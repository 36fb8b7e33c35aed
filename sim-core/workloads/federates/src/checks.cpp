#include "orrery/workloads/federates/checks.hpp"

#include <algorithm>
#include <cmath>

#include "orrery/base/rate_gate.hpp"

#include "data_ports.hpp"

namespace orrery::workloads::federates {

void check_ports(Checks& checks, const contracts::DataPath& path,
                 std::span<const rti::PathCounters> nodes, std::span<const std::uint64_t> arrived) {
  if (nodes.empty()) return;
  if (!arrived.empty()) {
    std::uint64_t differ = 0;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      differ += nodes[node].received != arrived[node] ? 1 : 0;
    }
    checks.none("counted", "Nodes whose federates count other than their port", differ);
  }
  const bool group = path.best_effort != contracts::BestEffortProtocol::udp;
  const std::uint64_t copies = group ? nodes.size() - 1 : 1;
  std::uint64_t sent = 0;
  std::uint64_t seen = 0;
  for (const rti::PathCounters& node : nodes) {
    sent += copies * (node.sent + node.dropped);
    seen += node.received + node.elsewhere + node.lost;
  }
  checks.at_most("numbered", "Received and lost by ports, of what ports sent", sent, seen);
}

void check_newest(Checks& checks, const contracts::DataPath& path, const NewestTally& tally) {
  checks.none("newest", "Objects at receivers of which the last value has not come", tally.stale);
  checks.none("order", "Values shown after a newer one", tally.older);
  if (path.transportation == contracts::Transportation::minimum_rate) {
    checks.at_most("again", "Values that came again, of those sent again",
                   tally.sent_again * tally.receivers, tally.again);
  } else {
    checks.none("again", "Values shown twice", tally.again);
  }
}

bool limits_rate(const contracts::DataPath& path) {
  if (path.rate_limit.messages_per_s <= 0 && path.rate_limit.bytes_per_s <= 0) return false;
  return path.bundling.bytes == 0 || limiter_above_bundler(path.order);
}

std::uint64_t beyond_rate(const contracts::DataPath& path, std::uint64_t messages,
                          std::uint64_t message_bytes, std::int64_t elapsed_ns) {
  if (!limits_rate(path)) return 0;
  // The first message passes at once, and the limiter saves unused allowance for burst_s.
  const double seconds = static_cast<double>(elapsed_ns) / 1e9 + base::Rate{}.burst_s;
  const auto beyond = [&](double per_s, double price) {
    if (per_s <= 0) return 0.0;
    const double allowed = 1 + seconds * per_s / price;
    return std::max(0.0, std::floor(static_cast<double>(messages) - allowed));
  };
  const double by_count = beyond(path.rate_limit.messages_per_s, 1);
  const double by_bytes = beyond(path.rate_limit.bytes_per_s,
                                 static_cast<double>(std::max<std::uint64_t>(1, message_bytes)));
  return static_cast<std::uint64_t>(std::max(by_count, by_bytes));
}

}  // namespace orrery::workloads::federates
