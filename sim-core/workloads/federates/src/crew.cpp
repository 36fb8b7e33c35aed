#include "crew.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "orrery/rti/node.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/face/peers.hpp"

namespace orrery::workloads::federates {

namespace {

// Longest wait between two calls of stopped(). Longer than a waiting thread polls, so that the thread sleeps.
constexpr std::int64_t look_ns = 500'000'000;
// Steps between two calls of stopped() in a thread that is always busy.
constexpr unsigned busy_steps = 4096;
// Interval at which a crew reports its node's counters, as often as live windows are shown; and steps between two reads of
// the clock.
constexpr std::int64_t tell_ns = 50'000'000;
constexpr unsigned tell_steps = 64;

Failure stopped() { return {"stopped", "federates", "stopped while federates worked", ""}; }

}  // namespace

std::variant<std::unique_ptr<Crew>, Failure> Crew::create(Seat seat, const CrewOptions& options,
                                                          const std::vector<int>& numbers,
                                                          const MakeParty& make) {
  std::unique_ptr<Crew> crew(new Crew());
  crew->options_ = options;
  if (options.peer_node) {
    auto node = options.peer_node(numbers.front());
    if (auto* failure = std::get_if<Failure>(&node)) return std::move(*failure);
    crew->node_ = std::move(std::get<std::unique_ptr<rti::BasicNode>>(node));
  } else if (auto failure = crew->take_seat(std::move(seat))) {
    return std::move(*failure);
  }
  for (const int number : numbers) crew->parties_.push_back(make(*crew->node_, number));
  return crew;
}

// Probes the bare channel, and creates the node of the RTI on it.
MayFail Crew::take_seat(Seat seat) {
  const CrewOptions& options = options_;
  const std::uint32_t first = options.coordinator_apart ? 1 : 0;  // the rank of federate 0
  if (options.probe.round_trips > 0 && seat.channels.size() == first + 2 && seat.rank >= first) {
    const std::uint32_t other = 2 * first + 1 - seat.rank;
    auto raw = raw_round_trips(*seat.channels[other], seat.bell, options.wait, options.probe,
                               seat.rank == first, options.stopped);
    if (!raw) {
      return raw.error().code == base::ErrorCode::peer_lost ? peer_lost(raw.error(), "federates")
                                                            : failed(raw.error(), "federates");
    }
    raw_ = *raw;
  }
  rti::NodeOptions node;
  node.self = seat.rank;
  nodes_ = node.nodes = static_cast<std::uint32_t>(seat.channels.size());
  node.wait = options.wait;
  node.patience_ns = options.patience_ns;
  node.bundling = {.bytes = static_cast<std::uint32_t>(options.held.bytes),
                   .timeout_ns = std::int64_t{options.held.timeout_us} * 1'000};
  node.congestion_avoidance = options.congestion_avoidance;
  node.time_bound = options.time_bound;
  if (options.repeat_ns > 0) node.repeat_ns = options.repeat_ns;
  auto made = rti::Node::create(node, std::move(seat.bell), std::move(seat.channels),
                                options.data_paths(std::move(seat.port)));
  if (!made) {
    return Failure{"out_of_resources", "federates", made.error().message,
                   "check the node's limits of open files and memory"};
  }
  node_ = std::move(*made);
  return {};
}

Crew::~Crew() {
  const auto over = [](const auto& party) { return party->over(); };
  if (node_ && !std::all_of(parties_.begin(), parties_.end(), over)) node_->forget();
}

MayFail Crew::coordinate() {
  while (node_->counters().nodes_lost + 1 < nodes_) {
    if (options_.stopped()) return stopped();
    (void)node_->wait(base::now_ns() + look_ns);
    (void)node_->pump();
    tell(base::now_ns());
  }
  tell_at_ns_ = 0;
  tell(base::now_ns());
  return {};
}

void Crew::attend() {
  (void)node_->wait(base::now_ns() + 1'000'000);
  (void)node_->pump();
}

void Crew::tell(std::int64_t now_ns) {
  if (!options_.tell || now_ns < tell_at_ns_) return;
  tell_at_ns_ = now_ns + tell_ns;
  options_.tell(node_->counters());
}

MayFail Crew::drive(bool (Party::*far_enough)() const) {
  for (unsigned steps = 0;; ++steps) {
    bool busy = false;
    bool all = true;
    std::int64_t wake_ns = base::no_deadline;
    for (const auto& party : parties_) {
      busy |= party->step();
      all &= ((*party).*far_enough)();
      wake_ns = std::min(wake_ns, party->wake_ns());
      if (!party->trouble().empty()) {
        if (options_.stopped()) return stopped();
        return Failure{"rti", "federates", party->trouble(),
                       "look at the logs of all nodes: a federate or its node has ended"};
      }
    }
    if (all) {
      tell_at_ns_ = 0;
      tell(base::now_ns());
      return {};
    }
    if ((!busy || steps % busy_steps == 0) && options_.stopped()) {
      return stopped();
    }
    if (busy && steps % tell_steps != 0) continue;
    const std::int64_t now_ns = base::now_ns();
    tell(now_ns);
    if (busy) continue;
    if (options_.sleeping_tick) {
      std::this_thread::sleep_for(std::chrono::microseconds(1));
    } else {
      (void)node_->wait(std::min(wake_ns, now_ns + look_ns));
    }
  }
}

}  // namespace orrery::workloads::federates
