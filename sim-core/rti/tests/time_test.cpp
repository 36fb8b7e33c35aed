// Time management on one node; time_rules and several nodes: nodes_test.cpp.
#include <cmath>

#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

class TimeManagement : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    a().publish("Vehicle", {"Position", "Speed"});
    b().subscribe("Vehicle", {"Position", "Speed"});
    auto made = a().rti->register_object_instance(a().object_class("Vehicle"));
    ASSERT_OK(made);
    car = *made;
    position = a().attribute("Vehicle", "Position");
    drain();
  }
  // a regulates, b is constrained.
  void regulate(double lookahead = 1) {
    a().regulate(lookahead);
    b().constrain();
  }
  auto send(double time, const std::string& value = "x") {
    return a().update(car, position, value, float64_time(time));
  }
  std::vector<double> times_of_b() {
    std::vector<double> times;
    for (const Reflected& each : b().reflected) times.push_back(to_float64(*each.delivery.time));
    return times;
  }
  ObjectInstanceHandle car;
  AttributeHandle position;
};
INSTANTIATE_TEST_SUITE_P(Groups, TimeManagement, every_layout, layout_name);

TEST_P(TimeManagement, SwitchesSayWhenTheyAreWrong) {
  EXPECT_ERROR(a().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_ERROR(a().rti->query_lookahead(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->modify_lookahead(float64_interval(1)), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->enable_time_regulation(float64_interval(-1)), InvalidLookahead);
  ASSERT_OK(a().rti->enable_time_regulation(float64_interval(1)));
  EXPECT_ERROR(a().rti->enable_time_regulation(float64_interval(1)),
               RequestForTimeRegulationPending);
  EXPECT_ERROR(a().rti->time_advance_request(float64_time(1)), RequestForTimeRegulationPending);
  a().until([&] { return a().regulating.has_value(); });
  EXPECT_ERROR(a().rti->enable_time_regulation(float64_interval(1)), TimeRegulationAlreadyEnabled);
  b().constrain();
  EXPECT_ERROR(b().rti->enable_time_constrained(), TimeConstrainedAlreadyEnabled);
  ASSERT_OK(a().rti->disable_time_regulation());
  ASSERT_OK(b().rti->disable_time_constrained());
}

TEST_P(TimeManagement, NeitherRegulatingNorConstrainedIsGrantedAtOnce) {
  ASSERT_OK(c().rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(c().await_grant(), 5);
  ASSERT_OK(c().rti->next_message_request(float64_time(7)));
  EXPECT_EQ(c().await_grant(), 7);
  EXPECT_EQ(to_float64(*c().rti->query_logical_time()), 7);
  EXPECT_FALSE(c().rti->query_galt()->has_value());
}

// IEEE 1516.1-2010, 8.2: the least time from which it sends nothing before what others may still receive: at 10 after TARA(10),
// and after TAR(10) only later.
TEST_P(TimeManagement, TheFirstRegulatorBeginsWhereTheConstrainedAre) {
  b().constrain();
  ASSERT_OK(b().rti->time_advance_request_available(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 10);
  a().regulate(2);
  EXPECT_EQ(to_float64(*a().regulating), 8);
  ASSERT_OK(a().rti->disable_time_regulation());
  a().regulating.reset();
  ASSERT_OK(b().rti->time_advance_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 10);
  a().regulate(2);
  EXPECT_EQ(to_float64(*a().regulating), std::nextafter(10.0, 11.0) - 2);
}

TEST_P(TimeManagement, TarWaitsForTheRegulator) {
  regulate();
  ASSERT_OK(b().rti->time_advance_request(float64_time(1)));
  drain();
  EXPECT_FALSE(b().granted);  // a may still send at 1
  EXPECT_EQ(to_float64(**b().rti->query_galt()), 1);
  ASSERT_OK(a().rti->time_advance_request(float64_time(0.5)));
  EXPECT_EQ(a().await_grant(), 0.5);
  EXPECT_EQ(b().await_grant(), 1);
}

TEST_P(TimeManagement, TaraIsGrantedAtTheBound) {
  regulate();
  ASSERT_OK(b().rti->time_advance_request_available(float64_time(1)));
  EXPECT_EQ(b().await_grant(), 1);
  ASSERT_OK(send(1));
  ASSERT_OK(b().rti->time_advance_request(float64_time(1)));
  drain();
  EXPECT_FALSE(b().granted);
  ASSERT_OK(a().rti->time_advance_request(float64_time(3)));
  EXPECT_EQ(b().await_grant(), 1);
  EXPECT_EQ(times_of_b(), std::vector<double>{1});
}

TEST_P(TimeManagement, MessagesComeInOrderUpToTheGrantAndNoneAfterwardsBefore) {
  regulate();
  for (const double time : {3.0, 1.5, 2.0, 5.0, 1.5}) ASSERT_OK(send(time));
  drain();
  EXPECT_TRUE(b().reflected.empty());
  ASSERT_OK(b().rti->time_advance_request(float64_time(3)));
  ASSERT_OK(a().rti->time_advance_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 3);
  EXPECT_EQ(times_of_b(), (std::vector<double>{1.5, 1.5, 2, 3}));
  EXPECT_EQ(b().reflections_at_grant, 4U);
  EXPECT_EQ(b().reflected[0].delivery.received, OrderType::timestamp);
  ASSERT_OK(b().rti->time_advance_request(float64_time(8)));
  EXPECT_EQ(b().await_grant(), 8);
  EXPECT_EQ(times_of_b().back(), 5);
}

TEST_P(TimeManagement, NmrStopsAtEachMessage) {
  regulate();
  for (const double time : {2.0, 4.0, 4.0}) ASSERT_OK(send(time));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->next_message_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 2);
  EXPECT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(b().rti->next_message_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 4);
  EXPECT_EQ(b().reflected.size(), 3U);
  ASSERT_OK(b().rti->next_message_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 10);
}

TEST_P(TimeManagement, NmraMayGrantAtTheBound) {
  regulate();
  ASSERT_OK(send(1));
  ASSERT_OK(b().rti->next_message_request_available(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 1);
  EXPECT_EQ(b().reflected.size(), 1U);
}

TEST_P(TimeManagement, TwoThatWaitForTheNextMessageBothGoOn) {
  a().regulate(1);
  b().regulate(1);
  a().constrain();
  b().constrain();
  ASSERT_OK(a().rti->next_message_request(float64_time(100)));
  ASSERT_OK(b().rti->next_message_request(float64_time(100)));
  EXPECT_EQ(a().await_grant(), 100);
  EXPECT_EQ(b().await_grant(), 100);
}

TEST_P(TimeManagement, ZeroLookahead) {
  a().regulate(0);
  b().regulate(0);
  a().constrain();
  b().constrain();
  ASSERT_OK(a().rti->time_advance_request(float64_time(5)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(a().await_grant(), 5);
  EXPECT_EQ(b().await_grant(), 5);
  EXPECT_ERROR(send(5), InvalidLogicalTime);  // after TAR strictly greater
  ASSERT_OK(a().rti->time_advance_request_available(float64_time(6)));
  ASSERT_OK(b().rti->time_advance_request_available(float64_time(6)));
  EXPECT_EQ(a().await_grant(), 6);
  EXPECT_EQ(b().await_grant(), 6);
  ASSERT_OK(send(6));  // after TARA equal is allowed
  ASSERT_OK(b().rti->time_advance_request_available(float64_time(6)));
  EXPECT_EQ(b().await_grant(), 6);
  EXPECT_EQ(times_of_b(), std::vector<double>{6});
}

TEST_P(TimeManagement, FlushingDeliversAllAndGrantsWhatIsSafe) {
  regulate();
  for (const double time : {7.0, 3.0}) ASSERT_OK(send(time));
  ASSERT_OK(b().rti->flush_queue_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 1);  // the regulator's bound
  EXPECT_EQ(times_of_b(), (std::vector<double>{3, 7}));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->flush_queue_request(float64_time(10)));
  EXPECT_EQ(b().await_grant(), 10);
}

TEST_P(TimeManagement, EarlyTimeStampsAndPassedTimesAreRefused) {
  regulate();
  EXPECT_ERROR(send(0.5), InvalidLogicalTime);
  ASSERT_OK(send(1));
  ASSERT_OK(a().rti->time_advance_request(float64_time(4)));
  EXPECT_ERROR(send(4.5), InvalidLogicalTime);
  EXPECT_ERROR(a().rti->time_advance_request(float64_time(5)), InTimeAdvancingState);
  EXPECT_ERROR(a().rti->modify_lookahead(float64_interval(2)), InTimeAdvancingState);
  EXPECT_EQ(a().await_grant(), 4);
  EXPECT_ERROR(a().rti->time_advance_request(float64_time(3)), LogicalTimeAlreadyPassed);
  ASSERT_OK(send(5));
}

TEST_P(TimeManagement, ReceiveOrderWaitsForTheNextAdvance) {
  regulate();
  ASSERT_OK(a().update(car, position, "receive order"));
  drain();
  EXPECT_TRUE(b().reflected.empty());
  ASSERT_OK(b().rti->time_advance_request(float64_time(0.5)));
  b().drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].delivery.received, OrderType::receive);
}

TEST_P(TimeManagement, AsynchronousDeliveryDoesNotWait) {
  regulate();
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
  ASSERT_OK(a().update(car, position, "x"));
  b().drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_ERROR(b().rti->disable_asynchronous_delivery(), AsynchronousDeliveryAlreadyDisabled);
  ASSERT_OK(a().update(car, position, "y"));
  b().drain();
  EXPECT_EQ(b().reflected.size(), 1U);
}

TEST_P(TimeManagement, WithoutPreferenceOrConstraintTheOrderIsOfReceipt) {
  regulate();
  // Speed prefers receive order.
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  auto sent = a().update(car, a().attribute("Vehicle", "Speed"), "1", float64_time(9));
  ASSERT_OK(sent);
  EXPECT_FALSE(sent->has_value());
  b().drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(to_float64(*b().reflected[0].delivery.time), 9);
  // c is not constrained.
  c().subscribe("Vehicle", {"Position"});
  ASSERT_OK(send(5));
  c().drain();
  ASSERT_EQ(c().reflected.size(), 1U);
  EXPECT_EQ(c().reflected[0].delivery.received, OrderType::receive);
  EXPECT_EQ(c().reflected[0].delivery.sent, OrderType::timestamp);
}

TEST_P(TimeManagement, TheOrderMayBeChanged) {
  regulate();
  EXPECT_ERROR(
      b().rti->change_attribute_order_type(car, std::span(&position, 1), OrderType::receive),
      AttributeNotOwned);
  ASSERT_OK(a().rti->change_attribute_order_type(car, std::span(&position, 1), OrderType::receive));
  auto sent = send(5);
  ASSERT_OK(sent);
  EXPECT_FALSE(sent->has_value());
  EXPECT_ERROR(
      a().rti->change_interaction_order_type(a().interaction_class("Fire"), OrderType::receive),
      InteractionClassNotPublished);
  const auto hail = a().interaction_class("Hail");
  ASSERT_OK(a().rti->publish_interaction_class(hail));
  ASSERT_OK(b().rti->subscribe_interaction_class(hail));
  ASSERT_OK(a().rti->change_interaction_order_type(hail, OrderType::timestamp));
  auto hailed = a().rti->send_interaction(hail, {}, {}, float64_time(4));
  ASSERT_OK(hailed);
  EXPECT_TRUE(hailed->has_value());
  EXPECT_EQ(to_float64(**b().rti->query_lits()), 1);
}

TEST_P(TimeManagement, LookaheadGrowsAtOnceAndShrinksWithTime) {
  regulate(2);
  ASSERT_OK(a().rti->modify_lookahead(float64_interval(5)));
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 5);
  EXPECT_ERROR(send(4), InvalidLogicalTime);
  EXPECT_EQ(to_float64(**b().rti->query_galt()), 5);
  EXPECT_ERROR(a().rti->modify_lookahead(float64_interval(-1)), InvalidLookahead);
  ASSERT_OK(a().rti->modify_lookahead(float64_interval(1)));
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 5);
  EXPECT_ERROR(send(4), InvalidLogicalTime);
  ASSERT_OK(a().rti->time_advance_request(float64_time(3)));
  EXPECT_EQ(a().await_grant(), 3);
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 2);
  ASSERT_OK(a().rti->time_advance_request(float64_time(8)));
  EXPECT_EQ(a().await_grant(), 8);
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 1);
}

