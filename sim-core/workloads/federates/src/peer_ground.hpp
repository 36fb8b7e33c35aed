// The parts that a run on another RTI needs: the RTI's adapter in each process, the address where its federates meet, and a
// thread that makes calls of the RTI return when the run is to end.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>

#include "orrery/base/shared_memory.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/rti/peer.hpp"
#include "orrery/workloads/face/workload.hpp"
#include "orrery/workloads/federates/federation_run.hpp"

namespace orrery::workloads::federates {

class PeerGround {
 public:
  // Call it before any fork: processes that are forked later share it.
  static std::variant<std::unique_ptr<PeerGround>, Failure> create(
      const contracts::WorkerPlan& plan, const Shape& shape,
      const std::vector<rti::FomModule>& modules);
  ~PeerGround();

  // Loads the RTI in this process, with `federates_here` of its federates. Each process does so for itself.
  MayFail load(int federates_here);
  // Opens the federation, in the process of federate 0 or on the coordinator's node. The other processes of this node then know
  // its address.
  MayFail open();
  // After open(): whether all federates have left.
  [[nodiscard]] bool left() const { return peer_->left(); }
  // Waits until the address is known, then creates the node of `federate`.
  std::variant<std::unique_ptr<rti::BasicNode>, Failure> node(int federate,
                                                              const std::function<bool()>& stopped);
  // The address where federates meet. Empty before open() on the node that opens the federation, and before meet_at() on other
  // nodes.
  [[nodiscard]] std::string where() const;
  void meet_at(const std::string& where);
  // Starts a thread that calls `cause` until it returns a failure, and then abandons the RTI, so that its calls return. If
  // they have not returned after 5 s, the thread calls `give_up` (Host::give_up).
  void look_after(std::function<MayFail()> cause, std::function<void(const Failure&)> give_up);

 private:
  PeerGround(const contracts::WorkerPlan& plan, const Shape& shape,
             std::vector<rti::FomModule> modules, base::SharedMemory memory);

  struct Told;
  [[nodiscard]] Told& told() const;

  const contracts::WorkerPlan& plan_;
  const Shape& shape_;
  const std::vector<rti::FomModule> modules_;
  const base::SharedMemory memory_;
  std::mutex peer_mutex_;  // held while the RTI is abandoned, and while it ends
  std::unique_ptr<rti::Peer> peer_;
  std::atomic<bool> over_{false};
  std::thread watch_;
};

}  // namespace orrery::workloads::federates
