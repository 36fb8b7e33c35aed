#include <algorithm>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/federates/checks.hpp"
#include "orrery/workloads/federates/federation_run.hpp"

#include "latency_federates.hpp"

namespace orrery::workloads {

namespace rti_latency {
namespace {

using contracts::Better;
using contracts::Metric;

// Enough for a median.
constexpr int probes = 5'000;

class LatencyRun final : public federates::FederationRun {
 public:
  explicit LatencyRun(const contracts::WorkerPlan& given)
      : FederationRun(given), wanted_(std::get<contracts::RtiLatencyPlan>(given.workload)) {}

 protected:
  [[nodiscard]] federates::Shape shape() const override;
  [[nodiscard]] Progress describe() const override {
    return {"Round trips", "round_trip", "Time of a round trip",
            static_cast<std::uint64_t>(wanted_.round_trips)};
  }
  void judge(const federates::Party& first, contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<Metric> figures() const override { return metrics_; }

 private:
  void check(const Tally& sender, const Tally& returnee, contracts::WorkerResult& result) const;
  void measure_delays(const Sender& sender, const Tally& returnee);
  void add(const char* name, const char* title, double value, const char* unit,
           Better better = Better::lower) {
    metrics_.push_back({name, title, value, unit, better});
  }

  const contracts::RtiLatencyPlan wanted_;
  std::vector<Metric> metrics_;
};

federates::Shape LatencyRun::shape() const {
  const ExchangeShape exchanged = shape_of(wanted_);
  federates::Shape shape;
  shape.rti = wanted_.rti;
  shape.model = wanted_.process_model;
  shape.coordinator_apart = wanted_.coordinator == contracts::Coordinator::apart;
  shape.data = wanted_.data;
  if (wanted_.congestion_avoidance == contracts::CongestionAvoidance::rti) {
    shape.congestion_avoidance.most_waiting = static_cast<std::uint32_t>(wanted_.most_waiting);
  }
  const std::string classes =
      federates::classes_of(exchanged, "Out") + federates::classes_of(exchanged, "Back");
  (exchanged.objects() ? shape.object_classes : shape.interaction_classes) = classes;
  shape.message_bytes = exchanged.bytes();
  shape.values = static_cast<std::size_t>(exchanged.values);
  shape.report_bytes = sizeof(Tally);
  shape.cpus = wanted_.cpus;
  shape.sleeping_tick = wanted_.tick == contracts::TickVersion::sleep;
  // No probe with an impairment: it would not measure the bare channel.
  shape.probe = {federates::impairs(wanted_.data.impairment) ? 0 : probes, exchanged.bytes()};
  shape.make_party = [plan = wanted_](rti::BasicNode& node, const federates::Cast& cast, int number,
                                      auto* done) -> std::unique_ptr<federates::Party> {
    if (number == 0) return std::make_unique<Sender>(node, cast, plan, done);
    return std::make_unique<Returnee>(node, cast, plan);
  };
  return shape;
}

void LatencyRun::check(const Tally& sender, const Tally& returnee,
                       contracts::WorkerResult& result) const {
  const auto sent = static_cast<std::uint64_t>(wanted_.round_trips);
  const ExchangeShape exchanged = shape_of(wanted_);
  const std::uint64_t returned_bytes =
      wanted_.return_payload ? exchanged.bytes() : sizeof(std::uint64_t);
  const bool objects = exchanged.objects();
  result.run_messages = {
      {objects ? "update" : "interaction", objects ? "Updates" : "Interactions", sent,
       returnee.received, returnee.received_bytes},
      {"return", "Returns", sent, sender.received, sender.received_bytes},
  };
  federates::Checks checks(result.checks);
  checks.holds("sent", "All round trips asked for were begun", sent, sender.sent);
  if (exchanged.lossy()) {
    // A message that did not arrive is lost. None may arrive twice, or without having been sent.
    checks.at_most("received", "The other federate received none twice", sent, returnee.received);
    checks.at_most("returned", "None came back twice", returnee.sent, sender.received);
    checks.holds("bytes", "Bytes that arrived, both ways",
                 returnee.received * exchanged.bytes() + sender.received * returned_bytes,
                 returnee.received_bytes + sender.received_bytes);
    return;
  }
  checks.holds("received", "The other federate received each once", sent, returnee.received);
  checks.holds("returned", "Each came back once", sent, sender.received);
  checks.holds("bytes", "Bytes that arrived, both ways",
               sent * (exchanged.bytes() + returned_bytes),
               returnee.received_bytes + sender.received_bytes);
  const bool same = sender.sent_stamps == returnee.received_stamps &&
                    returnee.sent_stamps == sender.received_stamps &&
                    sender.sent_stamps == sender.received_stamps;
  result.checks.push_back({"stamps", "The stamps that came back are those that were sent", same,
                           "sum " + hexadecimal(sender.sent_stamps),
                           "sum " + hexadecimal(sender.received_stamps)});
}

// The way there and back is the rest of a round trip, outside both federates' code and calls. Valid only with congestion
// avoidance by the sender: one message is under way at a time.
void LatencyRun::measure_delays(const Sender& sender, const Tally& returnee) {
  if (wanted_.congestion_avoidance != contracts::CongestionAvoidance::sender) return;
  const auto count = static_cast<double>(std::max<std::uint64_t>(1, sender.tally().received));
  const Delays& there = sender.tally().delays;
  const Delays& other = returnee.delays;
  double inside = 0;
  const auto delay = [&](const char* name, const char* title, std::int64_t sum) {
    const double mean = static_cast<double>(sum) / count;
    inside += mean;
    add(name, title, mean, "ns");
  };
  delay("delay.prepare", "d1, d2: making the set of values", there.choose);
  delay("delay.send", "d3, d4: in the call that sends", there.call);
  delay("delay.receive", "d7: in the other federate's callback", other.receive);
  delay("delay.queue", "d8: until its return is begun", other.queued);
  delay("delay.prepare_return", "d9: making the set of values of the return", other.choose);
  delay("delay.send_return", "d10, d11: in the call that returns", other.call);
  add("delay.way", "d5, d6, d12, d13: both ways, and in the RTI",
      std::max(0.0, sender.times().mean() - inside), "ns");
  add("delay.store", "d14: in the sender's callback", static_cast<double>(there.receive) / count,
      "ns");
}

void LatencyRun::judge(const federates::Party& first, contracts::WorkerResult& result) {
  const auto& sender = static_cast<const Sender&>(first);
  const auto returnee = first.reports().front().as<Tally>();
  check(sender.tally(), returnee, result);
  set_elapsed_ns(sender.elapsed_ns());
  const base::Histogram& times = sender.times();
  const auto p50 = static_cast<double>(times.quantile(0.5));
  add("round_trip.p50", "Round trip, median", p50, "ns");
  add("round_trip.mean", "Round trip, mean", times.mean(), "ns");
  add("round_trip.p99", "Round trip, 99th percentile", static_cast<double>(times.quantile(0.99)),
      "ns");
  add("round_trip.min", "Round trip, shortest", static_cast<double>(times.min()), "ns");
  add("round_trip.max", "Round trip, longest", static_cast<double>(times.max()), "ns");
  add("rate", "Round trips per second",
      wanted_.round_trips * 1e9 / static_cast<double>(std::max<std::int64_t>(1, elapsed_ns())),
      "round trips/s", Better::higher);
  add("under_way.most", "Round trips under way at a time, the most",
      static_cast<double>(sender.most_under_way()), "count", Better::lower);
  add("congested_share", "Sending that was refused, for each message sent",
      static_cast<double>(sender.tally().congested) /
          static_cast<double>(std::max<std::uint64_t>(1, sender.tally().sent)),
      "ratio", Better::neither);
  if (raw().p50_ns > 0) {
    add("raw_round_trip.p50", "Round trip on the bare channel, median", raw().p50_ns, "ns",
        Better::neither);
    add("over_raw", "Round trip over that of the bare channel, medians", p50 / raw().p50_ns,
        "ratio");
  }
  measure_delays(sender, returnee);
  add("congested", "Times that there was no room",
      static_cast<double>(sender.tally().congested + returnee.congested), "count");
  if (shape_of(wanted_).lossy()) {
    const auto share = [](std::uint64_t of, std::uint64_t came) {
      return 1 - static_cast<double>(came) / static_cast<double>(std::max<std::uint64_t>(1, of));
    };
    add("loss_share", "Share that was lost", share(sender.tally().sent, sender.tally().received),
        "share");
    add("loss_share.out", "Share of messages lost on the way out",
        share(sender.tally().sent, returnee.received), "share");
    add("loss_share.back", "Share of messages lost on the way back",
        share(returnee.sent, sender.tally().received), "share");
  }
  add_path(first, metrics_);
  add("timeouts", "Returns that came after the time-out", static_cast<double>(sender.timeouts()),
      "count");
}

}  // namespace
}  // namespace rti_latency

std::unique_ptr<Workload> make_rti_latency(const contracts::WorkerPlan& plan) {
  return std::make_unique<rti_latency::LatencyRun>(plan);
}

}  // namespace orrery::workloads
