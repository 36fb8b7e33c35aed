// Whole systems: every process model, number of nodes and transport gives the oracle's state and the message model's
// counts.
#include "orrery/universe/node.hpp"

#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <mutex>
#include <thread>

#include "orrery/universe/message_model.hpp"
#include "orrery/universe/oracle.hpp"

#include "systems.hpp"

namespace orrery::universe {
namespace {

using transport::Kind;

// Ends a run that hangs. Generous, for the slowest machine under the slowest sanitizer.
constexpr std::int64_t watchdog_ns = 90'000'000'000;

// ThreadSanitizer does not follow a process that forks while it has threads.
#if defined(__SANITIZE_THREAD__)
constexpr bool can_fork = false;
#else
constexpr bool can_fork = true;
#endif

std::size_t entries(const char* directory) {
  std::size_t count = 0;
  DIR* opened = ::opendir(directory);
  while (::readdir(opened) != nullptr) ++count;
  ::closedir(opened);
  return count;
}

struct Outcome {
  std::vector<NodeReport> reports;  // as the master has them
  std::vector<Failure> failures;
  std::vector<std::string> names;  // of the processes of all nodes
};

struct Scene {
  System system;
  ProcessModel model = ProcessModel::pooled;
  Kind nodes = Kind::shm;
  std::optional<Kind> local;
  unsigned pool_threads = 0;
  std::int64_t link_delay_ns = 0;
  double link_bytes_per_s = 0;
  std::function<void(const std::vector<std::unique_ptr<Node>>&)> meanwhile;
};

// Runs all nodes in this process: prepares one after the other, since this may fork, then runs each in a thread.
Outcome run_system(const Scene& scene) {
  Outcome outcome;
  std::atomic<bool> stopped{false};
  const std::int64_t deadline = base::now_ns() + watchdog_ns;
  const auto give_up = [&] { return stopped.load() || base::now_ns() > deadline; };
  std::vector<std::unique_ptr<Node>> nodes;
  for (NodeIndex index = 0; index < scene.system.nodes(); ++index) {
    NodeConfig config;
    config.system = scene.system;
    config.node = index;
    config.process_model = scene.model;
    config.pool_threads = scene.pool_threads;
    config.local = scene.local;
    config.nodes = scene.nodes;
    config.link_delay_ns = scene.link_delay_ns;
    config.link_bytes_per_s = scene.link_bytes_per_s;
    config.run_token = "a token";
    config.nodes_on_host = scene.system.nodes();
    config.prefix_steps = scene.system.total_steps() / 2;
    config.stopped = give_up;
    auto prepared = Node::prepare(config);
    if (auto* failure = std::get_if<Failure>(&prepared)) {
      outcome.failures.push_back(*failure);
      return outcome;
    }
    nodes.push_back(std::move(std::get<std::unique_ptr<Node>>(prepared)));
  }
  std::vector<std::string> endpoints;
  for (const auto& node : nodes) endpoints.push_back(node->endpoint());

  std::mutex mutex;
  std::vector<std::thread> threads;
  for (NodeIndex index = 0; index < nodes.size(); ++index) {
    threads.emplace_back([&, index] {
      Node& node = *nodes[index];
      std::vector<NodeReport> reports;
      MayFail failure = node.connect(endpoints, deadline);
      if (!failure) failure = node.run({}, [] {});
      if (!failure) failure = node.collect(reports);
      const std::lock_guard lock(mutex);
      if (failure) {
        outcome.failures.push_back(*failure);
        stopped = true;
        return;
      }
      if (index == 0) outcome.reports = std::move(reports);
      for (const PartyUse& party : node.parties()) outcome.names.push_back(party.name);
    });
  }
  if (scene.meanwhile) scene.meanwhile(nodes);
  for (std::thread& thread : threads) thread.join();
  return outcome;
}

void expect_right(const Scene& scene, const std::string& what) {
  SCOPED_TRACE(what + ": " + describe(scene.system));
  const System& system = scene.system;
  const Outcome outcome = run_system(scene);
  for (const Failure& failure : outcome.failures) {
    ADD_FAILURE() << failure.process << ": " << failure.message;
  }
  ASSERT_EQ(outcome.reports.size(), system.nodes());
  std::uint64_t checksum = 0;
  std::uint64_t prefix = 0;
  for (NodeIndex node = 0; node < system.nodes(); ++node) {
    const NodeReport& report = outcome.reports[node];
    EXPECT_EQ(report.header.source, node);
    EXPECT_EQ(report.measured_steps, system.measured_steps);
    EXPECT_EQ(report.mismatch.steps, 0U) << to_string(report.mismatch.kind);
    EXPECT_EQ(report.manager_mismatches, 0U);
    EXPECT_EQ(report.counted,
              MessageModel(system, node).expected_over(system.warmup_steps, system.total_steps()));
    checksum += report.checksum;
    prefix += report.prefix_checksum;
  }
  EXPECT_EQ(checksum, oracle_checksum(system, system.total_steps()));
  EXPECT_EQ(prefix, oracle_checksum(system, system.total_steps() / 2));
  if (scene.model != ProcessModel::pooled) {
    EXPECT_EQ(outcome.names.size(), system.entities() + system.managers() + system.nodes());
  }
}

class Property : public testing::Test {
 protected:
  void SetUp() override {
    // Files that are opened once and kept (by sanitizers and the allocator) must be open before the test counts.
    Scene scene;
    base::Random random(1);
    scene.system = random_system(random, 4, 1);
    expect_right(scene, "before");
    fds_ = entries("/proc/self/fd");
    threads_ = entries("/proc/self/task");
  }
  void TearDown() override {
    EXPECT_EQ(entries("/proc/self/fd"), fds_) << "file descriptors leaked";
    EXPECT_EQ(entries("/proc/self/task"), threads_) << "threads leaked";
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "processes leaked";
  }

