#include "log/joining.hpp"

#include <bit>

namespace orrery::rti {

bool Newcomer::is_late(std::int64_t now_ns) {
  if (!sponsor_ || !joining_) return false;
  if (since_ns_ == 0) since_ns_ = now_ns;
  return now_ns - since_ns_ > patience_ns_;
}

std::optional<std::string> Newcomer::end(std::uint32_t node, bool certain, const std::string& why) {
  ends_.try_emplace(node, why, certain);
  if (sponsor_ == node) return "its sponsor is lost: " + why;
  // It may be the one that puts operations in order, and go on without this node.
  if (!certain && !nodes_[node].left) {
    return "node " + std::to_string(node) + " is not reached: " + why;
  }
  if (nodes_.reached() == 0) return "no node is reached: " + why;
  return {};
}

std::optional<std::string> Admission::refusal(std::uint32_t newcomer) const {
  const std::uint32_t free = nodes_.first_free();
  if (newcomer < free) {
    return "seat " + std::to_string(newcomer) + " is below seat " + std::to_string(free - 1) +
           ", which was used: take seat " + std::to_string(free) + " or a later one";
  }
  const NodeSet seats = only(nodes_.size() - 1) * 2 - 1;
  const NodeSet missing = seats & ~nodes_.gone() & ~reaches_[newcomer];
  if (missing == 0) return {};
  return "it has no channel to node " + std::to_string(std::countr_zero(missing)) +
         ": open one to every node that runs, and take a later seat";
}

void save_log(std::vector<std::byte>& out, const Configuration& nodes, const OperationLog& log) {
  Writer content(out);
  content.put(log.term());
  content.put(log.applied());
  content.put(log.stable());
  content.put(log.received(nodes.self()));
  content.put(nodes.size());
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    const Configuration::Node& each = nodes[node];
    content.put(
        static_cast<std::uint8_t>((nodes.vacant(node) ? 1U : 0U) | (each.removed ? 2U : 0U)));
    content.put(log.received(node) - log.payloads(node).size());
    content.put(each.removed_by);
    content.put(each.joined_by);
  }
  log.save(content);
}

std::optional<std::uint64_t> load_log(Reader& in, std::uint32_t sponsor, Configuration& nodes,
                                      OperationLog& log) {
  log.set_term(in.get<std::uint64_t>());
  const auto applied = in.get<std::uint64_t>();
  const auto stable = in.get<std::uint64_t>();
  const auto submitted = in.get<std::uint64_t>();
  if (in.get<std::uint32_t>() != nodes.size() || stable > applied) return {};
  log.begin_at(applied, stable);
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    Configuration::Node& each = nodes[node];
    const auto bits = in.get<std::uint8_t>();
    nodes.set_vacant(node, (bits & 1) != 0);
    each.ended = each.removed = (bits & 2) != 0;
    log.set_received(node, in.get<std::uint64_t>());
    each.removed_by = in.get<std::uint64_t>();
    each.joined_by = in.get<std::uint64_t>();
    if (each.removed_by > applied || each.joined_by > applied) return {};
  }
  std::vector<std::uint32_t> orders;
  if (!log.load(in, orders) || nodes[nodes.self()].removed || nodes.vacant(nodes.self()) ||
      log.received(nodes.self()) != 0 || nodes[sponsor].removed ||
      submitted < log.received(sponsor)) {
    return {};
  }
  log.set_orders(std::move(orders));
  return submitted;
}

}  // namespace orrery::rti
