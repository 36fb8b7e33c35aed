// Services of several clauses where they meet: modules of joiners, deletions in timestamp order, calls within callbacks.
#include <algorithm>
#include <map>

#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Meetings : public Conformance {
 protected:
  Actor& add(const std::string& name, std::size_t node, const std::vector<FomModule>& more = {}) {
    actors().push_back(actor(node));
    Actor& each = *actors().back();
    EXPECT_OK(each.join(name, more));
    return each;
  }
  static Status point(Actor& each, const std::string& label) {
    return each.rti->register_federation_synchronization_point(label, {});
  }
  static Status achieve(Actor& each, const std::string& label) {
    return each.rti->synchronization_point_achieved(label);
  }
  static Status resign(Actor& each, ResignAction action = ResignAction::no_action) {
    return each.rti->resign_federation_execution(action);
  }
  // a owns x of class C, with all its attributes.
  void own_c() {
    EXPECT_OK(a().pub("A.B.C", "a1 a2 a3 b1 b2 c1"));
    EXPECT_OK(a().reg("A.B.C", "x"));
  }
  // a owns x of class A; b and c know it and publish the same.
  void know_x() {
    for (auto& each : actors()) EXPECT_OK(each->pub("A", "a1 a2 a3"));
    for (Actor* each : {&b(), &c()}) EXPECT_OK(each->sub("A", "a1 a2 a3"));
    EXPECT_OK(a().reg("A", "x"));
    skip();
  }
  // All send T, b and c receive it.
  void exchange() {
    for (auto& each : actors()) EXPECT_OK(each->pubi("T"));
    for (Actor* each : {&b(), &c()}) EXPECT_OK(each->subi("T"));
    skip();
  }
  std::string given(Actor& each, const std::string& names) {
    const auto result = each.give("x", names);
    return result ? *result : std::string(to_string(result.error().code));
  }
  static Status change(Actor& each, const std::string& object, const std::string& names,
                       TransportationType type) {
    return each.rti->request_attribute_transportation_type_change(
        each.object(object), each.of_object(object, names), type);
  }
  static bool knows(Actor& each, const std::string& object) {
    return each.rti->get_object_instance_name(each.object(object)).ok();
  }
  void publish() {
    EXPECT_OK(a().pub("D", "d1 d2 d3 d4"));
    skip();
  }
};
CONFORMANCE_SUITE(Meetings);

