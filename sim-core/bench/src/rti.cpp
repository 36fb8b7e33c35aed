#include "rti.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "orrery/bench/channels.hpp"
#include "orrery/bench/probes.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"

#include "alternate.hpp"
#include "rti_loads.hpp"

namespace orrery::bench {

namespace {

class Rows {
 public:
  explicit Rows(const RtiGroundBench& bench) : bench_(bench), loads_(bench) {}

  std::vector<Row> run() {
    const int a = bench_.core_a;
    const int b = bench_.core_b;
    round_trips("rti.round_trips.shm", contracts::NodeTransport::shm, 500'000, 3, "3",
                [=](std::uint64_t rounds) {
                  return polled_ring_round_trips(rounds, attribute_bytes, a, b);
                });
    round_trips("rti.round_trips.tcp", contracts::NodeTransport::tcp, 50'000, 1.5, "1.5",
                [=](std::uint64_t rounds) {
                  return socket_round_trips(Socket::tcp, rounds, attribute_bytes, a, b);
                });
    delivered("rti.delivered.1_to_1", 1, 2'000'000, 1'400'000, "1,400,000");
    delivered("rti.delivered.1_to_7", 7, 200'000, 200'000, "200,000");
    grants("rti.grants.2_federates", 2, 300'000, "300,000");
    grants("rti.grants.4_federates", 4, 60'000, "60,000");
    grants("rti.grants.8_federates", 8, 25'000, "25,000");
    if (!workloads::federates::usable_rti_peers().empty()) beside_helics();
    return std::move(rows_);
  }

 private:
  [[nodiscard]] std::int32_t times(std::int32_t full) const { return loads_.times(full); }
  [[nodiscard]] int repeats() const { return loads_.repeats(); }
  // A node on each core, which its federates share.
  template <class Plan>
  [[nodiscard]] EngineRun apart(const Plan& load) const {
    return loads_.over(2, load);
  }
  // As HELICS is fastest.
  template <class Plan>
  [[nodiscard]] EngineRun on_helics(const Plan& load) const {
    return loads_.helics(load, contracts::ProcessModel::thread);
  }

  // Ours over shared memory, with HELICS' beside in the same run; at least so many times as good.
  void beside(const std::string& name, const char* unit, double times_better,
              const std::function<double()>& ours, const std::function<double()>& theirs) {
    if (!bench_.wanted(name)) return;
    const auto measured = alternate(repeats(), ours, theirs);
    rows_.push_back({name, measured.value, unit, measured.reference, measured.ratio, "", {}});
    if (times_better == 0) return;
    rows_.back().mark = "at least " + std::to_string(std::lround(times_better)) + " times HELICS'";
    rows_.back().meets = measured.ratio <= 1 / times_better;
  }

  // HELICS delivers what was sent until a grant at once, of an object the newest: many objects make a batch.
  void beside_helics() {
    beside(
        "rti.round_trips.shm.helics", "1/s", 0,
        [&] { return round_trips_of(apart(loads_.round_trips(200'000))); },
        [&] { return round_trips_of(on_helics(loads_.round_trips(2'000))); });
    for (const std::int32_t receivers : {1, 7}) {
      beside(
          "rti.delivered.1_to_" + std::to_string(receivers) + ".helics", "messages/s",
          receivers == 1 ? 2 : 0,
          [&] { return delivered_of(apart(loads_.delivered(receivers, 500'000))); },
          [&] {
            auto load = loads_.delivered(receivers, 50'000);
            load.instances = 100;
            return delivered_of(on_helics(load));
          });
    }
    for (const std::int32_t federates : {2, 4, 8}) {
      beside(
          "rti.grants." + std::to_string(federates) + "_federates.helics", "grants/s", 10,
          [&] { return grants_of(apart(loads_.grants(federates, 100'000))); },
          [&] { return grants_of(on_helics(loads_.grants(federates, 2'000))); });
    }
  }

  template <class Probe>
  void round_trips(const std::string& name, contracts::NodeTransport nodes, std::int32_t count,
                   double most, const std::string& said, const Probe& probe) {
    if (!bench_.wanted(name)) return;
    EngineRun run = apart(loads_.round_trips(count));
    run.nodes = nodes;
    const auto measured = alternate(
        repeats(), [&] { return round_trips_of(run); },
        [&] { return probe(static_cast<std::uint64_t>(times(count))); });
    rows_.push_back({name, measured.value, "1/s", measured.reference, measured.ratio,
                     "within " + said + " times the raw probe", measured.ratio <= most});
  }

  // To each receiver; whoever finds no room tries again, and nothing is lost.
  void delivered(const std::string& name, std::int32_t receivers, std::int32_t count, double least,
                 const std::string& said) {
    if (!bench_.wanted(name)) return;
    const EngineRun run = apart(loads_.delivered(receivers, count));
    const double rate = median_of(repeats(), [&] { return delivered_of(run); });
    rows_.push_back(
        {name, rate, "messages/s", {}, {}, "at least " + said + " messages/s", rate >= least});
  }

  // Requests of the next step, with a lookahead of one step.
  void grants(const std::string& name, std::int32_t federates, double least,
              const std::string& said) {
    if (!bench_.wanted(name)) return;
    const EngineRun run = apart(loads_.grants(federates, 200'000));
    const double rate = median_of(repeats(), [&] { return grants_of(run); });
    rows_.push_back(
        {name, rate, "grants/s", {}, {}, "at least " + said + " grants/s", rate >= least});
  }

  const RtiGroundBench& bench_;
  const RtiLoads loads_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> rti_rows(const RtiGroundBench& bench) { return Rows(bench).run(); }

}  // namespace orrery::bench
