// The RTI nodes of a worker: their channels to each other, and the processes of some of them.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "orrery/base/shared_memory.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

#include "crew.hpp"
#include "data_ports.hpp"

namespace orrery::workloads::federates {

// The plan's wait strategy, or the choice for `parties` parties on this host.
base::WaitStrategy wait_strategy(contracts::WaitStrategy wanted, int parties);

// Creates one seat for each of `count` RTI nodes. Every two seats share a channel of the local transport. The modules or
// ports of `data` are included.
std::variant<std::vector<Seat>, Failure> make_seats(contracts::LocalTransport local,
                                                    transport::ChannelOptions options,
                                                    std::size_t count,
                                                    const std::optional<DataPorts>& data);

// Processes that are forked from a process with a single thread. The destructor kills those that still live.
class Children {
 public:
  using Body = std::function<MayFail(Seat)>;

  // Forks a process for each seat but the first, which stays in this process, and forgets the channels of the other seats.
  // `after_fork` is called first in each process.
  static std::variant<Children, Failure> fork(std::vector<Seat>& seats,
                                              const std::function<void()>& after_fork,
                                              const Body& body);
  Children(Children&& other) noexcept;
  Children& operator=(Children&&) = delete;
  ~Children();

  // Waits for all processes. Returns failure().
  MayFail join();
  // The failure of a process that has ended so far. A killed process comes before the messages of the others, which report
  // its loss.
  MayFail failure();
  // As failure(), after something has failed: first waits up to 100 ms for a killed process.
  MayFail cause();
  // Whether a process has not ended.
  bool living();

 private:
  explicit Children(base::SharedMemory memory) : memory_(std::move(memory)) {}

  void wait_for(std::size_t child, int options);
  void look();
  [[nodiscard]] MayFail told() const;

  base::SharedMemory memory_;  // a line of text for each process
  std::vector<pid_t> pids_;    // 0: has ended
  MayFail killed_;
  MayFail ended_badly_;
};

}  // namespace orrery::workloads::federates
