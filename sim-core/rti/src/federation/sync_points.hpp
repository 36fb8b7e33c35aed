// Synchronization points (IEEE 1516.1-2010, 4.11 to 4.15), as the one order of operations decides them.
#pragma once

#include <cstdint>
#include <string>

#include "federation/inboxes.hpp"

namespace orrery::rti {

class SyncPoints {
 public:
  explicit SyncPoints(Inboxes& inboxes) : inboxes_(inboxes) {}

  // `registrant`: the federate, if it is one of this node; otherwise null.
  void apply(Federation& federation, const Operation& operation, Local* registrant);
  // A federate has joined, or is not joined any more.
  void joined(Federation& federation, std::uint32_t federate);
  void left(Federation& federation, std::uint32_t federate);

 private:
  void announce(const Federation& federation, const std::string& label, const SyncPoint& point,
                std::uint32_t target);
  void settle(Federation& federation, const std::string& label);

  Inboxes& inboxes_;
};

}  // namespace orrery::rti
