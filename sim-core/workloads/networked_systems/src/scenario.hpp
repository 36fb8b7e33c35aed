// A plan in the terms of the simulation: what the engine, the oracle and the checks agree on.
#pragma once

#include <vector>

#include "orrery/transport/impairment.hpp"

#include "tree.hpp"
#include "update.hpp"

namespace orrery::workloads::networked {

class Scenario {
 public:
  Scenario(const contracts::NetworkedSystemsPlan& plan, std::uint64_t seed);
  Scenario(const Scenario&) = delete;  // impairments point into it

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
  // With those in which what is under way arrives.
  [[nodiscard]] Step all_steps() const { return steps() + drain_; }

  // Steps after which an update has arrived at the latest. A routed one waits for the next step of every system that
  // passes it on; the network itself copies a multicast one.
  [[nodiscard]] Step longest_way(std::uint32_t hops) const;
  // Messages that an update makes on a lane.
  [[nodiscard]] std::uint32_t copies(LaneId lane) const;

  // Of a lane; `source` tells multicast trees apart, and is 0 for routed messages.
  [[nodiscard]] transport::Impairment impairment(LaneId lane, SystemId source) const;
  [[nodiscard]] std::int64_t time_of(Step step) const { return std::int64_t{step} * step_ns_; }
  // The first look after `sent` at which what is due then has come.
  [[nodiscard]] Step look_at(std::int64_t due_ns, Step sent) const;

  // Whether the user must speak, `last` being what it said last.
  [[nodiscard]] bool must_send(const User& user, const Update& last, Step now) const;
  // The most that a shadow can be off, dead reckoning's threshold and the way considered.
  [[nodiscard]] double allowed_error(const Update& newest, Step now, std::uint32_t hops) const;

  // The account of the state: of user or shadow at `position` in `system`, to be added up.
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
