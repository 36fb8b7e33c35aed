// Messages that are taken back: before they were delivered, and after.
#include "federates.hpp"
#include "queues/queues.hpp"

namespace orrery::rti::testing {
namespace {

// a regulates; b is constrained; c is not.
class Retraction : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    a().publish("Vehicle", {"Position"});
    fire = a().interaction_class("Fire");
    ASSERT_OK(a().rti->publish_interaction_class(fire));
    for (Federate* each : {&b(), &c()}) {
      each->subscribe("Vehicle", {"Position"});
      ASSERT_OK(each->rti->subscribe_interaction_class(fire));
    }
    car = *a().rti->register_object_instance(a().object_class("Vehicle"));
    position = a().attribute("Vehicle", "Position");
    a().regulate(1);
    b().constrain();
    drain();
  }
  MessageRetractionHandle update(double time) {
    auto sent = a().update(car, position, "x", float64_time(time));
    EXPECT_TRUE(sent.ok() && sent->has_value());
    return **sent;
  }
  MessageRetractionHandle interact(double time) {
    auto sent = a().rti->send_interaction(fire, {}, {}, float64_time(time));
    EXPECT_TRUE(sent.ok() && sent->has_value());
    return **sent;
  }
  ObjectInstanceHandle car;
  AttributeHandle position;
  InteractionClassHandle fire;
};
INSTANTIATE_TEST_SUITE_P(Groups, Retraction, every_layout, layout_name);

using Retractions = std::vector<MessageRetractionHandle>;

// IEEE 1516.1-2010, 8.22: a federate that was delivered a message which its sender retracts is asked to undo it: also where it
// was delivered in receive order.
TEST_P(Retraction, WhatCameInReceiveOrderIsAskedBack) {
  const Retractions sent{update(3), interact(4)};
  drain();
  EXPECT_EQ(c().reflected.size(), 1U);
  EXPECT_EQ(c().received.size(), 1U);
  for (const auto each : sent) ASSERT_OK(a().rti->retract(each));
  drain();
  EXPECT_EQ(c().retracted, sent);
  // b had not got them.
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 10);
  EXPECT_TRUE(b().retracted.empty());
  EXPECT_TRUE(b().reflected.empty());
  EXPECT_TRUE(b().received.empty());
}

// 8.21: a message that was not delivered yet never is, and nobody is asked to undo it.
TEST_P(Retraction, WhatWaitsInReceiveOrderIsDropped) {
  const Retractions sent{update(3), interact(4)};
  (void)update(5);
  ASSERT_OK(c().rti->query_logical_time());  // all has come to its node
  for (const auto each : sent) ASSERT_OK(a().rti->retract(each));
  drain();
  EXPECT_TRUE(c().retracted.empty());
  EXPECT_EQ(c().reflected.size(), 1U);
  EXPECT_TRUE(c().received.empty());
}

// As 8.22 at the bound: a message at the GALT may be delivered (8.9, 8.11, 8.12) while its sender can still retract it (8.21).
TEST_P(Retraction, WhatCameAtTheGaltIsAskedBack) {
  const auto sent = update(1);
  ASSERT_OK(b().rti->time_advance_request_available(float64_time(1)));
  EXPECT_EQ(b().await_grant(), 1);
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].delivery.received, OrderType::timestamp);
  ASSERT_OK(a().rti->retract(sent));
  drain();
  EXPECT_EQ(b().retracted, Retractions{sent});
}

// 8.21, 8.22: a federate may retract once it regulates again, if its time and lookahead still allow it; those who received the
// message while nobody regulated are asked to undo it.
TEST_P(Retraction, WhatCameWhileNobodyRegulatedIsAskedBack) {
  Retractions sent{update(5), interact(6)};
  // So many that what nobody can retract is forgotten.
  for (int i = 0; i < 100; ++i) sent.push_back(update(7));
  drain();
  ASSERT_OK(a().rti->disable_time_regulation());
  drain();
  ASSERT_OK(b().rti->time_advance_request_available(float64_time(5)));
  EXPECT_EQ(b().await_grant(), 5);
  ASSERT_OK(b().rti->flush_queue_request(float64_time(5)));
  EXPECT_EQ(b().await_grant(), 5);
  EXPECT_EQ(b().reflected.size(), 101U);
  a().regulate(1);
  drain();
  for (const auto each : sent) ASSERT_OK(a().rti->retract(each));
  drain();
  EXPECT_EQ(b().retracted, sent);
  EXPECT_EQ(c().retracted, sent);
}

TEST_P(Retraction, WhatCameInReceiveOrderWhenNoLongerConstrainedIsAskedBack) {
  const auto sent = update(9);
  ASSERT_OK(b().rti->query_logical_time());
  ASSERT_OK(b().rti->disable_time_constrained());
  b().drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(a().rti->retract(sent));
  drain();
  EXPECT_EQ(b().retracted, Retractions{sent});
}

// 8.21: once it is delivered to all that are constrained, nothing is taken back.
TEST_P(Retraction, NothingIsAskedBackOfWhatCanNoLongerBeRetracted) {
  const auto sent = update(3);
  drain();
  ASSERT_OK(a().rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(a().await_grant(), 5);
  EXPECT_ERROR(a().rti->retract(sent), MessageCanNoLongerBeRetracted);
  drain();
  EXPECT_TRUE(c().retracted.empty());
}

TEST(DeliveredEarly, ForgetsWhatNobodyCanRetractAndIsBounded) {
  DeliveredEarly early;
  const auto deliver = [&](std::uint64_t retraction, std::int64_t time, std::int64_t galt) {
    if (early.full()) early.make_room(galt);
    early.push({retraction, time});
  };
  for (std::uint64_t i = 0; i < 1000; ++i) {
    deliver(i, static_cast<std::int64_t>(i), static_cast<std::int64_t>(i));
  }
  EXPECT_LE(early.messages.size(), 64U);
  EXPECT_TRUE(early.take(999));
  EXPECT_FALSE(early.take(999));
  early = {};
  constexpr std::uint64_t many = 3 * DeliveredEarly::most;
  for (std::uint64_t i = 0; i < many; ++i) {
    deliver(i, 5, 0);
    ASSERT_LE(early.messages.size(), DeliveredEarly::most);
  }
  EXPECT_TRUE(early.take(many - 1));
  EXPECT_FALSE(early.take(0));
}

}  // namespace
}  // namespace orrery::rti::testing
