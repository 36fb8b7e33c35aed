// What else this node works at while federates are measured: a hog of its cores and datagrams over the link from another
// node, or through its own network stack; each a process of its own, from start() until end().
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

// Which nodes have loads. With `over_link` the extra traffic comes from the node after the one that it is for.
struct LoadPlaces {
  std::size_t hog = 0;
  std::size_t traffic = 0;
  bool over_link = false;
};

class LoadProcesses {
 public:
  // Forks those that the loads ask of this node, from a process with a single thread. `after_fork` is called first thing
  // in each. Failures: out_of_resources, bad_plan (no socket at the node's address).
  static std::variant<LoadProcesses, Failure> fork(const contracts::Loads& loads,
                                                   const contracts::WorkerPlan& plan,
                                                   const LoadPlaces& places,
                                                   const std::function<void()>& after_fork);
  LoadProcesses(LoadProcesses&& other) noexcept;
  LoadProcesses& operator=(LoadProcesses&&) = delete;
  ~LoadProcesses();

  // Where this node receives extra traffic from another one, "address:port"; empty if it does not.
  [[nodiscard]] const std::string& sink() const { return sink_; }
  // Tells the process that sends extra traffic over the link, if it is here, where to; before start().
  MayFail aim(const std::string& sink);
  void start();
  // What each used; a failure if one has ended before its time. Once.
  MayFail end(std::vector<contracts::ProcessUse>& uses);
  // Datagrams sent, and received from another node, each second while it worked; 0 without.
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
