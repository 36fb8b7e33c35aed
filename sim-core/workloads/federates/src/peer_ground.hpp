// What a run on another RTI stands on: that RTI's adapter in each process, where its federates meet, and a thread that
// makes those return who wait in it when the run is to end.
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
  // Before any fork: processes made afterwards have it too.
  static std::variant<std::unique_ptr<PeerGround>, Failure> create(
      const contracts::WorkerPlan& plan, const Shape& shape,
      const std::vector<rti::FomModule>& modules);
  ~PeerGround();

  // Loads the RTI, in each process for its own, with so many of its federates.
  MayFail load(int federates_here);
  // In the process of federate 0; the others learn of it.
  MayFail open();
  // Waits until it is known where.
  std::variant<std::unique_ptr<rti::BasicNode>, Failure> node(int federate,
                                                              const std::function<bool()>& stopped);
  // Where federates meet: on the node of federate 0 from open() on, on the others once they have been told.
  [[nodiscard]] std::string where() const;
  void meet_at(const std::string& where);
  // From now on, until all nodes are gone: abandons the RTI once there is a cause, which is asked for from another thread. If
  // its calls do not come back even then, `give_up` is called (Host::give_up).
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
