// The state checksum: what every process model, transport, placement and the oracle must agree on.
//
// In each step every entity contributes a hash of its id and components, every manager a hash of
// its id and of what it received. Contributions are added up (wrapping), so order and placement do
// not matter; a step's sum is weighted by an odd number that depends on the step and added to the
// run's. Values may never change: stored runs are compared by them.
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

// One component of an entity, as the entity contributes it and as a manager receives it.
constexpr std::uint64_t component_hash(EntityId id, std::uint32_t component, std::uint64_t value) {
  return base::mix64(value + id * 0xd6e8feb86659fd93U + component * 0xa0761d6478bd642fU);
}

// The same of a component whose packed state begins with its value.
inline std::uint64_t packed_component_hash(EntityId id, std::uint32_t component,
                                           const std::byte* packed) {
  std::uint64_t value = 0;
  std::memcpy(&value, packed, sizeof(value));
  return component_hash(id, component, value);
}

// `inbox_sum` adds up the component hashes of all updates received in the step.
constexpr std::uint64_t manager_contribution(ManagerId id, std::uint64_t received,
                                             std::uint64_t inbox_sum) {
  return base::mix64(inbox_sum + received * 0x8ebc6af09c88c6e3U + (id + 1U) * 0x589965cc75374cc3U);
}

// Of a state, or a part of one, as bytes: of two nodes of the same byte order, the same.
std::uint64_t hash_of_bytes(std::span<const std::byte> bytes);

// Adds up one party's (or a whole node's) contributions over the steps, and keeps what the sum was
// after the first `prefix_steps`: the oracle compares that where going through all steps would take
// too long.
class RunningChecksum {
 public:
  explicit RunningChecksum(std::uint64_t prefix_steps) : prefix_steps_(prefix_steps) {}

  void add(Step step, std::uint64_t contribution) {
    total_ += step_weight(step) * contribution;
    if (step + 1 == prefix_steps_) prefix_ = total_;
  }
  // Another party's sums, when all steps are done.
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
