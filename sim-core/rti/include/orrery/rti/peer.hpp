// The adapter of another RTI: it makes the nodes of a run's federates, so that a workload written against BasicServices runs on
// that RTI too.
//
// Each process of a run has one, made after any fork. One process calls open() before any node exists. Each
// federate's thread calls node() once and alone uses the result; a node serves one federate. Errors of the other RTI come as
// RTIinternalError with its words.
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
  // Call it when all nodes are destroyed. Ends what open() started and leaves no file behind.
  virtual ~Peer() = default;

  // Starts the federation's central part, if the RTI has one. Returns the address for node() at every process.
  virtual Result<std::string> open() = 0;
  // After open(): whether all federates have left.
  [[nodiscard]] virtual bool left() const = 0;
  virtual Result<std::unique_ptr<BasicNode>> node(const std::string& address, int federate) = 0;
  // From any thread, at any time: calls that wait in this process return soon, with an error.
  virtual void abandon() = 0;
};

}  // namespace orrery::rti
