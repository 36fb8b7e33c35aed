// GALT, LITS and requests for the next message in every state of the queue (8.10, 8.11, 8.16,
// 8.18).
#include "conformance/timed_federates.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class TimesOfNextMessages : public TimedFederates {
 protected:
  // 8.10 A federate is granted what 8.18 has answered, or what it asks for; what comes has that
  // time.
  Lines next(Actor& each, std::int64_t to) {
    settle();
    const std::string lits = each.lits();
    const std::int64_t most =
        lits == "undefined" ? to : std::min<std::int64_t>(to, std::stoll(lits));
    EXPECT_OK(each.nmr(to));
    Lines lines = each.heard();
    EXPECT_FALSE(lines.empty());
    if (lines.empty()) return lines;
    EXPECT_EQ(lines.back(), "grant " + std::to_string(most)) << "LITS " << lits;
    lines.pop_back();
    for (const std::string& line : lines) {
      if (!line.ends_with(" tso")) continue;
      EXPECT_NE(line.find("@" + std::to_string(most) + " "), std::string::npos) << line;
    }
    return lines;
  }
  // a may send from 1 on and has sent T @5, @8 and x.a2 @6.
  void begin() override {
    TimedFederates::begin();
    regulate(a(), 1);
    constrain(b());
    ASSERT_OK(a().send_at(5, "T", "", "five"));
    ASSERT_OK(a().upd_at(6, "x", "a2=6", "six"));
    ASSERT_OK(a().send_at(8, "T", "", "eight"));
    settle();
  }
  void far() {
    ASSERT_OK(a().tar(50));
    settle();
  }
};

