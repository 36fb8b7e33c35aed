#include "rti_ground.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/bench/channels.hpp"
#include "orrery/bench/probes.hpp"
#include "orrery/timing/lbts.hpp"

#include "alternate.hpp"
#include "multicast_rows.hpp"

namespace orrery::bench {

namespace {

using transport::Kind;

class GroundRows {
 public:
  explicit GroundRows(const RtiGroundBench& bench) : bench_(bench) {}

  std::vector<Row> run() {
    historic("transport.mailer.round_trips", Kind::mailer);
    historic("transport.tcp_per_message.round_trips", Kind::tcp_per_message);
    std::ranges::move(multicast_rows(bench_), std::back_inserter(rows_));
    bounds("timing.butterfly_8.in_process", timing::Algorithm::butterfly);
    bounds("timing.central_8.in_process", timing::Algorithm::central);
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
          const auto bound = static_cast<timing::Time>(i);
          (void)party->enter({bound, bound, 0}, 0, out);
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

  const RtiGroundBench& bench_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> rti_ground_rows(const RtiGroundBench& bench) { return GroundRows(bench).run(); }

}  // namespace orrery::bench
