// Times the event lists (hold) and the engines (PHOLD): orrery-pdes-timing [hold|phold|all] [events per PHOLD row]
//
// Hold rows show CPU time of the thread, which a busy machine hardly changes. PHOLD rows show events per second of wall
// time and of CPU time.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "orrery/base/clock.hpp"
#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/hold.hpp"
#include "orrery/pdes/models/phold.hpp"

namespace {

using namespace orrery;

template <template <class> class List>
void hold_row(std::uint64_t population) {
  using EventType = pdes::Event<pdes::Words>;
  pdes::Hold<List<EventType>> hold(population, 1);
  hold.run(population * 3);
  const std::uint64_t operations = 2'000'000;
  const std::int64_t before = base::thread_cpu_ns();
  hold.run(operations);
  const auto took = static_cast<double>(base::thread_cpu_ns() - before);
  std::printf("hold %-16s %8lu  %7.1f ns\n", List<EventType>::name.data(), population,
              took / static_cast<double>(operations));
  std::fflush(stdout);
}

void phold_row(std::uint64_t population, const pdes::EngineOptions& engine, double events) {
  pdes::PholdOptions options;
  options.population = population;
  const pdes::Phold<> model(options);
  pdes::LpTable<pdes::Phold<>> lps(model, 1);
  pdes::RunOptions run;
  run.end_time = events / static_cast<double>(population) * 1.1;
  const std::int64_t cpu = base::process_cpu_ns();
  const auto report = pdes::run(engine, lps, run);
  if (!report) {
    std::printf("%s\n", report.error().message.c_str());
    std::exit(1);
  }
  const auto committed = static_cast<double>(report->committed);
  std::printf(
      "phold %-12s %-14s x%d %8lu  %6.2f M/s wall %6.2f M/s cpu  windows %lu changes %lu remote "
      "%lu  %016lx\n",
      to_string(engine.kind).data(), to_string(engine.list).data(), engine.workers, population,
      committed * 1e3 / static_cast<double>(report->elapsed_ns),
      committed * 1e3 / static_cast<double>(base::process_cpu_ns() - cpu), report->windows,
      report->changes, report->remote_events, report->record);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "all";
  const double events = argc > 2 ? std::atof(argv[2]) : 5e6;
  for (const std::uint64_t population : {1000UL, 64'000UL, 1'000'000UL}) {
    if (what != "phold") {
      hold_row<pdes::BinaryHeap>(population);
      hold_row<pdes::QuaternaryHeap>(population);
      hold_row<pdes::CalendarList>(population);
      hold_row<pdes::LadderList>(population);
      hold_row<pdes::BucketList>(population);
    }
    if (what != "hold") {
      pdes::EngineOptions engine;
      engine.kind = pdes::EngineKind::sequential;
      phold_row(population, engine, events);
      engine.list = pdes::ListKind::ladder;
      phold_row(population, engine, events);
      engine.list = pdes::ListKind::buckets;
      engine.kind = pdes::EngineKind::multi_fel;
      for (const int workers : {1, 2, 3}) {
        engine.workers = workers;
        phold_row(population, engine, events);
      }
    }
  }
  return 0;
}
