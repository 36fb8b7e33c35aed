// Ownership, regions, deletion and resignation while messages wait for their time (IEEE 1516.1-2010, 6 to 9).
#include "conformance/scribe.hpp"

namespace orrery::rti::testing::scribed {
namespace {

class GroupsInTime : public Exam<Scribe> {
 protected:
  void timed(double lookahead = 1) {
    a().regulate(lookahead);
    b().constrain();
    drain();
    forget();
  }
  void settle_call() {
    a().speak("Call");
    a().speak("Quiet");
    for (Scribe* each : {&b(), &c()}) {
      each->listen("Call");
      each->listen("Quiet");
    }
    drain();
  }
  void give(Scribe& to, const AttributeHandle& which) {
    ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(bird, std::span(&which, 1)));
    drain();
    ASSERT_OK(to.rti->attribute_ownership_acquisition(bird, std::span(&which, 1)));
    drain();
    ASSERT_TRUE(*to.rti->is_attribute_owned_by_federate(bird, which)) << to.all();
  }
};
INSTANTIATE_TEST_SUITE_P(Examined, GroupsInTime, every_layout, layout_name);

// 6.10: an update is the owner's at its invocation; 8.1: it is delivered in timestamp order whoever owns afterwards.
TEST_P(GroupsInTime, UpdatesOfTwoOwnersAreMergedByTime) {
  settle_bird();
  timed();
  c().publish("Bird", {"Place"});
  c().regulate(1);
  ASSERT_OK(a().update_at(bird, place, "a5", 5));
  ASSERT_OK(a().update_at(bird, place, "a9", 9));
  give(c(), place);
  ASSERT_OK(c().update_at(bird, place, "c3", 3));
  ASSERT_OK(c().update_at(bird, place, "c7", 7));
  EXPECT_ERROR(a().update_at(bird, place, "no", 8), AttributeNotOwned);
  ASSERT_OK(a().advance(20));
  ASSERT_OK(c().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  std::vector<std::string> tags;
  for (const auto& each : b().reflected) tags.push_back(each.tag);
  EXPECT_EQ(tags, (std::vector<std::string>{"c3", "a5", "c7", "a9"})) << b().all();
  EXPECT_EQ(b().log.back(), "grant @10");
}

// 8.21 asks for the sender's handle and time, not for ownership.
TEST_P(GroupsInTime, AnUpdateIsRetractedAfterItsAttributeWasGivenAway) {
  settle_bird();
  timed();
  c().publish("Bird", {"Place"});
  const auto sent = a().update_at(bird, place, "a5", 5);
  ASSERT_OK(sent);
  give(c(), place);
  ASSERT_OK(a().rti->retract(**sent));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().count("reflect"), 0) << b().all();
  EXPECT_EQ(b().count("grant @10"), 1);
}

// 6.23 x 8: the transportation does not change the order of messages with a time.
TEST_P(GroupsInTime, AChangeOfTransportationKeepsTimestampOrder) {
  settle_bird();
  timed();
  ASSERT_OK(a().update_at(bird, place, "r5", 5));
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(bird, std::span(&place, 1),
                                                                  TransportationType::best_effort));
  drain();
  EXPECT_EQ(a().count("transport HLAbestEffort"), 1) << a().all();
  ASSERT_OK(a().update_at(bird, place, "b4", 4));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(6));
  drain();
  EXPECT_EQ(b().count("reflect"), 2) << b().all();
  EXPECT_EQ(b().place("reflect b4 TSO@4"), 0) << b().all();
  EXPECT_EQ(b().place("reflect r5 TSO@5"), 1) << b().all();
}

// 6.10: attributes of both orders in one update: the part in receive order is no message that 8.21 retracts.
TEST_P(GroupsInTime, OnlyTheTimestampedPartOfAnUpdateIsRetracted) {
  settle_bird();
  timed();
  const std::vector<AttributeValue> both{{place, bytes("p")}, {ring, bytes("r")}};
  const auto sent = a().rti->update_attribute_values(bird, both, bytes("both"), float64_time(5));
  ASSERT_OK(sent);
  ASSERT_TRUE(*sent);
  ASSERT_OK(a().rti->retract(**sent));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(6));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U) << b().all();
  EXPECT_EQ(b().reflected[0].values.count(ring.value), 1U);
  EXPECT_EQ(b().reflected[0].delivery.sent, OrderType::receive);
  EXPECT_FALSE(b().reflected[0].delivery.retraction.has_value());
  EXPECT_EQ(b().count("retraction"), 0);
}

