// Checks that runs of federates share: equal counts, counters of ports, rate limits, and newest values.
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

// Compares the messages that federates counted by stamps with the counters of the best-effort ports of the RTI's nodes
// (`nodes`, by number). `arrived`: messages that reached the federates of each node; empty if values may be repeated or
// arrive on another path. With a multicast group, every node sees every message.
void check_ports(Checks& checks, const contracts::DataPath& path,
                 std::span<const rti::PathCounters> nodes, std::span<const std::uint64_t> arrived);

// Newest values at all receivers together.
struct NewestTally {
  std::uint64_t stale = 0;       // objects whose last value has not arrived
  std::uint64_t older = 0;       // values delivered after a newer one
  std::uint64_t again = 0;       // values delivered again while they were held
  std::uint64_t sent_again = 0;  // values that the RTI repeated, or sent on request
  std::uint64_t receivers = 1;
};
void check_newest(Checks& checks, const contracts::DataPath& path, const NewestTally& tally);

// Number of messages beyond the path's rate limit, of those that a sender gave to the path within `elapsed_ns`. Only payload
// counts against the limit of bytes. 0 if the path has no limit, or if its limiter is below a bundler and so limits bundles,
// not messages.
std::uint64_t beyond_rate(const contracts::DataPath& path, std::uint64_t messages,
                          std::uint64_t message_bytes, std::int64_t elapsed_ns);
bool limits_rate(const contracts::DataPath& path);

// The last number that goes to `target`, if the numbers from 0 to `count` - 1 go to `targets` targets in turn. `target` must
// be less than `count`.
constexpr std::uint64_t last_number(std::uint64_t count, std::uint64_t targets,
                                    std::uint64_t target) {
  return count - 1 - (count - 1 - target) % targets;
}

}  // namespace orrery::workloads::federates
