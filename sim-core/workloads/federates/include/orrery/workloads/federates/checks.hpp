// Checks that runs of federates share: of counts, of what ports saw by their own numbers, of rate limits, and of values of
// which the newest counts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/rti/path_counters.hpp"

namespace orrery::workloads::federates {

class Checks {
 public:
  explicit Checks(std::vector<contracts::Check>& to) : to_(to) {}

  void holds(std::string name, std::string title, std::uint64_t right, std::uint64_t found) {
    add(std::move(name), std::move(title), right == found, std::to_string(right), found);
  }
  void none(std::string name, std::string title, std::uint64_t found) {
    holds(std::move(name), std::move(title), 0, found);
  }
  void at_most(std::string name, std::string title, std::uint64_t most, std::uint64_t found) {
    add(std::move(name), std::move(title), found <= most, "at most " + std::to_string(most), found);
  }

 private:
  void add(std::string name, std::string title, bool holds, std::string expected,
           std::uint64_t found) {
    to_.push_back(
        {std::move(name), std::move(title), holds, std::move(expected), std::to_string(found)});
  }

  std::vector<contracts::Check>& to_;
};

// What federates counted by the stamps in messages against what the best-effort ports of their nodes (by number) gave and saw
// by their own numbers. `arrived`: at the federates of each node; nothing if values may come twice or by another way. Over a
// group each node sees every message.
void check_ports(Checks& checks, const contracts::DataPath& path,
                 std::span<const rti::PathCounters> nodes, std::span<const std::uint64_t> arrived);

// What became of values of which the newest counts, all receivers together.
struct NewestTally {
  std::uint64_t stale = 0;       // objects of which the last value has not come
  std::uint64_t older = 0;       // shown after a newer one
  std::uint64_t again = 0;       // shown while they were held
  std::uint64_t sent_again = 0;  // by the RTI: in their interval, or asked for
  std::uint64_t receivers = 1;
};
void check_newest(Checks& checks, const contracts::DataPath& path, const NewestTally& tally);

// Of what a sender gave to its data path in that time, how many messages the path's rate limit did not allow. Payload alone is
// held against the limit of bytes. A limit that stands below a bundler is of bundles, and tells nothing of messages: then 0.
std::uint64_t beyond_rate(const contracts::DataPath& path, std::uint64_t messages,
                          std::uint64_t message_bytes, std::int64_t elapsed_ns);
bool limits_rate(const contracts::DataPath& path);

// The number that is given last to a target, if numbers from 0 to `count` - 1 go to the targets in turn; target < count.
constexpr std::uint64_t last_number(std::uint64_t count, std::uint64_t targets,
                                    std::uint64_t target) {
  return count - 1 - (count - 1 - target) % targets;
}

}  // namespace orrery::workloads::federates
