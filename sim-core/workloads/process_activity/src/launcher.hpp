// A process that launches universes one after the other and reports the costs of each. It has a single thread, so it may
// fork; the worker has telemetry threads, so it may not.
//
// For one thread. The process, and all processes that it has forked, end with this object or with the worker's process.
#pragma once

#include <functional>
#include <optional>

#include "orrery/base/result.hpp"
#include "orrery/base/unique_fd.hpp"
#include "orrery/universe/node.hpp"

#include "launch.hpp"

namespace orrery::workloads::process_activity {

class Launcher {
 public:
  // Forks: no other thread may exist. `after_fork` is called in the new process.
  static base::Result<Launcher> start(const universe::NodeConfig& config,
                                      const std::function<void()>& after_fork);
  Launcher(Launcher&&) noexcept;
  Launcher& operator=(Launcher&&) = delete;
  ~Launcher();

  [[nodiscard]] int pid() const { return pid_; }
  base::Status ask();
  // Waits at most `timeout_ms` for the launch that ask() requested. Empty: the launch has not ended.
  base::Result<std::optional<Launch>> answer(int timeout_ms);

 private:
  Launcher(int pid, base::UniqueFd requests, base::UniqueFd answers)
      : pid_(pid), requests_(std::move(requests)), answers_(std::move(answers)) {}

  int pid_ = -1;
  base::UniqueFd requests_;
  base::UniqueFd answers_;
};

}  // namespace orrery::workloads::process_activity
