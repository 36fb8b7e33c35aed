// The transportation type one_shot: a message with a time waits at its sender's node until the sender has reached that time.
#pragma once

#include <cstdint>
#include <span>

#include "orrery/rti/basic_node.hpp"

#include "data/router.hpp"

namespace orrery::rti {

class OneShots {
 public:
  OneShots(Router& router, std::size_t most_bytes, NodeCounters& counters)
      : router_(router), most_bytes_(most_bytes), counters_(counters) {}

  // Holds a message until release(). Errors: Congested if more than `most_bytes` would be held for the federate (with
  // Refusal::must_not_be the message is dropped instead); RTIinternalError as Router::fits().
  Status hold(Local& local, DataHead head, std::span<const Item> items, Bytes tag, Refusal refusal);
  // Drops the federate's messages of that serial. Returns false if none is held.
  static bool drop(Local& local, std::uint64_t serial);
  // Sends the messages whose time their federates have reached: values of the attributes that they own now, and interactions that
  // they publish now, in the bounds that their regions have now.
  void release(Federation& federation);

 private:
  Router& router_;
  const std::size_t most_bytes_;  // that may be held for one federate
  NodeCounters& counters_;
};

}  // namespace orrery::rti
