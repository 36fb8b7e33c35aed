// Federates whose callbacks throw, and services that callbacks call (10.41, 10.42,
// FederateInternalError).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x; b and c publish, subscribe and know it.
class ThrowingCallbacks : public SavingFederation {
 protected:
  struct Thrown {};
  void begin() override {
    SavingFederation::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->pubi("K"));
      ASSERT_OK(each->subi("K"));
    }
    ASSERT_OK(b().subi("T"));
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  // The next callback of that verb throws.
  static void fail_at(Actor& whom, const std::string& verb) {
    whom.on_line = [&whom, verb](const std::string& line) {
      if (!line.starts_with(verb)) return;
      whom.on_line = nullptr;
      throw Thrown{};
    };
  }
  // Whether an exception came out of evoking or not, the federation goes on.
  void settle_all() {
    for (int round = 0; round < 4; ++round) {
      try {
        settle();
      } catch (...) {
        ++came_out;
      }
    }
  }
  // Callbacks that b has been told, once each, though one of them threw.
  void told(const Lines& lines) {
    settle_all();
    EXPECT_EQ(std::exchange(b().lines, {}), lines);
    EXPECT_OK(b().send("K", "", "alive"));
    settle_all();
    const Lines of_a = std::exchange(a().lines, {});
    EXPECT_TRUE(!of_a.empty() && of_a.back() == "receive K tag=alive");
    EXPECT_OK(b().rti->evoke_callback(0));
    skip();
  }
  // Calls from the next callback of that verb.
  void within(Actor& whom, const std::string& verb, const std::function<void()>& calls) {
    whom.on_line = [&whom, verb, calls](const std::string& line) {
      if (!line.starts_with(verb)) return;
      const auto now = calls;  // lives on
      whom.on_line = nullptr;
      now();
    };
  }
  int came_out = 0;
};

class CallingCallbacks : public ThrowingCallbacks {};

