// A process that launches universes, one after the other, and tells what each cost. It has a single thread, so that it may
// fork, while the worker has threads for telemetry.
//
// Belongs to one thread. Its process, and all that it has forked, end with this object or with this process.
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
  // The launch that was asked for, if it has ended within so many milliseconds.
  base::Result<std::optional<Launch>> answer(int timeout_ms);

 private:
  Launcher(int pid, base::UniqueFd requests, base::UniqueFd answers)
      : pid_(pid), requests_(std::move(requests)), answers_(std::move(answers)) {}

  int pid_ = -1;
  base::UniqueFd requests_;
  base::UniqueFd answers_;
};

}  // namespace orrery::workloads::process_activity