 private:
  std::size_t fds_ = 0;
  std::size_t threads_ = 0;
};

TEST_F(Property, PooledAgreesWithTheOracle) {
  base::Random random(21);
  const std::vector<Kind> kinds{Kind::shm, Kind::uds, Kind::tcp, Kind::tls};
  for (int round = 0; round < 40; ++round) {
    Scene scene;
    scene.system = random_system(random, round % 4 == 0 ? 2000 : 50, 4);
    scene.nodes = kinds[random.below(kinds.size())];
    scene.pool_threads = static_cast<unsigned>(1 + random.below(3));
    expect_right(scene, "pooled, round " + std::to_string(round));
  }
}

TEST_F(Property, ThreadsAgreeWithTheOracle) {
  base::Random random(22);
  const std::vector<std::optional<Kind>> locals{std::nullopt, Kind::thread, Kind::shm, Kind::uds};
  for (int round = 0; round < 10; ++round) {
    Scene scene;
    scene.model = ProcessModel::thread;
    scene.system = random_system(random, 14, 3);
    scene.local = locals[random.below(locals.size())];
    expect_right(scene, "thread, round " + std::to_string(round));
  }
}

TEST_F(Property, ProcessesAgreeWithTheOracle) {
  if (!can_fork) GTEST_SKIP() << "not under ThreadSanitizer";
  base::Random random(23);
  const std::vector<std::optional<Kind>> locals{std::nullopt, Kind::shm, Kind::uds, Kind::tcp};
  for (int round = 0; round < 8; ++round) {
    Scene scene;
    scene.model = ProcessModel::process;
    scene.system = random_system(random, 14, 3);
    scene.local = locals[random.below(locals.size())];
    expect_right(scene, "process, round " + std::to_string(round));
  }
}

// Every control and state flow, in case the random systems above missed one.
TEST_F(Property, EverySwitchAgreesWithTheOracleInEveryProcessModel) {
  for (const ProcessModel model :
       {ProcessModel::pooled, ProcessModel::thread, ProcessModel::process}) {
    if (model == ProcessModel::process && !can_fork) continue;
    for (const StepControl control :
         {StepControl::messages, StepControl::multicast, StepControl::deadline}) {
      for (const Kind local : {Kind::shm, Kind::tcp}) {
        Scene scene;
        scene.model = model;
        scene.local = local;
        scene.system.entities_by_node = {5, 4, 3};
        scene.system.managers_by_node = {2, 0, 1};
        scene.system.monitors = 2;
        scene.system.state_bytes = 24;
        scene.system.constraint_levels = 5;
        scene.system.control = control;
        scene.system.state_flow = StateFlow::by_name;
        scene.system.measured_steps = 40;
        expect_right(scene, "switches");
      }
    }
  }
}

// What passes depends on the states alone: not on the process model, nor on where entities and managers are.
TEST_F(Property, EveryConstraintOfAModelAgreesWithTheOracleInEveryProcessModel) {
  for (const ProcessModel model :
       {ProcessModel::pooled, ProcessModel::thread, ProcessModel::process}) {
    if (model == ProcessModel::process && !can_fork) continue;
    for (const char* constraint : conditions) {
      for (const std::vector<std::uint64_t>& spread :
           {std::vector<std::uint64_t>{12}, {5, 4, 3}, {0, 12}}) {
        Scene scene;
        scene.model = model;
        scene.pool_threads = 2;
        scene.system.entities_by_node = spread;
        scene.system.managers_by_node.assign(spread.size(), 1);
        scene.system.managers_by_node.back() = 2;
        scene.system.monitors = 3;
        scene.system.warmup_steps = 3;
        scene.system.measured_steps = 37;
        scene.system.update_period_steps = 2;
        scene.system.changing_share = 0.7;
        scene.system.seed = 5;
        scene.system.control =
            model == ProcessModel::pooled ? StepControl::messages : StepControl::deadline;
        if (spread.size() == 3) scene.system.constraint_levels = 11;
        give_model(scene.system, constraint);
        scene.system.passing = count_passing_changes(scene.system);
        expect_right(scene, constraint);
      }
    }
  }
}

TEST_F(Property, CastStateWaitsForItsReaders) {
  Scene scene;
  scene.model = ProcessModel::thread;
  scene.system.entities_by_node = {40};
  scene.system.managers_by_node = {3};
  scene.system.state_bytes = 16'384;  // a few messages fill the ring
  scene.system.state_flow = StateFlow::by_name;
  scene.system.measured_steps = 10;
  expect_right(scene, "a full ring");
}

TEST_F(Property, SlowLinksAreSlowAndRight) {
  for (const Kind kind : {Kind::shm, Kind::tcp}) {
    Scene scene;
    scene.nodes = kind;
    scene.system.entities_by_node = {4, 4};
    scene.system.managers_by_node = {0, 1};
    scene.system.state_bytes = 984;  // 1,000 bytes per message
    scene.system.measured_steps = 5;
    scene.link_delay_ns = 1'000'000;
    scene.link_bytes_per_s = 1'000'000;
    const std::int64_t began = base::now_ns();
    expect_right(scene, "slow links");
    // Each step takes two delays of a millisecond, and four state updates of a millisecond each.
    EXPECT_GE(base::now_ns() - began, 5 * (2 + 4) * 1'000'000);
  }
}

TEST_F(Property, LargeStatesPassBackPressure) {
  for (const ProcessModel model : {ProcessModel::pooled, ProcessModel::thread}) {
    Scene scene;
    scene.model = model;
    scene.system.entities_by_node = {8, 8};
    scene.system.managers_by_node = {1, 1};
    scene.system.monitors = 4;
    scene.system.state_bytes = 65'536;
    scene.system.measured_steps = 3;
    expect_right(scene, "large states");
  }
}

TEST_F(Property, AKilledEntityIsNamedAndEndsTheRun) {
  if (!can_fork) GTEST_SKIP() << "not under ThreadSanitizer";
  Scene scene;
  scene.model = ProcessModel::process;
  scene.system.entities_by_node = {3, 2};
  scene.system.managers_by_node = {1, 0};
  scene.system.measured_steps = 100'000'000;
  scene.meanwhile = [](const auto& nodes) { ::kill(nodes[1]->child_pids().at(1), SIGKILL); };
  const Outcome outcome = run_system(scene);
  EXPECT_TRUE(outcome.reports.empty());
  ASSERT_FALSE(outcome.failures.empty());
  const auto named = std::ranges::find_if(
      outcome.failures, [](const Failure& failure) { return failure.code == "process_died"; });
  ASSERT_NE(named, outcome.failures.end());
  EXPECT_EQ(named->process, "entity 4");
  EXPECT_NE(named->message.find("signal 9"), std::string::npos) << named->message;
  EXPECT_FALSE(named->remedy.empty());
}

TEST_F(Property, ANodeThatGoesIsAFailureElsewhere) {
  Scene scene;
  scene.system.entities_by_node = {2, 2};
  scene.system.managers_by_node = {1, 0};
  scene.system.measured_steps = 10;
  NodeConfig config;
  config.system = scene.system;
  config.nodes = Kind::tcp;
  config.run_token = "a token";
  std::vector<std::unique_ptr<Node>> nodes;
  for (config.node = 0; config.node < 2; ++config.node) {
    auto prepared = Node::prepare(config);
    ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Node>>(prepared));
    nodes.push_back(std::move(std::get<std::unique_ptr<Node>>(prepared)));
  }
  const std::vector<std::string> endpoints{nodes[0]->endpoint(), nodes[1]->endpoint()};
  std::thread slave([&] {
    EXPECT_FALSE(nodes[1]->connect(endpoints, base::now_ns() + watchdog_ns));
    nodes[1].reset();
  });
  EXPECT_FALSE(nodes[0]->connect(endpoints, base::now_ns() + watchdog_ns));
  const MayFail failure = nodes[0]->run({}, [] {});
  slave.join();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "peer_lost");
  EXPECT_NE(failure->message.find("node 1"), std::string::npos) << failure->message;
}

