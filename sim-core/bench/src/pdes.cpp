#include "pdes.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/hold.hpp"
#include "orrery/pdes/models/phold.hpp"

#include "alternate.hpp"
#include "forked.hpp"

namespace orrery::bench {

namespace {

struct Population {
  const char* name;
  std::uint64_t events;
  double least_rate;  // of engine sequential
  const char* least_said;
  double least_speed_up;  // of two workers
};
constexpr Population populations[] = {{"1k", 1'000, 9e6, "9,000,000", 0.9},
                                      {"64k", 64'000, 5e6, "5,000,000", 1.3},
                                      {"1m", 1'000'000, 2e6, "2,000,000", 1.3}};

class PdesRows {
 public:
  explicit PdesRows(const PdesBench& bench) : bench_(bench) {}

  std::vector<Row> run() {
    for (Population population : populations) {
      if (bench_.quick) population.events /= 100;
      sequential(population);
      two_workers(population);
    }
    for (Population population : populations) {
      if (bench_.quick) population.events /= 100;
      hold<pdes::BinaryHeap>(population);
      hold<pdes::QuaternaryHeap>(population);
      hold<pdes::CalendarList>(population);
      hold<pdes::LadderList>(population);
      hold<pdes::BucketList>(population);
    }
    peer();
    return std::move(rows_);
  }

 private:
  struct Ran {
    double rate = 0;
    std::uint64_t record = 0;
  };

  [[nodiscard]] Ran phold(std::uint64_t population, int workers) const {
    pdes::PholdOptions options;
    options.population = population;
    const pdes::Phold<> model(options);
    pdes::LpTable<pdes::Phold<>> lps(model, 1);
    pdes::EngineOptions engine;
    engine.kind = workers == 1 ? pdes::EngineKind::sequential : pdes::EngineKind::multi_fel;
    engine.workers = workers;
    pdes::RunOptions run;
    // Large populations are handled six times each at least.
    const std::uint64_t events =
        population >= 1'000'000 ? std::max(bench_.events, 6 * population) : bench_.events;
    run.end_time = static_cast<double>(events) / static_cast<double>(population) *
                   (options.lookahead + options.mean_delay);
    const auto report = pdes::run(engine, lps, run);
    if (!report) throw std::runtime_error(report.error().message);
    return {static_cast<double>(report->committed) * 1e9 / static_cast<double>(report->elapsed_ns),
            report->record};
  }

  // Measured on one core.
  [[nodiscard]] double sequential_rate(std::uint64_t population) const {
    const int cores[] = {bench_.core_a};
    const Pinned pinned(cores);
    return phold(population, 1).rate;
  }

  void sequential(const Population& population) {
    const std::string name = std::string("pdes.sequential_") + population.name;
    if (!bench_.wanted(name)) return;
    const double rate =
        median_of(bench_.repeats, [&] { return sequential_rate(population.events); });
    rows_.push_back({name,
                     rate,
                     "events/s",
                     {},
                     {},
                     std::string("at least ") + population.least_said + " events/s",
                     rate >= population.least_rate});
  }

  void two_workers(const Population& population) {
    const std::string name = std::string("pdes.two_workers_") + population.name + ".vs_sequential";
    if (!bench_.wanted(name)) return;
    const int both[] = {bench_.core_a, bench_.core_b};
    std::uint64_t parallel_record = 0;
    std::uint64_t sequential_record = 0;
    const Alternated measured = alternate(
        bench_.repeats,
        [&] {
          const Pinned pinned(both);
          const Ran ran = phold(population.events, 2);
          parallel_record = ran.record;
          return ran.rate;
        },
        [&] {
          const int one[] = {bench_.core_a};
          const Pinned pinned(one);
          const Ran ran = phold(population.events, 1);
          sequential_record = ran.record;
          return ran.rate;
        });
    if (parallel_record != sequential_record) {
      throw std::runtime_error(name + ": two workers did not commit what one did");
    }
    std::ostringstream mark;
    mark << "at least " << population.least_speed_up << " times sequential";
    rows_.push_back({name, measured.value, "events/s", measured.reference, measured.ratio,
                     mark.str(), 1 / measured.ratio >= population.least_speed_up});
  }

  template <template <class> class List>
  void hold(const Population& population) {
    using EventList = List<pdes::Event<pdes::Words>>;
    const std::string name =
        "pdes.hold_" + std::string(population.name) + "." + std::string(EventList::name);
    if (!bench_.wanted(name)) return;
    const int one[] = {bench_.core_a};
    const Pinned pinned(one);
    pdes::Hold<EventList> held(population.events, 1);
    const std::uint64_t operations = std::max<std::uint64_t>(1, bench_.events / 5);
    held.run(std::max(operations, population.events * 2));
    const double took = median_of(bench_.repeats, [&] {
      const std::int64_t before = base::thread_cpu_ns();
      held.run(operations);
      return static_cast<double>(base::thread_cpu_ns() - before) / static_cast<double>(operations);
    });
    rows_.push_back({name, took, "ns", {}, {}, "", {}});
  }

  // SimPy's events a second, or why it has none.
  [[nodiscard]] std::pair<double, std::string> simpy() const {
    const std::uint64_t events = std::max<std::uint64_t>(1'000, bench_.events / 20);
    const std::string command =
        "python3 '" + bench_.peers + "/simpy_phold.py' 1000 " + std::to_string(events);
    std::FILE* const pipe = ::popen(command.c_str(), "re");
    if (pipe == nullptr) return {0, "python3 could not be started"};
    std::string said;
    std::array<char, 256> piece{};
    while (std::fgets(piece.data(), piece.size(), pipe) != nullptr) said += piece.data();
    const int status = ::pclose(pipe);
    constexpr int not_installed = 3;
    if (WIFEXITED(status) && WEXITSTATUS(status) == not_installed) {
      return {0, "SimPy is not installed: make setup"};
    }
    std::istringstream words(said);
    std::string version;
    double rate = 0;
    if (status != 0 || !(words >> version >> rate)) return {0, "SimPy's PHOLD failed: see above"};
    return {rate, "SimPy " + version};
  }

  void peer() {
    const std::string name = "pdes.sequential_1k.vs_simpy";
    if (!bench_.wanted(name)) return;
    if (bench_.peers.empty()) {
      rows_.push_back({name, sequential_rate(1'000), "events/s", {}, {}, "no --peers given", {}});
      return;
    }
    std::string what;
    const Alternated measured = alternate(
        std::min(bench_.repeats, 3), [&] { return sequential_rate(1'000); },
        [&] {
          const int one[] = {bench_.core_a};
          const Pinned pinned(one);
          auto [rate, said] = simpy();
          what = said;
          return rate;
        });
    if (measured.reference > 0) {
      rows_.push_back({name, measured.value, "events/s", measured.reference, measured.ratio,
                       "ahead of " + what, measured.ratio < 1});
    } else {
      rows_.push_back({name, measured.value, "events/s", {}, {}, what, {}});
    }
  }

  const PdesBench& bench_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> pdes_rows(const PdesBench& bench) { return PdesRows(bench).run(); }

}  // namespace orrery::bench
