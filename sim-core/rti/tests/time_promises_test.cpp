// What federates may rely on after a grant, whatever other federates advance to, enable or change later.
#include <cmath>
#include <limits>

#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

double after(double time) { return std::nextafter(time, std::numeric_limits<double>::max()); }

class TimePromises : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    a().publish("Vehicle", {"Position"});
    b().subscribe("Vehicle", {"Position"});
    car = *a().rti->register_object_instance(a().object_class("Vehicle"));
    position = a().attribute("Vehicle", "Position");
    drain();
  }
  auto send(double time) { return a().update(car, position, "x", float64_time(time)); }
  using Request = Status (RtiAmbassador::*)(LogicalTime);
  static void request(Federate& who, Request how, double time) {
    ASSERT_OK((who.rti.get()->*how)(float64_time(time)));
  }
  ObjectInstanceHandle car;
  AttributeHandle position;
};
INSTANTIATE_TEST_SUITE_P(Groups, TimePromises, every_layout, layout_name);

constexpr auto tar = &RtiAmbassador::time_advance_request;
constexpr auto tara = &RtiAmbassador::time_advance_request_available;
constexpr auto nmr = &RtiAmbassador::next_message_request;
constexpr auto nmra = &RtiAmbassador::next_message_request_available;
constexpr auto fqr = &RtiAmbassador::flush_queue_request;

// IEEE 1516.1-2010, 8.8 and 8.10: with zero lookahead a federate that asks by TAR or NMR will send nothing up to the time
// granted any more; so after another federate's TAR or NMR has been granted at that time nothing comes at it (8.8).
TEST_P(TimePromises, WithZeroLookaheadATimeThatIsOverStaysOver) {
  for (Federate* each : {&a(), &b()}) {
    each->regulate(0);
    each->constrain();
  }
  double now = 0;
  for (const Request closes : std::vector<Request>{tar, nmr}) {
    for (const Request again : std::vector<Request>{tara, nmra}) {
      now += 5;
      request(a(), closes, now);
      request(b(), closes, now);
      EXPECT_EQ(a().await_grant(), now);
      EXPECT_EQ(b().await_grant(), now);
      EXPECT_ERROR(send(now), InvalidLogicalTime);
      request(a(), again, now);
      EXPECT_ERROR(send(now), InvalidLogicalTime);
      EXPECT_EQ(a().await_grant(), now);
      EXPECT_ERROR(send(now), InvalidLogicalTime);
      // A lookahead of another length in between opens it neither.
      ASSERT_OK(a().rti->modify_lookahead(float64_interval(0)));
      EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 0);
      EXPECT_ERROR(send(now), InvalidLogicalTime);
      ASSERT_OK(send(after(now)));
      drain();
      EXPECT_TRUE(b().reflected.empty());
      request(a(), tar, now + 1);
      request(b(), tar, now + 1);
      EXPECT_EQ(a().await_grant(), now + 1);
      EXPECT_EQ(b().await_grant(), now + 1);
      ASSERT_EQ(b().reflected.size(), 1U);
      EXPECT_EQ(to_float64(*b().reflected[0].delivery.time), after(now));
      b().reflected.clear();
    }
  }
}

// 8.9: after TARA a federate with zero lookahead may still send at that time, and one that was granted it may receive it.
TEST_P(TimePromises, WithZeroLookaheadATimeThatIsAvailableIsNotOver) {
  for (Federate* each : {&a(), &b()}) {
    each->regulate(0);
    each->constrain();
  }
  for (Federate* each : {&a(), &b()}) request(*each, tara, 5);
  EXPECT_EQ(a().await_grant(), 5);
  EXPECT_EQ(b().await_grant(), 5);
  ASSERT_OK(send(5));
  request(a(), tar, 5);
  EXPECT_ERROR(send(5), InvalidLogicalTime);
  request(b(), tar, 5);
  EXPECT_EQ(b().await_grant(), 5);
  EXPECT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflections_at_grant, 1U);
}