// 4.9 A class that a joiner brings is discovered by others as the superclass to which they are subscribed.
TEST_P(Meetings, AClassOfAJoinersModuleIsDiscoveredAsTheSuperclass) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().subi("K"));
  Actor& d = add(
      "d", 2,
      {module_of("<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>A</name>"
                 "<objectClass><name>N</name><attribute><name>n1</name></attribute></objectClass>"
                 "</objectClass></objectClass></objects>"
                 "<interactions><interactionClass><name>HLAinteractionRoot</"
                 "name><interactionClass><name>K</name>"
                 "<interactionClass><name>M</name><transportation>HLAreliable</transportation>"
                 "<order>Receive</order><parameter><name>m1</name></parameter></interactionClass>"
                 "</interactionClass></interactionClass></interactions>")});
  const auto n = d.rti->get_object_class_handle("A.N");
  const auto m = d.rti->get_interaction_class_handle("K.M");
  ASSERT_TRUE(n.ok() && m.ok());
  const auto n1 = *d.rti->get_attribute_handle(*n, "n1");
  const auto a1 = *d.rti->get_attribute_handle(*n, "a1");
  const auto k1 = *d.rti->get_parameter_handle(*m, "k1");
  const auto m1 = *d.rti->get_parameter_handle(*m, "m1");
  const std::vector<AttributeHandle> both{a1, n1};
  EXPECT_OK(d.rti->publish_object_class_attributes(*n, both));
  EXPECT_OK(d.rti->publish_interaction_class(*m));
  const auto object = d.rti->register_object_instance(*n);
  ASSERT_TRUE(object.ok());
  const std::string name = *d.rti->get_object_instance_name(*object);
  const std::vector<AttributeValue> values{{a1, bytes("1")}, {n1, bytes("2")}};
  EXPECT_OK(d.rti->update_attribute_values(*object, values));
  const std::vector<ParameterValue> parameters{{k1, bytes("1")}, {m1, bytes("2")}};
  EXPECT_OK(d.rti->send_interaction(*m, parameters));
  EXPECT_HEARD(b(), "discover " + name + " A", "reflect " + name + " a1=1");
  EXPECT_HEARD(c(), "receive K k1=1");
  EXPECT_OK(resign(d, ResignAction::delete_objects));
  EXPECT_HEARD(b(), "remove " + name);
}
// 4.9 Who has joined before uses the class that a later joiner brings.
TEST_P(Meetings, AClassOfAJoinersModuleOutlivesTheJoiner) {
  Actor& d = add(
      "d", 1,
      {module_of("<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>N</name>"
                 "<attribute><name>n1</name></attribute></objectClass></objectClass></objects>")});
  EXPECT_OK(resign(d));
  const auto n = a().rti->get_object_class_handle("N");
  ASSERT_TRUE(n.ok());
  const auto n1 = *a().rti->get_attribute_handle(*n, "n1");
  EXPECT_OK(a().rti->publish_object_class_attributes(*n, std::span(&n1, 1)));
  EXPECT_OK(b().rti->subscribe_object_class_attributes(*n, std::span(&n1, 1)));
  const auto object = a().rti->register_object_instance(*n);
  ASSERT_TRUE(object.ok());
  EXPECT_EQ(b().heard("discover").size(), 1U);
}
// 4.13, 4.15 A late joiner is announced the point; when it resigns it is not waited for any more.
TEST_P(Meetings, ALateJoinerThatResignsIsNotWaitedFor) {
  EXPECT_OK(point(a(), "P"));
  skip();
  EXPECT_OK(achieve(a(), "P"));
  EXPECT_OK(achieve(b(), "P"));
  Actor& d = add("d", 1);
  EXPECT_HEARD(d, "announce P");
  EXPECT_OK(achieve(c(), "P"));
  EXPECT_SILENCE(a());
  EXPECT_OK(resign(d));
  EXPECT_HEARD(a(), "synchronized P");
  EXPECT_HEARD(b(), "synchronized P");
  EXPECT_HEARD(c(), "synchronized P");
}
// 6.9 The root of all classes: objects of the RTI too.
TEST_P(Meetings, TheRootOfObjectsBringsTheRtisObjects) {
  EXPECT_OK(b().sub("HLAobjectRoot", "priv"));
  settle();
  Lines all = b().heard("discover");
  EXPECT_EQ(all.size(), 4U);  // three federates and the federation
  for (const std::string& each : all) EXPECT_TRUE(each.ends_with(" HLAobjectRoot")) << each;
  own_c();
  EXPECT_HEARD(b(), "discover x HLAobjectRoot");
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().del("x", "t"));
  EXPECT_HEARD(b(), "remove x tag=t");
}
// 6.9 A later subscription to a subclass does not change the class by which the object is known.
TEST_P(Meetings, TheKnownClassDoesNotChange) {
  EXPECT_OK(b().sub("A", "a1"));
  own_c();
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(b().sub("A.B", "b1 a1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().upd("x", "a1=1 b1=2"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(a().upd("x", "a1=3 b1=4"));
  EXPECT_SILENCE(b());
  EXPECT_TRUE(knows(b(), "x"));
  EXPECT_OK(a().reg("A.B.C", "y"));
  EXPECT_HEARD(b(), "discover y A.B");
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().upd("x", "a1=5 b1=6"));
  EXPECT_HEARD(b(), "reflect x a1=5");
}
// 6.14, 6.9 A federate that subscribes while a deletion waits for its time.
TEST_P(Meetings, ADeletionUnderWayIsOfLateSubscribersToo) {
  own_c();
  EXPECT_OK(b().sub("A", "a1"));
  skip();
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(a().del_at(5, "x", "m", "t"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(4));
  EXPECT_HEARD(b(), "grant 4");
  EXPECT_TRUE(knows(b(), "x"));
  EXPECT_OK(b().tar(5));
  EXPECT_OK(c().tar(10));
  EXPECT_HEARD(b(), "remove x tag=t @5 tso", "grant 5");
  EXPECT_FALSE(knows(b(), "x"));
  EXPECT_HEARD(c(), "remove x tag=t @5 tso", "grant 10");
}
// 6.14, 6.10 Another owner's updates go on until the deletion's time.
TEST_P(Meetings, OtherOwnersUpdateUntilTheDeletion) {
  own_c();
  EXPECT_OK(b().pub("A.B.C", "a1 a2"));
  EXPECT_OK(b().sub("A.B.C", "b1"));
  EXPECT_OK(c().sub("A", "a1 a2"));
  EXPECT_OK(a().divest("x", "a1 a2"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a1 a2"));
  skip();
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(a().del_at(5, "x"));
  EXPECT_OK(b().upd_at(4, "x", "a2=4"));
  EXPECT_OK(b().upd_at(6, "x", "a2=6"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_OK(c().tar(10));
  EXPECT_HEARD(c(), "reflect x a2=4 @4 tso", "remove x @5 tso", "grant 10");
  EXPECT_HEARD(b(), "remove x @5 tso", "grant 10");
  EXPECT_ERROR(b().upd("x", "a1=1"), ObjectInstanceNotKnown);
}
// 8.21 One handle retracts all parts of an update.
TEST_P(Meetings, ARetractionIsOfAllParts) {
  EXPECT_OK(b().sub("A.B.C", "a1 a2 b2"));
  EXPECT_OK(c().sub("A.B.C", "a1 a2 b2"));
  own_c();
  skip();
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(change(a(), "x", "b2", TransportationType::best_effort));
  settle();
  EXPECT_OK(a().upd_at(5, "x", "a1=0 a2=1 b2=2", "m"));
  EXPECT_EQ(c().heard("reflect").size(), 3U);
  EXPECT_OK(a().retract("m"));
  const Lines told = c().heard("retract");
  ASSERT_FALSE(told.empty());
  for (const std::string& each : told) EXPECT_EQ(each, "retract m");
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a1=0 @5", "grant 10");
}
// 7.7 Ownership within the callback: the new owner updates at once.
TEST_P(Meetings, TheNewOwnerUpdatesWithinTheNotification) {
  know_x();
  b().on_line = [&](const std::string& line) {
    if (line.starts_with("acquired")) {
      EXPECT_OK(b().upd("x", "a1=new"));
    }
  };
  EXPECT_OK(a().upd("x", "a1=old"));
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().upd("x", "a1=last"));
  EXPECT_EQ(given(a(), "a1"), "a1");
  EXPECT_EQ(c().heard("reflect"),
            (Lines{"reflect x a1=old", "reflect x a1=last", "reflect x a1=new"}));
}
// 7.13 Within the callback that asks for the release.
TEST_P(Meetings, TheOwnerGivesWithinTheRequestForRelease) {
  know_x();
  a().on_line = [&](const std::string& line) {
    if (line.starts_with("release")) {
      EXPECT_EQ(given(a(), "a1 a2"), "a1");
    }
  };
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
}
// 8.13 A request is made within the grant, and messages of the next step are sent within it.
TEST_P(Meetings, StepsWithinGrants) {
  exchange();
  for (auto& each : actors()) regulate(*each, 1);
  constrain(b());
  constrain(c());
  int steps = 0;
  for (auto& each : actors()) {
    Actor* who = each.get();
    who->on_line = [who, &steps](const std::string& line) {
      if (!line.starts_with("grant")) return;
      const std::int64_t now = std::stoi(words(line).at(1));
      if (now >= 5) return;
      ++steps;
      EXPECT_OK(who->send_at(now + 1, "T", "t1=" + std::to_string(now)));
      EXPECT_OK(who->tar(now + 1));
    };
  }
  for (auto& each : actors()) EXPECT_OK(each->tar(1));
  settle();
  EXPECT_EQ(steps, 12);
  for (Actor* each : {&b(), &c()}) {
    int received = 0;
    std::int64_t now = 0;
    for (const std::string& line : each->lines) {
      if (line.starts_with("receive")) {
        ++received;
        EXPECT_NE(line.find("@" + std::to_string(now + 1) + " tso"), std::string::npos) << line;
      } else {
        now = std::stoi(words(line).at(1));
      }
    }
    EXPECT_EQ(received, 8);
    EXPECT_EQ(now, 5);
    each->lines.clear();
  }
}
// 8.19 A smaller lookahead that is reached by next message requests.
TEST_P(Meetings, ASmallerLookaheadAndANextMessageRequest) {
  exchange();
  regulate(a(), 10);
  regulate(b(), 1);
  constrain(a());
  EXPECT_OK(a().rti->modify_lookahead({0}));
  EXPECT_OK(a().subi("T"));
  EXPECT_OK(b().send_at(4, "T", "t1=1"));
  EXPECT_OK(b().tar(20));
  EXPECT_OK(a().nmr(12));
  EXPECT_HEARD(a(), "receive T t1=1 @4 tso", "grant 4");
  EXPECT_EQ(a().lookahead(), 6);
  EXPECT_OK(a().nmr(12));
  EXPECT_HEARD(a(), "grant 12");
  EXPECT_EQ(a().lookahead(), 0);
  EXPECT_ERROR(a().send_at(12, "T", "t1=2"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(13, "T", "t1=2"));
}
// 6.11 Conveyed regions are those of the attributes of the reflection.
TEST_P(Meetings, EachReflectionConveysItsRegions) {
  publish();
  EXPECT_OK(b().rti->set_convey_region_designator_sets_switch(true));
  EXPECT_OK(b().sub("D", "d1 d2 d3"));
  const RegionHandle r1 = a().region("X 0 10 Y 0 10");
  const RegionHandle r2 = a().region("X 50 60");
  EXPECT_OK(a().reg_in("D", "x", "d1", {r1}));
  EXPECT_OK(a().associate("x", "d2", {r2}));
  skip();
  std::map<std::string, std::optional<std::vector<RegionHandle>>> conveyed;
  b().on_line = [&](const std::string& line) {
    if (line.starts_with("reflect")) conveyed[line] = b().last.sent_regions;
  };
  EXPECT_OK(a().upd("x", "d1=1 d2=2"));
  settle();
  ASSERT_EQ(conveyed.size(), 2U);
  ASSERT_TRUE(conveyed["reflect x d1=1"].has_value());
  EXPECT_EQ(conveyed["reflect x d1=1"]->size(), 1U);
  ASSERT_TRUE(conveyed["reflect x d2=2"].has_value());
  const auto of_d2 = *conveyed["reflect x d2=2"];
  ASSERT_EQ(of_d2.size(), 1U);
  const auto dimensions = b().rti->get_dimension_handle_set(of_d2[0]);
  ASSERT_TRUE(dimensions.ok());
  ASSERT_EQ(dimensions->size(), 1U);
  const auto bounds = b().rti->get_range_bounds(of_d2[0], (*dimensions)[0]);
  ASSERT_TRUE(bounds.ok());
  EXPECT_EQ(bounds->lower, 50U);
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
