// The engines allocate nothing per event: counts heap allocations.
#include <gtest/gtest.h>

#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/hold.hpp"
#include "orrery/pdes/models/phold.hpp"

#include "counting_new.hpp"

namespace orrery::pdes {
namespace {

struct Counted {
  std::uint64_t events = 0;
  std::uint64_t allocations = 0;
};

Counted run_counted(const EngineOptions& engine, double end_time) {
  PholdOptions options;
  options.lps = 64;
  options.population = 2'000;
  const Phold<> model(options);
  LpTable<Phold<>> lps(model, 11);
  RunOptions run_options;
  run_options.end_time = end_time;
  const std::uint64_t before = testing::allocations_so_far();
  const auto report = run(engine, lps, run_options);
  const std::uint64_t after = testing::allocations_so_far();
  EXPECT_TRUE(report.ok());
  return {report.ok() ? report->committed : 0, after - before};
}

// Compares with a shorter run of the same model: pools and batches still grow now and then.
void expect_none_per_event(const EngineOptions& engine) {
  const Counted brief = run_counted(engine, 30);
  const Counted longer = run_counted(engine, 180);
  const std::uint64_t events = longer.events - brief.events;
  ASSERT_GT(events, 200'000U);
  EXPECT_LT(longer.allocations, brief.allocations + events / 1000)
      << to_string(engine.kind) << " with " << to_string(engine.list) << ", " << events
      << " events more";
}

TEST(Allocations, NoneForAnEventInAnyList) {
  for (const ListKind list : {ListKind::binary_heap, ListKind::quaternary_heap, ListKind::calendar,
                              ListKind::ladder, ListKind::buckets}) {
    EngineOptions engine;
    engine.list = list;
    expect_none_per_event(engine);
  }
}

TEST(Allocations, NoneForAnEventInParallel) {
  EngineOptions engine;
  engine.kind = EngineKind::multi_fel;
  engine.workers = 2;
  engine.multi.alone_below_ns = 0;
  expect_none_per_event(engine);
  engine.multi.threads_per_list = 2;
  expect_none_per_event(engine);
}

TEST(Allocations, AreCounted) {
  const std::uint64_t before = testing::allocations_so_far();
  Hold<BinaryHeap<Event<Words>>> hold(100, 1);
  EXPECT_GT(testing::allocations_so_far(), before);
}

}  // namespace
}  // namespace orrery::pdes
