// The systems of one node, step by step: they receive updates or pass them on, users move and send, and the errors of shadows
// are measured.
//
// Allocates, takes locks and calls the operating system in its constructor only. For one thread.
#pragma once

#include <vector>

#include "carrier.hpp"

namespace orrery::workloads::networked {

class Engine {
 public:
  // The scenario must outlive the engine.
  Engine(const Scenario& scenario, const std::vector<std::size_t>& node_of, std::size_t own);

  void step(Step now);

  [[nodiscard]] Carrier& carrier() { return carrier_; }
  [[nodiscard]] Totals& totals() { return totals_; }

 private:
  struct Shadow {
    Update newest;
    bool known = false;
  };
  [[nodiscard]] Shadow& shadow(SystemId system, std::uint32_t user) {
    return shadows_[(system - carrier_.range().first) * scenario_.users() + user];
  }
  void take(SystemId system, const Update& update, Step now);
  void speak(Step now);
  void look(SystemId system, Step now);

  const Scenario& scenario_;
  Totals totals_;
  Carrier carrier_;
  std::vector<User> users_;      // all users: the truth
  std::vector<Update> said_;     // by user of this node: the last update that it sent
  std::vector<Shadow> shadows_;  // by system of this node and user
};

}  // namespace orrery::workloads::networked
