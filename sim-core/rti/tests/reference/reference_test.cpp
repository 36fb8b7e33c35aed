// Random histories of all services, played on the RTI and on a model of the standard (model.hpp). Settings: plays.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "../keeper.hpp"
#include "../simulation/nodes.hpp"
#include "plays.hpp"

namespace orrery::rti::testing {
namespace {

// Passes between calls, from the calls' numbers: a history that is shortened has the same times between those that are left.
class TimeBetweenCalls final : public SimulatedTime {
 public:
  [[nodiscard]] std::int64_t now_ns() const override { return now_ns_; }
  bool wait(std::uint32_t /*self*/, std::int64_t deadline_ns) override {
    now_ns_ = std::max(now_ns_, deadline_ns);
    return false;
  }
  // From nothing to longer than a period of the least update rate.
  void pass(const Call& call) {
    constexpr std::int64_t ms[] = {0, 0, 1, 4, 11, 40, 600, 2500};
    now_ns_ += ms[static_cast<std::uint64_t>(call.id) * 7919 % 31 % std::size(ms)] * 1'000'000;
  }

 private:
  std::int64_t now_ns_ = 1'000'000'000;
};

std::unique_ptr<Node> node_with_saves(const std::string& directory, SimulatedTime& time) {
  NodeOptions options;
  options.simulated_time = &time;
  options.save_directory = directory;
  std::vector<std::unique_ptr<transport::Channel>> none(1);
  auto node =
      Node::create(options, *base::Doorbell::create(base::Doorbell::Scope::local), std::move(none));
  EXPECT_TRUE(node.ok());
  return std::move(*node);
}

Played on_one_node(Stage stage, const std::function<std::optional<Call>(Model&)>& next) {
  const Folder folder;
  TimeBetweenCalls time;
  const auto node = node_with_saves(folder.path(), time);
  stage.now_ns = [&] { return time.now_ns(); };
  stage.pass = [&](const Call& call) { time.pass(call); };
  stage.node = [&](std::size_t) -> Node& { return *node; };
  return play(stage, next);
}

TEST(Reference, OneNode) { play_all(1850, on_one_node); }

// Federates that exchange much by few services.
TEST(Reference, Exchange) { play_all(1000, on_one_node, History::About::exchange); }

// Two to eight nodes in one thread, in simulated time.
Played on_simulated_nodes(Stage stage, const std::function<std::optional<Call>(Model&)>& next) {
  const Folder folder;
  stage.nodes = 2 + stage.seed % 7;
  SimulatedNodes nodes(stage.seed, stage.nodes, folder.path());
  stage.node = [&](std::size_t place) -> Node& { return nodes.at(place % stage.nodes); };
  stage.now_ns = [&] { return nodes.network().now_ns(); };
  stage.settle = [&] { nodes.network().settle(); };
  return play(stage, next);
}

TEST(Reference, SimulatedNodes) { play_all(1000, on_simulated_nodes); }

TEST(Reference, ExchangeAmongSimulatedNodes) {
  play_all(500, on_simulated_nodes, History::About::exchange);
}

// Likewise, but a node joins when a federate of it makes its first call, or before the federation is saved.
TEST(Reference, NodesThatJoin) {
  play_all(500, [](Stage stage, const auto& next) {
    const Folder folder;
    stage.nodes = 2 + stage.seed % 7;
    const std::size_t present = 1 + stage.seed / 7 % (stage.nodes - 1);
    SimulatedNodes nodes(stage.seed, present, folder.path(), NodeOptions().patience_ns,
                         stage.nodes - present);
    const auto join_up_to = [&](std::size_t node) {
      while (nodes.count() <= node) {
        const std::size_t newcomer = nodes.join();
        nodes.network().settle();
        ASSERT_TRUE(nodes.at(newcomer).has_joined());
      }
    };
    stage.connects_late = true;
    stage.node = [&](std::size_t place) -> Node& {
      join_up_to(place % stage.nodes);
      return nodes.at(place % stage.nodes);
    };
    stage.now_ns = [&] { return nodes.network().now_ns(); };
    stage.settle = [&] { nodes.network().settle(); };
    return play(stage, [&](Model& model) {
      std::optional<Call> call = next(model);
      if (call && (call->service == Service::request_federation_save ||
                   call->service == Service::request_federation_save_timed)) {
        join_up_to(stage.nodes - 1);
      }
      return call;
    });
  });
}

}  // namespace
}  // namespace orrery::rti::testing
