// Loads beside the measured federates: a process that uses this node's cores, and processes that send datagrams over the link
// from another node, or through this node's own network stack. Each works from start() until end().
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "orrery/base/shared_memory.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::federates {

// The nodes that have loads. With `over_link`, the node after `traffic` sends the extra traffic to node `traffic`.
struct LoadPlaces {
  std::size_t hog = 0;
  std::size_t traffic = 0;
  bool over_link = false;
};

class LoadProcesses {
 public:
  // Forks the processes that the loads ask of this node, from a process with a single thread. `after_fork` is called first in
  // each. Failures: out_of_resources, bad_plan (no socket at the node's address).
  static std::variant<LoadProcesses, Failure> fork(const contracts::Loads& loads,
                                                   const contracts::WorkerPlan& plan,
                                                   const LoadPlaces& places,
                                                   const std::function<void()>& after_fork);
  LoadProcesses(LoadProcesses&& other) noexcept;
  LoadProcesses& operator=(LoadProcesses&&) = delete;
  ~LoadProcesses();

  // The address at which this node receives extra traffic from another node, "address:port". Empty: it receives none.
  [[nodiscard]] const std::string& sink() const { return sink_; }
  // Gives the destination to the process that sends extra traffic over the link, if it is on this node. Call it before
  // start().
  MayFail aim(const std::string& sink);
  void start();
  // Ends the processes and appends their resource use. Failures: load_failed, if one ended with an error. Call it once.
  MayFail end(std::vector<contracts::ProcessUse>& uses);
  // Datagrams per second that were sent, and that were received from another node; 0 without such a process.
  [[nodiscard]] double traffic_per_s() const;
  [[nodiscard]] double received_per_s() const;

 private:
  struct Board;
  struct Process {
    std::string name;
    pid_t pid = 0;  // 0: has ended
  };

  explicit LoadProcesses(base::SharedMemory memory) : memory_(std::move(memory)) {}

  // Does not return in the new process.
  MayFail add(std::string name, const std::function<void()>& after_fork,
              const std::function<void(Board&)>& work);
  [[nodiscard]] Board& board() const;

  base::SharedMemory memory_;
  std::vector<Process> processes_;
  std::string sink_;
};

}  // namespace orrery::workloads::federates
