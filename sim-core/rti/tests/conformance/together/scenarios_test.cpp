// Federations as users run them: several federates, all service groups together.
#include <random>

#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Scenarios : public Conformance {
 protected:
  Actor& add(const std::string& name, std::size_t node) {
    actors().push_back(actor(node));
    Actor& each = *actors().back();
    EXPECT_OK(each.join(name));
    EXPECT_OK(each.rti->disable_object_class_relevance_advisory_switch());
    EXPECT_OK(each.rti->disable_interaction_relevance_advisory_switch());
    return each;
  }
};

// Six federates under time management, each with its own lookahead and kind of request; all send to all at random times.
// 8.1: each receives all in order, none after the grant that it belongs before, and none twice.
TEST_P(Scenarios, ManySendersKeepTimestampOrder) {
  for (const char* each : {"d", "e", "f"}) add(each, actors().size() % 3);
  struct Sent {
    std::int64_t time = 0;
    std::size_t sender = 0;
  };
  std::mt19937 random(7);
  const std::size_t count = actors().size();
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_OK(actors()[i]->pubi("T"));
    EXPECT_OK(actors()[i]->subi("T"));
    regulate(*actors()[i], static_cast<std::int64_t>(i % 3));
    constrain(*actors()[i]);
  }
  std::map<std::string, Sent> sent;
  std::vector<bool> advancing(count, false);
  std::vector<Lines> all(count);
  for (int round = 0; round < 60; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      Actor& who = *actors()[i];
      if (advancing[i]) continue;
      for (auto n = random() % 3; n > 0; --n) {
        const std::int64_t at = who.time() + who.lookahead() + 1 + random() % 15;
        const std::string text = "m" + std::to_string(sent.size());
        sent[text] = {at, i};
        EXPECT_OK(who.send_at(at, "T", "t1=" + text));
      }
      const std::int64_t to = who.time() + 1 + random() % 6;
      const auto requests = {&Actor::tar, &Actor::tara, &Actor::nmr, &Actor::nmra};
      EXPECT_OK((who.**(requests.begin() + random() % 4))(to));
      advancing[i] = true;
    }
    settle();
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::string& line : actors()[i]->lines) {
        if (line.starts_with("grant")) advancing[i] = false;
        all[i].push_back(line);
      }
      actors()[i]->lines.clear();
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_GT(actors()[i]->time(), 20);
    std::int64_t last = 0;
    std::int64_t granted = 0;
    std::map<std::string, int> received;
    for (const std::string& line : all[i]) {
      const auto parts = words(line);
      if (parts[0] == "grant") {
        granted = std::stoll(parts[1]);
        EXPECT_LE(last, granted);
        continue;
      }
      EXPECT_EQ(parts.back(), "tso") << line;
      const std::int64_t at = std::stoll(parts.at(3).substr(1));
      const std::string text = parts.at(2).substr(3);
      EXPECT_GE(at, std::max(last, granted)) << line;
      EXPECT_EQ(sent.at(text).time, at);
      EXPECT_NE(sent.at(text).sender, i);
      ++received[text];
      last = at;
    }
    for (const auto& [text, each] : sent) {
      EXPECT_LE(received[text], 1) << text;
      if (each.sender == i || each.time >= granted) continue;
      EXPECT_EQ(received[text], 1) << text;
    }
  }
}