// 8.2, 8.3: a federate that becomes regulating begins where nothing that it may send is before what others were granted: up to
// what TAR and NMR granted them they receive nothing more (8.8, 8.10).
TEST_P(TimePromises, WhoBeginsToRegulateLateReachesNoTimeThatIsOver) {
  b().constrain();
  double now = 0;
  for (const double lookahead : {0.0, 1.0, 2.5}) {
    for (const Request closes : std::vector<Request>{tar, nmr}) {
      now += 5;
      request(b(), closes, now);
      EXPECT_EQ(b().await_grant(), now);
      a().regulate(lookahead);
      const double begins = to_float64(*a().regulating);
      EXPECT_EQ(begins, after(now) - lookahead);
      EXPECT_GT(begins + lookahead, now);
      for (const double early : {now - 0.5, now}) EXPECT_ERROR(send(early), InvalidLogicalTime);
      const auto sent = send(begins + lookahead);
      ASSERT_OK(sent);
      ASSERT_OK(a().rti->retract(**sent));
      ASSERT_OK(send(now + 0.5));
      drain();
      EXPECT_TRUE(b().reflected.empty());
      request(b(), tar, now + 1);
      request(a(), tar, now + 1);
      EXPECT_EQ(a().await_grant(), now + 1);
      ASSERT_OK(a().rti->disable_time_regulation());
      a().regulating.reset();
      EXPECT_EQ(b().await_grant(), now + 1);
      EXPECT_EQ(b().reflected.size(), 1U);
      b().reflected.clear();
      now += 1;
    }
  }
}

// 8.2: what the federate itself was granted does not bind it: it may send at its own time with zero lookahead. Nor does what another
// was granted while it was not constrained, or before it became constrained again: that one receives from its own time on.
TEST_P(TimePromises, OnlyWhatConstrainedFederatesWereGrantedBindsWhoBeginsToRegulate) {
  a().constrain();
  request(a(), tar, 5);
  EXPECT_EQ(a().await_grant(), 5);
  a().regulate(0);
  EXPECT_EQ(to_float64(*a().regulating), 5);
  ASSERT_OK(send(5));
  ASSERT_OK(a().rti->disable_time_regulation());
  a().regulating.reset();
  request(b(), tar, 7);  // not constrained
  EXPECT_EQ(b().await_grant(), 7);
  b().constrain();
  a().regulate(1);
  EXPECT_EQ(to_float64(*a().regulating), 6);
  ASSERT_OK(a().rti->disable_time_regulation());
  a().regulating.reset();
  drain();
  request(b(), tar, 9);
  EXPECT_EQ(b().await_grant(), 9);
  ASSERT_OK(b().rti->disable_time_constrained());
  b().constrained.reset();
  b().constrain();
  a().regulate(1);
  EXPECT_EQ(to_float64(*a().regulating), 8);
  b().reflected.clear();
  ASSERT_OK(send(9));
  request(b(), tara, 9);
  EXPECT_EQ(b().await_grant(), 9);
  EXPECT_EQ(b().reflected.size(), 1U);
}

// 8.13: after TARA, NMRA and FQR messages at the time granted can still come.
TEST_P(TimePromises, WhoBeginsToRegulateLateMayReachATimeThatIsAvailable) {
  b().constrain();
  double now = 0;
  for (const Request available : std::vector<Request>{tara, nmra, fqr}) {
    now += 5;
    b().reflected.clear();
    request(b(), available, now);
    EXPECT_EQ(b().await_grant(), now);
    a().regulate(0);
    EXPECT_EQ(to_float64(*a().regulating), now);
    ASSERT_OK(send(now));
    request(b(), tara, now);
    EXPECT_EQ(b().await_grant(), now);
    EXPECT_EQ(b().reflected.size(), 1U);
    ASSERT_OK(a().rti->disable_time_regulation());
    a().regulating.reset();
    drain();
  }
}