// 8.18 The least of the GALT and what waits; 8.10 in turn.
TEST_P(TimesOfNextMessages, InTurn) {
  EXPECT_EQ(b().lits(), "1");
  EXPECT_EQ(b().galt(), "1");
  far();
  EXPECT_EQ(b().galt(), "51");
  EXPECT_EQ(b().lits(), "5");
  EXPECT_EQ(next(b(), 20), Lines{"receive T @5 tso"});
  EXPECT_EQ(b().lits(), "6");
  EXPECT_EQ(next(b(), 20), Lines{"reflect x a2=6 @6 tso"});
  EXPECT_EQ(next(b(), 20), Lines{"receive T @8 tso"});
  EXPECT_EQ(b().lits(), "51");
  EXPECT_EQ(next(b(), 20), Lines{});
}
// 8.21 Retracted messages do not count.
TEST_P(TimesOfNextMessages, Retracted) {
  EXPECT_OK(a().retract("five"));
  EXPECT_OK(a().retract("eight"));
  far();
  EXPECT_EQ(b().lits(), "6");
  EXPECT_EQ(next(b(), 20), Lines{"reflect x a2=6 @6 tso"});
  EXPECT_EQ(b().lits(), "51");
}
// 8.21, 8.10 Retracted while the request is pending: granted at what is next then.
TEST_P(TimesOfNextMessages, RetractedWhileRequested) {
  EXPECT_OK(b().nmr(20));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().retract("five"));
  EXPECT_OK(a().tar(5));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().retract("eight"));
  EXPECT_OK(a().tar(6));
  EXPECT_EQ(b().heard(), (Lines{"reflect x a2=6 @6 tso", "grant 6"}));
}
// 5.9 Unsubscribed before it is delivered: nothing is delivered.
TEST_P(TimesOfNextMessages, Unsubscribed) {
  EXPECT_OK(b().unsubi("T"));
  far();
  Lines told;
  while (b().time() < 20) {
    EXPECT_OK(b().nmr(20));
    for (const std::string& line : b().heard()) told.push_back(line);
  }
  EXPECT_EQ(std::ranges::count(told, "reflect x a2=6 @6 tso"), 1);
  EXPECT_EQ(std::ranges::count(told, "grant 6"), 1);
  EXPECT_EQ(std::ranges::count_if(told, [](const auto& l) { return l.starts_with("receive"); }), 0);
  EXPECT_EQ(b().lits(), "51");
  EXPECT_OK(b().subi("T"));
  EXPECT_EQ(next(b(), 30), Lines{});
}
// 5.7 An attribute unsubscribed, and subscribed to again before its time.
TEST_P(TimesOfNextMessages, UnsubscribedAndSubscribed) {
  EXPECT_OK(b().unsub("A", "a2"));
  EXPECT_OK(b().sub("A", "a2"));
  far();
  EXPECT_EQ(next(b(), 5), Lines{"receive T @5 tso"});
  next(b(), 20);
}
// 6.16 The object is forgotten.
TEST_P(TimesOfNextMessages, Forgotten) {
  EXPECT_OK(b().forget("x"));
  far();
  EXPECT_EQ(next(b(), 20), Lines{"receive T @5 tso"});
  next(b(), 20);
  next(b(), 20);
  next(b(), 20);
}
// 4.10 The sender has resigned: what it has sent is still to come, and the GALT is undefined.
TEST_P(TimesOfNextMessages, TheSenderHasResigned) {
  EXPECT_OK(resign_federate(a(), ResignAction::unconditionally_divest_attributes));
  settle();
  EXPECT_EQ(b().galt(), "undefined");
  EXPECT_EQ(b().lits(), "5");
  EXPECT_EQ(next(b(), 20), Lines{"receive T @5 tso"});
  EXPECT_EQ(next(b(), 20), Lines{"reflect x a2=6 @6 tso"});
  EXPECT_EQ(next(b(), 20), Lines{"receive T @8 tso"});
  EXPECT_EQ(b().lits(), "undefined");
  EXPECT_EQ(next(b(), 20), Lines{});
}
// 4.10 It has deleted its objects: their updates are gone, the interactions are not.
TEST_P(TimesOfNextMessages, TheSenderHasDeleted) {
  EXPECT_OK(resign_federate(a(), ResignAction::delete_objects));
  settle();
  EXPECT_EQ(b().lits(), "5");
  const Lines first = next(b(), 20);
  EXPECT_EQ(std::ranges::count(first, "receive T @5 tso"), 1);
  for (int round = 0; round < 3; ++round) {
    for (const std::string& line : next(b(), 20)) {
      EXPECT_TRUE(line == "receive T @8 tso" || line == "remove x") << line;
    }
  }
}
// 8.4 The sender does not regulate any more: messages sent keep their time.
TEST_P(TimesOfNextMessages, TheSenderDoesNotRegulate) {
  EXPECT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(b().galt(), "undefined");
  EXPECT_EQ(b().lits(), "5");
  EXPECT_EQ(next(b(), 5), Lines{"receive T @5 tso"});
  EXPECT_OK(b().tar(30));
  EXPECT_EQ(b().heard(), (Lines{"reflect x a2=6 @6 tso", "receive T @8 tso", "grant 30"}));
}
// 6.14 A deletion that waits counts; after it no update of the object comes.
TEST_P(TimesOfNextMessages, ADeletion) {
  EXPECT_OK(a().del_at(7, "x", "gone"));
  settle();
  far();
  EXPECT_EQ(next(b(), 20), Lines{"receive T @5 tso"});
  EXPECT_EQ(next(b(), 20), Lines{"reflect x a2=6 @6 tso"});
  EXPECT_EQ(b().lits(), "7");
  EXPECT_EQ(next(b(), 20), Lines{"remove x @7 tso"});
  EXPECT_EQ(b().lits(), "8");
}
// 6.14, 8.21 A retracted deletion.
TEST_P(TimesOfNextMessages, ARetractedDeletion) {
  EXPECT_OK(a().del_at(4, "x", "gone"));
  settle();
  EXPECT_OK(a().retract("gone"));
  far();
  EXPECT_EQ(b().lits(), "5");
  EXPECT_EQ(next(b(), 20), Lines{"receive T @5 tso"});
  EXPECT_EQ(next(b(), 20), Lines{"reflect x a2=6 @6 tso"});
}
// 8.18 What waits for a federate that is not constrained, and for one that is no longer
// constrained.
TEST_P(TimesOfNextMessages, NotConstrained) {
  EXPECT_EQ(c().lits(), "1");
  EXPECT_EQ(c().heard("receive").size(), 2U);
  EXPECT_OK(b().rti->disable_time_constrained());
  settle();
  EXPECT_EQ(b().lits(), "1");
  EXPECT_EQ(
      std::ranges::count_if(b().lines, [](const auto& l) { return l.starts_with("receive"); }), 2);
  b().lines.clear();
  constrain(b());
  EXPECT_EQ(b().lits(), "1");
  far();
  EXPECT_EQ(next(b(), 20), Lines{});
}
// 8.12 After a flush nothing waits.
TEST_P(TimesOfNextMessages, Flushed) {
  EXPECT_OK(b().fqr(20));
  EXPECT_EQ(b().heard().back(), "grant 1");
  EXPECT_EQ(b().lits(), "1");
  far();
  EXPECT_EQ(b().lits(), "51");
  EXPECT_EQ(next(b(), 20), Lines{});
}
// 8.16 While an advance is pending, 8.17 is still the former time.
TEST_P(TimesOfNextMessages, WhileAdvancing) {
  EXPECT_OK(b().tar(7));
  settle();
  EXPECT_EQ(b().galt(), "1");
  EXPECT_EQ(b().time(), 0);
  EXPECT_OK(a().tar(6));
  settle();
  EXPECT_EQ(b().galt(), "7");
  EXPECT_EQ(b().heard("grant"), Lines{});
  EXPECT_OK(a().tar(7));
  EXPECT_EQ(b().heard(), (Lines{"receive T @5 tso", "reflect x a2=6 @6 tso", "grant 7"}));
}
// 8.11 The available request: granted at 5, and another message at 5 may come.
TEST_P(TimesOfNextMessages, Available) {
  EXPECT_OK(a().tar(4));
  EXPECT_OK(b().nmra(20));
  EXPECT_EQ(b().heard(), (Lines{"receive T @5 tso", "grant 5"}));
  EXPECT_OK(a().send_at(5, "T", "", "", "2"));
  EXPECT_OK(b().nmra(20));
  EXPECT_EQ(b().heard(), (Lines{"receive T tag=2 @5 tso", "grant 5"}));
  EXPECT_OK(a().tar(50));
  EXPECT_OK(b().nmra(7));
  EXPECT_EQ(b().heard(), (Lines{"reflect x a2=6 @6 tso", "grant 6"}));
}

