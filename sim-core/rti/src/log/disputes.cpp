#include "log/disputes.hpp"

namespace orrery::rti {

namespace {
constexpr std::int64_t dispute_linger_ns = 1'000'000'000;
}

bool Disputes::any() const {
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    const Dispute& each = disputes_[node];
    if (!nodes_[node].ended && (each.doubted_ns != 0 || !each.accused_ns.empty())) return true;
  }
  return false;
}

// Times are set at the first tick.
bool Disputes::lasted(std::int64_t& since_ns, std::int64_t now_ns) {
  if (since_ns == 0) return false;
  if (since_ns == from_next_tick) since_ns = now_ns;
  return now_ns - since_ns > dispute_linger_ns;
}

std::optional<std::string> Disputes::settle(std::uint32_t node, std::int64_t now_ns, bool orders) {
  Dispute& dispute = disputes_[node];
  if (lasted(dispute.doubted_ns, now_ns)) return "others have lost it";
  std::erase_if(dispute.accused_ns, [&](const auto& each) {
    return nodes_[each.first].ended && !nodes_.vacant(each.first);
  });
  if (!orders) {
    dispute.accused_ns.clear();
    return {};
  }
  for (auto& [accused, since_ns] : dispute.accused_ns) {
    if (lasted(since_ns, now_ns)) return "it has lost node " + std::to_string(accused);
  }
  return {};
}

}  // namespace orrery::rti