// 8.2: to a constrained federate, enabling time regulation is an implicit Time Advance Request Available, and Time Regulation
// Enabled its grant: what is before the time that it begins at is delivered before.
TEST_P(TimePromises, AConstrainedFederateReceivesWhatIsBeforeTheTimeItBeginsToRegulateAt) {
  a().regulate(1);
  b().constrain();
  c().constrain();
  for (const double time : {3.0, 9.0, 12.0}) ASSERT_OK(send(time));
  ASSERT_OK(a().update(car, position, "receive order"));
  request(a(), tar, 20);
  request(c(), tar, 10);
  EXPECT_EQ(c().await_grant(), 10);
  bool early = true;
  b().on_reflect = [&] { early = early && !b().regulating; };
  b().regulate(1);
  EXPECT_EQ(to_float64(*b().regulating), after(10) - 1);
  EXPECT_EQ(to_float64(*b().rti->query_logical_time()), after(10) - 1);
  EXPECT_TRUE(early);
  ASSERT_EQ(b().reflected.size(), 3U);
  EXPECT_FALSE(b().reflected[0].delivery.time);
  EXPECT_EQ(to_float64(*b().reflected[1].delivery.time), 3);
  EXPECT_EQ(to_float64(*b().reflected[2].delivery.time), 9);
  request(b(), tar, 13);
  EXPECT_EQ(b().await_grant(), 13);
  EXPECT_EQ(b().reflected.size(), 4U);
}

// 8.3, 8.17: enabling time regulation changes the logical time when the federate is told.
TEST_P(TimePromises, TheTimeThatRegulationBeginsAtCountsWhenItIsTold) {
  b().constrain();
  request(b(), tara, 5);
  EXPECT_EQ(b().await_grant(), 5);
  ASSERT_OK(a().rti->enable_time_regulation(float64_interval(1)));
  ASSERT_OK(b().rti->query_logical_time());
  EXPECT_EQ(to_float64(*a().rti->query_logical_time()), 0);
  a().until([&] { return a().regulating.has_value(); });
  EXPECT_EQ(to_float64(*a().rti->query_logical_time()), 4);
}

// 8.18: the LITS is the least of the GALT and the timestamps of messages that the federate has not received.
TEST_P(TimePromises, AMessageThatWaitsToBeEvokedCountsForTheLits) {
  a().regulate(1);
  b().constrain();
  ASSERT_OK(send(3));
  request(b(), nmr, 4);
  request(a(), tar, 9);
  EXPECT_EQ(to_float64(**b().rti->query_lits()), 3);
  EXPECT_EQ(b().await_grant(), 3);
  EXPECT_EQ(to_float64(**b().rti->query_lits()), 10);
}

// 8.2, 8.18: also while its time advances to where it may regulate.
TEST_P(TimePromises, AMessageThatWaitsForTimeRegulationCountsForTheLits) {
  a().regulate(1);
  a().constrain();
  b().constrain();
  ASSERT_OK(send(3));
  request(a(), nmr, 9);
  ASSERT_OK(b().rti->enable_time_regulation(float64_interval(1)));
  EXPECT_EQ(a().await_grant(), 9);
  EXPECT_EQ(to_float64(**b().rti->query_lits()), 3);
}

// 8.1.3, 8.10, 8.12: while an advance is pending, which it is until its grant is told, a federate sends nothing before the time
// asked for and its lookahead. Granted less it may send from that on, and retract what it had sent.
TEST_P(TimePromises, UntilItIsToldItsGrantAFederateSendsNothingBeforeTheTimeItAskedFor) {
  b().publish("Ship", {"Course"});
  a().subscribe("Ship", {"Course"});
  const auto course = b().attribute("Ship", "Course");
  const auto ship = *b().rti->register_object_instance(b().object_class("Ship"));
  const std::vector<AttributeHandle> courses{course};
  ASSERT_OK(b().rti->change_attribute_order_type(ship, courses, OrderType::timestamp));
  a().regulate(2);
  a().constrain();
  b().regulate(0);
  drain();
  double now = 0;
  for (const Request asks : std::vector<Request>{&RtiAmbassador::flush_queue_request, nmr, nmra}) {
    const auto sent = send(now + 3.5);
    ASSERT_OK(sent);
    ASSERT_OK(b().update(ship, course, "x", float64_time(now + 1)));
    request(a(), asks, now + 3);
    EXPECT_ERROR(send(now + 4.5), InvalidLogicalTime);
    EXPECT_ERROR(a().rti->retract(**sent), MessageCanNoLongerBeRetracted);
    request(b(), tar, now + 9);
    EXPECT_EQ(b().await_grant(), now + 9);
    ASSERT_OK(a().rti->query_logical_time());
    EXPECT_ERROR(send(now + 4.5), InvalidLogicalTime);
    EXPECT_ERROR(a().rti->retract(**sent), MessageCanNoLongerBeRetracted);
    ASSERT_OK(send(now + 5));
    EXPECT_LE(a().await_grant(), now + 1);
    ASSERT_OK(send(now + 3));
    ASSERT_OK(a().rti->retract(**sent));
    now += 9;
    request(a(), tar, now);
    EXPECT_EQ(a().await_grant(), now);
  }
}

