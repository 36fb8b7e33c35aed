// Six federates, two at each node; changes that are pending when federates go; deletions at a time while ownership moves.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingCrowd : public Conformance {
 protected:
  // d is a's neighbour, e b's, f c's.
  void begin() override {
    Conformance::begin();
    const char* const names[] = {"d", "e", "f"};
    for (std::size_t i = 0; i < 3; ++i) {
      actors().push_back(actor(i));
      Actor& each = *actors().back();
      ASSERT_OK(each.join(names[i]));
      ASSERT_OK(each.rti->disable_object_class_relevance_advisory_switch());
      ASSERT_OK(each.rti->disable_interaction_relevance_advisory_switch());
    }
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T"));
    }
  }
  Actor& d() { return *actors().at(3); }
  Actor& e() { return *actors().at(4); }
  Actor& f() { return *actors().at(5); }
  void all_know(const std::string& label) {
    for (auto& each : actors()) ASSERT_OK(each->sub("A", "a1 a2"));
    ASSERT_OK(a().reg("A", label));
    skip();
  }
  std::ptrdiff_t owners(const std::string& object, const std::string& attribute) {
    return std::ranges::count_if(actors(),
                                 [&](auto& each) { return each->owns(object, attribute); });
  }
  Status resign(Actor& each, ResignAction how = ResignAction::no_action) {
    return each.rti->resign_federation_execution(how);
  }
};

