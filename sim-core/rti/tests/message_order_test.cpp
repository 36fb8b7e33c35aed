// The order of messages that wait for a federate while declarations and members change.
#include <functional>

#include "federates.hpp"
#include "region_world.hpp"
#include "witness.hpp"

namespace orrery::rti::testing {
namespace {

// a sends and regulates; b is constrained; c declares meanwhile.
class MessageOrder : public FederatesOf<Witness> {
 protected:
  void begin() override {
    FederatesOf<Witness>::begin();
    join_all();
    a().publish("Vehicle", {"Position"});
    b().subscribe("Vehicle", {"Position"});
    position = a().attribute("Vehicle", "Position");
    fire = a().interaction_class("Fire");
    missile = a().interaction_class("Fire.Missile");
    for (const auto each : {fire, missile}) ASSERT_OK(a().rti->publish_interaction_class(each));
    ASSERT_OK(b().rti->subscribe_interaction_class(fire));
    a().regulate(1);
    b().constrain();
    drain();
  }
  void send(const std::string& tag, InteractionClassHandle of) {
    ASSERT_OK(a().rti->send_interaction(of, {}, bytes(tag)));
  }
  void send(const std::string& tag, InteractionClassHandle of, double time) {
    ASSERT_OK(a().rti->send_interaction(of, {}, bytes(tag), float64_time(time)));
  }
  void update(ObjectInstanceHandle car, const std::string& tag) {
    const AttributeValue each{position, bytes("x")};
    ASSERT_OK(a().rti->update_attribute_values(car, std::span(&each, 1), bytes(tag)));
  }
  void update(ObjectInstanceHandle car, const std::string& tag, double time) {
    const AttributeValue each{position, bytes("x")};
    ASSERT_OK(
        a().rti->update_attribute_values(car, std::span(&each, 1), bytes(tag), float64_time(time)));
  }
  ObjectInstanceHandle discovered_car() {
    auto car = a().rti->register_object_instance(a().object_class("Vehicle"));
    EXPECT_TRUE(car.ok());
    drain();
    b().log.clear();
    return *car;
  }
  // All that was sent has come to b's node, which has granted what it can.
  void settle() { ASSERT_OK(b().rti->query_logical_time()); }

  // What may be done while messages wait for b, none of which it concerns.
  struct Change {
    const char* what;
    std::function<void(MessageOrder&)> make;
  };
  static std::vector<Change> changes() {
    const auto resign = [](MessageOrder& test) {
      ASSERT_OK(test.d->rti->resign_federation_execution(ResignAction::no_action));
      test.d.reset();
    };
    return {
        {"nothing", [](MessageOrder&) {}},
        {"another publishes", [](MessageOrder& test) { test.c().publish("Ship", {"Course"}); }},
        {"another subscribes", [](MessageOrder& test) { test.c().subscribe("Ship", {"Course"}); }},
        {"another subscribes to the interactions",
         [](MessageOrder& test) {
           ASSERT_OK(test.c().rti->subscribe_interaction_class(test.fire));
         }},
        {"it subscribes to others",
         [](MessageOrder& test) { test.b().subscribe("Ship", {"Course"}); }},
        {"it publishes the interactions",
         [](MessageOrder& test) { ASSERT_OK(test.b().rti->publish_interaction_class(test.fire)); }},
        {"the sender publishes", [](MessageOrder& test) { test.a().publish("Ship", {"Course"}); }},
        {"another joins",
         [](MessageOrder& test) {
           test.d = std::make_unique<Witness>(test.node_of(2));
           test.d->join("d");
         }},
        {"another resigns", resign},
    };
  }

