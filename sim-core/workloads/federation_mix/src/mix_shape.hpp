// Which objects each federate sends, and which groups it receives: computed from the plan and the seed, so equal at all
// federates. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "orrery/base/random.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads::federation_mix {

using Group = std::uint32_t;

class MixShape {
 public:
  MixShape(const contracts::FederationMixPlan& plan, std::uint64_t seed)
      : plan_(plan), seed_(seed) {}

  [[nodiscard]] const contracts::FederationMixPlan& plan() const { return plan_; }
  [[nodiscard]] bool sends(int federate) const;
  [[nodiscard]] bool receives(int federate) const;
  [[nodiscard]] int senders() const;
  [[nodiscard]] int receivers() const;
  // The group of each object of a federate.
  [[nodiscard]] std::vector<Group> objects_of(int federate) const;
  // The groups that a receiver joins first. It keeps the first kept() of them; the others come and go.
  [[nodiscard]] std::vector<Group> groups_of(int federate) const;
  [[nodiscard]] std::size_t kept() const {
    return (static_cast<std::size_t>(plan_.groups_of_federate) + 1) / 2;
  }
  // The source of a federate's random values and times.
  [[nodiscard]] base::Random random_of(int federate) const;

 private:
  // Number of federates that both send and receive: the first ones. The others send or receive in turn.
  [[nodiscard]] int both() const;

  const contracts::FederationMixPlan plan_;
  const std::uint64_t seed_;
};

}  // namespace orrery::workloads::federation_mix