// A traffic federation: cars are handed from one road's federate to the next, under time management.
TEST_P(Scenarios, CarsAreHandedOver) {
  Actor& viewer = add("viewer", 2);
  for (Actor* each : {&a(), &b()}) {
    EXPECT_OK(each->pub("A", "a1 a2 priv"));
    EXPECT_OK(each->sub("A", "a1 a2"));
    regulate(*each, 1);
    constrain(*each);
    EXPECT_OK(each->rti->enable_asynchronous_delivery());
  }
  EXPECT_OK(viewer.sub("A", "a1 a2"));
  constrain(viewer);
  EXPECT_OK(a().reg("A", "car"));
  skip();
  // a drives until 3, then offers the car; b takes it.
  for (std::int64_t t = 1; t <= 3; ++t) {
    EXPECT_OK(a().upd_at(t, "car", "a2=" + std::to_string(t)));
    for (Actor* each : {&a(), &b(), &viewer}) EXPECT_OK(each->tar(t));
    settle();
  }
  EXPECT_OK(a().negotiate("car", "a1 a2 priv", "yours"));
  EXPECT_EQ(b().heard("assume"), Lines{"assume car priv a1 a2 tag=yours"});
  EXPECT_OK(b().acquire("car", "a1 a2 priv"));
  EXPECT_EQ(a().heard("confirm"), Lines{"confirm car priv a1 a2"});
  EXPECT_OK(a().confirm("car", "a1 a2 priv"));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired car priv a1 a2"});
  for (std::int64_t t = 4; t <= 6; ++t) {
    EXPECT_OK(b().upd_at(t, "car", "a2=" + std::to_string(t)));
    for (Actor* each : {&a(), &b(), &viewer}) EXPECT_OK(each->tar(t));
    settle();
  }
  EXPECT_OK(b().del_at(8, "car"));
  for (Actor* each : {&a(), &b(), &viewer}) EXPECT_OK(each->tar(10));
  settle();
  EXPECT_EQ(viewer.heard(),
            (Lines{"reflect car a2=1 @1 tso", "grant 1", "reflect car a2=2 @2 tso", "grant 2",
                   "reflect car a2=3 @3 tso", "grant 3", "reflect car a2=4 @4 tso", "grant 4",
                   "reflect car a2=5 @5 tso", "grant 5", "reflect car a2=6 @6 tso", "grant 6",
                   "remove car @8 tso", "grant 10"}));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
}

// Start as real federations do: a manager waits for all, synchronizes twice, runs in steps, and ends.
TEST_P(Scenarios, AManagedRunFromStartToEnd) {
  const auto point = [&](const std::string& label) {
    EXPECT_OK(a().rti->register_federation_synchronization_point(label, {}));
    settle();
    for (auto& each : actors()) EXPECT_OK(each->rti->synchronization_point_achieved(label));
    for (auto& each : actors()) {
      EXPECT_EQ(each->heard("synchronized"), Lines{"synchronized " + label});
    }
  };
  add("d", 0);
  add("e", 1);
  point("joined");
  for (auto& each : actors()) {
    EXPECT_OK(each->pub("A.B", "a1 b1 b2"));
    EXPECT_OK(each->sub("A", "a1"));
    EXPECT_OK(each->pubi("T"));
    EXPECT_OK(each->subi("T"));
  }
  point("declared");
  for (auto& each : actors()) {
    const std::string name = *each->rti->get_federate_name(each->handle);
    EXPECT_OK(each->rti->reserve_object_instance_name("ship of " + name));
    EXPECT_EQ(each->heard("reserved"), Lines{"reserved ship of " + name});
    EXPECT_OK(each->reg("A.B", name, "ship of " + name));
  }
  point("registered");
  for (auto& each : actors()) EXPECT_OK(each->regulate(1));
  for (auto& each : actors()) EXPECT_OK(each->constrain());
  skip();
  for (auto& each : actors()) EXPECT_EQ(each->galt(), "1");
  for (int t = 1; t <= 5; ++t) {
    for (auto& each : actors()) {
      EXPECT_OK(each->upd_at(t + 1, labels().name(each->handle), "a1=" + std::to_string(t)));
      EXPECT_OK(each->send_at(t + 1, "T", "t1=" + std::to_string(t)));
      EXPECT_OK(each->tar(t));
    }
    settle();
    for (auto& each : actors()) {
      const auto& lines = each->lines;
      EXPECT_EQ(std::ranges::count(lines, "grant " + std::to_string(t)), 1);
      // Receive order within the advance: four reflections; four interactions of the step before.
      EXPECT_EQ(lines.size(), t == 1 ? 5U : 9U);
      each->lines.clear();
    }
  }
  for (auto& each : actors()) {
    EXPECT_OK(each->rti->resign_federation_execution(ResignAction::delete_objects));
  }
  EXPECT_OK(a().rti->destroy_federation_execution("test"));
}