TEST_P(TimeManagement, WhatIsQueuedMayBeRetracted) {
  regulate();
  auto sent = send(3);
  ASSERT_OK(sent);
  ASSERT_TRUE(sent->has_value());
  EXPECT_ERROR(a().rti->retract({12345}), InvalidMessageRetractionHandle);
  EXPECT_ERROR(b().rti->retract(**sent), TimeRegulationIsNotEnabled);
  ASSERT_OK(a().rti->retract(**sent));
  EXPECT_ERROR(a().rti->retract(**sent), MessageCanNoLongerBeRetracted);
  auto late = send(2);
  ASSERT_OK(a().rti->time_advance_request(float64_time(10)));
  EXPECT_ERROR(a().rti->retract(**late), MessageCanNoLongerBeRetracted);
  ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(b().await_grant(), 5);
  EXPECT_EQ(times_of_b(), std::vector<double>{2});
}

TEST_P(TimeManagement, WhatAFlushDeliveredIsAskedBack) {
  regulate();
  auto sent = send(3);
  ASSERT_OK(b().rti->flush_queue_request(float64_time(10)));
  (void)b().await_grant();
  ASSERT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(a().rti->retract(**sent));
  drain();
  EXPECT_EQ(b().retracted, std::vector<MessageRetractionHandle>{**sent});
}

