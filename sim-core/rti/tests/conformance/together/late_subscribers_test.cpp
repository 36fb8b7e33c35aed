// Federates that discover an object between its deletion in timestamp order and the time of that (6.9, 6.14, 6.15, 8.1).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a deletes x at 6. c knows it, and stays at 0. b subscribes while the deletion is under way.
class LateSubscribers : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(a().pub("A", "a1 a2"));
    ASSERT_OK(c().sub("A", "a1 a2"));
    regulate(a(), 1);
    constrain(b());
    constrain(c());
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  void delete_and_subscribe() {
    EXPECT_OK(a().del_at(6, "x", "m", "bye"));
    EXPECT_OK(b().sub("A", "a1 a2"));
    EXPECT_HEARD(b(), "discover x A");
  }
};

// 8.10 Granted at the time of the next message in timestamp order, here the removal.
TEST_P(LateSubscribers, TheRemovalIsTheNextMessage) {
  EXPECT_OK(b().nmr(10));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
}
// 8.11
TEST_P(LateSubscribers, TheRemovalIsTheNextMessageAvailable) {
  EXPECT_OK(b().nmra(10));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 5");
  EXPECT_OK(b().nmra(10));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
}
// 8.8, 8.18 The removal counts, whatever request was pending when the object was discovered.
TEST_P(LateSubscribers, AnEarlierGrantLeavesTheRemovalToCome) {
  EXPECT_OK(b().nmra(2));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_HEARD(b(), "grant 2");
  EXPECT_EQ(b().galt(), "undefined");
  EXPECT_EQ(b().lits(), "6");
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 10");
}
// The same of a federate that regulates: its grant comes before the removal.
TEST_P(LateSubscribers, ARegulatorsEarlierGrantLeavesTheRemovalToCome) {
  regulate(b(), 1);
  EXPECT_OK(b().nmr(2));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_HEARD(b(), "grant 2");
  EXPECT_EQ(b().lits(), "6");
  EXPECT_OK(b().nmr(10));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
}
// 8.10 It is the next message of a federate that regulates too.
TEST_P(LateSubscribers, TheRemovalIsARegulatorsNextMessage) {
  regulate(b(), 1);
  EXPECT_OK(b().nmr(10));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
}
// 8.11
TEST_P(LateSubscribers, TheRemovalIsARegulatorsNextMessageAvailable) {
  regulate(b(), 1);
  EXPECT_OK(b().nmra(10));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().tara(6));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
}
// 8.16 After the removal the federate may send from 7 on: nobody is granted more before.
TEST_P(LateSubscribers, ARegulatorsRemovalBoundsTheOthers) {
  constrain(a());
  regulate(b(), 1);
  EXPECT_OK(b().nmr(10));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().tar(9));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
  EXPECT_SILENCE(a());
  EXPECT_EQ(a().galt(), "7");
  EXPECT_OK(b().nmr(10));
  EXPECT_HEARD(a(), "grant 9");
}
// 6.9, 8.16 Others were granted what a discovery would make wrong: the federate, which cannot be granted the deletion's time any
// more, does not discover the object.
TEST_P(LateSubscribers, ARegulatorBeyondTheRemovalDiscoversNothing) {
  regulate(b(), 1);
  EXPECT_OK(b().nmr(10));
  EXPECT_OK(a().del_at(6, "x", "m", "bye"));
  EXPECT_OK(c().tar(8));
  settle();
  EXPECT_SILENCE(c());
  EXPECT_OK(a().tar(8));
  EXPECT_HEARD(c(), "remove x tag=bye @6 tso", "grant 8");
  EXPECT_OK(b().sub("A", "a1 a2"));
  settle();
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "grant 10");
}
// The removal that nobody discovers holds up no one.
TEST_P(LateSubscribers, ARemovalToComeHoldsUpNoRegulator) {
  constrain(a());
  regulate(b(), 0);
  regulate(c(), 0);
  EXPECT_OK(b().nmr(10));
  EXPECT_OK(c().nmra(10));
  EXPECT_OK(a().del_at(6, "x", "m", "bye"));
  EXPECT_OK(a().nmr(10));
  EXPECT_HEARD(c(), "remove x tag=bye @6 tso", "grant 6");
  EXPECT_OK(c().nmra(10));
  EXPECT_HEARD(c(), "grant 10");
  EXPECT_SILENCE(b());
  EXPECT_OK(c().tar(10));
  EXPECT_HEARD(a(), "grant 10");
  EXPECT_HEARD(b(), "grant 10");
}
// 8.4 It regulates no more: what it waits for is the next message as of any federate.
TEST_P(LateSubscribers, TheEndOfRegulationBringsTheRemoval) {
  regulate(b(), 1);
  EXPECT_OK(b().nmr(10));
  settle();
  delete_and_subscribe();
  EXPECT_OK(b().rti->disable_time_regulation());
  settle();
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
}
// 8.21 A removal that has been retracted is not the next message.
TEST_P(LateSubscribers, ARetractedRemovalIsNoMessage) {
  EXPECT_OK(b().nmr(10));
  settle();
  delete_and_subscribe();
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "grant 10");
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_HEARD(b(), "reflect x a1=1");
}
// 8.12 A flush delivers the removal too.
TEST_P(LateSubscribers, AFlushBringsTheRemoval) {
  delete_and_subscribe();
  EXPECT_OK(b().fqr(10));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 1");
}
// 6.14 An object that is deleted twice is removed at the earlier time.
TEST_P(LateSubscribers, TheEarliestRemovalIsTheNextMessage) {
  EXPECT_OK(b().nmr(10));
  settle();
  EXPECT_OK(a().del_at(8, "x", "later", "later"));
  delete_and_subscribe();
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
}
CONFORMANCE_SUITE(LateSubscribers);

}  // namespace
}  // namespace orrery::rti::testing::conformance
