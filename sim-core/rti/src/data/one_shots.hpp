// What is sent with a time by transportation one_shot: it waits at its sender until that time.
#pragma once

#include <cstdint>
#include <span>

#include "data/router.hpp"

namespace orrery::rti {

class OneShots {
 public:
  OneShots(Router& router, std::size_t most_bytes, NodeCounters& counters)
      : router_(router), most_bytes_(most_bytes), counters_(counters) {}

  // Until its time. Errors: Congested, as Router::fits(); what must not be refused is dropped.
  Status hold(Local& local, DataHead head, std::span<const Item> items, Bytes tag, Refusal refusal);
  // False: nothing of that serial is held, or not any longer.
  static bool drop(Local& local, std::uint64_t serial);
  // Those whose time has come.
  void release(Federation& federation);

 private:
  Router& router_;
  const std::size_t most_bytes_;  // of one federate
  NodeCounters& counters_;
};

}  // namespace orrery::rti
