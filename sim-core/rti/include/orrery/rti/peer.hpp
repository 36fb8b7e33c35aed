// What another RTI's adapter is: it makes the places of a run's federates, so that a workload written against
// BasicServices runs on it as on ours.
//
// One object for each process of a run, made after any fork. On the process of federate 0 open() is called, before any
// node is made there; it tells where the others find the federation. node() is called once for each federate of the
// process, by the federate's own thread, which alone uses the node then; a node serves one federate. Errors: as the
// other RTI says them, under RTIinternalError.
#pragma once

#include <memory>
#include <string>

#include "orrery/rti/basic_node.hpp"

namespace orrery::rti {

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  // All nodes have been destroyed. Ends what open() has started, and leaves no file behind.
  virtual ~Peer() = default;

  virtual Result<std::string> open() = 0;
  virtual Result<std::unique_ptr<BasicNode>> node(const std::string& where, int federate) = 0;
  // Any thread, at any time: whoever waits in this process returns soon, with an error.
  virtual void abandon() = 0;
};

}  // namespace orrery::rti
