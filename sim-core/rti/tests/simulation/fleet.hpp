// Federates in simulated time, each with a ship whose courses it numbers.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../world.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {

// Sends numbered courses and counts, for each federate, what came of it.
struct Sailor final : FederateAmbassador {
  std::size_t node = 0;
  std::unique_ptr<RtiAmbassador> rti;
  FederateHandle self;
  ObjectClassHandle ship;
  AttributeHandle course;
  ObjectInstanceHandle own;
  std::uint64_t sent = 0;
  std::uint64_t refused = 0;
  bool has_left = false;
  bool advancing = false;
  bool regulates = false;
  bool is_constrained = false;
  std::map<ObjectInstanceHandle, std::uint64_t> received;
  bool is_in_order = true;

  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue>,
                                Bytes tag, const Delivery&) override {
    const std::string text(reinterpret_cast<const char*>(tag.data()), tag.size());
    is_in_order &= std::stoull(text) == ++received[object];
  }
  void time_regulation_enabled(LogicalTime) override { regulates = true; }
  void time_constrained_enabled(LogicalTime) override { is_constrained = true; }
  void time_advance_grant(LogicalTime) override { advancing = false; }

  // Whether it was sent; if not, it was Congested.
  bool send(std::optional<LogicalTime> time = {}) {
    const std::string number = std::to_string(sent + 1);
    const Bytes bytes = std::as_bytes(std::span(number));
    const AttributeValue value{course, bytes};
    Status updated;
    if (time) {
      const auto stamped = rti->update_attribute_values(own, {&value, 1}, bytes, *time);
      if (!stamped.ok()) updated = stamped.error();
    } else {
      updated = rti->update_attribute_values(own, {&value, 1}, bytes);
    }
    if (updated.ok()) {
      ++sent;
      return true;
    }
    EXPECT_EQ(updated.error().code, ErrorCode::Congested);
    ++refused;
    return false;
  }
  void evoke_all() { EXPECT_TRUE(rti->evoke_multiple_callbacks(0, 0).ok()); }
};

class Fleet {
 public:
  Fleet(std::uint64_t seed, std::size_t nodes, std::size_t on_each, std::uint32_t most_waiting)
      : most_(most_waiting), nodes_(seed, nodes, ""), sailors_(nodes * on_each) {
    for (std::size_t i = 0; i < sailors_.size(); ++i) {
      sailors_[i].node = i % nodes;
      join(sailors_[i], i);
    }
    for (Sailor& each : sailors_) each.own = *each.rti->register_object_instance(each.ship);
    nodes_.network().settle();
    for (Sailor& each : sailors_) each.evoke_all();
    nodes_.network().settle();
    for (Sailor& each : sailors_) {
      EXPECT_TRUE(each.rti->change_congestion_avoidance({most_waiting}).ok());
    }
  }

  [[nodiscard]] std::vector<Sailor>& sailors() { return sailors_; }
  [[nodiscard]] SimulatedNodes& nodes() { return nodes_; }

  // Of the messages of a node, those that wait for a federate, with those that are under way to it.
  [[nodiscard]] std::uint64_t waiting(std::size_t node, const Sailor& receiver) const {
    std::uint64_t count = 0;
    for (const Sailor& sender : sailors_) {
      if (sender.node != node || &sender == &receiver || sender.has_left) continue;
      const auto found = receiver.received.find(sender.own);
      count += sender.sent - (found == receiver.received.end() ? 0 : found->second);
    }
    return count;
  }

  void expect_bounded() {
    for (std::size_t node = 0; node < nodes_.count(); ++node) {
      for (const Sailor& receiver : sailors_) {
        if (receiver.has_left) continue;
        const std::uint64_t waits = waiting(node, receiver);
        most_seen_ = std::max(most_seen_, waits);
        ASSERT_LE(waits, most_) << "of node " << node << " at node " << receiver.node;
      }
    }
  }
  [[nodiscard]] std::uint64_t most_seen() const { return most_seen_; }

  // All evoke until nothing comes any more.
  void drain() {
    for (int i = 0; i < 20; ++i) {
      nodes_.network().settle();
      for (Sailor& each : sailors_) {
        if (!each.has_left) each.evoke_all();
      }
    }
  }

  void leave(Sailor& who) {
    who.has_left = true;
    ASSERT_OK(who.rti->resign_federation_execution(ResignAction::delete_objects));
  }

 private:
  void join(Sailor& me, std::size_t number) {
    me.rti = nodes_.at(me.node).connect(me, CallbackModel::evoked);
    (void)me.rti->create_federation_execution("test", test_modules());
    nodes_.network().settle();
    const auto joined =
        me.rti->join_federation_execution("f" + std::to_string(number), "sailor", "test");
    ASSERT_OK(joined);
    me.self = *joined;
    me.ship = *me.rti->get_object_class_handle("Ship");
    me.course = *me.rti->get_attribute_handle(me.ship, "Course");
    ASSERT_OK(me.rti->publish_object_class_attributes(me.ship, {&me.course, 1}));
    ASSERT_OK(me.rti->subscribe_object_class_attributes(me.ship, {&me.course, 1}));
    nodes_.network().settle();
  }

  const std::uint32_t most_;
  SimulatedNodes nodes_;
  std::vector<Sailor> sailors_;
  std::uint64_t most_seen_ = 0;
};

}  // namespace orrery::rti::testing
