// The state checksum. It is the same for every process model, transport and placement, and for the oracle.
//
// In each step every entity contributes a hash of its id and components, and every manager a hash of its id and the updates
// that it received. Contributions are added modulo 2^64, so their order and placement do not matter. The sum of a step is
// multiplied by an odd number that depends on the step, and added to the run's sum. These functions must never change:
// stored runs are compared by their checksums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "orrery/base/random.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

constexpr std::uint64_t step_weight(Step step) {
  return base::mix64(step ^ 0x51ed270b9f1c2a35U) | 1;
}

// Hash of one component of an entity. The entity and a manager that receives the component compute the same hash.
constexpr std::uint64_t component_hash(EntityId id, std::uint32_t component, std::uint64_t value) {
  return base::mix64(value + id * 0xd6e8feb86659fd93U + component * 0xa0761d6478bd642fU);
}

// component_hash() of a component whose packed state begins with its value.
inline std::uint64_t packed_component_hash(EntityId id, std::uint32_t component,
                                           const std::byte* packed) {
  std::uint64_t value = 0;
  std::memcpy(&value, packed, sizeof(value));
  return component_hash(id, component, value);
}

// `received` is the number of state updates received in the step, `inbox_sum` the sum of their component hashes.
constexpr std::uint64_t manager_contribution(ManagerId id, std::uint64_t received,
                                             std::uint64_t inbox_sum) {
  return base::mix64(inbox_sum + received * 0x8ebc6af09c88c6e3U + (id + 1U) * 0x589965cc75374cc3U);
}

// Hash of a state or of a part of it, as bytes. Nodes of the same byte order compute the same hash.
std::uint64_t hash_of_bytes(std::span<const std::byte> bytes);

// Sums the contributions of one party or of a whole node over the steps. Also keeps the sum after the first `prefix_steps`
// steps: the oracle compares this sum if computing all steps would take too long.
class RunningChecksum {
 public:
  explicit RunningChecksum(std::uint64_t prefix_steps) : prefix_steps_(prefix_steps) {}

  // Steps rise. A party whose entity moves has no contribution in the steps in between.
  void add(Step step, std::uint64_t contribution) {
    total_ += step_weight(step) * contribution;
    if (step < prefix_steps_) prefix_ = total_;
  }
  // Adds another party's sums, after the last step.
  void merge(std::uint64_t total, std::uint64_t prefix) {
    total_ += total;
    prefix_ += prefix;
  }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::uint64_t prefix() const { return prefix_; }

 private:
  std::uint64_t prefix_steps_;
  std::uint64_t total_ = 0;
  std::uint64_t prefix_ = 0;
};

}  // namespace orrery::universe