// 8.11 with lookahead 0: several messages and grants at one time.
TEST_P(GroupsInTime, NextMessageAvailableWithZeroLookahead) {
  settle_call();
  a().regulate(0);
  b().constrain();
  drain();
  ASSERT_OK(a().rti->time_advance_request_available(float64_time(5)));
  drain();
  ASSERT_EQ(a().count("grant @5"), 1);
  ASSERT_OK(a().send("Call", "one", 5));
  ASSERT_OK(b().rti->next_message_request_available(float64_time(10)));
  drain();
  EXPECT_EQ(b().count("receive one TSO@5"), 1) << b().all();
  EXPECT_EQ(b().count("grant @5"), 1) << b().all();
  ASSERT_OK(a().send("Call", "two", 5));
  ASSERT_OK(b().rti->next_message_request_available(float64_time(10)));
  drain();
  EXPECT_EQ(b().count("receive two TSO@5"), 1) << b().all();
  EXPECT_EQ(b().count("grant @5"), 2) << b().all();
  ASSERT_OK(b().rti->next_message_request_available(float64_time(10)));
  ASSERT_OK(a().advance(6));
  drain();
  EXPECT_EQ(b().count("grant"), 2) << "a message at 6 may come: " << b().all();
  EXPECT_ERROR(a().send("Call", "no", 6), InvalidLogicalTime);
  ASSERT_OK(a().send("Call", "three", 6.5));
  drain();
  EXPECT_EQ(b().count("grant"), 2) << "8.11: one between 6 and 6.5 may come: " << b().all();
  ASSERT_OK(a().advance(8));
  drain();
  EXPECT_EQ(b().count("grant @6.5"), 1) << b().all();
  EXPECT_EQ(b().count("receive three"), 1);
}

// 8.19 while lookahead is still shrinking: a second change counts from the actual one.
TEST_P(GroupsInTime, LookaheadIsChangedWhileItShrinks) {
  settle_call();
  timed(4);
  ASSERT_OK(a().rti->modify_lookahead(float64_interval(1)));
  ASSERT_OK(a().advance(1));
  drain();
  ASSERT_EQ(to_float64(*a().rti->query_lookahead()), 3);
  ASSERT_OK(a().rti->modify_lookahead(float64_interval(2)));
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 3);
  ASSERT_OK(a().advance(2.5));
  drain();
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 2);
  ASSERT_OK(a().rti->modify_lookahead(float64_interval(8)));
  EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 8);
  EXPECT_EQ(to_float64(**b().rti->query_galt()), 10.5);
}

// 9.6, 9.3: an update is sent with the regions of its invocation.
TEST_P(GroupsInTime, ASendersRegionMovesAfterASend) {
  a().publish("Bird", {"Place"});
  const AttributeRegions seen = in({place}, {region(b(), {{"x", {0, 100}}})});
  ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(b().object_class("Bird"),
                                                                    std::span(&seen, 1)));
  const auto of_a = region(a(), {{"x", {50, 60}}});
  const AttributeRegions at = in({place}, {of_a});
  bird =
      *a().rti->register_object_instance_with_regions(a().object_class("Bird"), std::span(&at, 1));
  timed();
  ASSERT_OK(a().update_at(bird, place, "here", 5));
  move(a(), of_a, "x", {500, 510});
  ASSERT_OK(a().update_at(bird, place, "there", 6));
  ASSERT_OK(a().rti->unassociate_regions_for_updates(bird, std::span(&at, 1)));
  ASSERT_OK(a().update_at(bird, place, "everywhere", 7));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().count("reflect here"), 1) << b().all();
  EXPECT_EQ(b().count("reflect there"), 0) << b().all();
  EXPECT_EQ(b().count("reflect everywhere"), 1) << b().all();
}

