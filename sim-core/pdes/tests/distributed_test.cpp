// Engine distributed on two and three nodes over every transport, compared with the oracle for each LP. Nodes are threads
// here, with channels between them; the workload's tests use processes and hosts.
#include "orrery/pdes/distributed.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "orrery/pdes/channel_exchange.hpp"
#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/models/phold.hpp"
#include "orrery/transport/transport.hpp"

#include "chaos_model.hpp"

namespace orrery::pdes {
namespace {

using testing_models::Chaos;
using testing_models::ChaosOptions;
using transport::Kind;

// Nodes in one process, each linked with all others.
class Nodes {
 public:
  Nodes(std::size_t count, Kind kind, const transport::ChannelOptions& options = {}) {
    for (std::size_t i = 0; i < count; ++i) {
      auto bell = base::Doorbell::create(base::Doorbell::Scope::shared);
      EXPECT_TRUE(bell.ok());
      bells_.push_back(*bell);
      ends_.emplace_back(count);
    }
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = a + 1; b < count; ++b) {
        auto pair = transport::Transport::make_pair(kind, options, bells_[a], bells_[b]);
        EXPECT_TRUE(pair.ok()) << pair.error().message;
        ends_[a][b] = std::move(pair->a);
        ends_[b][a] = std::move(pair->b);
      }
    }
  }

  [[nodiscard]] std::unique_ptr<ChannelExchange> exchange(std::size_t node) {
    NodeLinks links;
    links.node = node;
    links.bell = bells_[node];
    links.stopped = [this] { return stop.load(); };
    for (const auto& end : ends_[node]) links.channels.push_back(end.get());
    auto made = ChannelExchange::create(std::move(links));
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
    return std::move(*made);
  }
  void leave(std::size_t node) {
    for (auto& end : ends_[node]) end.reset();
  }
  [[nodiscard]] std::size_t count() const { return ends_.size(); }

  std::atomic<bool> stop{false};

 private:
  std::vector<std::shared_ptr<base::Doorbell>> bells_;
  std::vector<std::vector<std::unique_ptr<transport::Channel>>> ends_;
};

struct NodeOutcome {
  base::Result<RunReport> report = base::Error{};
  std::vector<std::uint64_t> records;
  ExchangeCounters counters;
};

