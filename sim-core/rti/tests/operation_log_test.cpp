// The parts of the operation log by themselves: who is enough, which log is cut where, which disputes last.
#include "log/operation_log.hpp"

#include <gtest/gtest.h>

#include "log/disputes.hpp"

namespace orrery::rti::testing {
namespace {

std::vector<std::byte> encoded(const Operation& operation) {
  std::vector<std::byte> bytes;
  encode(operation, bytes);
  return bytes;
}
std::vector<std::byte> created(const std::string& name) {
  return encoded({.kind = OperationKind::create, .text = name});
}

TEST(Configuration, OfTwoHalvesTheOneWithTheLeastNodeIsEnough) {
  const Configuration nodes(0, 4, 4);
  const NodeSet counted = nodes.counted(0);
  EXPECT_TRUE(nodes.are_enough(only(0) | only(3), counted, 0));
  EXPECT_FALSE(nodes.are_enough(only(1) | only(2), counted, 0));
}

TEST(Configuration, ALossCountsUntilAllHaveAppliedItUnlessItIsCertain) {
  Configuration nodes(0, 3, 3);
  nodes[2].ended = nodes[2].removed = true;
  nodes[2].removed_by = 5;
  EXPECT_EQ(nodes.counted(4), only(0) | only(1) | only(2));
  EXPECT_EQ(nodes.counted(5), only(0) | only(1));
  nodes[2].certain = true;
  EXPECT_EQ(nodes.counted(4), only(0) | only(1));
}

TEST(OperationLog, IsHeldAsFarAsPayloadsHaveComeAndAppliedInItsOrder) {
  const Configuration nodes(0, 2, 2);
  OperationLog log(nodes);
  for (const std::uint32_t origin : {0U, 1U, 0U}) log.add_order(origin);
  EXPECT_TRUE(log.add_payload(0, created("first"), SIZE_MAX));
  log.advance_held();
  EXPECT_EQ(log.held(), 1U) << "the payload of node 1 has not come";
  EXPECT_TRUE(log.add_payload(1, created("second"), SIZE_MAX));
  log.advance_held();
  EXPECT_EQ(log.held(), 2U);
  log.apply(true);
  EXPECT_EQ(log.next_origin(), 1U);
  EXPECT_EQ(log.origins_after(0), (std::vector<std::uint32_t>{0, 1, 0}));
  log.set_stable(9);
  EXPECT_EQ(log.stable(), 1U) << "no more than this node has applied";
  log.trim();
  EXPECT_EQ(log.retained_bytes(), 0U);
}

TEST(OperationLog, IsCutWhereThePayloadOfALostNodeIsMissing) {
  Configuration nodes(0, 3, 3);
  OperationLog log(nodes);
  EXPECT_TRUE(log.add_payload(0, created("first"), SIZE_MAX));
  log.set_orders({0, 2, 0});
  log.cut();
  EXPECT_EQ(log.known(), 3U) << "node 2 lives: its payload may come";
  nodes[2].ended = true;
  log.cut();
  EXPECT_EQ(log.known(), 1U);
}

TEST(OperationLog, TakesNoMoreOfANodeThanMayWait) {
  const Configuration nodes(0, 2, 2);
  OperationLog log(nodes);
  EXPECT_TRUE(log.add_payload(1, std::vector<std::byte>(10), 15));
  EXPECT_FALSE(log.add_payload(1, std::vector<std::byte>(10), 15));
  EXPECT_EQ(log.received(1), 1U);
}

TEST(Disputes, ADoubtThatLastsIsSettledAndOneThatIsTakenBackIsNot) {
  const Configuration nodes(0, 3, 3);
  Disputes disputes(nodes);
  disputes.doubt(1);
  disputes.doubt(2);
  EXPECT_FALSE(disputes.settle(1, 5'000'000'000, false)) << "counted from the first tick";
  disputes.trust(2);
  EXPECT_TRUE(disputes.any());
  EXPECT_TRUE(disputes.settle(1, 7'000'000'000, false));
  EXPECT_FALSE(disputes.settle(2, 7'000'000'000, false));
}

}  // namespace
}  // namespace orrery::rti::testing
