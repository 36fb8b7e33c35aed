// A message of which each receiver gets a copy of its own, where there is little room: all get it, or its sender is told.
#include <gtest/gtest.h>

#include "orrery/base/clock.hpp"
#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"

#include "paths/paths.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::uint32_t copying_nodes = 4;

struct CopyingNode {
  std::shared_ptr<base::Doorbell> bell;
  std::unique_ptr<transport::WaitSet> set;
  std::unique_ptr<transport::Port> port;
  std::unique_ptr<rti::Paths> paths;
  std::vector<std::string> read;  // tags
};

std::vector<CopyingNode> nodes_over(const transport::ModuleOptions& module) {
  std::vector<CopyingNode> all(copying_nodes);
  std::vector<std::string> endpoints;
  const std::string token = "copies-" + std::to_string(base::now_ns());
  for (std::uint32_t i = 0; i < copying_nodes; ++i) {
    all[i].bell = *base::Doorbell::create(base::Doorbell::Scope::local);
    all[i].set = *transport::WaitSet::create(all[i].bell, base::WaitStrategy::adaptive);
    auto port = *transport::make_datagram_port({.self = i, .run_token = token}, all[i].bell);
    endpoints.push_back(port->endpoint());
    all[i].port = *transport::build_chain(std::move(port), std::span(&module, 1));
  }
  for (std::uint32_t i = 0; i < copying_nodes; ++i) {
    DataPaths given;
    given.best_effort = {.port = std::move(all[i].port), .group = {}, .endpoints = endpoints};
    all[i].paths = std::make_unique<rti::Paths>(i, copying_nodes, 1U << 20, std::move(given));
    EXPECT_TRUE(all[i].paths->start(*all[i].set).ok());
  }
  return all;
}

TEST(Copies, OfAMessageAllLeaveOrItsSenderIsTold) {
  // Room for a copy at a time: the second of each message finds none.
  std::vector<CopyingNode> all =
      nodes_over(transport::RateLimiterOptions{.messages_per_s = 5'000, .burst_s = 0});
  const DataHead head{.head = {.kind = MessageKind::data}};
  rti::Recipients to;
  to.nodes = only(1) | only(2) | only(3);
  constexpr std::size_t messages = 40;
  std::size_t sent = 0;
  std::size_t refused = 0;
  const auto complete = [&] {
    return sent == messages && all[1].read.size() == messages && all[2].read.size() == messages &&
           all[3].read.size() == messages;
  };
  const std::int64_t deadline = base::now_ns() + 30'000'000'000;
  while (!complete() && base::now_ns() < deadline) {
    if (sent < messages) {
      const std::string tag = std::to_string(sent);
      const auto io = all[0].paths->send(rti::Paths::best_effort, to, 0, head, {},
                                         std::as_bytes(std::span(tag)));
      ASSERT_TRUE(io == transport::Io::ok || io == transport::Io::full);
      ++(io == transport::Io::ok ? sent : refused);
    }
    all[0].paths->flush();
    for (CopyingNode& node : all) {
      (void)node.set->poll();
      (void)node.paths->poll(
          [&node](std::uint32_t, std::uint64_t, Bytes message) {
            const Bytes tag = message.subspan(sizeof(DataHead));
            node.read.emplace_back(reinterpret_cast<const char*>(tag.data()), tag.size());
            return rti::Paths::Taken::taken;
          },
          [](std::uint32_t, bool) {});
    }
  }
  EXPECT_GT(refused, 0U);
  EXPECT_FALSE(all[0].paths->has_unsent());
  const PathCounters counted = all[0].paths->counters(rti::Paths::best_effort);
  EXPECT_EQ(counted.sent, 3 * messages);
  EXPECT_EQ(counted.dropped, 0U);
  for (std::uint32_t i = 1; i < copying_nodes; ++i) {
    ASSERT_EQ(all[i].read.size(), messages) << "node " << i;
    for (std::size_t k = 0; k < messages; ++k) EXPECT_EQ(all[i].read[k], std::to_string(k));
    EXPECT_EQ(all[i].paths->counters(rti::Paths::best_effort).lost, 0U);
  }
}

}  // namespace
}  // namespace orrery::rti::testing
