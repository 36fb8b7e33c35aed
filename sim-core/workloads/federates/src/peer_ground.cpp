#include "peer_ground.hpp"

#include <array>
#include <chrono>
#include <cstring>
#include <new>

#include "orrery/base/clock.hpp"
#include "orrery/peers/helics/helics.hpp"
#include "orrery/transport/run_secret.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"

namespace orrery::workloads::federates {

namespace {

constexpr auto look = std::chrono::milliseconds(20);
// Time for abandon() to return. A killed process may have held a lock of the other RTI, which then is never released.
constexpr std::int64_t patience_ns = 5'000'000'000;
constexpr const char* remedy = "look at the run's log; set workload.rti to orrery if it goes on";

Failure from(const rti::Error& error) { return {"rti", "federates", error.message, remedy}; }

// The HELICS core for the transport that the plan names. Empty: HELICS has none.
std::optional<peers::helics::Core> core_of(const contracts::WorkerPlan& plan) {
  using contracts::LocalTransport;
  using peers::helics::Core;
  if (plan.nodes.size() > 1) {
    if (plan.transports.nodes == contracts::NodeTransport::tcp) return Core::tcp;
    return {};
  }
  if (plan.transports.local == LocalTransport::thread) return Core::inproc;
  if (plan.transports.local == LocalTransport::shm) return Core::ipc;
  if (plan.transports.local == LocalTransport::tcp) return Core::tcp;
  return {};
}

}  // namespace

std::vector<std::string> usable_rti_peers() {
  if (!peers::helics::version()) return {};
  return {std::string(contracts::to_string(contracts::Rti::helics))};
}

// In memory that the processes of a worker share.
struct PeerGround::Told {
  std::atomic<bool> known{false};
  std::array<char, 256> where{};
};

std::variant<std::unique_ptr<PeerGround>, Failure> PeerGround::create(
    const contracts::WorkerPlan& plan, const Shape& shape,
    const std::vector<rti::FomModule>& modules) {
  if (shape.model == contracts::ProcessModel::pooled) {
    return refused("workload.process_model is pooled with workload.rti helics",
                   "choose thread or process: each federate waits in its own time requests");
  }
  if (shape.sleeping_tick) {
    return refused("workload.tick is sleep with workload.rti helics", "choose wait");
  }
  const int nodes = static_cast<int>(plan.nodes.size()) - (shape.coordinator_apart ? 1 : 0);
  if (nodes > 1 && shape.federates != nodes) {
    return refused("workload.rti is helics with " + std::to_string(shape.federates) +
                       " federates on " + std::to_string(nodes) + " nodes",
                   "use one node, or one for each federate");
  }
  if (!core_of(plan)) {
    return refused("HELICS is carried by threads, shared memory and TCP alone",
                   "choose thread, shm or tcp (transports.local), and tcp between nodes");
  }
  auto memory = base::SharedMemory::create(sizeof(Told));
  if (!memory) return failed(memory.error(), "federates");
  return std::unique_ptr<PeerGround>(new PeerGround(plan, shape, modules, std::move(*memory)));
}

PeerGround::PeerGround(const contracts::WorkerPlan& plan, const Shape& shape,
                       std::vector<rti::FomModule> modules, base::SharedMemory memory)
    : plan_(plan), shape_(shape), modules_(std::move(modules)), memory_(std::move(memory)) {
  new (memory_.data()) Told();
}

PeerGround::~PeerGround() {
  {
    const std::lock_guard lock(peer_mutex_);
    peer_.reset();
  }
  over_ = true;
  if (watch_.joinable()) watch_.join();
}

PeerGround::Told& PeerGround::told() const { return *reinterpret_cast<Told*>(memory_.data()); }

MayFail PeerGround::load(int federates_here) {
  peers::helics::Options options;
  options.core = *core_of(plan_);
  options.federates = shape_.federates;
  options.federates_here = federates_here;
  options.name =
      "orrery" + transport::run_name(std::to_string(plan_.transports.token), "helics federation");
  if (plan_.nodes.size() > 1) options.address = plan_.transports.bind_address;
  options.modules = modules_;
  options.advances_time = shape_.advances_time;
  auto made = peers::helics::make(std::move(options));
  if (!made) return from(made.error());
  peer_ = std::move(*made);
  return {};
}

MayFail PeerGround::open() {
  auto where = peer_->open();
  if (!where) return from(where.error());
  meet_at(*where);
  return {};
}

void PeerGround::meet_at(const std::string& where) {
  auto& text = told().where;
  std::memcpy(text.data(), where.data(), std::min(where.size(), text.size() - 1));
  told().known.store(true, std::memory_order_release);
}

std::string PeerGround::where() const { return told().where.data(); }

std::variant<std::unique_ptr<rti::BasicNode>, Failure> PeerGround::node(
    int federate, const std::function<bool()>& stopped) {
  while (!told().known.load(std::memory_order_acquire)) {
    if (stopped()) return Failure{"stopped", "federates", "stopped before federates met", ""};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  auto made = peer_->node(told().where.data(), federate);
  if (!made) return from(made.error());
  return std::move(*made);
}

void PeerGround::look_after(std::function<MayFail()> cause,
                            std::function<void(const Failure&)> give_up) {
  watch_ = std::thread([this, cause = std::move(cause), give_up = std::move(give_up)] {
    MayFail failure;
    while (!over_ && !(failure = cause())) std::this_thread::sleep_for(look);
    if (!failure) return;
    // abandon() may wait for such a lock too.
    std::atomic<bool> abandoned{false};
    std::thread abandoning([&] {
      {
        const std::lock_guard lock(peer_mutex_);
        if (peer_) peer_->abandon();
      }
      abandoned = true;
    });
    const std::int64_t until = base::now_ns() + patience_ns;
    while (!(over_ && abandoned)) {
      if (give_up && base::now_ns() >= until) give_up(*failure);
      std::this_thread::sleep_for(look);
    }
    abandoning.join();
  });
}

}  // namespace orrery::workloads::federates