  AttributeHandle position;
  InteractionClassHandle fire;
  InteractionClassHandle missile;
  std::unique_ptr<Witness> d;
};
INSTANTIATE_TEST_SUITE_P(Groups, MessageOrder, every_layout, layout_name);

// IEEE 1516.1-2010, 8.8: all TSO messages up to the time asked for are delivered before the grant; 8.1: in the order of their
// timestamps.
TEST_P(MessageOrder, TimeStampOrderComesBeforeItsGrantWhateverIsDeclaredMeanwhile) {
  double now = 0;
  for (const Change& each : changes()) {
    const auto car = discovered_car();
    send("fourth", fire, now + 4);
    send("second", missile, now + 2);
    update(car, "third", now + 3);
    ASSERT_OK(a().rti->delete_object_instance(car, bytes("fifth"), float64_time(now + 5)));
    send("later", fire, now + 7);
    ASSERT_OK(b().rti->time_advance_request(float64_time(now + 5)));
    ASSERT_OK(a().rti->time_advance_request(float64_time(now + 10)));
    settle();
    each.make(*this);
    settle();
    b().drain();
    EXPECT_EQ(b().log,
              (std::vector<std::string>{"receive second TSO", "reflect third TSO",
                                        "receive fourth TSO", "remove fifth TSO", "grant"}))
        << "when " << each.what;
    b().log.clear();
    ASSERT_OK(b().rti->time_advance_request(float64_time(now + 10)));
    b().drain();
    EXPECT_EQ(b().log, (std::vector<std::string>{"receive later TSO", "grant"}))
        << "when " << each.what;
    (void)a().await_grant();
    now += 10;
  }
}

// 8.1: RO messages are delivered in the order in which they came, to a constrained federate while it is advancing: so those
// that waited come before the next grant (8.8, 8.14).
TEST_P(MessageOrder, ReceiveOrderOfOneSenderIsKeptWhateverIsDeclaredMeanwhile) {
  double now = 0;
  for (const Change& each : changes()) {
    const auto car = discovered_car();
    send("1", fire);
    update(car, "2");
    send("3", missile);
    ASSERT_OK(a().rti->delete_object_instance(car, bytes("4")));
    send("5", fire);
    ASSERT_OK(a().rti->time_advance_request(float64_time(now + 5)));
    settle();
    each.make(*this);
    settle();
    b().drain();
    EXPECT_TRUE(b().log.empty()) << "when " << each.what;
    ASSERT_OK(b().rti->time_advance_request(float64_time(now + 2)));
    settle();
    c().publish("Vehicle", {"Position"});
    settle();
    b().drain();
    EXPECT_EQ(b().log, (std::vector<std::string>{"receive 1 RO", "reflect 2 RO", "receive 3 RO",
                                                 "remove 4 RO", "receive 5 RO", "grant"}))
        << "when " << each.what;
    (void)a().await_grant();
    ASSERT_OK(b().rti->time_advance_request(float64_time(now + 5)));
    b().drain();
    now += 5;
  }
}

// Unconstrained, the same.
TEST_P(MessageOrder, AnUnconstrainedFederateReceivesWhatWasSentInThatOrder) {
  ASSERT_OK(b().rti->disable_time_constrained());
  for (const Change& each : changes()) {
    const auto car = discovered_car();
    send("1", fire);
    update(car, "2");
    send("3", missile);
    ASSERT_OK(a().rti->delete_object_instance(car, bytes("4")));
    send("5", fire);
    settle();
    each.make(*this);
    settle();
    send("6", missile);
    b().drain();
    EXPECT_EQ(b().log, (std::vector<std::string>{"receive 1 RO", "reflect 2 RO", "receive 3 RO",
                                                 "remove 4 RO", "receive 5 RO", "receive 6 RO"}))
        << "when " << each.what;
  }
}

// 8.1: a message in timestamp order is delivered at its time, also when its sender has resigned meanwhile (4.10 takes nothing
// back that was sent).
TEST_P(MessageOrder, MessagesInTimeStampOrderSurviveTheResignationOfTheirSender) {
  for (const auto action : {ResignAction::unconditionally_divest_attributes,
                            ResignAction::cancel_then_delete_then_divest}) {
    const bool deletes = action == ResignAction::cancel_then_delete_then_divest;
    const auto car = discovered_car();
    send("first", fire, 2);
    if (!deletes) update(car, "second", 3);
    send("third", missile, 4);
    send("fourth", missile, 6);
    ASSERT_OK(a().rti->resign_federation_execution(action));
    ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
    b().until([&] { return b().granted.has_value(); });
    std::vector<std::string> expected{"receive first TSO", "reflect second TSO",
                                      "receive third TSO", "grant"};
    if (deletes) {  // the removal is in receive order: it comes first, and then the object is not known any more (6.15)
      expected[1] = expected[0];
      expected[0] = "remove  RO";
    }
    EXPECT_EQ(b().log, expected);
    b().log.clear();
    ASSERT_OK(b().rti->time_advance_request(float64_time(7)));
    b().drain();
    EXPECT_EQ(b().log, (std::vector<std::string>{"receive fourth TSO", "grant"}));
    ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
    a().join("a");
    b().join("b");
    a().publish("Vehicle", {"Position"});
    b().subscribe("Vehicle", {"Position"});
    for (const auto each : {fire, missile}) ASSERT_OK(a().rti->publish_interaction_class(each));
    ASSERT_OK(b().rti->subscribe_interaction_class(fire));
    for (Witness* each : {&a(), &b()}) {
      each->regulating.reset();
      each->constrained.reset();
      each->granted.reset();
    }
    a().regulate(1);
    b().constrain();
    drain();
    b().log.clear();
  }
}

// 8.15: with asynchronous delivery disabled, receive order waits for the next advance: also what came before that and was not
// evoked. What came while the federate was advancing comes with the grant.
TEST_P(MessageOrder, ReceiveOrderWaitsOnceAsynchronousDeliveryIsDisabled) {
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  send("1", fire);
  send("2", fire);
  settle();
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  send("3", fire);
  b().drain();
  EXPECT_TRUE(b().log.empty());
  ASSERT_OK(a().rti->time_advance_request(float64_time(10)));
  EXPECT_EQ(a().await_grant(), 10);
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  b().drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive 1 RO", "receive 2 RO", "receive 3 RO"}));
  b().log.clear();
  // Granted, and not told so yet.
  send("4", fire);
  send("5", fire, 11);
  ASSERT_OK(b().rti->time_advance_request(float64_time(10)));
  settle();
  send("6", fire);
  settle();
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  b().drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive 4 RO", "grant"}));
  b().log.clear();
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(11)));
  b().drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive 6 RO", "receive 5 TSO", "grant"}));
}