TEST_P(TimeManagement, ARemovalInTimeStampOrderComesAfterTheUpdatesBeforeIt) {
  regulate();
  ASSERT_OK(send(2));
  ASSERT_OK(a().rti->delete_object_instance(car, {}, float64_time(4)));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(3)));
  EXPECT_EQ(b().await_grant(), 3);
  EXPECT_EQ(b().reflected.size(), 1U);
  EXPECT_TRUE(b().removed.empty());
  ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(b().await_grant(), 5);
  EXPECT_EQ(b().removed.size(), 1U);
}

TEST_P(TimeManagement, TheOnlyRegulatorResigningFreesAnAdvance) {
  regulate();
  ASSERT_OK(b().rti->time_advance_request(float64_time(50)));
  drain();
  EXPECT_FALSE(b().granted);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  EXPECT_EQ(b().await_grant(), 50);
}

TEST_P(TimeManagement, DisablingRegulationFreesAnAdvance) {
  regulate();
  ASSERT_OK(b().rti->time_advance_request(float64_time(50)));
  ASSERT_OK(a().rti->disable_time_regulation());
  EXPECT_EQ(b().await_grant(), 50);
}

TEST_P(TimeManagement, NoLongerConstrainedGetsWhatWasQueued) {
  regulate();
  ASSERT_OK(send(9));
  ASSERT_OK(b().rti->disable_time_constrained());
  b().drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].delivery.received, OrderType::receive);
}