template <class M>
std::vector<NodeOutcome> run_nodes(Nodes& nodes, const M& model, std::uint64_t seed,
                                   EngineOptions engine, const RunOptions& run_options) {
  engine.kind = EngineKind::distributed;
  std::vector<NodeOutcome> outcomes(nodes.count());
  std::vector<std::thread> threads;
  for (std::size_t node = 0; node < nodes.count(); ++node) {
    threads.emplace_back([&, node] {
      const auto exchange = nodes.exchange(node);
      const LpRange range = lp_range(model.lps(), node, nodes.count());
      LpTable<M> lps(model, seed, range);
      EngineOptions mine = engine;
      mine.nodes = exchange.get();
      NodeOutcome& outcome = outcomes[node];
      outcome.report = run(mine, lps, run_options);
      outcome.counters = exchange->counters();
      for (LpId lp = range.first; lp < range.end; ++lp) {
        outcome.records.push_back(lps.record_of(lp));
      }
      nodes.leave(node);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return outcomes;
}

void expect_oracle(const ChaosOptions& options, std::uint64_t seed, double end, std::size_t count,
                   Kind kind, const EngineOptions& engine,
                   const transport::ChannelOptions& channel = {}) {
  SCOPED_TRACE(std::to_string(count) + " nodes over " + std::string(to_string(kind)) + ", " +
               std::to_string(engine.workers) + " workers, seed " + std::to_string(seed));
  const Chaos model(options);
  RunOptions run_options;
  run_options.end_time = end;
  LpTable<Chaos> oracle(model, seed);
  const auto expected = run_sequential<Chaos, BinaryHeap>(oracle, run_options);
  ASSERT_TRUE(expected.ok());

  Nodes nodes(count, kind, channel);
  std::vector<std::uint64_t> records;
  std::uint64_t committed = 0;
  std::uint64_t record = 0;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  for (const NodeOutcome& node : run_nodes(nodes, model, seed, engine, run_options)) {
    ASSERT_TRUE(node.report.ok()) << node.report.error().message;
    records.insert(records.end(), node.records.begin(), node.records.end());
    committed += node.report->committed;
    record += node.report->record;
    sent += node.counters.events_sent;
    received += node.counters.events_received;
  }
  EXPECT_EQ(committed, expected->committed);
  EXPECT_EQ(record, expected->record);
  EXPECT_EQ(sent, received);
  for (LpId lp = 0; lp < oracle.lps(); ++lp) {
    EXPECT_EQ(records[lp], oracle.record_of(lp)) << "logical process " << lp;
  }
}

class DistributedEqualsTheOracle : public ::testing::TestWithParam<Kind> {};

TEST_P(DistributedEqualsTheOracle, OverRandomModels) {
  base::Random random(static_cast<std::uint64_t>(GetParam()) + 7);
  for (const std::size_t nodes : {2U, 3U}) {
    for (const int workers : {1, 2}) {
      ChaosOptions options;
      options.lps = static_cast<LpId>(1 + random.below(20));
      options.lookahead = random.uniform(0.1, 1.0);
      options.seeds_per_lp = static_cast<int>(1 + random.below(5));
      options.whole_times = random.chance(0.4);
      EngineOptions engine;
      engine.workers = workers;
      expect_oracle(options, random.bits(), random.uniform(5, 40), nodes, GetParam(), engine);
      engine.multi.threads_per_list = workers;
      expect_oracle(options, random.bits(), random.uniform(5, 40), nodes, GetParam(), engine);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Transports, DistributedEqualsTheOracle,
                         ::testing::Values(Kind::thread, Kind::shm, Kind::uds, Kind::tcp),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

TEST(Distributed, SendsMoreThanAChannelHolds) {
  ChaosOptions options;
  options.lps = 12;
  options.lookahead = 4;
  options.seeds_per_lp = 400;
  transport::ChannelOptions small;
  small.max_message_bytes = 512;
  small.buffer_bytes = 4096;
  for (const Kind kind : {Kind::shm, Kind::tcp}) {
    expect_oracle(options, 5, 12, 3, kind, {}, small);
  }
}

// An empty piece once caused an endless loop.
TEST(Distributed, PassesOverEmptyPieces) {
  constexpr std::size_t event_bytes = 8;
  const std::array<std::uint64_t, 3> events{7, 8, 9};
  const auto piece = [&events](std::size_t first, std::size_t count) {
    return std::as_bytes(std::span(events).subspan(first, count));
  };
  const std::vector<WindowExchange::Pieces> windows{
      {piece(0, 0)},
      {piece(0, 0), piece(0, 1), piece(0, 0), piece(0, 0), piece(1, 2), piece(0, 0)},
      {piece(0, 0), piece(0, 0)}};
  // After the header of 24 bytes, a message has room for one event or two.
  for (const std::uint32_t most : {32U, 40U}) {
    transport::ChannelOptions options;
    options.max_message_bytes = most;
    Nodes nodes(2, Kind::thread, options);
    std::array<std::vector<std::uint64_t>, 2> received;
    std::vector<std::thread> threads;
    for (std::size_t node = 0; node < 2; ++node) {
      threads.emplace_back([&, node] {
        const auto exchange = nodes.exchange(node);
        for (const auto& pieces : windows) {
          const auto done = exchange->exchange({}, {pieces, pieces}, event_bytes, [&](auto bytes) {
            for (std::size_t at = 0; at < bytes.size(); at += event_bytes) {
              received[node].emplace_back();
              std::memcpy(&received[node].back(), bytes.data() + at, event_bytes);
            }
          });
          EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
        }
        EXPECT_EQ(exchange->counters().events_sent, events.size());
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& of_node : received)
      EXPECT_EQ(of_node, std::vector(events.begin(), events.end()));
  }
}

TEST(Distributed, EndsOnAllNodesWhenOneIsStopped) {
  PholdOptions options;
  options.lps = 16;
  options.population = 64;
  const Phold<> model(options);
  Nodes nodes(3, Kind::shm);
  std::atomic<std::uint64_t> progress{0};
  RunOptions run_options;
  run_options.end_time = 1e9;
  run_options.stop = &nodes.stop;
  run_options.progress = &progress;
  std::thread stopper([&] {
    while (progress.load() < 3000) std::this_thread::yield();
    nodes.stop = true;
  });
  EngineOptions engine;
  engine.workers = 1;
  for (const NodeOutcome& node : run_nodes(nodes, model, 1, engine, run_options)) {
    ASSERT_FALSE(node.report.ok());
    // A node that notices the stop last may find the others gone.
    EXPECT_TRUE(node.report.error().code == base::ErrorCode::cancelled ||
                node.report.error().code == base::ErrorCode::peer_lost)
        << node.report.error().message;
  }
  stopper.join();
}

TEST(Distributed, NamesTheNodeThatWasLost) {
  PholdOptions options;
  options.lps = 16;
  options.population = 64;
  const Phold<> model(options);
  for (const Kind kind : {Kind::shm, Kind::uds, Kind::tcp}) {
    Nodes nodes(2, kind);
    nodes.leave(1);
    const auto exchange = nodes.exchange(0);
    LpTable<Phold<>> lps(model, 1, lp_range(options.lps, 0, 2));
    RunOptions run_options;
    run_options.end_time = 100;
    const auto report =
        run_distributed<Phold<>, BucketList>(lps, {1, 0, 0, 1}, run_options, *exchange);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().code, base::ErrorCode::peer_lost);
    EXPECT_NE(report.error().message.find("node 1 was lost"), std::string::npos)
        << report.error().message;
  }
}

TEST(Distributed, RefusesWhatItCannotRun) {
  PholdOptions options;
  options.lps = 16;
  const Phold<> model(options);
  RunOptions run_options;
  run_options.end_time = 1;
  EngineOptions engine;
  engine.kind = EngineKind::distributed;
  LpTable<Phold<>> all(model, 1);
  const auto without = run(engine, all, run_options);
  ASSERT_FALSE(without.ok());
  EXPECT_NE(without.error().message.find("needs links"), std::string::npos);

  Nodes nodes(2, Kind::thread);
  const auto exchange = nodes.exchange(0);
  engine.nodes = exchange.get();
  const auto whole = run(engine, all, run_options);
  ASSERT_FALSE(whole.ok());
  EXPECT_NE(whole.error().message.find("its part is 0 to 8"), std::string::npos)
      << whole.error().message;

  NodeLinks one;
  one.channels.resize(1);
  EXPECT_FALSE(ChannelExchange::create(one).ok());
}

}  // namespace
}  // namespace orrery::pdes
