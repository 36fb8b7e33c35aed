#include "rti_processes.hpp"

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

using contracts::ProcessModel;

class ProcessRows {
 public:
  explicit ProcessRows(const RtiGroundBench& bench) : bench_(bench), loads_(bench) {}

  std::vector<Row> run() {
    const int a = bench_.core_a;
    const int b = bench_.core_b;
    round_trips("shm", contracts::NodeTransport::shm, 500'000, 2, "2", [=](std::uint64_t rounds) {
      return polled_ring_round_trips(rounds, attribute_bytes, a, b);
    });
    round_trips("tcp", contracts::NodeTransport::tcp, 50'000, 1.3, "1.3",
                [=](std::uint64_t rounds) {
                  return socket_round_trips(Socket::tcp, rounds, attribute_bytes, a, b);
                });
    delivered(1, 2'000'000, 6'000'000, "6,000,000");
    delivered(7, 400'000, 2'000'000, "2,000,000");
    for (const int federates : {2, 4, 8}) grants(federates, 100'000);
    at_scale();
    if (!workloads::federates::usable_rti_peers().empty()) beside_helics();
    return std::move(rows_);
  }

 private:
  [[nodiscard]] bool wanted(const std::string& name) const { return bench_.wanted(name); }

  template <class Probe>
  void round_trips(const std::string& transport, contracts::NodeTransport nodes, std::int32_t count,
                   double most, const std::string& said, const Probe& probe) {
    const std::string name = "rti.processes.round_trips." + transport;
    if (!wanted(name)) return;
    EngineRun run = loads_.over(2, loads_.round_trips(count));
    run.nodes = nodes;
    const auto measured = alternate(
        loads_.repeats(), [&] { return round_trips_of(run); },
        [&] { return probe(static_cast<std::uint64_t>(loads_.times(count))); });
    rows_.push_back({name, measured.value, "1/s", measured.reference, measured.ratio,
                     "within " + said + " times the raw probe", measured.ratio <= most});
  }

  // To each receiver, with messages through a bare ring beside.
  void delivered(std::int32_t receivers, std::int32_t count, double least = 0,
                 const std::string& said = "") {
    const std::string name = "rti.processes.delivered.1_to_" + std::to_string(receivers);
    if (!wanted(name)) return;
    const EngineRun run = loads_.over(receivers + 1, loads_.delivered(receivers, count));
    const auto measured = alternate(
        loads_.repeats(), [&] { return delivered_of(run); },
        [&] {
          return memory_messages(static_cast<std::uint64_t>(loads_.times(3'000'000)),
                                 attribute_bytes, bench_.core_a, bench_.core_b);
        });
    rows_.push_back(
        {name, measured.value, "messages/s", measured.reference, measured.ratio, "", {}});
    if (least == 0) return;
    rows_.back().mark = "at least " + said + " messages/s";
    rows_.back().meets = measured.value >= least;
  }

  // Requests of the next step, with a lookahead of one step; beside: the least value of all, over and over.
  void grants(int federates, std::int32_t count) {
    const std::string name = "rti.processes.grants." + std::to_string(federates) + "_federates";
    if (!wanted(name)) return;
    const EngineRun run = loads_.over(federates, loads_.grants(federates, count));
    const auto measured = alternate(
        loads_.repeats(), [&] { return grants_of(run); },
        [&] {
          return least_of_processes(static_cast<unsigned>(federates),
                                    static_cast<std::uint64_t>(loads_.times(2 * count)),
                                    bench_.core_a, bench_.core_b);
        });
    rows_.push_back({name, measured.value, "grants/s", measured.reference, measured.ratio, "", {}});
    if (federates > 8) return;  // no mark: a curve
    rows_.back().mark = "within 4 times the raw all-reduce";
    rows_.back().meets = measured.ratio <= 4;
  }

  // Many processes on the two cores, and updates of many objects in turn, all of which the receiver knows.
  void at_scale() {
    grants(16, 20'000);
    grants(32, 5'000);
    grants(64, 2'000);
    delivered(15, 100'000);
    delivered(63, 20'000);
    for (const std::int32_t objects : {1'000, 100'000}) {
      const std::string name =
          "rti.processes.delivered.1_to_1." + std::to_string(objects) + "_objects";
      if (!wanted(name)) continue;
      const auto rate_with = [&](std::int32_t instances) {
        auto load = loads_.delivered(1, 2'000'000);
        load.instances = loads_.times(instances);
        return delivered_of(loads_.over(2, load));
      };
      const auto measured = alternate(
          loads_.repeats(), [&] { return rate_with(objects); }, [&] { return rate_with(1); });
      rows_.push_back(
          {name, measured.value, "messages/s", measured.reference, measured.ratio, "", {}});
    }
  }

  // Ours over shared memory, HELICS' between processes.
  void beside(const std::string& name, const char* unit, const std::function<double()>& ours,
              const std::function<double()>& theirs) {
    if (!wanted(name)) return;
    const auto measured = alternate(loads_.repeats(), ours, theirs);
    rows_.push_back({name, measured.value, unit, measured.reference, measured.ratio, "", {}});
  }

  void beside_helics() {
    beside(
        "rti.processes.round_trips.shm.helics", "1/s",
        [&] { return round_trips_of(loads_.over(2, loads_.round_trips(200'000))); },
        [&] {
          return round_trips_of(loads_.helics(loads_.round_trips(1'000), ProcessModel::process));
        });
    for (const std::int32_t receivers : {1, 7}) {
      beside(
          "rti.processes.delivered.1_to_" + std::to_string(receivers) + ".helics", "messages/s",
          [&] {
            return delivered_of(loads_.over(receivers + 1, loads_.delivered(receivers, 400'000)));
          },
          [&] {
            // What was sent until a grant comes at once, of an object the newest: many objects make a batch.
            auto load = loads_.delivered(receivers, 20'000);
            load.instances = 100;
            return delivered_of(loads_.helics(load, ProcessModel::process));
          });
    }
    for (const std::int32_t federates : {2, 4, 8}) {
      beside(
          "rti.processes.grants." + std::to_string(federates) + "_federates.helics", "grants/s",
          [&] { return grants_of(loads_.over(federates, loads_.grants(federates, 50'000))); },
          [&] {
            return grants_of(loads_.helics(loads_.grants(federates, 1'000), ProcessModel::process));
          });
    }
  }

  const RtiGroundBench& bench_;
  const RtiLoads loads_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> rti_process_rows(const RtiGroundBench& bench) { return ProcessRows(bench).run(); }

}  // namespace orrery::bench
