// Compares every engine with the sequential oracle for each LP, over random models and numbers of workers.
#include "orrery/pdes/engines.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "orrery/pdes/models/phold.hpp"

#include "chaos_model.hpp"

namespace orrery::pdes {
namespace {

using testing_models::Chaos;
using testing_models::ChaosOptions;

struct Outcome {
  RunReport report;
  std::vector<std::uint64_t> records;
  std::vector<std::uint64_t> values;
};

Outcome run_chaos(const ChaosOptions& options, std::uint64_t seed, const EngineOptions& engine,
                  double end_time) {
  const Chaos model(options);
  LpTable<Chaos> lps(model, seed);
  RunOptions run_options;
  run_options.end_time = end_time;
  const auto report = run(engine, lps, run_options);
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.error().message);
  Outcome outcome;
  if (report.ok()) outcome.report = *report;
  for (LpId lp = 0; lp < lps.lps(); ++lp) {
    outcome.records.push_back(lps.record_of(lp));
    outcome.values.push_back(lps.state(lp).value);
  }
  return outcome;
}

void expect_equal(const Outcome& found, const Outcome& oracle) {
  EXPECT_EQ(found.report.committed, oracle.report.committed);
  EXPECT_EQ(found.report.record, oracle.report.record);
  EXPECT_EQ(found.records, oracle.records);
  EXPECT_EQ(found.values, oracle.values);
}

class EnginesEqualTheOracle : public ::testing::TestWithParam<int> {};

TEST_P(EnginesEqualTheOracle, OverRandomModels) {
  base::Random random(static_cast<std::uint64_t>(GetParam()) + 100);
  for (int i = 0; i < 3; ++i) {
    ChaosOptions options;
    options.lps = static_cast<LpId>(1 + random.below(20));
    options.lookahead = random.uniform(0.05, 1.0);
    options.seeds_per_lp = static_cast<int>(1 + random.below(5));
    options.lives = 10 + random.below(60);
    options.whole_times = random.chance(0.4);
    const double end = random.uniform(5, 60);
    const std::uint64_t seed = random.bits();
    SCOPED_TRACE("lps " + std::to_string(options.lps) + ", lookahead " +
                 std::to_string(options.lookahead) + ", seed " + std::to_string(seed));
    const Outcome oracle = run_chaos(options, seed, {}, end);
    ASSERT_GT(oracle.report.committed, 0U);

    EngineOptions engine;
    engine.workers = GetParam();
    for (const ListKind list :
         {ListKind::binary_heap, ListKind::ladder, ListKind::calendar, ListKind::buckets}) {
      // Many more threads than cores take long with any list.
      if (GetParam() > 4 && list != ListKind::buckets) continue;
      engine.list = list;
      engine.kind = EngineKind::sequential;
      expect_equal(run_chaos(options, seed, engine, end), oracle);
      engine.kind = EngineKind::multi_fel;
      engine.multi.alone_below_ns = 0;
      const Outcome parallel = run_chaos(options, seed, engine, end);
      expect_equal(parallel, oracle);
      EXPECT_EQ(parallel.report.windowed_events, oracle.report.committed);
    }
    // Threads that share lists: one list for all threads, and one for two.
    for (const int per_list : {GetParam(), 2}) {
      if (per_list == 1 || GetParam() % per_list != 0) continue;
      engine.multi.threads_per_list = per_list;
      const Outcome shared = run_chaos(options, seed, engine, end);
      expect_equal(shared, oracle);
      EXPECT_EQ(shared.report.windowed_events, oracle.report.committed);
    }
    // With these thresholds the engine changes its mode as often as it can.
    engine.multi.alone_below_ns = 1'000'000'000;
    engine.multi.parallel_above_ns = 1;
    const Outcome changing = run_chaos(options, seed, engine, end);
    expect_equal(changing, oracle);
    engine.multi.threads_per_list = 1;
    expect_equal(run_chaos(options, seed, engine, end), oracle);

    engine.kind = EngineKind::central_fel;
    for (const HandoverKind handover :
         {HandoverKind::condition, HandoverKind::semaphore, HandoverKind::mailbox}) {
      engine.handover = handover;
      expect_equal(run_chaos(options, seed, engine, end), oracle);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Workers, EnginesEqualTheOracle, ::testing::Range(1, 9));

RunReport run_phold(const PholdOptions& options, const EngineOptions& engine, double end_time) {
  const Phold<> model(options);
  LpTable<Phold<>> lps(model, 5);
  RunOptions run_options;
  run_options.end_time = end_time;
  const auto report = run(engine, lps, run_options);
  EXPECT_TRUE(report.ok());
  std::uint64_t remote = 0;
  Tally delay;
  for (LpId lp = 0; lp < lps.lps(); ++lp) {
    remote += lps.state(lp).remote;
    delay.merge(lps.state(lp).delay);
  }
  const auto committed = static_cast<double>(report->committed);
  EXPECT_NEAR(static_cast<double>(remote) / committed, options.remote_share, 0.02);
  // Not exact: initial events have no lookahead, and events with long delays more often lie after the end. Both are few.
  EXPECT_NEAR(delay.mean(), options.mean_delay + options.lookahead, 0.05);
  EXPECT_NEAR(
      committed,
      static_cast<double>(options.population) * end_time / (options.mean_delay + options.lookahead),
      committed * 0.05);
  return *report;
}

TEST(Phold, HoldsItsPopulationAndShareInEveryEngine) {
  PholdOptions options;
  options.lps = 64;
  options.population = 400;
  EngineOptions engine;
  const RunReport oracle = run_phold(options, engine, 100);
  engine.kind = EngineKind::multi_fel;
  engine.workers = 3;
  engine.multi.alone_below_ns = 0;
  const RunReport parallel = run_phold(options, engine, 100);
  EXPECT_EQ(parallel.record, oracle.record);
  EXPECT_GT(parallel.remote_events, 0U);
  options.delay = DelayKind::uniform;
  EXPECT_NE(run_phold(options, engine, 100).record, oracle.record);
}

TEST(MultiFel, RunsAloneWhereWindowsHoldLittle) {
  PholdOptions options;
  options.lps = 16;
  options.population = 16;
  EngineOptions engine;
  engine.kind = EngineKind::multi_fel;
  engine.workers = 2;
  // A window of one or two events never holds this much work, also on a busy machine.
  engine.multi.parallel_above_ns = 3'600'000'000'000;
  const Phold<> model(options);
  LpTable<Phold<>> lps(model, 5);
  RunOptions run_options;
  run_options.end_time = 500;
  const auto report = run(engine, lps, run_options);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->sequential_events, report->committed);
  EXPECT_EQ(report->windows, 0U);
}

TEST(MultiFel, ChangesToAloneAndBackAsWindowsSay) {
  PholdOptions options;
  options.lps = 64;
  options.population = 4'000;
  EngineOptions engine;
  const RunReport oracle = run_phold(options, engine, 40);
  engine.kind = EngineKind::multi_fel;
  engine.workers = 2;
  // Every window holds too little work to stay parallel, and enough to become parallel.
  engine.multi.alone_below_ns = 1'000'000'000;
  engine.multi.parallel_above_ns = 1;
  const RunReport changing = run_phold(options, engine, 40);
  EXPECT_EQ(changing.record, oracle.record);
  EXPECT_GT(changing.changes, 2U);
  EXPECT_GT(changing.windowed_events, 0U);
  EXPECT_GT(changing.sequential_events, 0U);
  EXPECT_EQ(changing.windowed_events + changing.sequential_events, changing.committed);
}

TEST(EventCost, BelievesLowSamplesAtOnceAndHighOnesSlowly) {
  EventCost cost;
  cost.learn(20'000, 100);
  EXPECT_EQ(cost.of(10), 2'000U);
  cost.learn(5'000, 100);
  EXPECT_EQ(cost.of(10), 500U);
  cost.learn(400'000, 100);  // the core was taken away: a high sample
  EXPECT_LT(cost.of(10), 3'100U);
  for (int i = 0; i < 200; ++i) cost.learn(20'000, 100);
  EXPECT_NEAR(static_cast<double>(cost.of(10)), 2'000, 10);
  cost.learn(1, 3);  // too few events: ignored
  EXPECT_NEAR(static_cast<double>(cost.of(10)), 2'000, 10);
}

TEST(Engines, RefuseWhatTheyCannotRun) {
  PholdOptions options;
  options.lookahead = 0;
  const Phold<> model(options);
  RunOptions run_options;
  run_options.end_time = 1;
  EngineOptions engine;
  for (const EngineKind kind : {EngineKind::central_fel, EngineKind::multi_fel}) {
    engine.kind = kind;
    LpTable<Phold<>> lps(model, 1);
    const auto report = run(engine, lps, run_options);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().code, base::ErrorCode::invalid_argument);
    EXPECT_NE(report.error().message.find("lookahead is 0"), std::string::npos)
        << report.error().message;
  }
  engine.kind = EngineKind::sequential;
  LpTable<Phold<>> lps(model, 1);
  EXPECT_TRUE(run(engine, lps, run_options).ok());

  options.lookahead = 0.1;
  const Phold<> sound(options);
  for (const EngineKind kind : {EngineKind::central_fel, EngineKind::multi_fel}) {
    engine.kind = kind;
    engine.workers = 0;
    LpTable<Phold<>> table(sound, 1);
    const auto report = run(engine, table, run_options);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().message.find("workers is 0"), std::string::npos)
        << report.error().message;
  }
  engine.workers = 4;
  engine.multi.threads_per_list = 3;
  LpTable<Phold<>> table(sound, 1);
  const auto report = run(engine, table, run_options);
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.error().message.find("threads_per_list is 3 with 4 workers"), std::string::npos)
      << report.error().message;
}

// LP 1 schedules an event for LP 0 with half the promised lookahead.
struct Liar {
  using Payload = Words;
  struct State {};
  [[nodiscard]] LpId lps() const { return 4; }
  [[nodiscard]] double lookahead() const { return 1; }
  [[nodiscard]] State make(LpId) const { return {}; }
  void init(State&, Context<Words>& context) const { context.schedule(context.self(), 1); }
  void handle(State&, const Event<Words>& event, Context<Words>& context) const {
    if (event.time > 20 && context.self() == 1) context.schedule(0, 0.5);
    context.schedule(context.self(), 1);
  }
};

void expect_found_out(const base::Result<RunReport>& report) {
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.error().message.find("process 1 scheduled"), std::string::npos)
      << report.error().message;
}

TEST(Engines, EndWithAnErrorWhenTheModelBreaksItsLookahead) {
  const Liar model;
  RunOptions run_options;
  run_options.end_time = 1000;
  LpTable<Liar> sequential(model, 1);
  expect_found_out(run_sequential<Liar, BinaryHeap>(sequential, run_options));
  LpTable<Liar> central(model, 1);
  expect_found_out(
      run_central_fel<Liar, BinaryHeap>(central, {2, HandoverKind::mailbox}, run_options));
  LpTable<Liar> multi(model, 1);
  expect_found_out(run_multi_fel<Liar, BinaryHeap>(multi, {2, 0, 0, 1}, run_options));
}

TEST(Engines, StopWhenAsked) {
  for (const EngineKind kind :
       {EngineKind::sequential, EngineKind::central_fel, EngineKind::multi_fel}) {
    PholdOptions options;
    options.population = 256;
    options.lps = 16;
    const Phold<> model(options);
    LpTable<Phold<>> lps(model, 1);
    EngineOptions engine;
    engine.kind = kind;
    engine.workers = 2;
    engine.multi.alone_below_ns = 0;
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> progress{0};
    RunOptions run_options;
    run_options.end_time = 1e9;
    run_options.stop = &stop;
    run_options.progress = &progress;
    std::thread stopper([&] {
      while (progress.load() < 3000) std::this_thread::yield();
      stop = true;
    });
    const auto report = run(engine, lps, run_options);
    stopper.join();
    ASSERT_FALSE(report.ok()) << to_string(kind);
    EXPECT_EQ(report.error().code, base::ErrorCode::cancelled);
  }
}

}  // namespace
}  // namespace orrery::pdes
