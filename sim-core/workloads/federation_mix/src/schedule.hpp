// When a federate's updates are due: each object at its own times, evenly over its period, and bursts of one group at
// random times. Pure: it is asked what is due, and told the time.
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
  // Of a federate with so many objects, one of `senders`; from `now_ns` on.
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
  double mean_between_bursts_ns_ = 0;  // 0: there are none
  base::Random random_;
  std::size_t object_ = 0;
  double at_ns_ = 0;
  std::size_t burst_object_ = 0;
  std::uint64_t burst_left_ = 0;
  double burst_at_ns_ = 0;
  std::uint64_t bursts_ = 0;
};

}  // namespace orrery::workloads::federation_mix