// 6.11 The reflection throws: what comes after it is delivered, and it is not delivered again.
TEST_P(ThrowingCallbacks, AReflection) {
  fail_at(b(), "reflect");
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_OK(a().send("K"));
  told({"reflect x a1=1", "reflect x a1=2", "receive K"});
}
// 6.9 A discovery throws: the object is known.
TEST_P(ThrowingCallbacks, ADiscovery) {
  fail_at(b(), "discover");
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd("y", "a1=1"));
  told({"discover y A", "reflect y a1=1"});
  EXPECT_OK(b().request("y", "a1"));
  EXPECT_HEARD(a(), "provide y a1");
}
// 6.15 A removal throws: the object is not known any more.
TEST_P(ThrowingCallbacks, ARemoval) {
  fail_at(b(), "remove");
  EXPECT_OK(a().del("x"));
  told({"remove x"});
  EXPECT_ERROR(b().request("x", "a1"), ObjectInstanceNotKnown);
}
// 7.7 The notification throws: the attribute is owned.
TEST_P(ThrowingCallbacks, AnAcquisition) {
  EXPECT_OK(a().divest("x", "a1"));
  skip();
  fail_at(b(), "acquired");
  EXPECT_OK(b().acquire_free("x", "a1"));
  told({"acquired x a1"});
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_OK(b().upd("x", "a1=1"));
  EXPECT_HEARD(c(), "reflect x a1=1");
}
// 8.13 The grant throws: the federate is granted, and may advance again.
TEST_P(ThrowingCallbacks, AGrant) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  fail_at(b(), "grant");
  EXPECT_OK(b().tar(5));
  EXPECT_OK(a().send_at(7, "T"));
  EXPECT_OK(a().tar(20));
  settle_all();
  EXPECT_EQ(std::exchange(b().lines, {}), Lines{"grant 5"});
  EXPECT_EQ(b().time(), 5);
  EXPECT_OK(b().tar(10));
  told({"receive T @7 tso", "grant 10"});
}
// 8.13 A message in timestamp order throws: the later ones and the grant come.
TEST_P(ThrowingCallbacks, AMessageBeforeAGrant) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().send_at(3, "T"));
  EXPECT_OK(a().send_at(4, "T"));
  fail_at(b(), "receive T @3");
  EXPECT_OK(b().tar(5));
  EXPECT_OK(a().tar(20));
  told({"receive T @3 tso", "receive T @4 tso", "grant 5"});
}
// 4.13, 4.15 The announcement throws: the point can be achieved.
TEST_P(ThrowingCallbacks, AnAnnouncement) {
  fail_at(b(), "announce");
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  told({"announce p"});
  for (auto& each : actors()) EXPECT_OK(each->rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(b(), "synchronized p");
}
// 4.17 Initiate throws: the save goes on as the federate says.
TEST_P(ThrowingCallbacks, AnInitiation) {
  fail_at(b(), "save");
  EXPECT_OK(save_now(a(), "s"));
  settle_all();
  EXPECT_EQ(std::exchange(b().lines, {}), Lines{"save s"});
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
  told({"saved"});
}
// 4.10, 4.3 Afterwards the federate may resign, join again and disconnect.
TEST_P(ThrowingCallbacks, ResigningAfterwards) {
  fail_at(b(), "reflect");
  EXPECT_OK(a().upd("x", "a1=1"));
  settle_all();
  EXPECT_OK(resign_federate(b()));
  EXPECT_OK(b().join("b"));
  EXPECT_OK(resign_federate(b()));
  EXPECT_OK(b().rti->disconnect());
}
// 10.42 Each of several federates of one node throws.
TEST_P(ThrowingCallbacks, AllThrow) {
  for (auto& each : actors()) fail_at(*each, "receive");
  EXPECT_OK(a().send("K", "", "1"));
  EXPECT_OK(b().send("K", "", "2"));
  EXPECT_OK(c().send("K", "", "3"));
  settle_all();
  EXPECT_EQ(std::exchange(a().lines, {}).size(), 2U);
  EXPECT_EQ(std::exchange(c().lines, {}).size(), 2U);
  EXPECT_EQ(std::exchange(b().lines, {}).size(), 2U);
}
// 10.41, 10.42, 4.5, 4.6, 4.9, 4.10, 4.3 Not from within a callback; nothing has changed.
TEST_P(CallingCallbacks, WhatIsRefused) {
  std::map<std::string, std::string> errors;
  within(b(), "receive", [&] {
    RtiAmbassador& rti = *b().rti;
    errors["evoke"] = error_of(rti.evoke_callback(0)).substr(0, 4);
    errors["evokes"] = error_of(rti.evoke_multiple_callbacks(0, 0)).substr(0, 4);
    errors["create"] =
        error_of(rti.create_federation_execution("new", conformance_modules())).substr(0, 4);
    errors["destroy"] = error_of(rti.destroy_federation_execution("test")).substr(0, 4);
    errors["join"] = error_of(rti.join_federation_execution("z", "t", "test")).substr(0, 4);
    errors["resign"] = error_of(resign_federate(b())).substr(0, 4);
    errors["disconnect"] = error_of(rti.disconnect()).substr(0, 4);
  });
  EXPECT_OK(a().send("K"));
  settle_all();
  EXPECT_EQ(errors.size(), 7U);
  for (const auto& [service, error] : errors) EXPECT_EQ(error, "Call") << service;
  EXPECT_EQ(listed(a()), Lines{"test"});
  EXPECT_OK(b().send("K"));
}
// 10.41 Services of all groups are allowed in a callback; their callbacks come after it.
TEST_P(CallingCallbacks, WhatIsAllowed) {
  Lines inside;
  within(b(), "receive", [&] {
    b().lines.clear();
    inside.push_back(error_of(b().reg("A", "y")));
    inside.push_back(error_of(b().upd("y", "a1=1")));
    inside.push_back(error_of(b().request("x", "a1")));
    inside.push_back(error_of(b().acquire("x", "a1")));
    inside.push_back(error_of(b().rti->reserve_object_instance_name("n")));
    inside.push_back(error_of(b().rti->register_federation_synchronization_point("p", {})));
    inside.push_back(error_of(b().regulate(1)));
    inside.push_back(error_of(b().constrain()));
    inside.push_back(error_of(b().query("x", "a2")));
    inside.push_back(error_of(b().sub_in("D", "d1", {b().region("X 0 5")})));
    inside.push_back(error_of(b().del("y")));
    inside.push_back(error_of(b().send("K", "", "again")));
    EXPECT_EQ(b().lines, Lines{});
  });
  EXPECT_OK(a().send("K"));
  settle_all();
  EXPECT_EQ(inside, Lines(12));
  Lines heard = std::exchange(b().lines, {});
  std::ranges::sort(heard);
  EXPECT_EQ(heard, (Lines{"announce p", "constrained 0", "owner x a2 a", "registered p",
                          "regulating 0", "reserved n"}));
  const Lines of_c = std::exchange(c().lines, {});
  EXPECT_EQ(of_c, (Lines{"receive K", "discover y A", "reflect y a1=1", "announce p", "remove y",
                         "receive K tag=again"}));
}
// 8.13 In a grant the federate may advance again, and send at what it has then promised.
TEST_P(CallingCallbacks, AdvancingFromAGrant) {
  regulate(a(), 1);
  constrain(b());
  std::string error = "none";
  within(a(), "grant", [&] {
    error = error_of(a().tar(20)) + error_of(a().send_at(21, "T"));
    EXPECT_ERROR(a().send_at(20, "T"), InvalidLogicalTime);
    EXPECT_ERROR(a().tar(30), InTimeAdvancingState);
  });
  EXPECT_OK(a().tar(10));
  settle_all();
  EXPECT_EQ(error, "");
  EXPECT_EQ(a().lines, (Lines{"grant 10", "grant 20"}));
  EXPECT_OK(b().nmr(30));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(21));
  EXPECT_HEARD(b(), "receive T @21 tso", "grant 21");
}
// 6.15, 6.9 An object that is deleted in the callback of its discovery.
TEST_P(CallingCallbacks, UnsubscribingInADiscovery) {
  within(b(), "discover", [&] {
    EXPECT_OK(b().unsub("A"));
    EXPECT_OK(b().rti->local_delete_object_instance(b().object("x")));
  });
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd("y", "a1=1"));
  EXPECT_OK(a().upd("x", "a1=1"));
  settle_all();
  EXPECT_EQ(b().lines, Lines{"discover y A"});
  EXPECT_EQ(c().lines, (Lines{"discover y A", "reflect y a1=1", "reflect x a1=1"}));
}
// 10.44 Callbacks disabled in a callback: the rest waits until they are enabled.
TEST_P(CallingCallbacks, DisablingInACallback) {
  within(b(), "receive", [&] { EXPECT_OK(b().rti->disable_callbacks()); });
  EXPECT_OK(a().send("K", "", "1"));
  EXPECT_OK(a().send("K", "", "2"));
  settle_all();
  EXPECT_EQ(b().lines, Lines{"receive K tag=1"});
  EXPECT_OK(b().rti->enable_callbacks());
  settle_all();
  EXPECT_EQ(b().lines, (Lines{"receive K tag=1", "receive K tag=2"}));
}
// 7.11 The owner gives in the callback that asks it to.
TEST_P(CallingCallbacks, GivingWhenAsked) {
  within(a(), "release", [&] { EXPECT_EQ(*a().give("x", "a1"), "a1"); });
  EXPECT_OK(b().acquire("x", "a1"));
  settle_all();
  EXPECT_EQ(b().lines, Lines{"acquired x a1"});
  within(c(), "owner", [&] { EXPECT_OK(c().acquire("x", "a1")); });
  within(b(), "release", [&] { EXPECT_OK(b().deny("x", "a1")); });
  EXPECT_OK(c().query("x", "a1"));
  settle_all();
  EXPECT_EQ(c().lines, (Lines{"owner x a1 b", "unavailable x a1"}));
}

