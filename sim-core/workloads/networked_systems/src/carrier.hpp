// The links as one node sees them: messages that its systems send, and messages on their way to its systems.
//
// The impairment of a message's lane decides its delay, in simulated time and from the seed, so the delay does not depend on
// the placement of systems on nodes. A message for a system of another node waits in outgoing() for the next exchange; the
// other node takes it with arrive(). Allocates in the constructor only. For one thread.
#pragma once

#include <span>
#include <vector>

#include "ring.hpp"
#include "scenario.hpp"
#include "totals.hpp"

namespace orrery::workloads::networked {

// A message from node to node.
struct Crossing {
  std::uint32_t ring = 0;
  std::uint32_t unused = 0;  // padding, so that all bytes have a value
  Update update;
};
static_assert(sizeof(Crossing) == 72);

struct SystemRange {
  SystemId first = 0;
  SystemId end = 0;
  [[nodiscard]] bool has(SystemId system) const { return system >= first && system < end; }
};

class Carrier {
 public:
  // `node_of`: the node of each system. `own`: this node. The scenario and the totals must outlive the carrier.
  Carrier(const Scenario& scenario, const std::vector<std::size_t>& node_of, std::size_t own,
          Totals& totals);

  // Sends an update from its user's system to all others.
  void send(Update update, SystemId source, Step now);
  // Calls `take(update)` for each update that is due at system `at` of this node, lane by lane, in order on each lane. Passes
  // updates for other systems on.
  template <class Take>
  void receive(SystemId at, Step now, const Take& take) {
    for (const std::uint32_t ring : incoming_[at - range_.first]) {
      for (Ring& updates = rings_[ring]; !updates.empty() && updates.front().due <= now;) {
        const Update update = updates.front();
        updates.pop();
        ++totals_.handled[at];
        if (update.to == at) {
          take(update);
        } else {
          route(update, at, now);
        }
      }
    }
  }

  [[nodiscard]] SystemRange range() const { return range_; }
  [[nodiscard]] const std::vector<std::vector<Crossing>>& outgoing() const { return outgoing_; }
  void sent();  // clears outgoing(), which was sent
  void arrive(std::span<const std::byte> crossings);

 private:
  void make_rings(std::size_t own);
  void add_ring(SystemId to, std::uint32_t ring, std::uint32_t updates, std::uint32_t hops);
  void route(Update update, SystemId at, Step now);
  void multicast(Update update, SystemId source, Step now);
  void put(std::uint32_t ring, SystemId to, const Update& update);

  const Scenario& scenario_;
  const std::vector<std::size_t> node_of_;
  Totals& totals_;
  SystemRange range_;
  const std::int64_t bytes_;
  // Routed: by lane. Multicast: by source on this node and lane.
  std::vector<transport::Impairment> lanes_;
  // Routed: by lane. Multicast: by source and destination.
  std::vector<Ring> rings_;
  std::vector<std::vector<std::uint32_t>> incoming_;  // rings, by system of this node
  std::vector<std::vector<Crossing>> outgoing_;       // by node
  std::vector<std::int64_t> due_ns_;                  // of a multicast update, at each system
};

}  // namespace orrery::workloads::networked