// 5.1.3, 6.13: an interaction is received as the class that the federate is subscribed to, so not after it has unsubscribed.
TEST_P(MessageOrder, WhatWaitsIsReceivedAsSubscribedToByThen) {
  send("1", missile);
  send("2", fire);
  send("3", missile, 2);
  send("4", fire, 2);
  ASSERT_OK(a().rti->time_advance_request(float64_time(10)));
  ASSERT_OK(b().rti->subscribe_interaction_class(missile));
  ASSERT_OK(b().rti->unsubscribe_interaction_class(fire));
  ASSERT_OK(b().rti->time_advance_request(float64_time(1)));
  b().drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive 1 RO", "grant"}));
  ASSERT_OK(b().rti->subscribe_interaction_class(fire));
  ASSERT_OK(b().rti->unsubscribe_interaction_class(missile));
  b().log.clear();
  ASSERT_OK(b().rti->time_advance_request(float64_time(3)));
  b().drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive 3 TSO", "receive 4 TSO", "grant"}));
  ASSERT_EQ(b().received.size(), 3U);
  EXPECT_EQ(b().received[0].of, missile);
  EXPECT_EQ(b().received[1].of, fire);
}

// 5.6, 6.11: an update is of what its receivers were subscribed to when it came, however long it waits for them.
TEST_P(MessageOrder, WhatIsSubscribedToAfterAnUpdateIsNotOfIt) {
  a().publish("Vehicle.Tank", {"Position", "Turret"});
  const AttributeHandle place = a().attribute("Vehicle.Tank", "Position");
  const AttributeHandle turret = a().attribute("Vehicle.Tank", "Turret");
  const std::vector<AttributeHandle> both{place, turret};
  const std::vector<AttributeValue> values{{place, bytes("x")}, {turret, bytes("y")}};
  const auto type = a().object_class("Vehicle.Tank");
  for (Witness* each : {&b(), &c()}) each->subscribe("Vehicle.Tank", {"Turret"});
  const auto registered = a().rti->register_object_instance(type);
  ASSERT_OK(registered);
  const ObjectInstanceHandle tank = *registered;
  drain();
  double time = 1;
  for (const OrderType order : {OrderType::receive, OrderType::timestamp}) {
    SCOPED_TRACE(order == OrderType::receive ? "receive order" : "timestamp order");
    ASSERT_OK(a().rti->change_attribute_order_type(tank, both, order));
    ++time;
    const auto update = [&](const std::vector<AttributeValue>& of, const char* tag) {
      ASSERT_OK(a().rti->update_attribute_values(tank, of, bytes(tag), float64_time(time)));
      for (Witness* each : {&b(), &c()}) ASSERT_OK(each->rti->query_logical_time());
    };
    update(values, "1");
    update({values[0]}, "2");
    for (Witness* each : {&b(), &c()}) {
      each->reflected.clear();
      ASSERT_OK(each->rti->subscribe_object_class_attributes(type, both));
    }
    ASSERT_OK(a().rti->query_logical_time());
    update(values, "3");
    ASSERT_OK(a().rti->time_advance_request(float64_time(time)));
    ASSERT_OK(b().rti->time_advance_request(float64_time(time)));
    drain();
    for (Witness* each : {&b(), &c()}) {
      ASSERT_EQ(each->reflected.size(), 2U);
      EXPECT_EQ(each->reflected[0].tag, "1");
      EXPECT_EQ(each->reflected[0].values,
                (std::map<std::uint16_t, std::string>{{turret.value, "y"}}));
      EXPECT_EQ(each->reflected[1].tag, "3");
      EXPECT_EQ(each->reflected[1].values.size(), 2U);
      ASSERT_OK(each->rti->unsubscribe_object_class_attributes(type, std::span(&place, 1)));
    }
    drain();
  }
}

