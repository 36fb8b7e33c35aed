// The next message of a federate that has lost interest in it: granted with the message at its time, or without it at the request (8.10 to 8.12).
#include <algorithm>

#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a regulates and is at 30, with lookahead 1; b and c are constrained, at 0. Messages of a are at 5.
class UnwantedNextMessage : public TimedFederates {
 protected:
  void begin() override {
    TimedFederates::begin();
    ASSERT_OK(a().pub("D", "d4"));
    ASSERT_OK(b().pub("A", "a2"));
    ASSERT_OK(a().pubi("Q"));
    regulate(a(), 1);
    constrain(b());
    constrain(c());
    ASSERT_OK(b().rti->enable_asynchronous_delivery());
  }
  void free_others() {
    EXPECT_OK(a().tar(30));
    skip();
  }
  // What b hears of a request for 20, without callbacks of other kinds.
  Lines next() {
    EXPECT_OK(b().nmr(20));
    Lines all = b().heard();
    std::erase_if(all, [](const std::string& each) {
      return each.starts_with("discover") || each.starts_with("remove");
    });
    return all;
  }
};

// 5.7 Unsubscribed between the sending and the request.
TEST_P(UnwantedNextMessage, Unsubscribed) {
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  EXPECT_OK(b().unsub("A"));
  free_others();
  const Lines heard = next();
  EXPECT_TRUE(heard == Lines{"grant 20"} || heard == (Lines{"reflect x a2=1 @5 tso", "grant 5"}))
      << ::testing::PrintToString(heard);
}
// 5.9 The same of an interaction.
TEST_P(UnwantedNextMessage, UnsubscribedFromAnInteraction) {
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  settle();
  EXPECT_OK(b().unsubi("T"));
  free_others();
  const Lines heard = next();
  EXPECT_TRUE(heard == Lines{"grant 20"} || heard == (Lines{"receive T t1=1 @5 tso", "grant 5"}))
      << ::testing::PrintToString(heard);
}
// 5.7, 8.12 Unsubscribed before a flush: granted what was asked for if nothing is delivered.
TEST_P(UnwantedNextMessage, UnsubscribedBeforeAFlush) {
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  EXPECT_OK(b().unsub("A"));
  free_others();
  EXPECT_OK(b().fqr(20));
  const Lines heard = b().heard();
  EXPECT_TRUE(heard == Lines{"grant 20"} || heard == (Lines{"reflect x a2=1 @5 tso", "grant 5"}))
      << ::testing::PrintToString(heard);
}
// 6.16 The object is forgotten.
TEST_P(UnwantedNextMessage, Forgotten) {
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  EXPECT_OK(b().forget("x"));
  free_others();
  const Lines heard = next();
  EXPECT_TRUE(heard == Lines{"grant 20"} || heard == (Lines{"reflect x a2=1 @5 tso", "grant 5"}))
      << ::testing::PrintToString(heard);
}
// 6.16, 6.14 The object is forgotten, and its deletion was the next message.
TEST_P(UnwantedNextMessage, ForgottenBeforeItsDeletion) {
  EXPECT_OK(a().del_at(5, "x"));
  settle();
  EXPECT_OK(b().forget("x"));
  free_others();
  EXPECT_OK(b().nmr(20));
  const Lines heard = b().heard();
  EXPECT_TRUE(heard == Lines{"grant 20"} ||
              heard == (Lines{"discover x A", "remove x @5 tso", "grant 5"}))
      << ::testing::PrintToString(heard);
}
// 6.15 The object is gone in receive order: its updates are no messages any more.
TEST_P(UnwantedNextMessage, Removed) {
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  free_others();
  EXPECT_EQ(next(), Lines{"grant 20"});
}
// 6.15, 8.12 The same with a flush: granted what was asked for.
TEST_P(UnwantedNextMessage, RemovedBeforeAFlush) {
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  free_others();
  EXPECT_OK(b().fqr(20));
  EXPECT_HEARD(b(), "grant 20");
}
// 7.7 The attribute is the receiver's own meanwhile.
TEST_P(UnwantedNextMessage, OwnedMeanwhile) {
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(b().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  skip();
  EXPECT_TRUE(b().owns("x", "a2"));
  free_others();
  const Lines heard = next();
  EXPECT_TRUE(heard == Lines{"grant 20"} || heard == (Lines{"reflect x a2=1 @5 tso", "grant 5"}))
      << ::testing::PrintToString(heard);
}
// 9.9, 9.3 The region of the interest is elsewhere, or the subscription is gone.
TEST_P(UnwantedNextMessage, RegionsGone) {
  const RegionHandle here = b().region("X 0 10 Y 0 50");
  EXPECT_OK(b().sub_in("D", "d4", {here}));
  EXPECT_OK(a().reg_in("D", "y", "d4", {a().region("X 5 6 Y 0 50")}));
  settle();
  EXPECT_OK(a().upd_at(5, "y", "d4=1"));
  settle();
  EXPECT_OK(b().unsub_in("D", "d4", {here}));
  free_others();
  const Lines heard = next();
  EXPECT_TRUE(heard == Lines{"grant 20"} || heard == (Lines{"reflect y d4=1 @5 tso", "grant 5"}))
      << ::testing::PrintToString(heard);
}
// 8.10 What is no message to this federate: an attribute it has not subscribed to, an object that it does not know.
TEST_P(UnwantedNextMessage, NoMessageToIt) {
  EXPECT_OK(b().unsub("A", "a2"));
  EXPECT_OK(b().unsubi("T"));
  EXPECT_OK(a().reg("D", "y"));
  settle();
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().upd_at(5, "y", "d4=1"));
  EXPECT_OK(a().del_at(6, "y"));
  free_others();
  EXPECT_EQ(next(), Lines{"grant 20"});
}
// 8.10, 6.15 A deletion is a message like others.
TEST_P(UnwantedNextMessage, ADeletion) {
  EXPECT_OK(a().del_at(5, "x"));
  free_others();
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "remove x @5 tso", "grant 5");
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "grant 20");
}
// 6.9, 8.10 Discovered during an advance, then updated in it.
TEST_P(UnwantedNextMessage, DiscoveredWhileItWaits) {
  EXPECT_OK(b().nmr(20));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd_at(5, "y", "a2=1"));
  EXPECT_OK(a().tar(30));
  EXPECT_HEARD(b(), "discover y A", "reflect y a2=1 @5 tso", "grant 5");
}
// 6.16, 8.14 Receive-order updates that wait for an advance are not told of an object that was deleted locally.
TEST_P(UnwantedNextMessage, ReceiveOrderOfAForgottenObject) {
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(c());
  EXPECT_OK(c().forget("x"));
  free_others();
  EXPECT_OK(c().tar(4));
  const Lines heard = c().heard();
  EXPECT_TRUE(heard == Lines{"grant 4"} ||
              heard == (Lines{"discover x A", "reflect x a1=1", "grant 4"}))
      << ::testing::PrintToString(heard);
}
// 7.8 to 7.10 Two kinds of acquisition, one after the other, while callbacks wait.
TEST_P(UnwantedNextMessage, TwoKindsOfAcquisition) {
  b().silent = true;
  EXPECT_OK(b().acquire_free("x", "a2"));
  settle();
  EXPECT_OK(b().acquire("x", "a2", "t"));
  b().silent = false;
  const Lines told = b().heard();
  EXPECT_TRUE(told.empty() || told == Lines{"unavailable x a2"});
  EXPECT_EQ(*a().give("x", "a2"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
}

CONFORMANCE_SUITE(UnwantedNextMessage);

}  // namespace
}  // namespace orrery::rti::testing::conformance
