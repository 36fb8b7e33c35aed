// The nodes of the RTI that a worker hosts: their channels among each other, and what the processes of some say.
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

// As the plan says, or by so many parties on this host.
base::WaitStrategy wait_strategy(contracts::WaitStrategy wanted, int parties);

// One seat for each node, every two of which share a channel of the local transport; with the run's way of data.
std::variant<std::vector<Seat>, Failure> make_seats(contracts::LocalTransport local,
                                                    transport::ChannelOptions options,
                                                    std::size_t count,
                                                    const std::optional<DataPorts>& data);

// Processes, forked from one with a single thread; those that are left are killed at the end.
class Children {
 public:
  using Body = std::function<MayFail(Seat)>;

  // One for each seat but the first, which stays here: the channels of the others are forgotten. `after_fork` is called
  // first thing in each.
  static std::variant<Children, Failure> fork(std::vector<Seat>& seats,
                                              const std::function<void()>& after_fork,
                                              const Body& body);
  Children(Children&& other) noexcept;
  Children& operator=(Children&&) = delete;
  ~Children();

  // Waits for all; the failure of one, if any failed.
  MayFail join();
  // The same of those that have ended by now. That one was killed comes before what others say, who have been told of it.
  MayFail failure();
  // failure(), where something has failed: it waits a moment for who was killed.
  MayFail cause();
  // Is there one that has not ended?
  bool living();

 private:
  explicit Children(base::SharedMemory memory) : memory_(std::move(memory)) {}

  void wait_for(std::size_t child, int options);
  void look();
  [[nodiscard]] MayFail told() const;

  base::SharedMemory memory_;  // a line of text for each
  std::vector<pid_t> pids_;    // 0: has ended
  MayFail killed_;
  MayFail ended_badly_;
};

}  // namespace orrery::workloads::federates