// 8.3, 8.8: nor once it has advanced, however little.
TEST_P(TimePromises, WhoBeganToRegulateLateReachesNoTimeThatIsOverAfterAGrant) {
  b().constrain();
  double now = 0;
  for (const Request asks :
       std::vector<Request>{tar, tara, nmr, nmra, &RtiAmbassador::flush_queue_request}) {
    now += 5;
    request(b(), tar, now);
    EXPECT_EQ(b().await_grant(), now);
    a().regulate(1);
    const double begins = after(now) - 1;
    EXPECT_EQ(to_float64(*a().regulating), begins);
    request(a(), asks, begins);
    EXPECT_EQ(a().await_grant(), begins);
    EXPECT_ERROR(send(now), InvalidLogicalTime);
    ASSERT_OK(a().rti->disable_time_regulation());
    a().regulating.reset();
    drain();
  }
}

// 8.3: who begins to regulate is bound by what constrained federates were granted. A federate that itself began late, bound by one
// that is constrained no longer, may still receive from its own time on.
TEST_P(TimePromises, WhatAnotherWasGrantedDoesNotBindAfterItHasCeasedToBeConstrained) {
  request(c(), tara, 5);
  EXPECT_EQ(c().await_grant(), 5);
  c().constrain();
  b().regulate(2);
  EXPECT_EQ(to_float64(*b().regulating), 3);
  ASSERT_OK(c().rti->disable_time_constrained());
  b().constrain();
  drain();
  a().regulate(2);
  EXPECT_EQ(to_float64(*a().regulating), 1);
  ASSERT_OK(send(3));
  request(b(), tara, 3);
  EXPECT_EQ(b().await_grant(), 3);
  EXPECT_EQ(b().reflected.size(), 1U);
}

// 8.10: a message of which the federate is subscribed to nothing is none of its messages: no grant is at its time.
TEST_P(TimePromises, AnUpdateOfAttributesNotSubscribedToBringsNoGrant) {
  a().publish("Vehicle.Tank", {"Position", "Turret"});
  c().subscribe("Vehicle.Tank", {"Turret"});
  const auto tank = *a().rti->register_object_instance(a().object_class("Vehicle.Tank"));
  const std::vector<AttributeHandle> turret{a().attribute("Vehicle.Tank", "Turret")};
  ASSERT_OK(a().rti->change_attribute_order_type(tank, turret, OrderType::timestamp));
  drain();
  a().regulate(1);
  b().constrain();
  for (const Request asks : std::vector<Request>{nmr, nmra}) {
    const double now = to_float64(*b().rti->query_logical_time());
    ASSERT_OK(a().update(tank, turret[0], "x", float64_time(now + 3)));
    request(b(), asks, now + 4);
    request(a(), tar, now + 4);
    EXPECT_EQ(b().await_grant(), now + 4);
    EXPECT_EQ(a().await_grant(), now + 4);
  }
  EXPECT_TRUE(b().reflected.empty());
}