// 10.41 Immediate callbacks of two federates throw: each exception comes out of a call, the second one of the next.
TEST(ImmediateExceptions, EachComesOut) {
  struct Thrown {
    FederateHandle of;
  };
  class Thrower : public FederateAmbassador {
   public:
    FederateHandle handle;
    int got = 0;
    void receive_interaction(InteractionClassHandle /*of*/, std::span<const ParameterValue> /*all*/,
                             Bytes /*tag*/, const Delivery& /*how*/) override {
      if (got++ == 0) throw Thrown{handle};
    }
  };
  const auto node = single_node();
  Thrower federates[3];
  std::vector<std::unique_ptr<RtiAmbassador>> rtis;
  for (Thrower& each : federates) rtis.push_back(node->connect(each, CallbackModel::immediate));
  ASSERT_OK(rtis[0]->create_federation_execution("test", conformance_modules()));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto joined = rtis[i]->join_federation_execution("", "type", "test");
    ASSERT_OK(joined);
    federates[i].handle = *joined;
  }
  const auto interaction = *rtis[0]->get_interaction_class_handle("K");
  ASSERT_OK(rtis[0]->publish_interaction_class(interaction));
  for (std::size_t i : {1, 2}) ASSERT_OK(rtis[i]->subscribe_interaction_class(interaction));
  while (node->pump()) {
  }
  for (int i = 0; i < 2; ++i) ASSERT_OK(rtis[0]->send_interaction(interaction, {}));
  std::vector<FederateHandle> threw;
  for (int i = 0; i < 8; ++i) {
    try {
      (void)node->pump();
    } catch (const Thrown& thrown) {
      threw.push_back(thrown.of);
    }
  }
  std::ranges::sort(threw);
  EXPECT_EQ(threw, (std::vector{federates[1].handle, federates[2].handle}));
  EXPECT_EQ(federates[1].got, 2);
  EXPECT_EQ(federates[2].got, 2);
}

// On several nodes an exception would pass through what connects this check to its nodes.
INSTANTIATE_TEST_SUITE_P(Clauses, ThrowingCallbacks, one_node_only, layout_name);
CONFORMANCE_SUITE(CallingCallbacks);

}  // namespace
}  // namespace orrery::rti::testing::conformance
