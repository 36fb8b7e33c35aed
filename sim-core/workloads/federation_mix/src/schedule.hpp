// The due times of a federate's updates: of each object once in a period, evenly spread, and of one object in bursts at
// random times. Pure: the caller passes the time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "orrery/base/random.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads::federation_mix {

inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

struct Due {
  std::size_t object = 0;
  std::int64_t at_ns = 0;
};

class Schedule {
 public:
  // For a federate with `objects` objects, one of `senders` federates that send. Begins at `now_ns`.
  Schedule(const contracts::FederationMixPlan& plan, std::size_t objects, int senders,
           base::Random random, std::int64_t now_ns);

  // The next update if it is due; it stays due until done().
  std::optional<Due> due(std::int64_t now_ns);
  void done();
  [[nodiscard]] std::int64_t next_ns() const;
  [[nodiscard]] std::uint64_t bursts() const { return bursts_; }

 private:
  void draw_burst(std::int64_t after_ns);

  const std::size_t objects_;
  double gap_ns_ = 0;  // between updates of this federate's objects, in turn
  double burst_gap_ns_ = 0;
  std::uint64_t in_burst_ = 0;
  double mean_between_bursts_ns_ = 0;  // 0: no bursts
  base::Random random_;
  std::size_t object_ = 0;
  double at_ns_ = 0;
  std::size_t burst_object_ = 0;
  std::uint64_t burst_left_ = 0;
  double burst_at_ns_ = 0;
  std::uint64_t bursts_ = 0;
};

}  // namespace orrery::workloads::federation_mix
