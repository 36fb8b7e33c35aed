// Runs a system in which entities migrate on several nodes in this process, and checks what must always hold: each entity is
// updated once in every step, every message is counted, and the state equals that of the oracle, which moves no entity.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "orrery/universe/burst.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/universe/oracle.hpp"

namespace orrery::universe {

using transport::Kind;

constexpr std::int64_t migration_watchdog_ns = 90'000'000'000;

// ThreadSanitizer does not follow a process that forks while it has threads.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool can_fork_migrating = false;
#else
inline constexpr bool can_fork_migrating = true;
#endif

// Steps after which the state is compared with the oracle's, besides the last.
inline constexpr std::uint64_t migration_prefix_steps = 40;

struct MigrationOutcome {
  std::vector<NodeReport> reports;
  std::vector<std::pair<NodeIndex, Failure>> failures;
  std::vector<MigrationRecord> migrations;
  std::vector<MoveOutcome> moves;  // outcomes of manual moves
};

struct MigrationScene {
  NodeConfig config;
  // Called by each node at every step, with the number of its calls so far. True stops the node.
  std::function<bool(NodeIndex, std::uint64_t)> dies;
  // Called on the master at the same time: may request moves.
  std::function<void(std::uint64_t, MoveRequests&)> asks;
};

inline NodeConfig bursting(std::vector<std::uint64_t> entities, MigrationPolicy policy) {
  NodeConfig config;
  config.system.behaviour = Behaviour::burst;
  config.system.managers_by_node.assign(entities.size(), 0);
  config.system.entities_by_node = std::move(entities);
  config.system.burst_every_steps = 10;
  config.system.burst_rise_steps = 4;
  config.system.carried_bytes = 1024;
  config.system.warmup_steps = 3;
  config.system.measured_steps = 60;
  config.system.seed = 11;
  // Any load exceeds the threshold: entities move all the time on any machine.
  config.migration = MigrationRules{policy, 1, 0};
  config.nodes = Kind::shm;
  return config;
}

inline MigrationOutcome run(const MigrationScene& scene) {
  MigrationOutcome outcome;
  std::mutex mutex;
  std::atomic<bool> stopped{false};
  const std::int64_t deadline = base::now_ns() + migration_watchdog_ns;
  const NodeIndex count = scene.config.system.nodes();
  std::vector<std::atomic<std::uint64_t>> asked(count);
  MoveRequests requests;
  std::vector<std::unique_ptr<Node>> nodes;
  for (NodeIndex index = 0; index < count; ++index) {
    NodeConfig config = scene.config;
    config.node = index;
    config.run_token = "a token";
    config.nodes_on_host = count;
    config.prefix_steps = migration_prefix_steps;
    config.stopped = [&, index] {
      const std::uint64_t times = ++asked[index];
      if (index == 0 && scene.asks) scene.asks(times, requests);
      const bool dead = scene.dies && scene.dies(index, times);
      return dead || stopped.load() || base::now_ns() > deadline;
    };
    config.on_migration = [&](const MigrationRecord& record) {
      const std::lock_guard lock(mutex);
      outcome.migrations.push_back(record);
    };
    config.move_requests = &requests;
    config.on_move = [&](const MoveOutcome& moved) { outcome.moves.push_back(moved); };
    auto prepared = Node::prepare(config);
    if (auto* failure = std::get_if<Failure>(&prepared)) {
      outcome.failures.emplace_back(index, *failure);
      return outcome;
    }
    nodes.push_back(std::move(std::get<std::unique_ptr<Node>>(prepared)));
  }
  std::vector<std::string> endpoints;
  for (const auto& node : nodes) endpoints.push_back(node->endpoint());
  std::vector<std::thread> threads;
  for (NodeIndex index = 0; index < count; ++index) {
    threads.emplace_back([&, index] {
      std::vector<NodeReport> reports;
      MayFail failure = nodes[index]->connect(endpoints, deadline);
      if (!failure) failure = nodes[index]->run({}, [] {});
      if (!failure) failure = nodes[index]->collect(reports);
      if (failure) nodes[index].reset();  // its links end as if its process had ended
      const std::lock_guard lock(mutex);
      if (failure) outcome.failures.emplace_back(index, *failure);
      if (index == 0) outcome.reports = std::move(reports);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return outcome;
}

inline void expect_right(const MigrationScene& scene, std::size_t least_migrations,
                         MigrationOutcome& outcome) {
  const System& system = scene.config.system;
  outcome = run(scene);
  for (const auto& [node, failure] : outcome.failures) {
    ADD_FAILURE() << "node " << node << ": " << failure.message;
  }
  ASSERT_EQ(outcome.reports.size(), system.nodes());
  std::uint64_t checksum = 0;
  std::uint64_t prefix = 0;
  std::uint64_t entities = 0;
  MessageCounts counted;
  for (const NodeReport& report : outcome.reports) {
    EXPECT_EQ(report.mismatch.steps, 0U) << to_string(report.mismatch.kind);
    EXPECT_EQ(report.manager_mismatches, 0U);
    EXPECT_EQ(report.counted, report.expected);
    checksum += report.checksum;
    prefix += report.prefix_checksum;
    entities += report.entities;
    counted += report.counted;
  }
  EXPECT_EQ(checksum, oracle_checksum(system, system.total_steps()));
  EXPECT_EQ(prefix, oracle_checksum(system, migration_prefix_steps));
  EXPECT_EQ(entities, system.entities());
  EXPECT_EQ(counted[MessageKind::update_complete], system.entities() * system.measured_steps);
  const std::uint64_t updates = system.entities() * system.monitors * system.measured_steps;
  EXPECT_EQ(counted[MessageKind::state_from_entity], system.monitored() ? updates : 0);
  EXPECT_EQ(counted[MessageKind::state_to_manager], updates * system.managers());
  EXPECT_GE(outcome.migrations.size(), least_migrations);

  // In the order of their steps, the records are one history of each entity.
  std::vector<NodeIndex> at;
  for (NodeIndex node = 0; node < system.nodes(); ++node) {
    at.insert(at.end(), system.entities_by_node[node], node);
  }
  std::vector<MigrationRecord> history = outcome.migrations;
  std::ranges::stable_sort(history, {}, &MigrationRecord::step);
  for (const MigrationRecord& record : history) {
    ASSERT_LT(record.move.entity, at.size());
    EXPECT_EQ(at[record.move.entity], record.move.from);
    EXPECT_NE(record.move.to, record.move.from);
    EXPECT_EQ(record.bytes, system.carried_bytes);
    EXPECT_GT(record.pause_ns, 0);
    at[record.move.entity] = record.move.to;
  }
  for (NodeIndex node = 0; node < system.nodes(); ++node) {
    EXPECT_EQ(outcome.reports[node].entities,
              static_cast<std::uint64_t>(std::ranges::count(at, node)));
  }
}

inline void expect_right(const MigrationScene& scene, std::size_t least_migrations) {
  MigrationOutcome outcome;
  expect_right(scene, least_migrations, outcome);
}

}  // namespace orrery::universe
