// Callbacks that wait: their order, and how long evoking takes (6 to 8, 10.41, 10.42).
#include <algorithm>
#include <chrono>

#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// All publish and are subscribed to A and T. a owns x. c manages.
class CallbackOrder : public ManagedFederation {
 protected:
  void begin() override {
    ManagedFederation::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->subi("T"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  // a1 goes from a to b, who is not told.
  void give_untold() {
    ASSERT_OK(b().acquire("x", "a1"));
    skip();
    b().silent = true;
    ASSERT_EQ(*a().give("x", "a1"), "a1");
    settle();
  }
  Lines told() {
    settle();
    b().silent = false;
    return b().heard();
  }
};

// 7.7, 6.20 The new owner is notified first, then asked for values.
TEST_P(CallbackOrder, OwnershipBeforeRequests) {
  give_untold();
  EXPECT_OK(c().request("x", "a1", "q"));
  EXPECT_EQ(told(), (Lines{"acquired x a1", "provide x a1 tag=q"}));
}
// 7.7, 7.11 And before he is asked to release.
TEST_P(CallbackOrder, OwnershipBeforeReleases) {
  give_untold();
  EXPECT_OK(c().acquire("x", "a1", "c"));
  EXPECT_EQ(told(), (Lines{"acquired x a1", "release x a1 tag=c"}));
}
// 7.7, 6.15 No callback names an object after its removal.
TEST_P(CallbackOrder, NothingAfterTheRemoval) {
  give_untold();
  EXPECT_OK(c().request("x", "a1", "q"));
  EXPECT_OK(a().del("x"));
  const Lines heard = told();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back(), "remove x") << ::testing::PrintToString(heard);
  EXPECT_EQ(std::ranges::count(heard, "remove x"), 1);
}
// 7.16, 6.15 So with a cancellation, a denial and an assumption that were under way.
TEST_P(CallbackOrder, NoAnswerAfterTheRemoval) {
  EXPECT_OK(b().acquire("x", "a1 a2"));
  skip();
  b().silent = true;
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  settle();
  EXPECT_OK(a().deny("x", "a2"));
  EXPECT_OK(a().negotiate("x", "a2"));
  settle();
  EXPECT_OK(a().del("x"));
  const Lines heard = told();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back(), "remove x") << ::testing::PrintToString(heard);
}
// 6.9, 7.4 No callback names an object before its discovery.
TEST_P(CallbackOrder, NothingBeforeTheDiscovery) {
  b().silent = true;
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd("y", "a1=1"));
  EXPECT_OK(a().negotiate("y", "a1", "n"));
  const Lines heard = told();
  ASSERT_GE(heard.size(), 2U);
  EXPECT_EQ(heard.front(), "discover y A") << ::testing::PrintToString(heard);
  EXPECT_EQ(std::ranges::count(heard, "reflect y a1=1"), 1);
}
// 8.6, 8.13 From the callback on no message that was sent in timestamp order comes in receive order.
TEST_P(CallbackOrder, ConstraintThatIsNotTold) {
  regulate(a(), 1);
  EXPECT_OK(b().constrain());
  b().silent = true;
  settle();
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().tar(20));
  const Lines heard = told();
  EXPECT_TRUE(heard == Lines{"constrained 0"} ||
              heard == (Lines{"receive T t1=1 @5", "constrained 0"}))
      << ::testing::PrintToString(heard);
  EXPECT_OK(b().tar(10));
  EXPECT_EQ(b().heard(),
            heard.size() == 1 ? (Lines{"receive T t1=1 @5 tso", "grant 10"}) : Lines{"grant 10"});
}
// 8.3, 8.13 Regulation is granted, and the callback waits: what the federate then sends is in no federate's past.
TEST_P(CallbackOrder, RegulationThatIsNotTold) {
  constrain(c());
  EXPECT_OK(b().regulate(1));
  b().silent = true;
  settle();
  EXPECT_OK(c().tar(10));
  settle();
  b().silent = false;
  const Lines heard = b().heard();
  ASSERT_EQ(heard.size(), 1U);
  const std::int64_t now = b().time();
  EXPECT_EQ(heard.at(0), "regulating " + std::to_string(now));
  const bool granted = c().time() == 10;
  if (granted) {
    EXPECT_GE(now + 1, 10);
  }
  EXPECT_OK(b().send_at(now + 2, "T", "t1=1"));
  EXPECT_OK(b().tar(now + 50));
  c().lines.clear();
  EXPECT_OK(granted ? c().tar(now + 20) : Status{});
  const Lines after = c().heard();
  EXPECT_EQ(std::ranges::count(after, "receive T t1=1 @" + std::to_string(now + 2) + " tso"), 1);
}
// 6.23, 6.24 A change that is not confirmed yet excludes another.
TEST_P(CallbackOrder, TransportationThatIsNotConfirmed) {
  const auto change = [this](TransportationType type) {
    return a().rti->request_attribute_transportation_type_change(a().object("x"),
                                                                 a().of_object("x", "a2"), type);
  };
  a().silent = true;
  EXPECT_OK(change(TransportationType::best_effort));
  settle();
  EXPECT_ERROR(change(TransportationType::reliable), AttributeAlreadyBeingChanged);
  a().silent = false;
  EXPECT_HEARD(a(), "transport_changed x a2 HLAbestEffort");
  EXPECT_OK(change(TransportationType::reliable));
  EXPECT_HEARD(a(), "transport_changed x a2 HLAreliable");
}
// 11.3 Callbacks are counted when they are made.
TEST_P(CallbackOrder, CountsOfWhatIsTold) {
  watch_federates();
  const std::int32_t discovered = asked("b", "HLAobjectInstancesDiscovered");
  b().silent = true;
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().send("T", "t1=1"));
  EXPECT_OK(a().del("x"));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), discovered);
  EXPECT_EQ(asked("b", "HLAobjectInstancesReflected"), 0);
  EXPECT_EQ(asked("b", "HLAreflectionsReceived"), 0);
  EXPECT_EQ(asked("b", "HLAinteractionsReceived"), 0);
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 0);
  b().silent = false;
  skip();
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), discovered + 1);
  EXPECT_EQ(asked("b", "HLAreflectionsReceived"), 1);
  EXPECT_EQ(asked("b", "HLAinteractionsReceived"), 1);
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 1);
}
// 10.41, 10.42 Evoking waits as long as it is told to, and no longer than for a callback.
TEST_P(CallbackOrder, HowLongEvokingTakes) {
  const auto seconds = [](const auto& call) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  EXPECT_GE(seconds([this] { EXPECT_FALSE(*b().rti->evoke_callback(0.05)); }), 0.04);
  EXPECT_GE(seconds([this] { EXPECT_FALSE(*b().rti->evoke_multiple_callbacks(0.05, 5)); }), 0.04);
  EXPECT_LT(seconds([this] { EXPECT_FALSE(*b().rti->evoke_multiple_callbacks(0.05, 5)); }), 4);
  b().silent = true;
  for (int i = 0; i < 10; ++i) EXPECT_OK(a().send("T", "t1=1"));
  settle();
  EXPECT_LT(seconds([this] { EXPECT_TRUE(*b().rti->evoke_callback(5)); }), 4);
  EXPECT_EQ(b().lines.size(), 1U);
  EXPECT_LT(seconds([this] { EXPECT_FALSE(*b().rti->evoke_multiple_callbacks(0, 5)); }), 4);
  EXPECT_EQ(b().lines.size(), 10U);
}
// 10.43, 10.44 Disabled callbacks are not made by evoking, and a grant among them is no grant yet.
TEST_P(CallbackOrder, AGrantWhileCallbacksAreDisabled) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().tar(20));
  skip();
  EXPECT_OK(b().rti->disable_callbacks());
  EXPECT_OK(b().tar(10));
  EXPECT_SILENCE(b());
  EXPECT_EQ(b().time(), 0);
  EXPECT_ERROR(b().tar(11), InTimeAdvancingState);
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "grant 10");
}

CONFORMANCE_SUITE(CallbackOrder);

}  // namespace
}  // namespace orrery::rti::testing::conformance