// Many objects and a late joiner that discovers them all.
TEST_P(Scenarios, ALateJoinerDiscoversAThousandObjects) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A.B.C", "a1 c1"));
  for (int i = 0; i < 500; ++i) {
    EXPECT_OK(a().reg("A", "x" + std::to_string(i)));
    EXPECT_OK(b().reg("A.B.C", "y" + std::to_string(i)));
  }
  Actor& late = add("late", 2);
  EXPECT_OK(late.sub("A", "a1"));
  EXPECT_EQ(late.heard().size(), 1000U);
  EXPECT_OK(late.request_class("A", "a1"));
  EXPECT_EQ(a().heard("provide").size(), 500U);
  EXPECT_EQ(b().heard("provide").size(), 500U);
  for (int i = 0; i < 500; ++i) {
    EXPECT_OK(a().upd("x" + std::to_string(i), "a1=1"));
    EXPECT_OK(b().upd("y" + std::to_string(i), "a1=1 c1=2"));
  }
  EXPECT_EQ(late.heard("reflect").size(), 1000U);
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::delete_objects));
  EXPECT_EQ(late.heard("remove").size(), 500U);
}

// A federate that joins and resigns again and again among others that go on.
TEST_P(Scenarios, ComingAndGoingDisturbsNobody) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(b().subi("T"));
  Lines expected;
  for (int t = 1; t <= 12; ++t) {
    EXPECT_OK(a().send_at(t, "T", "t1=" + std::to_string(t)));
    EXPECT_OK(b().tar(t));
    if (t % 2 == 0) {
      EXPECT_OK(c().rti->resign_federation_execution(ResignAction::cancel_then_delete_then_divest));
    } else if (t > 1) {
      EXPECT_OK(c().join("c"));
      EXPECT_OK(c().pub("A", "a1"));
      EXPECT_OK(c().reg("A", "x" + std::to_string(t)));
      EXPECT_OK(c().subi("T"));
    }
    EXPECT_OK(a().tar(t));
    expected.push_back("receive T t1=" + std::to_string(t) + " @" + std::to_string(t) + " tso");
    expected.push_back("grant " + std::to_string(t));
    EXPECT_EQ(b().heard(), (Lines{expected.end() - 2, expected.end()}));
    a().lines.clear();
  }
}

