#include "multicast_rows.hpp"

#include <sched.h>

#include <utility>

#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"

#include "alternate.hpp"
#include "multicast_runs.hpp"

namespace orrery::bench {
namespace {

constexpr unsigned row_receivers = 4;

struct Rate {
  const char* name;
  Multicast protocol;
  double loss;
  double least;  // the mark; 0: none
};

struct Delay {
  const char* name;
  Multicast protocol;
  unsigned receivers;
  double loss;
  double below_ms;  // the mark; 0: none
};

std::vector<int> cores_but(int core) {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  std::vector<int> others;
  if (::sched_getaffinity(0, sizeof usable, &usable) == 0) {
    for (int each = 0; each < CPU_SETSIZE; ++each) {
      if (each != core && CPU_ISSET(each, &usable)) others.push_back(each);
    }
  }
  return others.empty() ? std::vector<int>{core} : others;
}

class Rows {
 public:
  explicit Rows(const RtiGroundBench& bench) : bench_(bench) {}

  std::vector<Row> run() {
    here();
    if (bench_.hosts.size() > row_receivers) across_hosts();
    return std::move(rows_);
  }

 private:
  [[nodiscard]] std::uint64_t times(std::uint64_t full) const {
    return bench_.quick ? std::max<std::uint64_t>(2, full / 100) : full;
  }
  [[nodiscard]] int repeats(int full) const { return bench_.quick ? 1 : full; }

  // A third party's row is there where it is built in.
  [[nodiscard]] bool measured_here(const std::string& name, Multicast protocol) const {
    return (protocol != Multicast::dds || transport::has_dds()) &&
           (protocol != Multicast::norm || transport::has_norm()) && bench_.wanted(name);
  }

  // All receivers share a core, so that one who sends and one who receives are compared.
  void here() {
    MulticastRun run;
    run.core_sender = bench_.core_a;
    run.cores_receivers = {bench_.core_b};
    for (const Rate& each : {Rate{"multicast.nak.to_4.loss_1", Multicast::nak, 0.01, 300'000},
                             Rate{"multicast.region.to_4.loss_1", Multicast::region, 0.01, 0},
                             Rate{"multicast.nak.to_4.loss_0", Multicast::nak, 0, 0},
                             Rate{"multicast.dds.to_4.loss_0", Multicast::dds, 0, 0},
                             Rate{"multicast.norm.to_4.loss_1", Multicast::norm, 0.01, 0},
                             Rate{"multicast.norm.to_4.loss_0", Multicast::norm, 0, 0}}) {
      rate(each, run, 3);
    }
    for (const Delay& each :
         {Delay{"multicast.nak.p99.loss_1", Multicast::nak, 1, 0.01, 5},
          Delay{"multicast.nak.p99.loss_5", Multicast::nak, 1, 0.05, 5},
          Delay{"multicast.nak.to_4.p99.loss_5", Multicast::nak, row_receivers, 0.05, 0},
          Delay{"multicast.region.to_4.p99.loss_5", Multicast::region, row_receivers, 0.05, 0},
          Delay{"multicast.nak.p99.loss_0", Multicast::nak, 1, 0, 0},
          Delay{"multicast.dds.p99.loss_0", Multicast::dds, 1, 0, 0},
          Delay{"multicast.norm.p99.loss_1", Multicast::norm, 1, 0.01, 0},
          Delay{"multicast.norm.p99.loss_0", Multicast::norm, 1, 0, 0}}) {
      if (!measured_here(each.name, each.protocol)) continue;
      run.protocol = each.protocol;
      run.receivers = each.receivers;
      run.loss = each.loss;
      run.messages = times(2'000);
      const double p99 =
          median_of(repeats(3), [&] { return reliable_multicast_delays(run).p99_ms; });
      rows_.push_back({each.name, p99, "ms", {}, {}, "", {}});
      under(each.below_ms);
    }
  }

  // Each party on a host of its own; receivers have all cores but the sender's.
  void across_hosts() {
    MulticastRun run;
    run.core_sender = bench_.core_a;
    run.cores_receivers = cores_but(bench_.core_a);
    run.hosts = bench_.hosts;
    for (const Rate& each :
         {Rate{"multicast.hosts.nak.to_4.loss_0", Multicast::nak, 0, 0},
          Rate{"multicast.hosts.nak.to_4.loss_1", Multicast::nak, 0.01, 300'000},
          Rate{"multicast.hosts.nak.to_4.loss_5", Multicast::nak, 0.05, 0},
          Rate{"multicast.hosts.region.to_4.loss_1", Multicast::region, 0.01, 0}}) {
      rate(each, run, 5);
    }
    for (const Delay& each :
         {Delay{"multicast.hosts.nak.to_4.delay.loss_0", Multicast::nak, row_receivers, 0, 0},
          Delay{"multicast.hosts.nak.to_4.delay.loss_1", Multicast::nak, row_receivers, 0.01, 5},
          Delay{"multicast.hosts.nak.to_4.delay.loss_5", Multicast::nak, row_receivers, 0.05, 5},
          Delay{"multicast.hosts.region.to_4.delay.loss_5", Multicast::region, row_receivers, 0.05,
                0}}) {
      delay(each, run);
    }
  }

  void rate(const Rate& each, MulticastRun run, int count) {
    if (!measured_here(each.name, each.protocol)) return;
    run.protocol = each.protocol;
    run.loss = each.loss;
    run.messages = times(300'000);
    const auto measured = alternate(
        repeats(count), [&] { return reliable_multicast_rate(run); },
        [&] { return raw_multicast_rate(run); });
    rows_.push_back({each.name,
                     measured.value,
                     "messages/s",
                     measured.reference,
                     measured.ratio,
                     each.least > 0 ? "at least 300,000 messages/s" : "",
                     {}});
    if (each.least > 0) rows_.back().meets = measured.value >= each.least;
  }

  // Median and 99th percentile, beside those of raw packets, which lose nothing.
  void delay(const Delay& each, MulticastRun run) {
    if (!measured_here(each.name, each.protocol)) return;
    run.protocol = each.protocol;
    run.loss = each.loss;
    run.messages = times(3'000);
    std::vector<double> raw_p50;
    const auto p50 = [&raw_p50](const Delays& delays, std::vector<double>& kept) {
      kept.push_back(delays.p50_ms);
      return delays.p99_ms;
    };
    std::vector<double> own_p50;
    const auto p99 = alternate(
        repeats(5), [&] { return p50(reliable_multicast_delays(run), own_p50); },
        [&] { return p50(raw_multicast_delays(run), raw_p50); });
    const double middle = median(own_p50);
    const double raw_middle = median(raw_p50);
    rows_.push_back(
        {std::string(each.name) + ".p50", middle, "ms", raw_middle, middle / raw_middle, "", {}});
    rows_.push_back({std::string(each.name) + ".p99",
                     p99.value,
                     "ms",
                     p99.reference,
                     p99.value / p99.reference,
                     "",
                     {}});
    under(each.below_ms);
  }

  void under(double below_ms) {
    if (below_ms <= 0) return;
    rows_.back().mark = "under 5 ms";
    rows_.back().meets = rows_.back().value < below_ms;
  }

  const RtiGroundBench& bench_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> multicast_rows(const RtiGroundBench& bench) { return Rows(bench).run(); }

}  // namespace orrery::bench