// 9.12, 9.4: a region may be deleted once the interaction is sent.
TEST_P(GroupsInTime, ASendersRegionIsDeletedAfterASend) {
  a().speak("Call");
  const auto wanted = region(b(), {{"y", {0, 100}}});
  ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(b().interaction_class("Call"),
                                                              std::span(&wanted, 1)));
  timed();
  const auto near = region(a(), {{"x", {0, 10}}, {"y", {99, 100}}});
  const auto far = region(a(), {{"y", {100, 200}}});
  const auto call = a().interaction_class("Call");
  ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::span(&near, 1), bytes("near"),
                                                   float64_time(5)));
  ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::span(&far, 1), bytes("far"),
                                                   float64_time(5)));
  ASSERT_OK(a().rti->delete_region(near));
  ASSERT_OK(a().rti->delete_region(far));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().count("receive near TSO@5"), 1) << b().all();
  EXPECT_EQ(b().count("receive"), 1) << b().all();
}

// 9.12 and 8.21: retracting works for interactions with regions.
TEST_P(GroupsInTime, AnInteractionWithRegionsIsRetracted) {
  a().speak("Call");
  for (Scribe* each : {&b(), &c()}) {
    const auto own = region(*each, {{"y", {0, 100}}});
    ASSERT_OK(each->rti->subscribe_interaction_class_with_regions(each->interaction_class("Call"),
                                                                  std::span(&own, 1)));
  }
  timed();
  const auto near = region(a(), {{"y", {10, 20}}});
  const auto sent = a().rti->send_interaction_with_regions(
      a().interaction_class("Call"), {}, std::span(&near, 1), bytes("near"), float64_time(5));
  ASSERT_OK(sent);
  drain();
  ASSERT_OK(a().rti->retract(**sent));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().count("receive"), 0) << b().all();
  EXPECT_EQ(c().count("retraction"), 1) << c().all();
}

// 6.14 in timestamp order and 6.16: a local deletion before the time; the removal is of an object that is not known.
TEST_P(GroupsInTime, ALocalDeletionBeforeATimedDeletion) {
  settle_bird();
  timed();
  const auto sent = a().rti->delete_object_instance(bird, bytes("bye"), float64_time(5));
  ASSERT_OK(sent);
  drain();
  ASSERT_OK(b().rti->unsubscribe_object_class(b().object_class("Bird")));
  ASSERT_OK(b().rti->local_delete_object_instance(bird));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().count("remove"), 0) << b().all();
  EXPECT_EQ(b().count("grant @10"), 1);
}

// 4.10 in the time advancing state.
TEST_P(GroupsInTime, AFederateResignsWhileItAdvances) {
  settle_bird();
  timed();
  ASSERT_OK(b().advance(10));
  drain();
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().advance(20));
  drain();
  EXPECT_EQ(b().count("grant"), 0) << b().all();
  EXPECT_EQ(a().count("grant @20"), 1);
  b().join("again");
  EXPECT_EQ(to_float64(*b().rti->query_logical_time()), 0);
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
}

// 6.21, 6.22: relevance is told to the owner; a new owner is told what its predecessor was.
TEST_P(GroupsInTime, RelevanceIsToldToANewOwner) {
  settle_bird();
  c().publish("Bird", {"Song"});
  ASSERT_OK(c().rti->unsubscribe_object_class(c().object_class("Bird")));
  ASSERT_OK(c().rti->enable_attribute_relevance_advisory_switch());
  give(c(), song);
  EXPECT_EQ(c().count("updates-on " + std::to_string(song.value)), 1) << c().all();
  ASSERT_OK(b().rti->unsubscribe_object_class(b().object_class("Bird")));
  drain();
  EXPECT_EQ(c().count("updates-off " + std::to_string(song.value)), 1) << c().all();
}

// 8.10, 8.21: the message that a request waits for is retracted.
TEST_P(GroupsInTime, TheNextMessageIsRetractedWhileItIsWaitedFor) {
  settle_call();
  timed();
  const auto five = a().send("Call", "five", 5);
  ASSERT_OK(five);
  ASSERT_OK(a().send("Call", "seven", 7));
  ASSERT_OK(b().rti->next_message_request(float64_time(10)));
  drain();
  ASSERT_OK(a().rti->retract(**five));
  ASSERT_OK(a().advance(20));
  drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive seven TSO@7", "grant @7"})) << b().all();
}