TEST_P(TimeManagement, IntegerTime) {
  Federate d(node_of(0));
  Federate e(node_of(1));
  ASSERT_OK(d.rti->create_federation_execution("integers", test_modules(),
                                               TimeRepresentation::integer64));
  d.join("d", "integers");
  e.join("e", "integers");
  ASSERT_OK(d.rti->enable_time_regulation({0}));
  ASSERT_OK(e.rti->enable_time_constrained());
  d.drain();
  e.drain();
  ASSERT_OK(e.rti->time_advance_request({5}));
  e.drain();
  EXPECT_FALSE(e.granted);
  ASSERT_OK(d.rti->time_advance_request({5}));
  e.drain();
  ASSERT_TRUE(e.granted);
  EXPECT_EQ(e.granted->value, 5);
}

// An error names times as the federate gives them.
TEST_P(TimeManagement, ErrorsNameTimesAsTheFederationWritesThem) {
  regulate(2);
  drain();
  const auto early = send(1.5);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().message,
            "the time stamp is 1.5, at least 2 is allowed (time and lookahead)");
  ASSERT_OK(a().rti->time_advance_request(float64_time(3)));
  drain();
  const Status back = a().rti->time_advance_request(float64_time(0.25));
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().message, "the time asked for is before the federate's: 0.25 after 3");
}

}  // namespace
}  // namespace orrery::rti::testing
