// Deletions in timestamp order: what the object is to others until that time, and how it comes back.
#include "federates.hpp"
#include "witness.hpp"

namespace orrery::rti::testing {
namespace {

// a regulates and deletes; b is constrained and knows the object.
class TimedDeletion : public FederatesOf<Witness> {
 protected:
  void begin() override {
    FederatesOf<Witness>::begin();
    join_all();
    a().publish("Vehicle", {"Position", "Speed"});
    b().subscribe("Vehicle", {"Position"});
    position = a().attribute("Vehicle", "Position");
    ASSERT_TRUE(reserves(a()));
    auto made = a().rti->register_object_instance(a().object_class("Vehicle"), name);
    ASSERT_OK(made);
    car = *made;
    a().regulate(1);
    b().constrain();
    drain();
    b().log.clear();
  }
  MessageRetractionHandle remove(double time) {
    auto sent = a().rti->delete_object_instance(car, bytes("gone"), float64_time(time));
    EXPECT_TRUE(sent.ok() && sent->has_value());
    return sent.ok() && *sent ? **sent : MessageRetractionHandle{};
  }
  // Is the object's name free, and reserved now?
  bool reserves(Witness& who) {
    who.reserved.clear();
    EXPECT_TRUE(who.rti->reserve_object_instance_name(name).ok());
    who.until([&] { return who.reserved.contains(name); });
    return who.reserved[name];
  }
  void update(double time) { ASSERT_OK(a().update(car, position, "x", float64_time(time))); }
  std::vector<std::string> advanced(Witness& who, double to) {
    who.log.clear();
    EXPECT_TRUE(who.rti->time_advance_request(float64_time(to)).ok());
    EXPECT_EQ(who.await_grant(), to);
    return who.log;
  }
  void expect_known(Witness& who) {
    const auto found = who.rti->get_object_instance_name(car);
    ASSERT_OK(found);
    EXPECT_EQ(*found, name);
    EXPECT_EQ(*who.rti->get_object_instance_handle(name), car);
  }
  void expect_unknown(Witness& who) {
    EXPECT_ERROR(who.rti->get_object_instance_name(car), ObjectInstanceNotKnown);
    EXPECT_ERROR(who.rti->request_attribute_value_update(car, std::span(&position, 1), {}),
                 ObjectInstanceNotKnown);
  }
  using Log = std::vector<std::string>;
  ObjectInstanceHandle car;
  const std::string name = "car";
  AttributeHandle position;
};
INSTANTIATE_TEST_SUITE_P(Groups, TimedDeletion, every_layout, layout_name);

// 7.8: "The joined federate knows about the object instance" that it acquires attributes of. Who does not any more is given none.
TEST_P(TimedDeletion, WhoWasRemovedTheObjectAcquiresNothingOfIt) {
  b().publish("Vehicle", {"Position"});
  ASSERT_OK(b().rti->attribute_ownership_acquisition(car, std::span(&position, 1), {}));
  drain();
  (void)remove(5);
  c().regulate(7);
  a().constrain();
  // It waits for c, and knows the object until then.
  ASSERT_OK(a().rti->time_advance_request(float64_time(10)));
  (void)advanced(b(), 5);
  expect_unknown(b());
  expect_known(a());
  const auto given =
      a().rti->attribute_ownership_divestiture_if_wanted(car, std::span(&position, 1));
  ASSERT_OK(given);
  EXPECT_TRUE(given->empty());
}

// IEEE 1516.1-2010, 6.14, 6.15: a federate ceases to know the object when its removal is delivered, in timestamp order at its
// time; until then it uses it, and others discover it. The federate that deletes it knows and owns it until its own time.
TEST_P(TimedDeletion, UntilItsTimeOthersKnowAndDiscoverTheObject) {
  (void)remove(4);
  expect_known(a());
  update(2);
  EXPECT_EQ(advanced(a(), 3), Log{"grant"});
  expect_known(a());
  EXPECT_EQ(advanced(a(), 4), Log{"grant"});
  expect_unknown(a());
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  EXPECT_EQ(advanced(b(), 3), (Log{"reflect  TSO", "grant"}));
  expect_known(b());
  c().constrain();
  c().subscribe("Vehicle", {"Position"});
  c().drain();
  ASSERT_EQ(c().discovered.size(), 1U);
  EXPECT_EQ(c().discovered[0].name, name);
  expect_known(c());
  EXPECT_EQ(advanced(c(), 3), Log{"grant"});
  EXPECT_EQ(advanced(b(), 5), (Log{"remove gone TSO", "grant"}));
  expect_unknown(b());
  expect_known(c());
  b().subscribe("Vehicle", {"Position", "Speed"});
  b().drain();
  EXPECT_EQ(b().discovered.size(), 1U) << "it was removed from this federate";
  EXPECT_FALSE(reserves(a())) << "the object exists (6.2)";
  EXPECT_EQ(advanced(c(), 4), (Log{"remove gone TSO", "grant"}));
  expect_unknown(c());
  drain();
  EXPECT_TRUE(reserves(a()));
}

TEST_P(TimedDeletion, WhoIsNotConstrainedDiscoversItUntilAllAreBeyondItsTime) {
  (void)remove(4);
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  c().subscribe("Vehicle", {"Position"});
  drain();
  EXPECT_EQ(c().discovered.size(), 1U);
  EXPECT_TRUE(c().removed.empty());
  EXPECT_EQ(advanced(b(), 5), (Log{"remove gone TSO", "grant"}));
  drain();
  EXPECT_EQ(c().removed.size(), 1U);
  expect_unknown(c());
  b().subscribe("Vehicle", {"Position", "Speed"});
  c().subscribe("Vehicle", {"Position", "Speed"});
  drain();
  EXPECT_EQ(b().discovered.size(), 1U);
  EXPECT_EQ(c().discovered.size(), 1U);
}

// What another federate owns it goes on updating. The federate that has deleted the object is asked for nothing of it any more.
TEST_P(TimedDeletion, OthersUseWhatTheyOwnUntilItsTime) {
  const auto speed = a().attribute("Vehicle", "Speed");
  b().publish("Vehicle", {"Position", "Speed"});
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(car, std::span(&speed, 1)));
  drain();
  ASSERT_OK(b().rti->attribute_ownership_acquisition_if_available(car, std::span(&speed, 1)));
  drain();
  ASSERT_TRUE(*b().rti->is_attribute_owned_by_federate(car, speed));
  c().subscribe("Vehicle", {"Speed"});
  c().constrain();
  drain();
  (void)remove(4);
  ASSERT_OK(b().update(car, speed, "fast"));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  EXPECT_EQ(advanced(b(), 3), Log{"grant"});
  drain();
  EXPECT_EQ(advanced(c(), 3), (Log{"reflect  RO", "grant"}));
  ASSERT_OK(b().rti->request_attribute_value_update(car, std::span(&position, 1), {}));
  ASSERT_OK(c().rti->request_attribute_value_update(car, std::span(&speed, 1), {}));
  drain();
  EXPECT_TRUE(a().provide.empty());
  EXPECT_EQ(b().provide.size(), 1U);
  EXPECT_EQ(advanced(b(), 4), (Log{"remove gone TSO", "grant"}));
  EXPECT_ERROR(b().update(car, speed, "x"), ObjectInstanceNotKnown);
}

// 8.21: a retracted deletion did not take place. The federate owns what it owned.
TEST_P(TimedDeletion, ARetractedDeletionBringsTheObjectBack) {
  for (const double time : {4.0, 8.0}) {
    const auto deletion = remove(time);
    drain();
    ASSERT_OK(a().rti->retract(deletion));
    expect_known(a());
    EXPECT_ERROR(a().rti->retract(deletion), MessageCanNoLongerBeRetracted);
    drain();
    expect_known(b());
    EXPECT_TRUE(*a().rti->is_attribute_owned_by_federate(car, position));
  }
  update(9);
  c().subscribe("Vehicle", {"Position"});
  c().drain();
  EXPECT_EQ(c().discovered.size(), 1U);
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  EXPECT_EQ(advanced(b(), 10), (Log{"reflect  TSO", "grant"}));
  EXPECT_EQ(a().await_grant(), 20);
  EXPECT_TRUE(b().retracted.empty());
  (void)remove(21);
  ASSERT_OK(a().rti->time_advance_request(float64_time(40)));
  EXPECT_EQ(advanced(b(), 21), (Log{"remove gone TSO", "grant"}));
}

// 8.22: a federate that it was removed from already is asked to undo that, and discovers the object again (6.9).
TEST_P(TimedDeletion, ARetractedDeletionBringsTheObjectBackWhereItWasRemoved) {
  c().subscribe("Vehicle", {"Position"});
  drain();
  const auto deletion = remove(4);
  ASSERT_OK(b().rti->flush_queue_request(float64_time(10)));
  (void)b().await_grant();
  drain();
  for (Witness* each : {&b(), &c()}) {
    EXPECT_EQ(each->removed.size(), 1U);
    expect_unknown(*each);
    EXPECT_EQ(each->discovered.size(), 1U);
  }
  ASSERT_OK(a().rti->retract(deletion));
  drain();
  for (Witness* each : {&b(), &c()}) {
    EXPECT_EQ(each->retracted, std::vector{deletion});
    EXPECT_EQ(each->discovered.size(), 2U);
    expect_known(*each);
  }
  update(5);
  drain();
  EXPECT_EQ(c().reflected.size(), 1U);
}

// 8.1: the removal comes at its time also when the federate that deleted the object has resigned.
TEST_P(TimedDeletion, TheDeletionSurvivesTheResignationOfWhoDeleted) {
  (void)remove(4);
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::no_action),
               FederateOwnsAttributes);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_EQ(advanced(b(), 3), Log{"grant"});
  expect_known(b());
  EXPECT_EQ(advanced(b(), 5), (Log{"remove gone TSO", "grant"}));
  expect_unknown(b());
}