// Sensors in regions that move, with plain and region subscribers, over objects that change owners.
TEST_P(Scenarios, MovingRegionsAndOwners) {
  Actor& d = add("d", 0);
  EXPECT_OK(a().pub("D", "d1 d3"));
  EXPECT_OK(b().pub("D", "d1"));
  EXPECT_OK(b().sub("D", "d3"));
  const RegionHandle near = c().region("X 0 20");
  EXPECT_OK(c().sub_in("D", "d1", {near}));
  EXPECT_OK(d.sub("D", "d1"));
  const RegionHandle at = a().region("X 0 1");
  EXPECT_OK(a().reg_in("D", "x", "d1", {at}));
  skip();
  int seen_near = 0;
  int seen_all = 0;
  for (int step = 0; step < 10; ++step) {
    const int x = step * 5;
    EXPECT_OK(a().move(at, "X " + std::to_string(x) + " " + std::to_string(x + 1)));
    EXPECT_OK(a().upd("x", "d1=" + std::to_string(x)));
    const auto heard = c().heard("reflect");
    EXPECT_EQ(heard.size(), x < 20 ? 1U : 0U);
    seen_near += static_cast<int>(heard.size());
    seen_all += static_cast<int>(d.heard("reflect").size());
  }
  EXPECT_EQ(seen_near, 4);
  EXPECT_EQ(seen_all, 10);
  EXPECT_OK(a().divest("x", "d1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "d1"));
  skip();
  const RegionHandle theirs = b().region("X 10 11");
  EXPECT_OK(b().associate("x", "d1", {theirs}));
  EXPECT_OK(b().upd("x", "d1=b"));
  EXPECT_HEARD(c(), "reflect x d1=b");
  EXPECT_HEARD(d, "reflect x d1=b");
  // 9.6 An association does not need the ownership, and does not end with it.
  EXPECT_ERROR(a().rti->delete_region(at), RegionInUseForUpdateOrSubscription);
  EXPECT_OK(a().unassociate("x", "d1", {at}));
  EXPECT_OK(a().rti->delete_region(at));
}
CONFORMANCE_SUITE(Scenarios);

// Clause 11: a manager that watches a federation by the management object model.
class ManagedScenarios : public ManagedFederation {};
TEST_P(ManagedScenarios, FederatesAreSeenWithTheirState) {
  EXPECT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName HLAtimeRegulating"));
  EXPECT_EQ(discoveries(), (Lines{"discover HLAfederate.a HLAmanager.HLAfederate",
                                  "discover HLAfederate.b HLAmanager.HLAfederate",
                                  "discover HLAfederate.c HLAmanager.HLAfederate"}));
  regulate(a(), 3);
  EXPECT_EQ(asked("a", "HLAtimeRegulating"), 1);
  EXPECT_EQ(asked("b", "HLAtimeRegulating"), 0);
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_EQ(c().heard("remove"), Lines{"remove HLAfederate.a"});
}
TEST_P(ManagedScenarios, PublicationsAreReported) {
  listen("HLAfederate.HLAreport.HLAreportInteractionPublication");
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(manage("HLArequest.HLArequestPublications", a()));
  const auto all = reports("HLAreportInteractionPublication");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(handles(all[0], "HLAinteractionClassList").size(), 2U);
  EXPECT_EQ(handle_of(all[0], "HLAfederate"), a().handle.value);
}
TEST_P(ManagedScenarios, ServicesAreCalledForOthers) {
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(manage("HLAservice.HLApublishInteractionClass", a(),
                   {{"HLAinteractionClass", handle(a().interaction("K").value)}}));
  skip();
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_OK(manage("HLAservice.HLAenableTimeConstrained", b()));
  EXPECT_HEARD(b(), "constrained 0");
  EXPECT_OK(manage("HLAservice.HLAenableTimeConstrained", b()));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
}
TEST_P(ManagedScenarios, ExceptionsAndServicesAreReported) {
  listen("HLAfederate.HLAreport.HLAreportException");
  listen("HLAfederate.HLAreport.HLAreportServiceInvocation");
  EXPECT_OK(manage("HLAadjust.HLAsetExceptionReporting", a(), {{"HLAreportingState", number(1)}}));
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(1)}}));
  skip();
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  EXPECT_OK(a().pubi("K"));
  const auto exceptions = reports("HLAreportException");
  ASSERT_EQ(exceptions.size(), 1U);
  EXPECT_NE(text_of(exceptions[0], "HLAexception").find("InteractionClassNotPublished"),
            std::string::npos);
  EXPECT_OK(a().subi("K"));
  std::vector<std::string> called;
  for (const Values& each : reports("HLAreportServiceInvocation")) {
    called.push_back(text_of(each, "HLAservice") + " " +
                     std::to_string(number_of(each, "HLAsuccessIndicator")));
  }
  EXPECT_EQ(called, (std::vector<std::string>{"sendInteraction 0", "publishInteractionClass 1",
                                              "subscribeInteractionClass 1"}));
}
TEST_P(ManagedScenarios, SynchronizationPointsAreReported) {
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPoints");
  EXPECT_OK(a().rti->register_federation_synchronization_point("s", {}));
  skip();
  EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPoints", Values{}));
  EXPECT_EQ(reports("HLAreportSynchronizationPoints").size(), 1U);
}
CONFORMANCE_SUITE(ManagedScenarios);

}  // namespace
}  // namespace orrery::rti::testing::conformance
