#include "carrier.hpp"

#include <algorithm>
#include <cstring>

namespace orrery::workloads::networked {

Carrier::Carrier(const Scenario& scenario, const std::vector<std::size_t>& node_of, std::size_t own,
                 Totals& totals)
    : scenario_(scenario),
      node_of_(node_of),
      totals_(totals),
      bytes_(wire_bytes(scenario.plan().approximation)),
      outgoing_(node_of.back() + 1),
      due_ns_(scenario.tree().size()) {
  const auto first = std::ranges::find(node_of_, own);
  range_.first = static_cast<SystemId>(first - node_of_.begin());
  range_.end = static_cast<SystemId>(
      std::find_if(first, node_of_.end(), [own](auto node) { return node != own; }) -
      node_of_.begin());
  incoming_.resize(range_.end - range_.first);
  make_rings(own);
}

// Sizes the rings: a message stays in a ring for at most the longest way of its update, so the ring holds at most the updates
// of all steps of this way.
void Carrier::make_rings(std::size_t own) {
  const Tree& tree = scenario_.tree();
  const std::uint32_t systems = tree.size();
  if (scenario_.routed()) {
    for (LaneId lane = 0; lane < tree.lanes().size(); ++lane) {
      std::uint32_t updates = 0;
      std::uint32_t hops = 0;
      for (SystemId source = 0; source < systems; ++source) {
        if (!tree.on_near_side(lane, source)) continue;
        updates += scenario_.users_of(source) * scenario_.copies(lane);
        hops = std::max(hops, tree.hops(source, tree.lanes()[lane].to));
      }
      lanes_.push_back(scenario_.impairment(lane, 0));
      if (range_.has(tree.lanes()[lane].from) || node_of_[tree.lanes()[lane].to] == own) {
        add_ring(tree.lanes()[lane].to, lane, updates, hops);
      } else {
        rings_.emplace_back(0);
      }
    }
    return;
  }
  for (SystemId source = 0; source < systems; ++source) {
    for (LaneId lane = 0; range_.has(source) && lane < tree.lanes().size(); ++lane) {
      lanes_.push_back(scenario_.impairment(lane, source));
    }
    for (SystemId to = 0; to < systems; ++to) {
      const std::uint32_t ring = source * systems + to;
      if (to != source && (range_.has(source) || range_.has(to))) {
        add_ring(to, ring, scenario_.users_of(source), tree.hops(source, to));
      } else {
        rings_.emplace_back(0);
      }
    }
  }
}

void Carrier::add_ring(SystemId to, std::uint32_t ring, std::uint32_t updates, std::uint32_t hops) {
  const std::size_t room = std::size_t{updates} * (scenario_.longest_way(hops) + 1);
  if (range_.has(to)) {
    rings_.emplace_back(room);
    incoming_[to - range_.first].push_back(ring);
  } else {
    rings_.emplace_back(0);
    auto& leaving = outgoing_[node_of_[to]];
    leaving.reserve(leaving.capacity() + room);
  }
}

void Carrier::send(Update update, SystemId source, Step now) {
  ++totals_.updates[source];
  if (!scenario_.routed()) return multicast(update, source, now);
  for (update.to = 0; update.to < scenario_.tree().size(); ++update.to) {
    if (update.to != source) route(update, source, now);
  }
}

void Carrier::route(Update update, SystemId at, Step now) {
  const LaneId lane = scenario_.tree().towards(at, update.to);
  const auto fate = lanes_[lane].next(scenario_.time_of(now), static_cast<std::size_t>(bytes_));
  update.due = scenario_.look_at(fate.due_ns[0], now);
  ++totals_.handled[at];
  ++totals_.lanes[lane];
  put(lane, scenario_.tree().lanes()[lane].to, update);
}

// The network copies a multicast update where links branch: up from its source to the top, and down from each system on this
// way.
void Carrier::multicast(Update update, SystemId source, Step now) {
  const Tree& tree = scenario_.tree();
  transport::Impairment* const own = &lanes_[(source - range_.first) * tree.lanes().size()];
  const auto pass = [&](LaneId lane) {
    const Lane& over = tree.lanes()[lane];
    due_ns_[over.to] =
        own[lane].next(due_ns_[over.from], static_cast<std::size_t>(bytes_)).due_ns[0];
    ++totals_.lanes[lane];
    update.to = over.to;
    update.due = scenario_.look_at(due_ns_[over.to], now);
    put(source * tree.size() + over.to, over.to, update);
  };
  due_ns_[source] = scenario_.time_of(now);
  ++totals_.handled[source];
  for (SystemId at = source; at != 0; at = tree.parent(at)) pass(Tree::up_from(at));
  for (SystemId below = 1; below < tree.size(); ++below) {
    if (tree.on_near_side(Tree::down_to(below), source)) pass(Tree::down_to(below));
  }
}

void Carrier::put(std::uint32_t ring, SystemId to, const Update& update) {
  if (range_.has(to)) {
    if (!rings_[ring].push(update)) ++totals_.overflows;
    return;
  }
  outgoing_[node_of_[to]].push_back({ring, 0, update});
}

void Carrier::sent() {
  for (auto& leaving : outgoing_) leaving.clear();
}

void Carrier::arrive(std::span<const std::byte> crossings) {
  Crossing crossing;
  for (std::size_t at = 0; at + sizeof crossing <= crossings.size(); at += sizeof crossing) {
    std::memcpy(&crossing, crossings.data() + at, sizeof crossing);
    if (!rings_[crossing.ring].push(crossing.update)) ++totals_.overflows;
  }
}

}  // namespace orrery::workloads::networked
