// Both ends of the measured channel on one node, or one end on each of two nodes.
//
// The worker's main thread sends, on node 0. With both ends on one node, the receiver is a process or a thread of its own,
// which the destructor ends. The main thread calls the functions in the order of their declaration.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "orrery/transport/transport.hpp"
#include "orrery/workloads/face/peers.hpp"
#include "orrery/workloads/face/workload.hpp"

#include "end.hpp"
#include "load.hpp"

namespace orrery::workloads::messaging {

class Ends {
 public:
  // May fork: call it before the process has threads. Failures: bad_plan, out_of_resources.
  static std::variant<std::unique_ptr<Ends>, Failure> make(const contracts::WorkerPlan& plan,
                                                           const Load& load, const Host& host);
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;
  ~Ends();

  [[nodiscard]] std::string endpoint() const { return peers_ ? peers_->endpoint() : ""; }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns);
  // Starts the receiver if it is a thread, and binds this thread to the CPU that the plan's conditions give to this end.
  MayFail begin();

  [[nodiscard]] End& own() { return *own_; }
  [[nodiscard]] bool sends() const { return plan_.node_index == 0; }
  // Whether both ends read the same clock.
  [[nodiscard]] bool one_clock() const { return !peers_ || peers_->nodes_on_host() > 1; }
  // Pid of the receiver's process; 0 if the receiver is a thread or on another node.
  [[nodiscard]] int receiver_pid() const { return receiver_; }

 private:
  Ends(const contracts::WorkerPlan& plan, const Load& load, const Host& host);
  MayFail make_pair(transport::Kind kind);
  MayFail start_process();
  [[nodiscard]] std::unique_ptr<End> end_of(transport::Channel& channel) const;
  MayFail settle(bool sender) const;
  int serve(transport::Channel& channel) const;

  const contracts::WorkerPlan& plan_;
  const Load& load_;
  const Host& host_;
  std::unique_ptr<Peers> peers_;  // with two nodes
  transport::ChannelPair pair_;   // with one node; end a sends
  std::unique_ptr<End> own_;
  int receiver_ = 0;
  std::thread receiving_;
};

}  // namespace orrery::workloads::messaging