// 7.8 Five acquire, of all nodes: each has it in turn, and never two.
TEST_P(CrossingCrowd, AnAttributeGoesRound) {
  all_know("x");
  for (std::size_t i = 1; i < 6; ++i) EXPECT_OK(actors()[i]->acquire("x", "a1"));
  settle();
  for (int turn = 0; turn < 5; ++turn) {
    ASSERT_EQ(owners("x", "a1"), 1);
    for (auto& each : actors()) {
      if (!each->owns("x", "a1")) continue;
      EXPECT_OK(each->give("x", "a1"));
      break;
    }
    settle();
  }
  EXPECT_EQ(owners("x", "a1"), 1);
  EXPECT_FALSE(a().owns("x", "a1"));
  for (std::size_t i = 1; i < 6; ++i) {
    Lines& lines = actors()[i]->lines;
    EXPECT_EQ(std::ranges::count(lines, "acquired x a1"), 1) << i;
  }
}
// 7.9 Five federates ask for an attribute that nobody owns. One gets it; four are told that it is not available.
TEST_P(CrossingCrowd, OneOfFiveHasIt) {
  all_know("x");
  EXPECT_OK(a().divest("x", "a1"));
  skip();
  for (std::size_t i = 1; i < 6; ++i) EXPECT_OK(actors()[i]->acquire_free("x", "a1"));
  settle();
  EXPECT_EQ(owners("x", "a1"), 1);
  std::ptrdiff_t told = 0;
  for (auto& each : actors()) told += std::ranges::count(each->lines, "unavailable x a1");
  EXPECT_EQ(told, 4);
}
// 8.8 Six regulators of one time: everyone has everyone's messages before the grant, in the order of time.
TEST_P(CrossingCrowd, EverybodySendsToEverybody) {
  for (auto& each : actors()) {
    ASSERT_OK(each->subi("T"));
    regulate(*each, 1);
    constrain(*each);
  }
  for (auto& each : actors()) {
    EXPECT_OK(each->send_at(3, "T", "t1=3"));
    EXPECT_OK(each->send_at(2, "T", "t1=2"));
    EXPECT_OK(each->tar(3));
  }
  settle();
  for (auto& each : actors()) {
    ASSERT_EQ(each->lines.size(), 11U);
    EXPECT_EQ(each->lines[4], "receive T t1=2 @2 tso");
    EXPECT_EQ(each->lines[5], "receive T t1=3 @3 tso");
    EXPECT_EQ(each->lines[10], "grant 3");
  }
}
// 8.10 All wait for their next message; one of them sends.
TEST_P(CrossingCrowd, EverybodyWaitsForTheNextMessage) {
  for (auto& each : actors()) {
    ASSERT_OK(each->subi("T"));
    regulate(*each, 0);
    constrain(*each);
  }
  EXPECT_OK(f().send_at(4, "T"));
  for (auto& each : actors()) EXPECT_OK(each->nmr(9));
  settle();
  for (auto& each : actors()) {
    if (each.get() == &f()) continue;
    EXPECT_EQ(each->lines, (Lines{"receive T @4 tso", "grant 4"}));
    each->lines.clear();
  }
  EXPECT_SILENCE(f());
  for (auto& each : actors()) {
    if (each.get() == &f()) continue;
    EXPECT_OK(each->tar(9));
  }
  settle();
  for (auto& each : actors()) EXPECT_EQ(each->lines, Lines{"grant 9"});
}
// 4.15 A point of a set over the nodes, whose members resign one after another.
TEST_P(CrossingCrowd, APointWhoseMembersGo) {
  EXPECT_OK(a().rti->register_federation_synchronization_point(
      "s", {}, std::vector<FederateHandle>{b().handle, d().handle, e().handle, f().handle}));
  skip();
  EXPECT_OK(e().rti->synchronization_point_achieved("s", false));
  EXPECT_OK(resign(b()));
  EXPECT_OK(resign(f()));
  EXPECT_SILENCE(e());
  EXPECT_OK(resign(d()));
  EXPECT_HEARD(e(), "synchronized s e");
  EXPECT_SILENCE(a());
}
// 8.6 A constraint waits for a regulator that resigns.
TEST_P(CrossingCrowd, APendingConstraintIsFreed) {
  regulate(a(), 5);
  EXPECT_OK(c().tar(9));
  skip();
  EXPECT_OK(c().constrain());
  EXPECT_SILENCE(c());
  EXPECT_ERROR(c().tar(20), RequestForTimeConstrainedPending);
  EXPECT_OK(resign(a()));
  EXPECT_HEARD(c(), "constrained 9");
}
// 4.10 A federate resigns before it is told that it is time-constrained, and joins again.
TEST_P(CrossingCrowd, APendingConstraintEndsWithTheMembership) {
  regulate(a(), 5);
  EXPECT_OK(c().tar(9));
  skip();
  EXPECT_OK(c().constrain());
  EXPECT_OK(c().regulate(2));
  EXPECT_OK(resign(c()));
  EXPECT_OK(c().join("c"));
  skip();
  EXPECT_OK(c().constrain());
  EXPECT_HEARD(c(), "constrained 0");
  EXPECT_OK(a().tar(50));
  EXPECT_OK(c().tar(40));
  EXPECT_HEARD(c(), "grant 40");
}
// 8.21 A message of before is retracted by a federate that regulates again.
TEST_P(CrossingCrowd, RegulatingAgainAndRetracting) {
  EXPECT_OK(b().subi("T"));
  regulate(a(), 5);
  constrain(b());
  EXPECT_OK(a().send_at(30, "T", "", "m"));
  EXPECT_OK(a().rti->disable_time_regulation());
  regulate(a(), 1);
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(60));
  EXPECT_OK(b().tar(50));
  EXPECT_HEARD(b(), "grant 50");
}
// 7.9, 7.13 Who asked if available during a negotiation is given the attribute.
TEST_P(CrossingCrowd, IfAvailableIsGiven) {
  all_know("x");
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(e().acquire_free("x", "a1"));
  skip();
  const auto given = a().give("x", "a1");
  EXPECT_EQ(given.ok() ? *given : "?", "a1");
  EXPECT_HEARD(e(), "acquired x a1");
}
// 7.9, 4.10 The negotiating owner resigns.
TEST_P(CrossingCrowd, IfAvailableAndTheOwnerResigns) {
  all_know("x");
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(d().acquire_free("x", "a1"));
  skip();
  EXPECT_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  EXPECT_EQ(d().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_EQ(owners("x", "a1"), 1);
}
// 7.9, 6.14 The negotiating owner deletes the object: nothing but the removal.
TEST_P(CrossingCrowd, IfAvailableAndTheObjectGoes) {
  all_know("x");
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(f().acquire_free("x", "a1"));
  skip();
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(f(), "remove x");
  EXPECT_OK(f().unpub("A"));
}
// 6.10 Attributes of two owners in one update: nothing is sent.
TEST_P(CrossingCrowd, AnUpdateOfTwoOwners) {
  all_know("x");
  EXPECT_OK(d().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  skip();
  EXPECT_ERROR(a().upd("x", "a1=1 a2=2"), AttributeNotOwned);
  EXPECT_SILENCE(b());
}
// 6.14, 7.13 The privilege moves while a deletion waits for its time; the new holder deletes at once: one removal.
TEST_P(CrossingCrowd, ThePrivilegeMovesDuringADeletion) {
  all_know("x");
  regulate(a(), 1);
  constrain(b());
  constrain(d());
  EXPECT_OK(d().acquire("x", "priv"));
  skip();
  EXPECT_OK(a().del_at(20, "x"));
  EXPECT_OK(a().give("x", "priv"));
  EXPECT_EQ(d().heard("acquired").size(), 1U);
  EXPECT_OK(d().del("x"));
  EXPECT_OK(a().tar(40));
  EXPECT_OK(b().tar(30));
  settle();
  for (Actor* each : {&b(), &e(), &f()}) {
    EXPECT_EQ(std::ranges::count_if(each->lines,
                                    [](const auto& line) { return line.starts_with("remove"); }),
              1);
  }
}
// 6.14 An acquisition that is pending when the time of a deletion comes.
TEST_P(CrossingCrowd, AnAcquisitionWhenADeletionIsDue) {
  all_know("x");
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_OK(a().del_at(5, "x"));
  EXPECT_OK(a().tar(20));
  EXPECT_ERROR(b().unpub("A"), OwnershipAcquisitionPending);
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "remove x @5 tso", "grant 10");
  EXPECT_OK(b().unpub("A"));
  EXPECT_OK(resign(b()));
}
// 10.3, 4.10 An ambassador that is destroyed: its directive divests and cancels, others are freed.
TEST_P(CrossingCrowd, AFederateThatIsDestroyed) {
  all_know("x");
  EXPECT_OK(d().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_OK(d().acquire("x", "a2"));
  EXPECT_OK(e().acquire("x", "a1"));
  regulate(d(), 1);
  constrain(b());
  EXPECT_OK(b().tar(50));
  skip();
  EXPECT_OK(d().rti->set_automatic_resign_directive(ResignAction::cancel_then_delete_then_divest));
  d().on_line = nullptr;
  actors().erase(actors().begin() + 3);
  settle();
  EXPECT_EQ(b().heard("grant"), Lines{"grant 50"});
  EXPECT_TRUE(actors().at(3)->owns("x", "a1"));
  const auto given = a().give("x", "a2");
  EXPECT_EQ(given.ok() ? *given : "?", "");
}
// 4.9, 8.1 Who joins while messages wait gets none of them, and is bound by the same regulator.
TEST_P(CrossingCrowd, ALateJoinerInTime) {
  regulate(a(), 5);
  EXPECT_OK(a().tar(100));
  skip();
  EXPECT_OK(a().send_at(110, "T", "t1=1"));
  EXPECT_OK(resign(b()));
  EXPECT_OK(b().join("late"));
  skip();
  EXPECT_OK(b().subi("T"));
  constrain(b());
  EXPECT_EQ(b().galt(), "105");
  EXPECT_EQ(b().lits(), "105");
  EXPECT_OK(b().tar(104));
  EXPECT_HEARD(b(), "grant 104");
  settle();
  EXPECT_OK(a().send_at(111, "T", "t1=2"));
  EXPECT_OK(a().tar(200));
  EXPECT_OK(b().nmr(150));
  EXPECT_HEARD(b(), "receive T t1=2 @111 tso", "grant 111");
}
// 6.2, 4.10 Six race for a name; when its holder goes it is free.
TEST_P(CrossingCrowd, ARaceForAName) {
  for (auto& each : actors()) EXPECT_OK(each->rti->reserve_object_instance_name("n"));
  settle();
  Actor* holder = nullptr;
  int refused = 0;
  for (auto& each : actors()) {
    if (each->lines == Lines{"reserved n"}) holder = each.get();
    refused += each->lines == Lines{"not_reserved n"} ? 1 : 0;
    each->lines.clear();
  }
  ASSERT_NE(holder, nullptr);
  EXPECT_EQ(refused, 5);
  EXPECT_OK(resign(*holder));
  Actor& next = holder == &f() ? e() : f();
  EXPECT_OK(next.rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(next, "reserved n");
}

CONFORMANCE_SUITE(CrossingCrowd);

}  // namespace
}  // namespace orrery::rti::testing::conformance
