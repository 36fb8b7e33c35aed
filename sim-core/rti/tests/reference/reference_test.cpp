// Random histories of all services, played on the RTI and on a model of the standard (model.hpp).
//
// ORRERY_REFERENCE_SEED   the first seed; 1 if it is not set
// ORRERY_REFERENCE_COUNT  how many histories
// ORRERY_REFERENCE_SECONDS  go on for at least this long
// ORRERY_REFERENCE_ALL    1: go on after a disagreement, and show the first of each kind
// ORRERY_REFERENCE_TABLE  1: print how often each service was called, by its answer, and what was seldom met
// ORRERY_REFERENCE_MANAGEMENT  1: some histories use the management object model too (clause 11)
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "../federates.hpp"
#include "../keeper.hpp"
#include "../world.hpp"
#include "exceptions.hpp"
#include "history.hpp"
#include "player.hpp"
#include "shrink.hpp"

namespace orrery::rti::testing {
namespace {

// A build plays one in so many of the standard histories. Sanitizers make a history several times as slow, and find in some
// histories what all would show them: the calls of one node are in one thread.
#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t one_in = 10;
#elif defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t one_in = 5;
#else
constexpr std::uint64_t one_in = 1;
#endif

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* const value = std::getenv(name);  // NOLINT: before there are threads
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

// Plays histories of consecutive seeds: `standard_count` of them, or as the environment or the build says. `run` plays one
// of so many federates.
void play_all(std::uint64_t standard_count,
              const std::function<Played(const Stage&,
                                         const std::function<std::optional<Call>(Model&)>&)>& run) {
  const std::uint64_t first = setting("ORRERY_REFERENCE_SEED", 1);
  const std::uint64_t histories = setting("ORRERY_REFERENCE_COUNT", standard_count / one_in);
  const bool all =
      setting("ORRERY_REFERENCE_ALL", 0) != 0;  // of each kind of disagreement the first
  Coverage coverage;
  std::map<std::string, int> kinds;
  const auto until =
      base::now_ns() +
      static_cast<std::int64_t>(setting("ORRERY_REFERENCE_SECONDS", 0)) * 1'000'000'000;
  std::uint64_t played_all = 0;
  for (std::uint64_t seed = first; seed < first + histories || base::now_ns() < until; ++seed) {
    ++played_all;
    Stage stage;
    stage.places = 2 + seed % 5;
    stage.callbacks = seed % 4 == 0 ? CallbackModel::immediate : CallbackModel::evoked;
    History history(seed, stage.places, 40 + seed % 160,
                    setting("ORRERY_REFERENCE_MANAGEMENT", 0) != 0);
    const Played played = run(stage, [&](Model& model) { return history.next(model); });
    for (const Step& line : played.lines) {
      coverage.count(line.call.service, line.answer);
      if (line.within) coverage.count(line.within->first, line.within->second);
    }
    if (played.wrong.empty()) continue;
    if (kinds[kind_of(played.wrong)]++ > 0) continue;
    ADD_FAILURE() << "repeat with ORRERY_REFERENCE_SEED=" << seed
                  << " ORRERY_REFERENCE_COUNT=1; the shortest history:\n"
                  << print(shrink(played, [&](const auto& next) { return run(stage, next); }))
                  << "at first: " << played.wrong;
    if (!all) break;
  }
  for (const auto& [kind, times] : kinds) std::cout << times << " times: " << kind << "\n";
  if (setting("ORRERY_REFERENCE_TABLE", 0) != 0) coverage.print(played_all);
}

std::unique_ptr<Node> node_with_saves(const std::string& directory) {
  NodeOptions options;
  options.save_directory = directory;
  std::vector<std::unique_ptr<transport::Channel>> none(1);
  auto node =
      Node::create(options, *base::Doorbell::create(base::Doorbell::Scope::local), std::move(none));
  EXPECT_TRUE(node.ok());
  return std::move(*node);
}

TEST(Reference, OneNode) {
  play_all(1850, [](Stage stage, const auto& next) {
    const Folder folder;
    const auto node = node_with_saves(folder.path());
    stage.node = [&](std::size_t) -> Node& { return *node; };
    return play(stage, next);
  });
}

class ReferenceAmongNodes : public ::testing::TestWithParam<Layout> {};

// Three nodes; federates are spread over them.
TEST_P(ReferenceAmongNodes, Agrees) {
  if (host_layout()) GTEST_SKIP() << "its nodes are on this host";
  play_all(50, [](Stage stage, const auto& next) {
    const Folder folder;
    ServedNodes nodes(GetParam().where, GetParam().way, {.directory = folder.path()});
    stage.among_nodes = true;
    stage.node = [&](std::size_t place) -> Node& { return nodes.at(place % ServedNodes::count); };
    return play(stage, next);
  });
}

INSTANTIATE_TEST_SUITE_P(Layouts, ReferenceAmongNodes,
                         ::testing::Values(Layout{Where::threads, transport::Kind::thread},
                                           Layout{Where::processes, transport::Kind::shm},
                                           Layout{Where::processes, transport::Kind::tcp}),
                         layout_name);

}  // namespace
}  // namespace orrery::rti::testing
