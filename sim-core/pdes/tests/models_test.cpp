// Compares the example models with the answers of queueing theory, and parallel runs with the oracle.
#include <gtest/gtest.h>

#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/models/airport.hpp"
#include "orrery/pdes/models/queueing_network.hpp"

namespace orrery::pdes {
namespace {

// 0 workers: the oracle.
template <class M>
RunReport run_to(double end, LpTable<M>& lps, int workers) {
  RunOptions options;
  options.end_time = end;
  const auto report = workers == 0 ? run_sequential<M, QuaternaryHeap>(lps, options)
                                   : run_multi_fel<M, BucketList>(lps, {workers, 0, 0, 1}, options);
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.error().message);
  return report.ok() ? *report : RunReport{};
}

QueueingOptions network() {
  QueueingOptions options;
  options.stations = {
      {1, 0.5, 1.0, {0, 0.6, 0.3}},
      {2, 1.0, 0.2, {0.2, 0, 0.3}},
      {3, 1.2, 0.1, {0.1, 0.1, 0}},
  };
  options.warmup = 500;
  return options;
}

TEST(QueueingTheory, ErlangsLineIsThatOfTheTextbooks) {
  EXPECT_NEAR(erlang_line(1, 0.5, 1), 0.5, 1e-12);        // M/M/1: rho^2 / (1 - rho)
  EXPECT_NEAR(erlang_line(2, 1.0, 1), 1.0 / 3.0, 1e-12);  // M/M/2 at rho = 1/2
}

TEST(QueueingNetwork, GivesJacksonsAnswers) {
  const QueueingOptions options = network();
  const QueueingNetwork model(options);
  LpTable<QueueingNetwork> lps(model, 3);
  const double end = 60'000;
  run_to(end, lps, 0);
  const std::vector<double> rates = arrival_rates(options);
  for (LpId lp = 0; lp < lps.lps(); ++lp) {
    SCOPED_TRACE(lp);
    const StationOptions& station = options.stations[lp];
    const auto& state = lps.state(lp);
    const double load = rates[lp] * station.service_mean;
    ASSERT_LT(load, station.servers);
    EXPECT_NEAR(state.servers.utilisation(end), load / station.servers, 0.02);
    const double line = erlang_line(station.servers, rates[lp], station.service_mean);
    EXPECT_NEAR(state.line.length().mean(end), line, 0.08 * line + 0.02);
    // Little's law relates the two measured values.
    EXPECT_NEAR(state.line.waits().mean() * rates[lp], state.line.length().mean(end),
                0.05 * line + 0.01);
    EXPECT_NEAR(state.stay.mean(), line / rates[lp] + station.service_mean,
                0.06 * station.service_mean + 0.05 * line);
  }
}

TEST(QueueingNetwork, IsTheSameInParallel) {
  const QueueingNetwork model(network());
  LpTable<QueueingNetwork> oracle(model, 9);
  const RunReport expected = run_to(800, oracle, 0);
  for (const int workers : {2, 3}) {
    LpTable<QueueingNetwork> lps(model, 9);
    EXPECT_EQ(run_to(800, lps, workers).record, expected.record);
    EXPECT_EQ(lps.state(2).stay.mean(), oracle.state(2).stay.mean());
  }
}

TEST(Airports, WaitForLandingIsThatOfPollaczekAndKhinchine) {
  AirportOptions options;
  options.airports = 1;
  options.arrival_rate = 0.3;
  options.landing = 2;
  options.gates = 10'000;
  options.takeoff = 1;
  options.warmup = 1'000;
  const Airports model(options);
  LpTable<Airports> lps(model, 4);
  const double end = 200'000;
  run_to(end, lps, 0);
  const double rho = options.arrival_rate * options.landing;
  const double wait = rho * options.landing / (2 * (1 - rho));
  const auto& state = lps.state(0);
  EXPECT_NEAR(state.arrivals.units.utilisation(end), rho, 0.01);
  EXPECT_NEAR(state.arrivals.line.waits().mean(), wait, 0.06 * wait);
  // Ample gates are an M/G/infinity queue: Little's law.
  EXPECT_NEAR(state.gates.units.utilisation(end) * options.gates,
              options.arrival_rate * options.turnaround_mean, 0.5);
}

TEST(Airports, AreTheSameInParallel) {
  AirportOptions options;
  options.airports = 6;
  options.gates = 5;
  options.arrival_rate = 0.08;
  options.onward_share = 0.4;
  const Airports model(options);
  LpTable<Airports> oracle(model, 2);
  const RunReport expected = run_to(3'000, oracle, 0);
  EXPECT_GT(oracle.state(0).gates.line.waits().greatest(), 0) << "the gates should be short";
  for (const int workers : {1, 2, 4}) {
    LpTable<Airports> lps(model, 2);
    EXPECT_EQ(run_to(3'000, lps, workers).record, expected.record);
    for (LpId lp = 0; lp < lps.lps(); ++lp) {
      EXPECT_EQ(lps.state(lp).landed, oracle.state(lp).landed);
      EXPECT_EQ(lps.state(lp).stay.mean(), oracle.state(lp).stay.mean());
    }
  }
}

// Visitors wait until a door is open; the porter, who opens it, is the last process.
struct Doors {
  using Payload = Words;
  struct State {
    Condition door;
    bool open = false;
    std::vector<double> through;
    ProcessHost host;
  };
  [[nodiscard]] LpId lps() const { return 1; }
  [[nodiscard]] double lookahead() const { return 0; }
  [[nodiscard]] State make(LpId) const { return {}; }
  static Process visitor(State& state, double delay) {
    co_await state.host.wait(delay);
    while (!state.open) co_await state.host.signal_of(state.door);
    state.through.push_back(state.host.now());
  }
  static Process porter(State& state) {
    co_await state.host.wait(5);
    state.host.signal(state.door);  // too early: nobody may pass
    co_await state.host.wait(5);
    state.open = true;
    state.host.signal(state.door);
  }
  void init(State& state, Context<Words>& context) const {
    state.host.enter(context);
    for (const double delay : {1.0, 2.0, 12.0}) state.host.spawn(visitor(state, delay));
    state.host.spawn(porter(state));
  }
  void handle(State& state, const Event<Words>& event, Context<Words>& context) const {
    EXPECT_TRUE(state.host.dispatch(event, context));
  }
};

TEST(Processes, WaitForAConditionAndEnd) {
  const Doors model;
  LpTable<Doors> lps(model, 1);
  run_to(100, lps, 0);
  EXPECT_EQ(lps.state(0).through, (std::vector<double>{10, 10, 12}));
  EXPECT_EQ(lps.state(0).host.living(), 0U);
}

TEST(Statistics, AreWhatTheyAreCalled) {
  Tally all;
  Tally first;
  Tally second;
  for (int i = 0; i < 10; ++i) {
    all.add(i);
    (i < 3 ? first : second).add(i);
  }
  first.merge(second);
  EXPECT_DOUBLE_EQ(all.mean(), 4.5);
  EXPECT_DOUBLE_EQ(first.mean(), all.mean());
  EXPECT_NEAR(first.deviation(), all.deviation(), 1e-12);
  EXPECT_NEAR(all.deviation(), 3.0276503540974917, 1e-12);
  EXPECT_EQ(first.count(), 10U);
  EXPECT_EQ(first.greatest(), 9);

  TimeWeighted level;
  level.set(2, 10);
  level.set(4, 20);
  EXPECT_DOUBLE_EQ(level.mean(40), (0 * 10 + 2 * 10 + 4 * 20) / 40.0);
  level.reset(40);
  EXPECT_DOUBLE_EQ(level.mean(50), 4);
  EXPECT_EQ(level.greatest(), 4);
}

}  // namespace
}  // namespace orrery::pdes
