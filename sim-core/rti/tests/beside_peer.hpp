// A federate beside a peer that may say anything: joined, with what messages can be about.
#pragma once

#include <initializer_list>
#include <stdexcept>

#include "peer.hpp"
#include "wire_samples.hpp"

namespace orrery::rti::testing {

// The peer has created the federation and joined it; the federate publishes and takes vehicles, owns one, takes Fire, and
// regulates time and is constrained. An exception if it cannot be: that is before the peer says anything of its own.
struct FederateBesidePeer {
  NodeWithPeer both;
  Federate me;
  ObjectInstanceHandle car;

  // `self` of the federate's node: node 0 gives the order.
  explicit FederateBesidePeer(std::uint32_t self) : both(self), me(*both.node), self_(self) {
    Operation create{.kind = OperationKind::create};
    create.text = "test";
    for (const FomModule& module : test_modules()) {
      create.texts.insert(create.texts.end(), {module.designator, module.source});
    }
    say(body(create));
    // Who gives the order may say what is next before it is there: the two that create and join, and the peer's to join.
    place({0, 1, 0});
    must(me.rti->join_federation_execution("me", "tester", "test").ok());
    Operation join{.kind = OperationKind::join};
    join.text = "test";
    join.texts = {"other", "tester"};
    say(body(join));
    must(me.rti->get_federate_handle("other").ok());
    me.publish("Vehicle", {"Position", "Speed"});
    me.subscribe("Vehicle", {"Position", "Speed"});
    must(me.rti->subscribe_interaction_class(me.interaction_class("Fire")).ok());
    const auto registered = me.rti->register_object_instance(me.object_class("Vehicle"));
    must(registered.ok());
    car = *registered;
    speed_ = me.attribute("Vehicle", "Speed");
    must(me.rti->enable_time_regulation(float64_interval(1)).ok());
    must(me.rti->enable_time_constrained().ok());
    place({1, 1, 1, 1, 1, 1});
    say(testing::epoch());
  }
  FederateBesidePeer(const FederateBesidePeer&) = delete;
  FederateBesidePeer& operator=(const FederateBesidePeer&) = delete;
  ~FederateBesidePeer() { both.node->forget(); }  // nobody answers a good-bye

  // As the peer; if the peer gives the order, an operation of it is taken to be that.
  void say_as_peer(const WireMessage& message) {
    say(message);
    if (self_ == 1) say(ordered(both.node->counters().operations + 1, 0));
  }
  // What the federate does of its own.
  void go_on(int time) {
    (void)me.update(car, speed_, "still here");
    (void)me.rti->time_advance_request(float64_time(time));
  }

 private:
  static void must(bool holds) {
    if (!holds) throw std::runtime_error("a federate beside a peer cannot begin");
  }
  void say(const WireMessage& message) {
    (void)both.peer->send_now(message);
    me.drain();
    while (both.peer->peek().io == transport::Io::ok) both.peer->release();
  }
  // The next operations are of these nodes, if it is the peer that gives the order.
  void place(std::initializer_list<std::uint32_t> origins) {
    for (const std::uint32_t origin : origins) {
      if (self_ == 1) say(ordered(++placed_, origin));
    }
  }

  const std::uint32_t self_;
  AttributeHandle speed_;
  std::uint64_t placed_ = 0;
};

}  // namespace orrery::rti::testing
