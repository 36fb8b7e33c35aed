#include "rti_ground.hpp"

#include <array>
#include <memory>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/bench/channels.hpp"
#include "orrery/bench/probes.hpp"
#include "orrery/group/directory.hpp"
#include "orrery/timing/lbts.hpp"
#include "orrery/transport/dds.hpp"

#include "alternate.hpp"
#include "multicast_runs.hpp"

namespace orrery::bench {

namespace {

using transport::Kind;

class Rows {
 public:
  explicit Rows(const RtiGroundBench& bench) : bench_(bench) {}

  std::vector<Row> run() {
    historic("transport.mailer.round_trips", Kind::mailer);
    historic("transport.tcp_per_message.round_trips", Kind::tcp_per_message);
    multicast();
    bounds("timing.butterfly_8.in_process", timing::Algorithm::butterfly);
    bounds("timing.central_8.in_process", timing::Algorithm::central);
    groups();
    return std::move(rows_);
  }

 private:
  [[nodiscard]] std::uint64_t times(std::uint64_t full) const {
    return bench_.quick ? std::max<std::uint64_t>(2, full / 100) : full;
  }
  [[nodiscard]] int repeats(int full) const { return bench_.quick ? 1 : full; }
  static double rate(std::uint64_t count, std::int64_t started_ns) {
    return static_cast<double>(count) * 1e9 / static_cast<double>(base::now_ns() - started_ns);
  }

  // No marks: they are measured to be compared with what came after, a lasting connection.
  void historic(const std::string& name, Kind kind) {
    if (!bench_.wanted(name)) return;
    const auto measured = alternate(
        repeats(3),
        [&] { return channel_round_trips(kind, times(5'000), 128, bench_.core_a, bench_.core_b); },
        [&] {
          return socket_round_trips(Socket::tcp, times(20'000), 128, bench_.core_a, bench_.core_b);
        });
    rows_.push_back({name, measured.value, "1/s", measured.reference, measured.ratio, "", {}});
  }

  // A third party's row is there where it is built in.
  [[nodiscard]] bool measured_here(const char* name, Multicast protocol) const {
    return (protocol != Multicast::dds || transport::has_dds()) && bench_.wanted(name);
  }

  void multicast() {
    MulticastRun run;
    run.core_sender = bench_.core_a;
    run.core_receivers = bench_.core_b;
    struct Rate {
      const char* name;
      Multicast protocol;
      double loss;
      double least;  // the mark; 0: none
    };
    for (const Rate& each : {Rate{"multicast.nak.to_4.loss_1", Multicast::nak, 0.01, 300'000},
                             Rate{"multicast.region.to_4.loss_1", Multicast::region, 0.01, 0},
                             Rate{"multicast.nak.to_4.loss_0", Multicast::nak, 0, 0},
                             Rate{"multicast.dds.to_4.loss_0", Multicast::dds, 0, 0}}) {
      if (!measured_here(each.name, each.protocol)) continue;
      run.protocol = each.protocol;
      run.loss = each.loss;
      run.messages = times(300'000);
      const auto measured = alternate(
          repeats(3), [&] { return reliable_multicast_rate(run); },
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
    struct Delay {
      const char* name;
      Multicast protocol;
      unsigned receivers;
      double loss;
      double below_ms;  // the mark; 0: none
    };
    for (const Delay& each :
         {Delay{"multicast.nak.p99.loss_1", Multicast::nak, 1, 0.01, 5},
          Delay{"multicast.nak.p99.loss_5", Multicast::nak, 1, 0.05, 5},
          Delay{"multicast.nak.to_4.p99.loss_5", Multicast::nak, 4, 0.05, 0},
          Delay{"multicast.region.to_4.p99.loss_5", Multicast::region, 4, 0.05, 0},
          Delay{"multicast.nak.p99.loss_0", Multicast::nak, 1, 0, 0},
          Delay{"multicast.dds.p99.loss_0", Multicast::dds, 1, 0, 0}}) {
      if (!measured_here(each.name, each.protocol)) continue;
      run.protocol = each.protocol;
      run.receivers = each.receivers;
      run.loss = each.loss;
      run.messages = times(2'000);
      const double p99 = median_of(repeats(3), [&] { return reliable_multicast_p99_ms(run); });
      rows_.push_back({each.name, p99, "ms", {}, {}, each.below_ms > 0 ? "under 5 ms" : "", {}});
      if (each.below_ms > 0) rows_.back().meets = p99 < each.below_ms;
    }
  }

  // What the algorithm itself costs: eight parties in one thread, messages by hand.
  void bounds(const std::string& name, timing::Algorithm algorithm) {
    if (!bench_.wanted(name)) return;
    const std::uint64_t count = times(100'000);
    const double value = median_of(repeats(3), [&] {
      timing::LbtsOptions options{.parties = 8, .algorithm = algorithm};
      std::vector<std::unique_ptr<timing::Lbts>> parties;
      for (options.self = 0; options.self < 8; ++options.self) {
        parties.push_back(std::move(*timing::Lbts::create(options)));
      }
      timing::Outbox out;
      timing::Outbox next;
      const std::int64_t started = base::now_ns();
      for (std::uint64_t i = 0; i < count; ++i) {
        for (auto& party : parties) {
          (void)party->enter(static_cast<timing::Time>(i), 0, out);
        }
        while (!out.empty()) {
          next.clear();
          for (const timing::Outgoing& each : out)
            parties[each.to]->on_message(each.message, 0, next);
          std::swap(out, next);
        }
        for (auto& party : parties) (void)party->take();
      }
      return rate(count, started);
    });
    rows_.push_back({name, value, "1/s", {}, {}, "", {}});
  }

  // Joins and leaves of 3,000 groups with eight parties that all send to all of them.
  void groups() {
    const std::string name = "group.joins_and_leaves";
    if (!bench_.wanted(name)) return;
    constexpr group::PartyId parties = 8;
    const std::uint64_t groups = times(3'000);
    const std::vector<group::PartyId> all{0, 1, 2, 3, 4, 5, 6, 7};
    std::vector<group::Directory> directories;
    for (const group::PartyId self : all) directories.emplace_back(self, all);
    group::Outbox out;
    const auto carry = [&](group::PartyId from) {
      std::vector<std::pair<group::PartyId, group::Outgoing>> under_way;
      const auto take = [&](group::PartyId by) {
        for (group::Outgoing& each : out) under_way.emplace_back(by, std::move(each));
        out.clear();
      };
      take(from);
      for (std::size_t i = 0; i < under_way.size(); ++i) {
        const auto [by, each] = std::move(under_way[i]);
        directories[each.to].on_message(by, each.message, out);
        take(each.to);
      }
    };
    for (std::uint64_t i = 0; i < groups; ++i) {
      for (const group::PartyId party : all) {
        (void)directories[party].open("group/" + std::to_string(i), out);
        carry(party);
      }
    }
    const std::uint64_t count = times(20'000);
    const std::int64_t started = base::now_ns();
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto party = static_cast<group::PartyId>(i % parties);
      const std::string which = "group/" + std::to_string(i * 7919 % groups);
      (void)directories[party].join(which, 1, out);
      carry(party);
      (void)directories[party].leave(group::id_of(which), 1, out);
      carry(party);
    }
    const double value = rate(2 * count, started);
    rows_.push_back({name, value, "1/s", {}, {}, "at least 1,000 1/s", value >= 1'000});
  }

  const RtiGroundBench& bench_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> rti_ground_rows(const RtiGroundBench& bench) { return Rows(bench).run(); }

}  // namespace orrery::bench