// 4.10: once its time is over who deleted the object owns nothing of it, and may resign with no action.
TEST_P(TimedDeletion, AfterItsTimeWhoDeletedMayResignWithNoAction) {
  (void)remove(4);
  EXPECT_EQ(advanced(a(), 5), Log{"grant"});
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_EQ(advanced(b(), 3), Log{"grant"});
  expect_known(b());
  EXPECT_EQ(advanced(b(), 5), (Log{"remove gone TSO", "grant"}));
}

// Deleted for two times, it goes at the first; that retracted, at the second.
TEST_P(TimedDeletion, AnObjectMayBeDeletedForSeveralTimes) {
  const auto first = remove(4);
  (void)remove(6);
  ASSERT_OK(a().rti->retract(first));
  c().constrain();
  c().subscribe("Vehicle", {"Position"});
  c().drain();
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  for (Witness* each : {&b(), &c()}) {
    EXPECT_EQ(advanced(*each, 5), Log{"grant"});
    expect_known(*each);
    EXPECT_EQ(advanced(*each, 7), (Log{"remove gone TSO", "grant"}));
  }
}

// 6.15: after the removal the federate does not know the object: updates for later times are not reflected.
TEST_P(TimedDeletion, UpdatesUpToItsTimeAreReflectedAndNoneAfter) {
  for (const double time : {2.0, 3.0, 6.0}) update(time);
  (void)remove(4);
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  EXPECT_EQ(advanced(b(), 10), (Log{"reflect  TSO", "reflect  TSO", "remove gone TSO", "grant"}));
}