// Three federates that are regulating and constrained.
class RingOfRequests : public TimedFederates {
 protected:
  void all(std::int64_t lookahead) {
    for (auto& each : actors()) {
      regulate(*each, lookahead);
      constrain(*each);
    }
  }
  void granted(const std::string& time) {
    for (auto& each : actors()) EXPECT_HEARD(*each, "grant " + time);
  }
};
// 8.10 All ask for the next message and there is none: all are granted what they ask for.
TEST_P(RingOfRequests, NoMessage) {
  all(1);
  for (auto& each : actors()) EXPECT_OK(each->nmr(100));
  granted("100");
}
// 8.11 The same with lookahead zero, in both kinds.
TEST_P(RingOfRequests, NoMessageAndNoLookahead) {
  all(0);
  for (auto& each : actors()) EXPECT_OK(each->nmra(100));
  granted("100");
  for (auto& each : actors()) EXPECT_OK(each->nmr(200));
  granted("200");
}
// 8.10, 8.12 Mixed requests, with lookahead zero.
TEST_P(RingOfRequests, MixedRequests) {
  all(0);
  EXPECT_OK(a().nmr(10));
  EXPECT_OK(b().tar(12));
  EXPECT_OK(c().nmra(20));
  EXPECT_HEARD(a(), "grant 10");
  EXPECT_EQ(a().galt(), "13");  // b is to send later than 12
  EXPECT_OK(a().nmr(30));
  EXPECT_HEARD(b(), "grant 12");
  EXPECT_SILENCE(a());
  EXPECT_OK(b().tara(20));
  EXPECT_HEARD(c(), "grant 20");
  EXPECT_HEARD(b(), "grant 20");
}
// 8.10 One message in the ring: its receivers are granted its time, its sender what comes of that.
TEST_P(RingOfRequests, OneMessage) {
  all(2);
  EXPECT_OK(a().send_at(7, "T"));
  settle();
  for (auto& each : actors()) EXPECT_OK(each->nmr(100));
  EXPECT_HEARD(b(), "receive T @7 tso", "grant 7");
  EXPECT_HEARD(c(), "receive T @7 tso", "grant 7");
  EXPECT_SILENCE(a());
  EXPECT_EQ(a().galt(), "9");
  EXPECT_OK(b().nmr(100));
  EXPECT_OK(c().nmr(100));
  granted("100");
}
// 8.10 The receiver answers; the one who waits for the next message gets it.
TEST_P(RingOfRequests, AnAnswer) {
  all(2);
  EXPECT_OK(a().subi("K"));
  EXPECT_OK(b().unsubi("T"));
  EXPECT_OK(a().subi("T"));
  EXPECT_OK(a().send_at(7, "T"));
  settle();
  for (auto& each : actors()) EXPECT_OK(each->nmr(100));
  EXPECT_HEARD(c(), "receive T @7 tso", "grant 7");
  EXPECT_OK(c().send_at(9, "T", "", "", "answer"));
  EXPECT_OK(c().nmr(50));
  EXPECT_HEARD(a(), "receive T tag=answer @9 tso", "grant 9");
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(100));
  EXPECT_HEARD(c(), "grant 50");
  EXPECT_EQ(b().galt(), "52");
}