TEST_F(Property, StopEndsEveryModelSoon) {
  for (const ProcessModel model : {ProcessModel::pooled, ProcessModel::thread}) {
    NodeConfig config;
    config.system.entities_by_node = {4};
    config.system.managers_by_node = {1};
    config.system.measured_steps = 100'000'000;
    config.process_model = model;
    std::atomic<bool> stopped{false};
    config.stopped = [&] { return stopped.load(); };
    auto prepared = Node::prepare(config);
    ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Node>>(prepared));
    const auto node = std::move(std::get<std::unique_ptr<Node>>(prepared));
    const MayFail failure = node->run({}, [&] { stopped = true; });
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, "stopped");
  }
}

TEST_F(Property, RecordedActivitiesAddUpToTheStep) {
  NodeConfig config;
  config.system.entities_by_node = {6};
  config.system.managers_by_node = {2};
  config.system.measured_steps = 500;
  config.process_model = ProcessModel::thread;
  auto prepared = Node::prepare(config);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Node>>(prepared));
  const auto node = std::move(std::get<std::unique_ptr<Node>>(prepared));
  telemetry::SampleRing ring(StepRecord::words, 1024);
  telemetry::Board board(board_totals);
  ASSERT_FALSE(node->run({&ring, &board}, [] {}));
  std::vector<NodeReport> reports;
  ASSERT_FALSE(node->collect(reports));
  std::uint64_t before = 0;
  const std::size_t records = ring.drain([&](std::span<const std::uint64_t> words) {
    const StepRecord record = StepRecord::unpack(words);
    std::uint64_t sum = 0;
    for (const std::uint64_t ns : record.activity_ns) sum += ns;
    EXPECT_EQ(sum, record.duration_ns);
    EXPECT_LE(record.busy_ns, record.duration_ns);
    EXPECT_TRUE(before == 0 || record.measured_step > before);
    before = record.measured_step;
  });
  EXPECT_GT(records, 0U);
  EXPECT_EQ(reports.at(0).recorded_steps, records);
  EXPECT_EQ(board.done(), 500U);
  EXPECT_EQ(board.total(static_cast<std::size_t>(MessageKind::state_to_manager)), 500U * 6 * 2);
  EXPECT_GE(reports[0].entity_costs.updates, 500U * 6);
  EXPECT_EQ(reports[0].manager_costs.steps, 500U * 2);
  EXPECT_GT(reports[0].manager_costs.receive_ns, 0);
  EXPECT_GT(reports[0].manager_costs.process_ns, 0);
}

}  // namespace
}  // namespace orrery::universe
