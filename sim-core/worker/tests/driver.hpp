// A worker in a process of its own, driven by a scripted control channel.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "orrery/base/unique_fd.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::worker {

// A plan for `node` of a run with so many nodes of 4 entities each, and 1 manager on the master.
contracts::WorkerPlan plan_of(std::int32_t node, std::int32_t nodes);
contracts::UniverseStepsPlan& workload_of(contracts::WorkerPlan& plan);

class Driver {
 public:
  Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  ~Driver();  // ends the worker

  void say(const contracts::AgentSays& message);
  void say_line(const std::string& line);
  void close_control() { control_.reset(); }
  // What it says next, logs left out; empty at the end, or if the watchdog barks.
  std::optional<contracts::WorkerSays> hear();
  template <class Message>
  std::optional<Message> hear() {
    auto said = hear();
    if (!said || !std::holds_alternative<Message>(*said)) return std::nullopt;
    return std::get<Message>(std::move(*said));
  }
  // Exit status; -signal if it was killed; empty if the watchdog barks.
  std::optional<int> wait();
  [[nodiscard]] pid_t pid() const { return pid_; }
  // Everything that came over the telemetry pipe, once the worker has ended.
  std::vector<std::byte> telemetry();
  void close_telemetry() { frames_.reset(); }

 private:
  base::UniqueFd control_;
  base::UniqueFd words_;
  base::UniqueFd frames_;
  std::string buffer_;
  pid_t pid_ = -1;
};

}  // namespace orrery::worker
