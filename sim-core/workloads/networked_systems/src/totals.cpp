#include "totals.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace orrery::workloads::networked {

namespace {

template <class Counts>
void add_to(Counts& counts, const Counts& more) {
  std::ranges::transform(counts, more, counts.begin(), std::plus{});
}

}  // namespace

std::uint64_t Totals::all_updates() const {
  return std::accumulate(updates.begin(), updates.end(), std::uint64_t{0});
}

void Totals::add(const Totals& other) {
  checksum += other.checksum;
  add_to(updates, other.updates);
  add_to(handled, other.handled);
  add_to(lanes, other.lanes);
  arrived += other.arrived;
  way_steps += other.way_steps;
  longest_way_steps = std::max(longest_way_steps, other.longest_way_steps);
  error_um.merge(other.error_um);
  beyond_bound += other.beyond_bound;
  widest_bound_m = std::max(widest_bound_m, other.widest_bound_m);
  nearest_bound = std::max(nearest_bound, other.nearest_bound);
  overflows += other.overflows;
  exchanged.messages_sent += other.exchanged.messages_sent;
  exchanged.bytes_sent += other.exchanged.bytes_sent;
  exchanged.events_sent += other.exchanged.events_sent;
  exchanged.wait_ns += other.exchanged.wait_ns;
  elapsed_ns = std::max(elapsed_ns, other.elapsed_ns);
}

}  // namespace orrery::workloads::networked
