#include "ends.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "orrery/base/party_cores.hpp"
#include "orrery/base/process.hpp"
#include "orrery/workloads/face/conditions.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/face/plan_words.hpp"

#include "receiver.hpp"

namespace orrery::workloads::messaging {

namespace {

constexpr int awake_at_once = 2;

base::WaitStrategy waiting(const contracts::WorkerPlan& plan) {
  const auto named = strategy_of(plan.conditions.wait);
  return named ? *named : base::choose_wait_strategy(awake_at_once, base::usable_cores());
}

Failure lacking(const base::Error& error) {
  return {"out_of_resources", "worker", error.message,
          "check the limits of processes and open files, and /dev/shm"};
}

}  // namespace

Ends::Ends(const contracts::WorkerPlan& plan, const Load& load, const Host& host)
    : plan_(plan), load_(load), host_(host) {}

std::variant<std::unique_ptr<Ends>, Failure> Ends::make(const contracts::WorkerPlan& plan,
                                                        const Load& load, const Host& host) {
  std::unique_ptr<Ends> ends(new Ends(plan, load, host));
  if (plan.nodes.size() == 2) {
    auto peers = Peers::listen(plan, channel_options(plan, load));
    if (auto* failure = std::get_if<Failure>(&peers)) return std::move(*failure);
    ends->peers_ = std::move(std::get<std::unique_ptr<Peers>>(peers));
    return ends;
  }
  if (plan.nodes.size() != 1) {
    return refused("nodes has " + std::to_string(plan.nodes.size()) + " entries",
                   "place it on one node or on two");
  }
  const auto kind = kind_of(plan.transports.local);
  if (!kind) return refused("transports.local is auto", "decide it for this node");
  const bool processes = std::get<contracts::MessagingPlan>(plan.workload).process_model ==
                         contracts::EndsModel::process;
  if (processes && *kind == transport::Kind::thread) {
    return refused("transports.local is thread with workload.process_model process",
                   "choose another, which works between processes");
  }
  if (auto failure = ends->make_pair(*kind)) return std::move(*failure);
  if (processes) {
    if (auto failure = ends->start_process()) return std::move(*failure);
  }
  ends->own_ = ends->end_of(*ends->pair_.a);
  return ends;
}

MayFail Ends::make_pair(transport::Kind kind) {
  auto bell = base::Doorbell::create(base::Doorbell::Scope::shared);
  if (!bell) return lacking(bell.error());
  auto receivers = base::Doorbell::create(base::Doorbell::Scope::shared);
  if (!receivers) return lacking(receivers.error());
  auto pair =
      transport::Transport::make_pair(kind, channel_options(plan_, load_), *bell, *receivers);
  if (!pair) return lacking(pair.error());
  pair_ = std::move(*pair);
  return {};
}

MayFail Ends::start_process() {
  const int parent = ::getpid();
  const int pid = ::fork();
  if (pid < 0) return lacking(base::error_from_errno("making the receiver's process", errno));
  if (pid == 0) {
    host_.after_fork();
    (void)base::set_thread_name("receiver");
    pair_.a->forget();
    if (!base::die_with_parent(parent, SIGKILL) || !pair_.b->adopt()) ::_exit(1);
    ::_exit(serve(*pair_.b));
  }
  receiver_ = pid;
  pair_.b->forget();
  if (auto adopted = pair_.a->adopt(); !adopted) return lacking(adopted.error());
  return {};
}

int Ends::serve(transport::Channel& channel) const {
  AppliedConditions conditions;
  if (conditions.apply(plan_.conditions) || settle(false)) return 1;
  const auto end = end_of(channel);
  const bool done = receive_all(*end, load_).ok();
  channel.close();
  return done ? 0 : 1;
}

std::unique_ptr<End> Ends::end_of(transport::Channel& channel) const {
  return std::make_unique<End>(channel, waiting(plan_), host_.stopped);
}

MayFail Ends::settle(bool sender) const {
  const auto cpus = base::allowed_cores();
  if (plan_.conditions.pinning != contracts::Pinning::none && !cpus.empty()) {
    // Compact: both ends on the first CPU. Spread: the sender on the first, the receiver on the last.
    const bool last = !sender && plan_.conditions.pinning == contracts::Pinning::spread;
    const std::array cpu{last ? cpus.back() : cpus.front()};
    if (auto pinned = base::pin_to_cores(cpu); !pinned) return failed(pinned.error(), "worker");
  }
  return {};
}

MayFail Ends::connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) {
  if (!peers_) return {};
  if (auto failure = peers_->connect(endpoints, deadline_ns, host_.stopped)) return failure;
  own_ = end_of(*peers_->channels()[sends() ? 1 : 0]);
  return {};
}

MayFail Ends::begin() {
  if (!peers_ && receiver_ == 0) {
    receiving_ = std::thread([this] {
      (void)base::set_thread_name("receiver");
      (void)serve(*pair_.b);
    });
  }
  return settle(sends());
}

Ends::~Ends() {
  // The receiver ends when its sender's end closes.
  if (pair_.a) pair_.a->close();
  if (receiving_.joinable()) receiving_.join();
  if (receiver_ == 0) return;
  ::kill(receiver_, SIGKILL);
  while (::waitpid(receiver_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace orrery::workloads::messaging