TEST_P(TimedDeletion, AtOnceItTakesTheUpdatesForLaterTimesWithIt) {
  for (const double time : {2.0, 6.0}) update(time);
  ASSERT_OK(a().rti->delete_object_instance(car, bytes("gone")));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  EXPECT_EQ(advanced(b(), 10), (Log{"remove gone RO", "grant"}));
}

// 8.10, 8.11: messages that a federate will not receive, because it knows their object no longer, bring it no grant. However it
// ceased to know the object: by a removal in either order, by its own local deletion, or by a resignation.
TEST_P(TimedDeletion, WaitingUpdatesOfAForgottenObjectBringNoGrant) {
  b().subscribe("Vehicle", {"Position"});
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  double now = 0;
  const auto expect_next = [&](double asked, double granted) {
    for (const auto request :
         {&RtiAmbassador::next_message_request, &RtiAmbassador::next_message_request_available}) {
      ASSERT_OK((b().rti.get()->*request)(float64_time(asked)));
      EXPECT_EQ(b().await_grant(), granted);
      if (granted < asked) return;
    }
  };
  const auto wait_for_update = [&] {
    now += 10;
    if (now > 10) car = *a().rti->register_object_instance(a().object_class("Vehicle"));
    b().drain();
    for (const double time : {now - 4, now - 6}) update(time);
    b().drain();
    ASSERT_OK(b().rti->get_known_object_class_handle(car));
  };
  const auto advance_sender = [&] {
    ASSERT_OK(a().rti->time_advance_request(float64_time(now)));
    EXPECT_EQ(a().await_grant(), now);
  };
  b().log.clear();
  wait_for_update();
  ASSERT_OK(a().rti->delete_object_instance(car, bytes("gone")));
  b().drain();
  advance_sender();
  expect_next(now, now);
  wait_for_update();
  ASSERT_OK(b().rti->local_delete_object_instance(car));
  advance_sender();
  expect_next(now, now);
  wait_for_update();
  (void)remove(now - 8);
  advance_sender();
  expect_next(now, now - 8);
  expect_next(now, now);
  EXPECT_EQ(std::ranges::count(b().log, "reflect  TSO"), 0);
  wait_for_update();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  b().drain();
  expect_next(now, now);
}