// 8.10 of two federates that both regulate and are constrained: each may send as late as the other's next message.
TEST_P(GroupsInTime, TwoThatWaitForEachOthersMessages) {
  settle_call();
  b().speak("Call");
  a().listen("Call");
  for (Scribe* each : {&a(), &b()}) {
    each->regulate(1);
    each->constrain();
  }
  drain();
  forget();
  ASSERT_OK(a().send("Call", "a5", 5));
  ASSERT_OK(b().send("Call", "b3", 3));
  ASSERT_OK(a().rti->next_message_request(float64_time(10)));
  ASSERT_OK(b().rti->next_message_request(float64_time(10)));
  drain();
  EXPECT_EQ(a().log, (std::vector<std::string>{"receive b3 TSO@3", "grant @3"})) << a().all();
  ASSERT_OK(a().send("Call", "a4", 4));
  ASSERT_OK(a().rti->next_message_request(float64_time(10)));
  drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"receive a4 TSO@4", "grant @4"})) << b().all();
  ASSERT_OK(b().rti->next_message_request(float64_time(10)));
  drain();
  EXPECT_EQ(b().log.back(), "grant @5") << b().all();
  ASSERT_OK(b().rti->next_message_request(float64_time(10)));
  drain();
  EXPECT_EQ(a().log.back(), "grant @10") << a().all();
  EXPECT_EQ(b().log.back(), "grant @10") << b().all();
}

// 8.12 without regulators: what waits is delivered; granted at the earliest message.
TEST_P(GroupsInTime, AFlushWithoutRegulators) {
  settle_call();
  timed();
  ASSERT_OK(a().send("Call", "seven", 7));
  ASSERT_OK(a().send("Call", "five", 5));
  ASSERT_OK(a().rti->disable_time_regulation());
  drain();
  ASSERT_OK(b().rti->flush_queue_request(float64_time(10)));
  drain();
  EXPECT_EQ(b().log,
            (std::vector<std::string>{"receive five TSO@5", "receive seven TSO@7", "grant @5"}))
      << b().all();
}

// 6.14, 4.10: who resigns after a deletion in timestamp order, deleting its objects: removed once.
TEST_P(GroupsInTime, ATimedDeletionAndAResignation) {
  settle_bird();
  timed();
  ASSERT_OK(a().rti->delete_object_instance(bird, bytes("bye"), float64_time(5)));
  drain();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::cancel_then_delete_then_divest));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().count("remove"), 1) << b().all();
  EXPECT_EQ(c().count("remove"), 1) << c().all();
  EXPECT_EQ(b().log.back(), "grant @10");
  EXPECT_ERROR(b().rti->get_object_instance_name(bird), ObjectInstanceNotKnown);
}

// 9.3, 6.9: a region that moves over an object discovers it, once, and takes it in scope.
TEST_P(GroupsInTime, AMovedSubscriptionDiscovers) {
  a().publish("Bird", {"Song", "Place"});
  const auto seen = region(b(), {{"x", {0, 100}}});
  const auto other = region(b(), {{"x", {100, 200}}});
  const AttributeRegions wanted = in({song}, {seen, other});
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(a().object_class("Bird"),
                                                                    std::span(&wanted, 1)));
  const AttributeRegions at = in({song}, {region(a(), {{"x", {550, 560}}})});
  bird =
      *a().rti->register_object_instance_with_regions(a().object_class("Bird"), std::span(&at, 1));
  drain();
  ASSERT_EQ(b().count("discover"), 0);
  move(b(), seen, "x", {500, 600});
  drain();
  EXPECT_EQ(b().count("discover"), 1) << b().all();
  EXPECT_EQ(b().count("in"), 1) << b().all();
  move(b(), other, "x", {500, 600});
  drain();
  EXPECT_EQ(b().count("in"), 1) << "both regions see it: " << b().all();
  ASSERT_OK(a().update(bird, song, "x"));
  drain();
  EXPECT_EQ(b().count("reflect"), 1) << "once";
  move(b(), seen, "x", {0, 1});
  drain();
  EXPECT_EQ(b().count("out"), 0) << b().all();
  move(b(), other, "x", {0, 1});
  drain();
  EXPECT_EQ(b().count("out"), 1) << b().all();
  ASSERT_OK(a().rti->delete_object_instance(bird, bytes("bye")));
  drain();
  EXPECT_EQ(b().count("remove bye"), 1) << "6.15: it is known though out of scope";
}