// 8.16 The greatest time that a federate could be granted without others advancing: its own
// messages bound nobody but those
// who wait for them. b waits for a message, has the one at 3, and then sends at 5 or later.
TEST_P(RingOfRequests, OfTheSenderItself) {
  regulate(a(), 1);
  constrain(a());
  regulate(b(), 2);
  constrain(b());
  EXPECT_OK(b().nmra(7));
  EXPECT_OK(a().send_at(3, "T"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(a().galt(), "5");
  EXPECT_OK(a().tar(4));
  EXPECT_EQ(b().heard(), (Lines{"receive T @3 tso", "grant 3"}));
  EXPECT_EQ(a().heard("grant"), Lines{"grant 4"});
}

// 8.16 The GALT does not fall: what has been guaranteed to a federate stays so, whatever it sends
// itself.
TEST_P(RingOfRequests, TheGaltDoesNotFall) {
  regulate(a(), 1);
  constrain(a());
  regulate(b(), 2);
  constrain(b());
  EXPECT_OK(b().nmra(7));
  EXPECT_OK(a().send_at(3, "T"));
  settle();
  EXPECT_EQ(a().galt(), "5");
  EXPECT_OK(a().send_at(4, "T"));
  settle();
  EXPECT_EQ(a().galt(), "5");
  EXPECT_OK(a().send_at(3, "T"));
  settle();
  EXPECT_EQ(a().galt(), "5");
  EXPECT_OK(a().tar(4));
  EXPECT_EQ(a().heard("grant"), Lines{"grant 4"});
}
// 8.12, 8.16 A flush is granted at what is guaranteed, on every placement.
TEST_P(RingOfRequests, FlushedAtTheGalt) {
  regulate(a(), 1);
  constrain(a());
  regulate(b(), 2);
  constrain(b());
  EXPECT_OK(b().nmra(7));
  EXPECT_OK(a().send_at(3, "T"));
  settle();
  EXPECT_OK(a().send_at(4, "T"));
  EXPECT_OK(a().send_at(3, "T"));
  settle();
  EXPECT_OK(a().fqr(5));
  EXPECT_EQ(a().heard("grant"), Lines{"grant 5"});
}
// 8.16 The same after updates, and without an advance of anybody.
TEST_P(RingOfRequests, TheGaltOfGrantedFederates) {
  all(2);
  EXPECT_EQ(a().galt(), "2");
  EXPECT_OK(b().nmr(9));
  settle();
  const std::string before = a().galt();
  for (int round = 0; round < 3; ++round) {
    EXPECT_OK(a().upd_at(3 + round, "x", "a2=1"));
    EXPECT_OK(a().send_at(2, "T"));
    settle();
    EXPECT_EQ(a().galt(), before);
  }
  EXPECT_EQ(b().galt(), "2");
}

CONFORMANCE_SUITE(TimesOfNextMessages);
CONFORMANCE_SUITE(RingOfRequests);

}  // namespace
}  // namespace orrery::rti::testing::conformance
