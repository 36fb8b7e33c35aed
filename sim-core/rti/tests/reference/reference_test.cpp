// Random histories of all services, played on the RTI and on a model of the standard (model.hpp). Settings: plays.hpp.
#include <gtest/gtest.h>

#include "../keeper.hpp"
#include "../simulation/nodes.hpp"
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

}  // namespace
}  // namespace orrery::rti::testing
