// Random histories of all services, played on the RTI and on a model of the standard (model.hpp). Settings: plays.hpp.
#include <gtest/gtest.h>

#include "../federates.hpp"
#include "../keeper.hpp"
#include "../simulation/nodes.hpp"
#include "../world.hpp"
#include "plays.hpp"

namespace orrery::rti::testing {
namespace {

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

// Two to eight nodes in one thread, in simulated time.
TEST(Reference, SimulatedNodes) {
  play_all(1000, [](Stage stage, const auto& next) {
    const Folder folder;
    stage.nodes = 2 + stage.seed % 7;
    SimulatedNodes nodes(stage.seed, stage.nodes, folder.path());
    stage.node = [&](std::size_t place) -> Node& { return nodes.at(place % stage.nodes); };
    stage.settle = [&] { nodes.network().settle(); };
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
    stage.nodes = ServedNodes::count;
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
