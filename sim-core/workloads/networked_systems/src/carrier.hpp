// The links as one node sees them: messages that its systems send, and those on their way to its systems.
//
// A message takes what the impairment of its lane decides, in simulated time, from the seed; so its way is the same
// wherever its ends are. One that is bound for another node's system waits in outgoing() for the next exchange, and enters
// that node's arrive(). Allocates when it is made alone. One thread.
#pragma once

#include <span>
#include <vector>

#include "ring.hpp"
#include "scenario.hpp"
#include "totals.hpp"

namespace orrery::workloads::networked {

// Between nodes.
struct Crossing {
  std::uint32_t ring = 0;
  std::uint32_t unused = 0;  // so that all bytes have a value
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
  // `node_of`: of each system; `own`: the node at hand. The scenario and the totals outlive this.
  Carrier(const Scenario& scenario, const std::vector<std::size_t>& node_of, std::size_t own,
          Totals& totals);

  // From its user's system to all others.
  void send(Update update, SystemId source, Step now);
  // What has come to a system of ours, from lane to lane and in order on each; `take(update)`. What is for another system
  // is passed on.
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
  void sent();  // outgoing() has gone
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
  // Routed: by lane. Multicast: by source of ours and lane.
  std::vector<transport::Impairment> lanes_;
  // Routed: by lane. Multicast: by source and destination.
  std::vector<Ring> rings_;
  std::vector<std::vector<std::uint32_t>> incoming_;  // rings, by system of ours
  std::vector<std::vector<Crossing>> outgoing_;       // by node
  std::vector<std::int64_t> due_ns_;                  // of a multicast at each system
};

}  // namespace orrery::workloads::networked
