// A plan in the terms of the simulation, shared by the engine, the oracle and the checks.
#pragma once

#include <vector>

#include "orrery/transport/impairment.hpp"

#include "tree.hpp"
#include "update.hpp"

namespace orrery::workloads::networked {

class Scenario {
 public:
  Scenario(const contracts::NetworkedSystemsPlan& plan, std::uint64_t seed);
  Scenario(const Scenario&) = delete;  // impairments point into this object

  [[nodiscard]] const contracts::NetworkedSystemsPlan& plan() const { return plan_; }
  [[nodiscard]] const Tree& tree() const { return tree_; }
  [[nodiscard]] std::uint32_t users() const { return static_cast<std::uint32_t>(plan_.users); }
  [[nodiscard]] SystemId home(std::uint32_t user) const { return user % tree_.size(); }
  [[nodiscard]] std::uint32_t users_of(SystemId system) const;
  [[nodiscard]] bool routed() const { return plan_.delivery == contracts::Delivery::routed; }
  [[nodiscard]] User make_user(std::uint32_t user) const;

  [[nodiscard]] double step_s() const { return static_cast<double>(step_ns_) * 1e-9; }
  [[nodiscard]] double seconds(Step from, Step to) const { return (to - from) * step_s(); }
  [[nodiscard]] Step steps() const { return static_cast<Step>(plan_.steps); }
  // Includes the steps after the last one of the plan, in which updates under way arrive.
  [[nodiscard]] Step all_steps() const { return steps() + drain_; }

  // Greatest number of steps until an update over `hops` links arrives. A routed update waits for the next step of every
  // system that passes it on. A multicast update does not: the network itself copies it.
  [[nodiscard]] Step longest_way(std::uint32_t hops) const;
  // Number of messages that an update makes on a lane.
  [[nodiscard]] std::uint32_t copies(LaneId lane) const;

  // The impairment of a lane. `source` tells multicast trees apart; it is 0 for routed messages.
  [[nodiscard]] transport::Impairment impairment(LaneId lane, SystemId source) const;
  [[nodiscard]] std::int64_t time_of(Step step) const { return std::int64_t{step} * step_ns_; }
  // The first step after `sent` in which a message due at `due_ns` has arrived.
  [[nodiscard]] Step look_at(std::int64_t due_ns, Step sent) const;

  // Whether the user must send an update. `last`: the last update that it sent.
  [[nodiscard]] bool must_send(const User& user, const Update& last, Step now) const;
  // The greatest error of a shadow, in metres, that the threshold and a way over `hops` links allow.
  [[nodiscard]] double allowed_error(const Update& newest, Step now, std::uint32_t hops) const;

  // The contribution of a user or shadow at `position` in `system` to the state checksum. Contributions are added.
  [[nodiscard]] std::uint64_t contribution(SystemId system, std::uint32_t user, Step step,
                                           Vector position) const;

 private:
  contracts::NetworkedSystemsPlan plan_;
  std::uint64_t seed_;
  Tree tree_;
  std::int64_t step_ns_;
  transport::ImpairmentOptions link_;
  Step drain_;
};

}  // namespace orrery::workloads::networked
