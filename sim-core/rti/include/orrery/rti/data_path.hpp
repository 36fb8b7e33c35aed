// Ways for data besides the channels of a node: a best-effort port, a reliable one, or both.
//
// Whose attribute or interaction is best effort by the object model, or by a change since, goes over the best-effort port; all
// other data goes over the reliable port, but for what must keep its place among the channels' messages: whatever is in
// time-stamp order, and retractions (the bound on time counts copies for each receiver). Without a port, the channels carry it.
//
// Order     over a port there is none with what the channels carry, so each message says what its sender had applied and
//           submitted; it waits at the receiver until that is there too. Operations wait for the reliable data before them.
//           Best-effort data may be lost and may overtake; it comes once at most, and never after a change of its
//           transportation to reliable that its sender made later.
// Full      a port that takes nothing is Congested, for both: nothing has been sent. Of a best-effort message to several
//           receivers, one after the other, the first decides; a later one that finds no room is dropped and counted.
// Loss      is counted by the numbers in the messages, for each receiver. A node that a reliable port gives up is removed, as
//           one that died; a node that was left behind itself loses its connection.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orrery/transport/port.hpp"

namespace orrery::rti {

struct DataPath {
  // With this node's doorbell; its party is the node's number. Null: there is none.
  std::unique_ptr<transport::Port> port = nullptr;
  // One copy for all nodes; those that it does not concern drop it. Empty: a copy for each that it concerns.
  std::string group = {};
  std::vector<std::string> endpoints = {};  // of each node's port, by number; the own is not used
};

struct DataPaths {
  DataPath best_effort = {};
  DataPath reliable =
      {};  // its port must be reliable, and its group not empty if there are more than two nodes
};

}  // namespace orrery::rti