// Those in regions too.
class RegionalOrder : public FederatesOf<Witness> {
 protected:
  const std::vector<FomModule>& modules() const override { return region_modules(); }
  void begin() override {
    FederatesOf<Witness>::begin();
    join_all();
    call = a().interaction_class("Call");
    alarm = a().interaction_class("Call.Alarm");
    for (const auto each : {call, alarm}) ASSERT_OK(a().rti->publish_interaction_class(each));
    a().regulate(1);
    b().constrain();
    at = region(a(), {{"x", {5, 6}}});
    near = region(b(), {{"x", {0, 10}}});
    far = region(b(), {{"x", {500, 510}}});
  }
  void send(const std::string& tag, InteractionClassHandle of, double time) {
    ASSERT_OK(a().rti->send_interaction_with_regions(of, {}, std::span(&at, 1), bytes(tag),
                                                     float64_time(time)));
  }
  void subscribe(InteractionClassHandle to, const RegionHandle& in) {
    ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(to, std::span(&in, 1)));
  }
  void unsubscribe(InteractionClassHandle from, const RegionHandle& in) {
    ASSERT_OK(b().rti->unsubscribe_interaction_class_with_regions(from, std::span(&in, 1)));
  }
  // b asks for an advance that is granted, and evokes when `meanwhile` was done.
  void advance(double to, const std::function<void()>& meanwhile) {
    ASSERT_OK(b().rti->time_advance_request(float64_time(to)));
    ASSERT_OK(a().rti->time_advance_request(float64_time(to)));
    ASSERT_OK(b().rti->query_logical_time());
    meanwhile();
    ASSERT_OK(b().rti->query_logical_time());
    b().drain();
    (void)a().await_grant();
  }
  InteractionClassHandle call;
  InteractionClassHandle alarm;
  RegionHandle at;
  RegionHandle near;
  RegionHandle far;
};
INSTANTIATE_TEST_SUITE_P(Groups, RegionalOrder, every_layout, layout_name);

TEST_P(RegionalOrder, InteractionsInRegionsKeepTheirOrderWhateverIsDeclaredMeanwhile) {
  subscribe(call, near);
  send("second", alarm, 3);
  send("first", call, 2);
  advance(3, [&] { c().publish("Bird", {"Ring"}); });
  EXPECT_EQ(b().log,
            (std::vector<std::string>{"receive first TSO", "receive second TSO", "grant"}));
}

// 9.1: no message is delivered of which the regions do not overlap those of the subscription.
TEST_P(RegionalOrder, WhatWaitsComesAsTheClassWhoseRegionOverlapsByThen) {
  subscribe(alarm, near);
  subscribe(call, far);
  send("1", alarm, 2);
  advance(3, [&] { unsubscribe(alarm, near); });
  EXPECT_EQ(b().log, (std::vector<std::string>{"grant"}));
  b().log.clear();
  subscribe(alarm, near);
  send("2", alarm, 5);
  advance(6, [&] {
    subscribe(call, near);
    unsubscribe(alarm, near);
  });
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive 2 TSO", "grant"}));
  ASSERT_EQ(b().received.size(), 1U);
  EXPECT_EQ(b().received[0].of, call);
}

}  // namespace
}  // namespace orrery::rti::testing