// 8.1.2, 8.8 and others: InvalidLogicalTime; 8.2, 8.19: InvalidLookahead. A time or interval is a finite number.
class InvalidTimes : public TimePromises {
 protected:
  void expect_refused(Federate& who, LogicalTime time, InteractionClassHandle fire) {
    for (const Request how :
         std::vector<Request>{tar, tara, nmr, nmra, &RtiAmbassador::flush_queue_request}) {
      EXPECT_ERROR((who.rti.get()->*how)(time), InvalidLogicalTime);
    }
    const AttributeValue value{position, bytes("x")};
    EXPECT_ERROR(who.rti->update_attribute_values(car, std::span(&value, 1), {}, time),
                 InvalidLogicalTime);
    EXPECT_ERROR(who.rti->send_interaction(fire, {}, {}, time), InvalidLogicalTime);
    EXPECT_ERROR(who.rti->send_interaction_with_regions(fire, {}, {}, {}, time),
                 InvalidLogicalTime);
    EXPECT_ERROR(who.rti->delete_object_instance(car, {}, time), InvalidLogicalTime);
    EXPECT_ERROR(who.rti->request_federation_save("now", time), InvalidLogicalTime);
  }
};
INSTANTIATE_TEST_SUITE_P(Groups, InvalidTimes, every_layout, layout_name);

TEST_P(InvalidTimes, WhatIsNoFiniteNumberIsNoTimeAndNoLookahead) {
  const auto fire = a().interaction_class("Fire");
  ASSERT_OK(a().rti->publish_interaction_class(fire));
  ASSERT_OK(b().rti->subscribe_interaction_class(fire));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> none{std::numeric_limits<double>::quiet_NaN(),
                                 -std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::signaling_NaN(), infinity, -infinity};
  for (const double each : none) {
    EXPECT_ERROR(a().rti->enable_time_regulation(float64_interval(each)), InvalidLookahead);
    expect_refused(a(), float64_time(each), fire);
  }
  a().regulate(1);
  a().constrain();
  for (const double each : none) {
    EXPECT_ERROR(a().rti->modify_lookahead(float64_interval(each)), InvalidLookahead);
    expect_refused(a(), float64_time(each), fire);
  }
  drain();
  EXPECT_TRUE(b().reflected.empty());
  EXPECT_TRUE(b().received.empty());
  EXPECT_TRUE(b().removed.empty());
  EXPECT_FALSE(a().granted);
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 1);
  // The greatest finite time is one; nothing can be sent after it.
  request(a(), tar, std::numeric_limits<double>::max());
  EXPECT_EQ(a().await_grant(), std::numeric_limits<double>::max());
  EXPECT_ERROR(a().rti->time_advance_request(float64_time(infinity)), InvalidLogicalTime);
}

// The greatest number of HLAinteger64Time stands for no time.
TEST_P(InvalidTimes, IntegersHaveLimitsToo) {
  Federate d(node_of(0));
  ASSERT_OK(d.rti->create_federation_execution("integers", test_modules(),
                                               TimeRepresentation::integer64));
  d.join("d", "integers");
  const auto fire = d.interaction_class("Fire");
  ASSERT_OK(d.rti->publish_interaction_class(fire));
  d.publish("Vehicle", {"Position"});
  car = *d.rti->register_object_instance(d.object_class("Vehicle"));
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  for (const std::int64_t each : {most, std::int64_t{-1}, least}) {
    EXPECT_ERROR(d.rti->enable_time_regulation({each}), InvalidLookahead);
  }
  expect_refused(d, {most}, fire);
  ASSERT_OK(d.rti->enable_time_regulation({1}));
  d.until([&] { return d.regulating.has_value(); });
  expect_refused(d, {most}, fire);
  EXPECT_ERROR(d.rti->modify_lookahead({most}), InvalidLookahead);
  EXPECT_ERROR(d.rti->send_interaction(fire, {}, {}, LogicalTime{least}), InvalidLogicalTime);
  EXPECT_ERROR(d.rti->time_advance_request({least}), LogicalTimeAlreadyPassed);
  ASSERT_OK(d.rti->time_advance_request({most - 1}));
  d.until([&] { return d.granted.has_value(); });
  EXPECT_EQ(d.granted->value, most - 1);
  EXPECT_ERROR(d.rti->send_interaction(fire, {}, {}, LogicalTime{most - 1}), InvalidLogicalTime);
}

}  // namespace
}  // namespace orrery::rti::testing
