#include <algorithm>
#include <cmath>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/federates/checks.hpp"
#include "orrery/workloads/federates/federation_run.hpp"

#include "mix_federate.hpp"

namespace orrery::workloads {

namespace federation_mix {
namespace {

using contracts::Better;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

class MixRun final : public federates::FederationRun {
 public:
  explicit MixRun(const contracts::WorkerPlan& given)
      : FederationRun(given),
        wanted_(std::get<contracts::FederationMixPlan>(given.workload)),
        shape_(wanted_, given.seed),
        clock_(std::make_shared<FederationClock>(master())) {}

 protected:
  [[nodiscard]] federates::Shape shape() const override;
  [[nodiscard]] Progress describe() const override {
    const double first = static_cast<double>(shape_.objects_of(0).size());
    return {
        "Updates of the node's first federate", "update_time",
        "Time of an update of the node's first federate",
        static_cast<std::uint64_t>(std::max(1.0, first * wanted_.rate_hz * wanted_.measured_s))};
  }
  void judge(const federates::Party& first, contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override { return metrics_; }

 private:
  struct Sums {
    MixTotals totals;
    std::vector<std::uint64_t> sent_by_group;
    std::uint64_t wanted_kept = 0;    // expected deliveries of groups that receivers keep
    std::uint64_t beyond = 0;         // receivers that got more of them than was sent
    std::uint64_t to_all_others = 0;  // deliveries if there were no groups
    base::Histogram latency;
    base::Histogram join_latency;
  };
  [[nodiscard]] bool best_effort() const {
    return wanted_.data.transportation == contracts::Transportation::best_effort;
  }
  [[nodiscard]] Sums add_up(const std::vector<MixReport>& all) const;
  void check(const federates::Party& first, const Sums& sums,
             contracts::WorkerResult& result) const;
  void score(const Sums& sums);
  void rates(const Sums& sums);
  void times(const Sums& sums);
  // The federates that receive; none if they are too many to be shown one by one.
  [[nodiscard]] std::vector<int> single_receivers() const;
  void of_receivers(const std::vector<MixReport>& all);
  void add(std::string name, std::string title, double value, const char* unit, Better better) {
    metrics_.push_back({std::move(name), std::move(title), value, unit, better});
  }

  const contracts::FederationMixPlan wanted_;
  const MixShape shape_;
  const std::shared_ptr<FederationClock> clock_;  // of this node
  std::vector<contracts::Metric> metrics_;
};

std::vector<int> MixRun::single_receivers() const {
  std::vector<int> found;
  for (int number = 0; number < wanted_.federates; ++number) {
    if (shape_.receives(number)) found.push_back(number);
  }
  if (found.size() > federates::ReceiverBoard::most_receivers) found.clear();
  return found;
}

void MixRun::of_receivers(const std::vector<MixReport>& all) {
  for (const int number : single_receivers()) {
    const MixReport& report = all[static_cast<std::size_t>(number)];
    const std::string which = std::to_string(number);
    add("received_rate.federate" + which, "Received per second by federate " + which,
        static_cast<double>(report.totals.received) * 1e9 /
            static_cast<double>(std::max<std::int64_t>(1, report.totals.elapsed_ns)),
        "messages/s", Better::neither);
    if (report.latency.count() == 0) continue;
    const auto ns = [&](const char* name, const char* title, double share) {
      add(name + which, "From sending to delivery at federate " + which + title,
          static_cast<double>(report.latency.quantile(share)), "ns", Better::lower);
    };
    ns("latency.p50.federate", ", median", 0.5);
    ns("latency.p99.federate", ", 99th percentile", 0.99);
  }
}

federates::Shape MixRun::shape() const {
  federates::Shape shape;
  shape.federates = wanted_.federates;
  shape.model = wanted_.process_model;
  shape.spaces = mix_spaces;
  shape.object_classes = mix_object_classes(best_effort());
  shape.interaction_classes = mix_interaction_classes;
  shape.message_bytes = static_cast<std::size_t>(wanted_.most_bytes);
  shape.report_bytes = most_report_bytes(static_cast<std::size_t>(wanted_.groups));
  shape.data = wanted_.data;
  shape.receivers = single_receivers();
  shape.time_title = "from sending to delivery";
  const int nodes = static_cast<int>(plan().nodes.size());
  shape.make_party = [mix = shape_, clock = clock_, nodes](
                         rti::BasicNode& node, const federates::Cast& cast, int number,
                         auto* done) -> std::unique_ptr<federates::Party> {
    const bool asks = number > 0 && number < nodes;
    return std::make_unique<MixFederate>(node, cast, number, mix, clock, asks, done);
  };
  return shape;
}

MixRun::Sums MixRun::add_up(const std::vector<MixReport>& all) const {
  Sums sums;
  sums.sent_by_group.resize(static_cast<std::size_t>(wanted_.groups));
  MixTotals& totals = sums.totals;
  for (const MixReport& each : all) {
    for (std::size_t group = 0; group < each.sent_by_group.size(); ++group) {
      sums.sent_by_group[group] += each.sent_by_group[group];
    }
    totals.due += each.totals.due;
    totals.missed += each.totals.missed;
    totals.answers += each.totals.answers;
    totals.sent += each.totals.sent;
    totals.congested += each.totals.congested;
    totals.bursts += each.totals.bursts;
    totals.received += each.totals.received;
    totals.received_kept += each.totals.received_kept;
    totals.received_kept_bytes += each.totals.received_kept_bytes;
    totals.received_bytes += each.totals.received_bytes;
    totals.strays += each.totals.strays;
    totals.overdue += each.totals.overdue;
    totals.joins += each.totals.joins;
    totals.slow_joins += each.totals.slow_joins;
    totals.elapsed_ns = std::max(totals.elapsed_ns, each.totals.elapsed_ns);
    totals.clock_uncertainty_ns =
        std::max(totals.clock_uncertainty_ns, each.totals.clock_uncertainty_ns);
    sums.latency.merge(each.latency);
    sums.join_latency.merge(each.join_latency);
  }
  for (int number = 0; number < wanted_.federates; ++number) {
    if (!shape_.receives(number)) continue;
    const MixReport& own = all[static_cast<std::size_t>(number)];
    const std::vector<Group> groups = shape_.groups_of(number);
    std::uint64_t wanted = 0;
    for (std::size_t i = 0; i < std::min(shape_.kept(), groups.size()); ++i) {
      wanted += sums.sent_by_group[groups[i]] - own.sent_by_group[groups[i]];
    }
    sums.wanted_kept += wanted;
    sums.beyond += own.totals.received_kept > wanted ? 1 : 0;
    sums.to_all_others += totals.sent - own.totals.sent;
  }
  return sums;
}

// Adds the score, as docs/user/federation-mix.md defines it. A part that the mix does not ask for is left out.
void MixRun::score(const Sums& sums) {
  const MixTotals& totals = sums.totals;
  double product = 1;
  int judged = 0;
  const auto part = [&](const char* name, const char* title, std::uint64_t good,
                        std::uint64_t all) {
    if (all == 0) return;
    const double value = share(good, all);
    product *= value;
    ++judged;
    add(name, title, 100 * value, "points", Better::higher);
  };
  part("score.rate", "Score of rates: updates sent in time", totals.due - totals.missed,
       totals.due);
  part("score.delivery", "Score of delivery: messages of kept groups that arrived",
       totals.received_kept, sums.wanted_kept);
  part("score.latency", "Score of latency: messages that took at most 300 ms",
       totals.received - totals.overdue, totals.received);
  part("score.joins", "Score of joins: those that took at most 1 s",
       totals.joins - totals.slow_joins, totals.joins);
  add("score", "Score", judged == 0 ? 0 : 100 * std::pow(product, 1.0 / judged), "points",
      Better::higher);
}

void MixRun::rates(const Sums& sums) {
  const MixTotals& totals = sums.totals;
  const double each_s = 1e9 / static_cast<double>(std::max<std::int64_t>(1, totals.elapsed_ns));
  const auto rate = [&](const char* name, const char* title, std::uint64_t count,
                        Better better = Better::higher) {
    add(name, title, static_cast<double>(count) * each_s, "messages/s", better);
  };
  rate("offered_rate", "Updates due per second, bursts included", totals.due, Better::neither);
  rate("sent_rate", "Updates sent per second, with answers to those who joined", totals.sent);
  rate("delivered_rate", "Messages delivered per second, all receivers together", totals.received);
  add("delivered_bytes", "Bytes of values delivered per second",
      static_cast<double>(totals.received_bytes) * each_s, "B/s", Better::higher);
  if (best_effort()) {
    add("loss_share", "Share that was lost, of messages of kept groups",
        1 - share(totals.received_kept, sums.wanted_kept), "share", Better::lower);
  }
  add("squelched_share", "Copies to other federates that groups spared",
      1 - share(totals.received, sums.to_all_others), "share", Better::neither);
  add("missed_share", "Updates sent over 100 ms late, or not at all",
      totals.due == 0 ? 0 : share(totals.missed, totals.due), "share", Better::lower);
  add("bursts", "Bursts", static_cast<double>(totals.bursts), "count", Better::neither);
  add("joins_per_second", "Joins per second", static_cast<double>(totals.joins) * each_s, "joins/s",
      Better::higher);
  add("congested", "Times that there was no room", static_cast<double>(totals.congested), "count",
      Better::lower);
}

void MixRun::times(const Sums& sums) {
  const auto quantiles = [&](const std::string& name, const std::string& title,
                             const base::Histogram& of) {
    if (of.count() == 0) return;
    const auto ns = [&](const char* which, const char* said, std::uint64_t value) {
      add(name + which, title + said, static_cast<double>(value), "ns", Better::lower);
    };
    ns(".p50", ", median", of.quantile(0.5));
    ns(".p90", ", 90th percentile", of.quantile(0.9));
    ns(".p99", ", 99th percentile", of.quantile(0.99));
    ns(".max", ", longest", of.max());
  };
  quantiles("latency", "From sending to delivery", sums.latency);
  quantiles("join_latency", "From joining a group to its first message", sums.join_latency);
  if (plan().nodes.size() < 2) return;
  add("clock_uncertainty", "Uncertainty of a node's clock against that of federate 0, the greatest",
      static_cast<double>(sums.totals.clock_uncertainty_ns), "ns", Better::lower);
}

void MixRun::judge(const federates::Party& first, contracts::WorkerResult& result) {
  std::vector<MixReport> all(static_cast<std::size_t>(wanted_.federates));
  all[0] = static_cast<const MixFederate&>(first).report();
  for (const federates::Report& report : first.reports()) {
    all[static_cast<std::size_t>(report.head.number)] = read_report(report.own);
  }
  const Sums sums = add_up(all);
  const MixTotals& totals = sums.totals;
  set_elapsed_ns(totals.elapsed_ns);
  check(first, sums, result);
  result.run_messages.push_back({"kept", "Messages of kept groups", sums.wanted_kept,
                                 totals.received_kept, totals.received_kept_bytes});
  score(sums);
  rates(sums);
  times(sums);
  of_receivers(all);
  add_path(first, metrics_);
}

void MixRun::check(const federates::Party& first, const Sums& sums,
                   contracts::WorkerResult& result) const {
  federates::Checks checks(result.checks);
  checks.none("strays", "Messages of groups that their receiver never was in", sums.totals.strays);
  const auto nodes = path_counters(first);
  if (!best_effort() || nodes.empty()) {
    checks.holds("kept", "Messages of groups that receivers keep: each arrived once",
                 sums.wanted_kept, sums.totals.received_kept);
    return;
  }
  checks.none("beyond", "Receivers that got more of the groups that they keep than was sent",
              sums.beyond);
  // Copies given to the ports, for each node that was to receive them, and copies that arrived. If a node lost a copy, all of
  // its federates lack it.
  const bool group = wanted_.data.best_effort == contracts::BestEffortProtocol::multicast;
  const std::uint64_t copies = group ? nodes.size() - 1 : 1;
  std::uint64_t given = 0;
  std::uint64_t came = 0;
  for (const auto& node : nodes) {
    given += copies * (node.sent + node.dropped);
    came += node.received + node.elsewhere;
  }
  const auto federates = static_cast<std::uint64_t>(wanted_.federates);
  const std::uint64_t sharing = (federates + nodes.size() - 1) / nodes.size();
  const std::uint64_t most = given > came ? sharing * (given - came) : 0;
  const std::uint64_t lacked =
      sums.wanted_kept - std::min(sums.wanted_kept, sums.totals.received_kept);
  checks.at_most("lost", "Messages of kept groups that did not arrive: ports lost them", most,
                 lacked);
}

}  // namespace
}  // namespace federation_mix

std::unique_ptr<Workload> make_federation_mix(const contracts::WorkerPlan& plan) {
  return std::make_unique<federation_mix::MixRun>(plan);
}

}  // namespace orrery::workloads
