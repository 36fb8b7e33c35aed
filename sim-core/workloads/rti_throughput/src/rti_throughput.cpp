#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>
#include <utility>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/federates/checks.hpp"
#include "orrery/workloads/federates/federation_run.hpp"

#include "throughput_federates.hpp"

namespace orrery::workloads {

namespace rti_throughput {
namespace {

using contracts::Better;
using contracts::Metric;
using federates::Checks;

struct Received {
  int number = 0;
  Latency latency;
  Counted all;
  std::uint64_t by_port = 0;  // updates of lossy cycles, with warm-up
  std::uint64_t faster = 0;   // measured cycles with more updates per second than were sent
  // Of the measured cycles: [0] the reliable ones, [1] the lossy ones.
  std::array<Counted, 2> by_turn;
  std::array<std::vector<double>, 2> rates_by_turn;  // updates/s
  double worst_loss = 0;                             // greatest share of a cycle's updates
  std::vector<double> rates;                         // of cycles, updates/s
};

// Rates of the cycles of one transportation, in updates/s.
struct Alike {
  std::string suffix;  // of the metrics' names; empty if the run does not switch
  std::string words;   // of the metrics' titles
  std::vector<double> sent;
  std::vector<std::vector<double>> received;  // by receiver
};

double middle(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double per_second(std::uint64_t count, std::int64_t ns) {
  return static_cast<double>(count) * 1e9 / static_cast<double>(std::max<std::int64_t>(1, ns));
}

// The mean over receivers of each one's middle cycle, in updates/s.
double mean_rate(const std::vector<Received>& receivers) {
  double sum = 0;
  for (const Received& each : receivers) sum += middle(each.rates);
  return sum / static_cast<double>(std::max<std::size_t>(1, receivers.size()));
}

class ThroughputRun final : public federates::FederationRun {
 public:
  explicit ThroughputRun(const contracts::WorkerPlan& given)
      : FederationRun(given),
        wanted_(std::get<contracts::RtiThroughputPlan>(given.workload)),
        turns_(wanted_) {}

 protected:
  [[nodiscard]] federates::Shape shape() const override;
  [[nodiscard]] Progress describe() const override {
    return {"Updates", "update_time", "Time of an update sent", total()};
  }
  void judge(const federates::Party& first, contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<Metric> figures() const override { return metrics_; }

 private:
  [[nodiscard]] std::uint64_t total() const {
    return static_cast<std::uint64_t>(wanted_.cycles) *
           static_cast<std::uint64_t>(wanted_.updates_per_cycle);
  }
  // Updates of a cycle that concern receiver `number`.
  [[nodiscard]] std::uint64_t share(int number) const {
    return shape_of(wanted_).share(static_cast<std::uint64_t>(wanted_.updates_per_cycle), number);
  }
  [[nodiscard]] std::uint32_t first_measured() const {
    return static_cast<std::uint32_t>(wanted_.warmup_cycles);
  }
  [[nodiscard]] bool lossy() const { return shape_of(wanted_).lossy(); }
  void check_counts(const federates::Party& first, const std::vector<Received>& receivers,
                    Checks& checks) const;
  void check_times(const federates::Party& first, const std::vector<Sent>& cycles,
                   Checks& checks) const;
  // For a run that switches: checks and metrics of each transportation.
  void judge_turns(const federates::Party& first, const std::vector<Received>& receivers,
                   contracts::WorkerResult& result);
  void add_rates(const Alike& cycles);
  // The rate of each cycle and receiver (Figure 6.3 of the reliable multicast study).
  static void add_traces(const std::vector<Received>& receivers, contracts::WorkerResult& result);
  // Rate and latency of each receiver.
  void add_receivers(const std::vector<Received>& receivers);
  // CPU time by role, where the sender shares its process with no receiver.
  void add_cpu_shares(const federates::Party& first);
  // The share of all updates that reached the port of a receiver's node, whether they concerned it or not.
  void add_reached(const federates::Party& first);
  // Number of copies of an update that leave by the best-effort port.
  [[nodiscard]] std::uint64_t copies(const federates::Party& first) const;
  [[nodiscard]] Received read(const federates::Report& report, const std::vector<Sent>& sent) const;
  [[nodiscard]] std::uint64_t cycles_that_differ(const federates::Report& report) const;
  void add(std::string name, std::string title, double value, const char* unit, Better better) {
    metrics_.push_back({std::move(name), std::move(title), value, unit, better});
  }

  const contracts::RtiThroughputPlan wanted_;
  const Turns turns_;
  std::vector<Metric> metrics_;
};

federates::Shape ThroughputRun::shape() const {
  const ExchangeShape exchanged = shape_of(wanted_);
  federates::Shape shape;
  shape.federates = 1 + wanted_.receivers;
  shape.first_apart = true;
  shape.rti = wanted_.rti;
  shape.model = wanted_.process_model;
  shape.coordinator_apart = wanted_.coordinator == contracts::Coordinator::apart;
  shape.data = wanted_.data;
  shape.congestion_avoidance = federates::avoidance_of(wanted_.intent);
  (exchanged.objects() ? shape.object_classes : shape.interaction_classes) =
      federates::classes_of(exchanged, "Data");
  shape.spaces = federates::spaces_of(exchanged);
  shape.message_bytes = exchanged.bytes();
  shape.values = static_cast<std::size_t>(exchanged.values);
  shape.loads = wanted_.loads;
  shape.receivers.resize(static_cast<std::size_t>(wanted_.receivers));
  std::iota(shape.receivers.begin(), shape.receivers.end(), 1);
  shape.time_title = "from sending to delivery";
  shape.report_bytes =
      sizeof(Latency) +
      sizeof(Counted) * static_cast<std::size_t>(wanted_.cycles + wanted_.warmup_cycles);
  shape.make_party = [this](rti::BasicNode& node, const federates::Cast& cast, int number,
                            auto* done) -> std::unique_ptr<federates::Party> {
    if (number == 0) {
      return std::make_unique<Sender>(node, cast, wanted_, shares_clock(), done);
    }
    return std::make_unique<Receiver>(node, cast, number, wanted_, shares_clock());
  };
  return shape;
}

std::vector<Counted> cycles_of(const federates::Report& report) {
  std::vector<Counted> cycles((report.own.size() - sizeof(Latency)) / sizeof(Counted));
  if (!cycles.empty()) {
    std::memcpy(static_cast<void*>(cycles.data()), report.own.data() + sizeof(Latency),
                cycles.size() * sizeof(Counted));
  }
  return cycles;
}

// The time of a cycle at a receiver, in ns: from the sender's first update to the receiver's last, and at least as long as
// the sender sends. The clocks of two nodes differ, so the time from the receiver's answer to `begins` is taken, less what
// the sender took from that answer to its first update.
std::int64_t cycle_ns(const Counted& counted, const Sent& sent, int receiver) {
  const std::int64_t lead = sent.lead_ns.at(static_cast<std::size_t>(receiver - 1));
  return std::max(counted.elapsed_ns - lead, sent.elapsed_ns);
}

Received ThroughputRun::read(const federates::Report& report, const std::vector<Sent>& sent) const {
  Received received;
  received.number = report.head.number;
  received.latency = report.as<Latency>();
  auto cycles = cycles_of(report);
  for (std::uint32_t i = 0; i < cycles.size(); ++i) {
    const Counted& cycle = cycles[i];
    const bool by_port = turns_.lossy(i);
    if (by_port) received.by_port += cycle.updates;
    if (i < first_measured()) continue;
    const Sent& sending = sent.at(i - first_measured());
    const double rate = per_second(cycle.updates, cycle_ns(cycle, sending, received.number));
    if (rate > per_second(sending.updates, sending.elapsed_ns)) ++received.faster;
    received.by_turn[by_port ? 1 : 0].updates += cycle.updates;
    received.by_turn[by_port ? 1 : 0].bytes += cycle.bytes;
    received.rates_by_turn[by_port ? 1 : 0].push_back(rate);
    received.worst_loss =
        std::max(received.worst_loss, 1 - static_cast<double>(cycle.updates) /
                                              static_cast<double>(share(received.number)));
    received.all.updates += cycle.updates;
    received.all.late += cycle.late;
    received.all.bytes += cycle.bytes;
    received.all.again += cycle.again;
    received.all.older += cycle.older;
    received.all.stale += cycle.stale;
    received.rates.push_back(rate);
  }
  return received;
}

std::uint64_t ThroughputRun::cycles_that_differ(const federates::Report& report) const {
  const std::uint64_t wanted = share(report.head.number);
  const auto cycles = cycles_of(report);
  std::uint64_t differ = 0;
  for (std::uint32_t i = 0; i < cycles.size(); ++i) {
    const Counted& cycle = cycles[i];
    const bool right = turns_.lossy(i) ? cycle.updates <= wanted : cycle.updates == wanted;
    if (!right || cycle.bytes != cycle.updates * shape_of(wanted_).bytes()) ++differ;
  }
  return differ;
}

// Compares the updates that receivers counted with the counters of the nodes' ports. The sender's node has no receiver,
// unless all federates share its thread.
void ThroughputRun::check_counts(const federates::Party& first,
                                 const std::vector<Received>& receivers, Checks& checks) const {
  const auto nodes = path_counters(first);
  std::vector<std::uint64_t> arrived(nodes.size());
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> arrived_in;  // by node and region
  for (const Received& each : receivers) {
    const std::size_t node = federates::node_of(each.number, nodes.size(), true);
    if (node == 0) continue;
    std::uint64_t& here = arrived_in[{node, shape_of(wanted_).region_of(each.number)}];
    arrived[node] -= here;
    here = std::max(here, each.by_port);
    arrived[node] += here;
  }
  if (!shape_of(wanted_).of_newest()) return check_ports(checks, wanted_.data, nodes, arrived);
  check_ports(checks, wanted_.data, nodes, {});
  federates::NewestTally tally;
  tally.sent_again = sent_again(first);
  tally.receivers = receivers.size();
  for (const Received& each : receivers) {
    tally.stale += each.all.stale;
    tally.older += each.all.older;
    tally.again += each.all.again;
  }
  check_newest(checks, wanted_.data, tally);
}

std::uint64_t ThroughputRun::copies(const federates::Party& first) const {
  const bool group = wanted_.data.best_effort != contracts::BestEffortProtocol::udp;
  return group ? 1 : path_counters(first).size() - 1;
}

// Checks one shot: all updates of a cycle leave at its time, with a copy for each node that has receivers, or one for their
// group.
void ThroughputRun::check_times(const federates::Party& first, const std::vector<Sent>& cycles,
                                Checks& checks) const {
  std::uint64_t before = 0;
  std::uint64_t then = 0;
  for (const Sent& cycle : cycles) {
    before += cycle.left_before;
    then += cycle.left_then;
  }
  checks.none("early", "Copies of updates that left before their time", before);
  checks.holds("released", "Copies of updates that left at their time", total() * copies(first),
               then);
}

void ThroughputRun::judge_turns(const federates::Party& first,
                                const std::vector<Received>& receivers,
                                contracts::WorkerResult& result) {
  const auto& sender = static_cast<const Sender&>(first);
  const auto cycles = static_cast<std::uint32_t>(wanted_.cycles);
  std::array<std::uint64_t, 2> sent{};
  std::array<std::uint64_t, 2> left{};
  std::array<Alike, 2> turns{{{".reliable", ", reliable cycles", {}, {}},
                              {".best_effort", ", best-effort cycles", {}, {}}}};
  for (std::uint32_t i = 0; i < cycles; ++i) {
    const std::size_t turn = turns_.lossy(first_measured() + i) ? 1 : 0;
    const Sent& cycle = sender.cycles()[i];
    sent[turn] += cycle.updates;
    left[turn] += cycle.left_then;
    turns[turn].sent.push_back(per_second(cycle.updates, cycle.elapsed_ns));
  }
  const std::array<std::string, 2> names = {"reliable", "best_effort"};
  const std::array<std::string, 2> words = {"reliable", "best effort"};
  std::array<std::uint64_t, 2> counted{};
  for (const Received& each : receivers) {
    const std::string number = std::to_string(each.number);
    for (const std::size_t turn : {1U, 0U}) {
      counted[turn] += each.by_turn[turn].updates;
      turns[turn].received.push_back(each.rates_by_turn[turn]);
      result.run_messages.push_back({"receiver-" + number + "." + names[turn],
                                     "Received by federate " + number + ", " + words[turn],
                                     sent[turn], each.by_turn[turn].updates,
                                     each.by_turn[turn].bytes});
    }
  }
  Checks checks(result.checks);
  const auto every = static_cast<std::uint32_t>(wanted_.switch_every);
  checks.holds("switches", "Changes of transportation that were confirmed", (cycles - 1) / every,
               sender.switches_ns().size());
  checks.holds("reliable", "Updates of reliable cycles that came, all receivers",
               sent[0] * receivers.size(), counted[0]);
  checks.none("reliable.left", "Copies of reliable cycles that left by the best-effort port",
              left[0]);
  checks.holds("best_effort.left", "Copies of best-effort cycles that left by that port",
               sent[1] * copies(first), left[1]);
  for (const std::size_t turn : {1U, 0U}) add_rates(turns[turn]);
  add("loss_share.best_effort", "Share that was lost, best-effort cycles, all receivers together",
      1 - static_cast<double>(counted[1]) / static_cast<double>(sent[1] * receivers.size()),
      "share", Better::lower);
  const auto& times = sender.switches_ns();
  add("switch_time", "Change of transportation, until it was confirmed, mean",
      std::accumulate(times.begin(), times.end(), 0.0) /
          static_cast<double>(std::max<std::size_t>(1, times.size())),
      "ns", Better::lower);
}

void ThroughputRun::add_rates(const Alike& cycles) {
  const bool objects = shape_of(wanted_).objects();
  std::vector<double> of_receivers;
  std::vector<double> of_cycles;
  for (const std::vector<double>& rates : cycles.received) {
    of_receivers.push_back(middle(rates));
    of_cycles.insert(of_cycles.end(), rates.begin(), rates.end());
  }
  const double mean = std::accumulate(of_receivers.begin(), of_receivers.end(), 0.0) /
                      static_cast<double>(of_receivers.size());
  const auto each = [&](const char* name, const char* title, double value, const char* unit) {
    add(name + cycles.suffix, title + cycles.words, value, unit, Better::higher);
  };
  each("sent_rate", objects ? "Updates sent per second (UAV)" : "Interactions sent per second (SI)",
       middle(cycles.sent), "messages/s");
  each("received_rate",
       objects ? "Updates received per second, per receiver, mean (RAV)"
               : "Interactions received per second, per receiver, mean (RI)",
       mean, "messages/s");
  each("received_rate.least", "Received per second by the slowest receiver",
       *std::ranges::min_element(of_receivers), "messages/s");
  each("received_bytes", "Bytes of values received per second, per receiver, mean",
       mean * static_cast<double>(shape_of(wanted_).bytes()), "B/s");
  each("stability", "Slowest cycle over the middle one",
       *std::ranges::min_element(of_cycles) / std::max(1.0, middle(of_cycles)), "ratio");
}

void ThroughputRun::add_traces(const std::vector<Received>& receivers,
                               contracts::WorkerResult& result) {
  constexpr std::size_t most = 2'000;  // points of a trace, by the contract
  for (const Received& each : receivers) {
    const auto drawn = static_cast<std::ptrdiff_t>(std::min(each.rates.size(), most));
    std::vector<double> rates(each.rates.begin(), each.rates.begin() + drawn);
    std::vector<double> cycles(rates.size());
    std::iota(cycles.begin(), cycles.end(), 1.0);
    const std::string number = std::to_string(each.number);
    result.traces.push_back({"received_rate.federate" + number, "Federate " + number, "messages/s",
                             "Cycle", "count", std::move(cycles), std::move(rates)});
  }
}

void ThroughputRun::add_receivers(const std::vector<Received>& receivers) {
  Latency slowest;
  const auto ns = [&](std::string name, std::string title, std::uint64_t value) {
    add(std::move(name), std::move(title), static_cast<double>(value), "ns", Better::lower);
  };
  for (const Received& each : receivers) {
    if (each.latency.count == 0) continue;
    slowest.count += each.latency.count;
    slowest.p50_ns = std::max(slowest.p50_ns, each.latency.p50_ns);
    slowest.p99_ns = std::max(slowest.p99_ns, each.latency.p99_ns);
  }
  if (slowest.count > 0) {
    ns("latency.p50.greatest", "From sending to delivery, median of the slowest receiver",
       slowest.p50_ns);
    ns("latency.p99.greatest", "From sending to delivery, greatest 99th percentile of a receiver",
       slowest.p99_ns);
  }
  for (const Received& each : receivers) {
    const std::string number = std::to_string(each.number);
    // The cycles of both transportations together have no rate.
    if (!turns_.switches()) {
      add("received_rate.federate" + number, "Received per second by federate " + number,
          middle(each.rates), "messages/s", Better::higher);
    }
    if (each.latency.count == 0) continue;
    ns("latency.p50.federate" + number,
       "From sending to delivery at federate " + number + ", median", each.latency.p50_ns);
    ns("latency.p99.federate" + number,
       "From sending to delivery at federate " + number + ", 99th percentile", each.latency.p99_ns);
  }
}

void ThroughputRun::add_cpu_shares(const federates::Party& first) {
  const bool processes = wanted_.process_model == contracts::ProcessModel::process;
  if (plan().nodes.size() == 1 && !processes) return;
  const auto elapsed = static_cast<double>(std::max<std::int64_t>(1, elapsed_ns()));
  const auto share = [elapsed](const base::ResourceUsage& used) {
    return static_cast<double>(used.user_cpu_ns + used.system_cpu_ns) / elapsed;
  };
  double sum = 0;
  for (const federates::Report& report : first.reports()) sum += share(report.head.usage);
  add("cpu_share.sender", "CPU time of the sender's process, of one core", share(first.usage()),
      "share", Better::lower);
  add("cpu_share.receivers", "CPU time of a receiver's process, of one core, mean",
      sum / static_cast<double>(std::max<std::size_t>(1, first.reports().size())), "share",
      Better::lower);
}

void ThroughputRun::add_reached(const federates::Party& first) {
  const auto nodes = path_counters(first);
  if (nodes.size() < 2 || turns_.switches()) return;
  const std::uint64_t updates = total() / static_cast<std::uint64_t>(wanted_.cycles) *
                                static_cast<std::uint64_t>(wanted_.cycles + wanted_.warmup_cycles);
  std::uint64_t reached = 0;
  for (std::size_t node = 1; node < nodes.size(); ++node) {
    reached += nodes[node].received + nodes[node].elsewhere;
  }
  add("reached_share", "Share of all updates that reached another node, mean of these nodes",
      static_cast<double>(reached) / static_cast<double>(nodes.size() - 1) /
          static_cast<double>(updates),
      "share", Better::lower);
}

void ThroughputRun::judge(const federates::Party& first, contracts::WorkerResult& result) {
  const auto& sender = static_cast<const Sender&>(first);
  set_elapsed_ns(sender.elapsed_ns());
  std::uint64_t sent = 0;
  std::uint64_t congested = 0;
  Alike all;
  for (const Sent& cycle : sender.cycles()) {
    sent += cycle.updates;
    congested += cycle.congested;
    all.sent.push_back(per_second(cycle.updates, cycle.elapsed_ns));
  }
  std::vector<Received> receivers;
  std::uint64_t differ = 0;
  for (const federates::Report& report : first.reports()) {
    receivers.push_back(read(report, sender.cycles()));
    differ += cycles_that_differ(report);
  }
  std::sort(receivers.begin(), receivers.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });

  std::uint64_t counted = 0;
  std::uint64_t expected = 0;
  std::uint64_t late = 0;
  std::uint64_t faster = 0;
  const auto cycles = static_cast<std::uint64_t>(wanted_.cycles);
  for (const Received& each : receivers) {
    counted += each.all.updates;
    expected += share(each.number) * cycles;
    faster += each.faster;
    late += each.all.late;
    all.received.push_back(each.rates);
    if (turns_.switches()) continue;
    result.run_messages.push_back({"receiver-" + std::to_string(each.number),
                                   "Received by federate " + std::to_string(each.number),
                                   share(each.number) * cycles, each.all.updates, each.all.bytes});
  }
  Checks checks(result.checks);
  checks.holds("sent", "All updates asked for were sent", total(), sent);
  checks.none("rates", "Cycles in which a receiver got more per second than was sent", faster);
  if (federates::limits_rate(wanted_.data)) {
    std::uint64_t beyond = 0;
    for (std::uint32_t i = 0; i < sender.cycles().size(); ++i) {
      // The limiter is at the port, which reliable cycles do not use.
      if (turns_.switches() && !turns_.lossy(first_measured() + i)) continue;
      const Sent& cycle = sender.cycles()[i];
      beyond += federates::beyond_rate(wanted_.data, cycle.updates, shape_of(wanted_).bytes(),
                                       cycle.elapsed_ns);
    }
    checks.none("rate", "Updates sent beyond the rate limit, of all cycles", beyond);
  }
  if (lossy()) {
    checks.none("cycles", "Cycles of receivers with more updates than were sent, or parts of some",
                differ);
    check_counts(first, receivers, checks);
    if (shape_of(wanted_).timed()) check_times(first, sender.cycles(), checks);
  } else {
    checks.holds("received", "Updates received, all receivers together", expected, counted);
    checks.none("cycles", "Cycles of receivers that lack updates or bytes", differ);
  }

  if (!turns_.switches()) add_rates(all);
  const bool newest = shape_of(wanted_).of_newest();
  add("loss_share",
      newest ? "Share that was lost or replaced by a newer value, all receivers together"
             : "Share that was lost, all receivers together",
      1 - static_cast<double>(counted) / static_cast<double>(expected), "share", Better::lower);
  if (lossy()) {
    double worst = 0;
    std::uint64_t again = 0;
    for (const Received& each : receivers) {
      worst = std::max(worst, each.worst_loss);
      again += each.all.again;
    }
    if (newest) {
      add("again", "Values that came again while they were the newest", static_cast<double>(again),
          "count", Better::neither);
    }
    add("loss_share.worst", "Share that was lost, worst cycle of a receiver", worst, "share",
        Better::lower);
  }
  add("late", "Updates that came after their cycle's end, all receivers together",
      static_cast<double>(late), "count", Better::lower);
  add("congested_share", "Sending that found no room, for each update sent",
      static_cast<double>(congested) / static_cast<double>(std::max<std::uint64_t>(1, sent)),
      "ratio", Better::neither);
  if (turns_.switches()) judge_turns(first, receivers, result);
  sender.intent().add(mean_rate(receivers), metrics_, result);
  add_receivers(receivers);
  add_traces(receivers, result);
  add_cpu_shares(first);
  if (lossy()) add_reached(first);
  add_path(first, metrics_);
}

}  // namespace
}  // namespace rti_throughput

std::unique_ptr<Workload> make_rti_throughput(const contracts::WorkerPlan& plan) {
  return std::make_unique<rti_throughput::ThroughputRun>(plan);
}

}  // namespace orrery::workloads