// 6.16: what waits in receive order, for the next advance or the next evoke, is of the instance that the federate has deleted, not of
// the one that it discovers after that.
TEST_P(TimedDeletion, UpdatesThatWaitAreNotOfAnInstanceDiscoveredAgain) {
  const auto update = [&](const char* tag) {
    const AttributeValue each{position, bytes("x")};
    ASSERT_OK(a().rti->update_attribute_values(car, std::span(&each, 1), bytes(tag)));
  };
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  update("0");
  ASSERT_OK(b().rti->query_logical_time());
  ASSERT_OK(b().rti->local_delete_object_instance(car));
  b().subscribe("Vehicle", {"Position"});
  // What has not been evoked waits for the next advance now (8.15).
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  b().until([&] { return b().rti->get_object_instance_name(car).ok(); });
  update("1");
  update("2");
  b().drain();
  ASSERT_OK(b().rti->local_delete_object_instance(car));
  b().subscribe("Vehicle", {"Position"});
  b().until([&] { return b().rti->get_object_instance_name(car).ok(); });
  update("3");
  b().drain();
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  const Log came = advanced(b(), 10);
  EXPECT_EQ(std::ranges::count(came, "reflect 3 RO"), 1);
  EXPECT_EQ(std::ranges::count(came, "reflect 0 RO"), 0);
  EXPECT_EQ(std::ranges::count(came, "reflect 1 RO"), 0);
  EXPECT_EQ(std::ranges::count(came, "reflect 2 RO"), 0);
}

// 6.15, 8.13: after a flush was granted at the time of a deletion, the removal is still to come, and the federate knows the object.
TEST_P(TimedDeletion, AFederateThatHasFlushedKnowsTheObjectUntilItsRemoval) {
  c().regulate(0);
  c().constrain();
  ASSERT_OK(c().rti->time_advance_request_available(float64_time(4)));
  ASSERT_OK(a().rti->time_advance_request(float64_time(3)));
  EXPECT_EQ(a().await_grant(), 3);
  EXPECT_EQ(c().await_grant(), 4);
  ASSERT_OK(b().rti->flush_queue_request(float64_time(9)));
  EXPECT_EQ(b().await_grant(), 4);
  (void)remove(4);
  drain();
  for (Federate* each : {&a(), &c()}) {
    ASSERT_OK(each->rti->time_advance_request(float64_time(20)));
  }
  EXPECT_EQ(a().await_grant(), 20);
  drain();
  expect_known(b());
  EXPECT_EQ(advanced(b(), 5), (Log{"remove gone TSO", "grant"}));
  expect_unknown(b());
}

// The object's registrant, whom another takes the ownership from and deletes it, is told like all others.
TEST_P(TimedDeletion, TheRegistrantIsOneOfTheOthers) {
  b().publish("Vehicle", {"Position"});
  b().regulate(1);
  const std::vector<AttributeHandle> all{{0}, position};
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(car, all));
  drain();
  ASSERT_OK(b().rti->attribute_ownership_acquisition_if_available(car, all));
  drain();
  a().constrain();
  auto sent = b().rti->delete_object_instance(car, bytes("gone"), float64_time(4));
  ASSERT_OK(sent);
  drain();
  expect_known(a());
  ASSERT_OK(b().rti->retract(**sent));
  drain();
  expect_known(a());
  expect_known(b());
  EXPECT_EQ(b().discovered.size(), 1U);
  ASSERT_OK(b().rti->delete_object_instance(car, bytes("gone"), float64_time(4)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(10)));
  a().log.clear();
  EXPECT_EQ(advanced(a(), 5), (Log{"remove gone TSO", "grant"}));
  expect_unknown(a());
}

// 6.15, 8.22: it does not know the object either when the deletion is retracted after its removal, but discovers it if it is
// subscribed (6.9).
TEST_P(TimedDeletion, TheRegistrantDiscoversTheObjectAfterItsRemoval) {
  b().publish("Vehicle", {"Position"});
  b().regulate(1);
  const std::vector<AttributeHandle> all{{0}, position};
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(car, all));
  drain();
  ASSERT_OK(b().rti->attribute_ownership_acquisition_if_available(car, all));
  drain();
  for (const bool subscribed : {false, true}) {
    if (subscribed) a().subscribe("Vehicle", {"Position"});
    drain();
    // Without a subscription it has not discovered the object since.
    a().removed.clear();
    a().discovered.clear();
    const auto sent = b().rti->delete_object_instance(car, bytes("gone"), float64_time(4));
    ASSERT_OK(sent);
    drain();
    EXPECT_EQ(a().removed.size(), 1U);
    expect_unknown(a());
    a().discovered.clear();
    ASSERT_OK(b().rti->retract(**sent));
    drain();
    EXPECT_EQ(a().discovered.size(), subscribed ? 1U : 0U);
    if (!subscribed) {
      expect_unknown(a());
      continue;
    }
    expect_known(a());
    ASSERT_OK(b().update(car, position, "x", float64_time(5)));
    drain();
    EXPECT_EQ(a().reflected.size(), 1U);
  }
}

}  // namespace
}  // namespace orrery::rti::testing
