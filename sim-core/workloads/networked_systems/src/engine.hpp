// A node's systems, step by step: what has come is taken or passed on, users move and speak, shadows are looked at.
//
// Allocates, takes locks and calls the system in its constructor alone. One thread.
#pragma once

#include <vector>

#include "carrier.hpp"

namespace orrery::workloads::networked {

class Engine {
 public:
  // The scenario outlives this.
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
  std::vector<User> users_;      // all of them: the truth
  std::vector<Update> said_;     // by user: the last that it sent, if it is of ours
  std::vector<Shadow> shadows_;  // by system of ours and user
};

}  // namespace orrery::workloads::networked