// 9.6 within an acquisition, 9 x 7 x 8: the new owner's regions of its next timestamped update.
TEST_P(GroupsInTime, ANewOwnersRegionsAndTime) {
  settle_bird();
  timed();
  ASSERT_OK(b().rti->unsubscribe_object_class(a().object_class("Bird")));
  const AttributeRegions wanted = in({place}, {region(b(), {{"y", {0, 100}}})});
  ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(a().object_class("Bird"),
                                                                    std::span(&wanted, 1)));
  c().publish("Bird", {"Place"});
  c().regulate(2);
  drain();
  c().when["acquired"] = [&] {
    const AttributeRegions far = in({place}, {region(c(), {{"y", {500, 501}}})});
    ASSERT_OK(c().rti->associate_regions_for_updates(bird, std::span(&far, 1)));
    ASSERT_OK(c().update_at(bird, place, "far", 6));
    ASSERT_OK(c().rti->unassociate_regions_for_updates(bird, std::span(&far, 1)));
    ASSERT_OK(c().update_at(bird, place, "near", 6));
  };
  ASSERT_OK(a().update_at(bird, place, "a", 6));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(bird, std::span(&place, 1)));
  drain();
  ASSERT_OK(c().rti->attribute_ownership_acquisition(bird, std::span(&place, 1)));
  drain();
  ASSERT_OK(a().advance(20));
  ASSERT_OK(c().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().count("reflect a TSO@6"), 1) << b().all();
  EXPECT_EQ(b().count("reflect near TSO@6"), 1) << b().all();
  EXPECT_EQ(b().count("reflect far"), 0) << b().all();
}

// Hundreds of operations within one callback (4.2: nothing forbids them).
TEST_P(GroupsInTime, ManyOperationsWithinACallback) {
  settle_bird();
  b().publish("Bird", {"Song"});
  std::vector<ObjectInstanceHandle> made;
  b().when["reflect"] = [&] {
    b().when.clear();
    for (int i = 0; i < 300; ++i) {
      const auto one = b().rti->register_object_instance(b().object_class("Bird"));
      ASSERT_OK(one);
      ASSERT_OK(b().update(*one, song, std::to_string(i)));
      made.push_back(*one);
    }
    for (std::size_t i = 0; i < made.size(); i += 2)
      ASSERT_OK(b().rti->delete_object_instance(made[i]));
  };
  ASSERT_OK(a().update(bird, ring, "go"));
  for (int i = 0; i < 3; ++i) drain();
  EXPECT_EQ(c().count("discover"), 300);
  EXPECT_EQ(c().count("remove"), 150);
  // What is deleted in receive order is gone at once; the others' values come.
  EXPECT_GE(c().count("reflect"), 151);
}

// 4.2: each federate of a node has its own callback model.
TEST_P(GroupsInTime, ImmediateBesideEvoked) {
  settle_bird();
  ImmediateScribe d(node_of(1));
  d.join("d");
  d.subscribe("Bird", {"Ring"});
  d.node.pump();
  ASSERT_EQ(d.count("discover"), 1) << d.all();
  d.when["reflect"] = [&] { ASSERT_OK(d.rti->enable_time_constrained()); };
  ASSERT_OK(a().update(bird, ring, "x"));
  d.node.pump();
  d.node.pump();
  EXPECT_EQ(d.count("reflect"), 1) << d.all();
  EXPECT_EQ(d.count("constrained"), 1) << d.all();
  EXPECT_EQ(b().count("reflect"), 0) << "b evokes";
  b().drain();
  EXPECT_EQ(b().count("reflect"), 1);
  d.when.clear();
  ASSERT_OK(d.rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().update(bird, ring, "y"));
  drain();
  EXPECT_EQ(d.count("reflect"), 1);
}

}  // namespace
}  // namespace orrery::rti::testing::scribed
