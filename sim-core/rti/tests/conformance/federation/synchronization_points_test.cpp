// Synchronization points (4.11 to 4.15).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause4Synchronization : public Conformance {
 protected:
  Status point(Actor& who, const std::string& label, std::vector<FederateHandle> set = {},
               const std::string& tag = "") {
    return who.rti->register_federation_synchronization_point(label, bytes(tag), set);
  }
  Status achieve(Actor& who, const std::string& label, bool success = true) {
    return who.rti->synchronization_point_achieved(label, success);
  }
};

// 4.12, 4.13 The registration is confirmed, then the point is announced to all, also to who registered.
TEST_P(Clause4Synchronization, AllAreTold) {
  EXPECT_OK(point(a(), "s", {}, "why"));
  EXPECT_HEARD(a(), "registered s", "announce s tag=why");
  EXPECT_HEARD(b(), "announce s tag=why");
  EXPECT_HEARD(c(), "announce s tag=why");
  EXPECT_OK(achieve(a(), "s"));
  EXPECT_OK(achieve(c(), "s"));
  EXPECT_SILENCE(a());
  EXPECT_OK(achieve(b(), "s"));
  for (auto& each : actors()) EXPECT_HEARD(*each, "synchronized s");
}
// 4.15 The set of those that did not succeed.
TEST_P(Clause4Synchronization, FailuresAreToldToAll) {
  EXPECT_OK(point(b(), "s"));
  skip();
  EXPECT_OK(achieve(a(), "s", false));
  EXPECT_OK(achieve(b(), "s", true));
  EXPECT_OK(achieve(c(), "s", false));
  for (auto& each : actors()) EXPECT_HEARD(*each, "synchronized s a c");
}
// 4.11 "label not in use": until it is synchronized.
TEST_P(Clause4Synchronization, ALabelIsFreeWhenItIsSynchronized) {
  EXPECT_OK(point(a(), "s"));
  skip();
  EXPECT_OK(point(b(), "s", {b().handle}));
  EXPECT_HEARD(b(), "not_registered s label_not_unique");
  EXPECT_SILENCE(a());
  for (auto& each : actors()) EXPECT_OK(achieve(*each, "s"));
  skip();
  EXPECT_OK(point(b(), "s", {b().handle}));
  EXPECT_HEARD(b(), "registered s", "announce s");
  EXPECT_SILENCE(a());
}
// 4.11 With a set, only its members are told, and only they count.
TEST_P(Clause4Synchronization, ASetConcernsItsMembersAlone) {
  EXPECT_OK(point(a(), "s", {b().handle, c().handle}, "t"));
  EXPECT_HEARD(a(), "registered s");
  EXPECT_HEARD(b(), "announce s tag=t");
  EXPECT_HEARD(c(), "announce s tag=t");
  EXPECT_ERROR(achieve(a(), "s"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(achieve(b(), "s", false));
  EXPECT_SILENCE(b());
  EXPECT_OK(achieve(c(), "s"));
  EXPECT_HEARD(b(), "synchronized s b");
  EXPECT_HEARD(c(), "synchronized s b");
  EXPECT_SILENCE(a());
}
// 4.12 "synchronization set member not joined"
TEST_P(Clause4Synchronization, ASetOfOthersThanMembersIsRefused) {
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(point(a(), "s", {a().handle, c().handle}));
  EXPECT_HEARD(a(), "not_registered s set_member_not_joined");
  EXPECT_SILENCE(b());
  EXPECT_OK(point(a(), "s", {a().handle, b().handle}));
  EXPECT_HEARD(a(), "registered s", "announce s");
}
// 4.13 A federate that joins before the point is synchronized is told of it, and counts.
TEST_P(Clause4Synchronization, ALateJoinerOfAPointForAll) {
  EXPECT_OK(point(a(), "s", {}, "t"));
  EXPECT_OK(point(a(), "only", {a().handle, b().handle}));
  skip();
  EXPECT_OK(achieve(a(), "s"));
  EXPECT_OK(achieve(b(), "s"));
  actors().push_back(actor(1));
  Actor& d = *actors().back();
  EXPECT_OK(d.join("d"));
  EXPECT_HEARD(d, "announce s tag=t");
  EXPECT_ERROR(achieve(d, "only"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(achieve(c(), "s"));
  EXPECT_SILENCE(a());
  EXPECT_OK(achieve(d, "s"));
  for (auto& each : actors()) EXPECT_HEARD(*each, "synchronized s");
}
// 4.14 A point that is not announced, or over.
TEST_P(Clause4Synchronization, AchievingNeedsAnAnnouncement) {
  EXPECT_ERROR(achieve(a(), "none"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(point(a(), "s"));
  skip();
  for (auto& each : actors()) EXPECT_OK(achieve(*each, "s"));
  skip();
  EXPECT_ERROR(achieve(a(), "s"), SynchronizationPointLabelNotAnnounced);
}
// 4.15 "all joined federates in the synchronization set": who resigns is not waited for.
TEST_P(Clause4Synchronization, AResignationCompletesAPoint) {
  EXPECT_OK(point(c(), "s"));
  EXPECT_OK(point(c(), "set", {a().handle, c().handle}));
  skip();
  EXPECT_OK(achieve(a(), "s"));
  EXPECT_OK(achieve(b(), "s"));
  EXPECT_OK(achieve(a(), "set", false));
  skip();
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD_SORTED(a(), "synchronized s", "synchronized set a");
  EXPECT_HEARD(b(), "synchronized s");
}
// 4.11 Points are independent.
TEST_P(Clause4Synchronization, SeveralPointsAtOnce) {
  for (const char* each : {"one", "two", "three"}) EXPECT_OK(point(a(), each));
  skip();
  for (auto& each : actors()) EXPECT_OK(achieve(*each, "two"));
  EXPECT_HEARD(b(), "synchronized two");
  for (auto& each : actors()) EXPECT_OK(achieve(*each, "one"));
  for (auto& each : actors()) EXPECT_OK(achieve(*each, "three"));
  EXPECT_HEARD(c(), "synchronized two", "synchronized one", "synchronized three");
}
// 4.11 Federates race for a label: one succeeds.
TEST_P(Clause4Synchronization, OneOfTwoThatRegisterTheSameLabelSucceeds) {
  EXPECT_OK(point(a(), "s", {}, "a"));
  EXPECT_OK(point(b(), "s", {}, "b"));
  settle();
  const auto count = [](const Lines& lines, const std::string& line) {
    return std::ranges::count(lines, line);
  };
  EXPECT_EQ(count(a().lines, "registered s") + count(b().lines, "registered s"), 1);
  EXPECT_EQ(count(a().lines, "not_registered s label_not_unique") +
                count(b().lines, "not_registered s label_not_unique"),
            1);
  EXPECT_EQ(c().lines.size(), 1U);
}
// 4.14 Within the announcement's callback.
TEST_P(Clause4Synchronization, AchievedWithinTheAnnouncement) {
  for (auto& each : actors()) {
    Actor* who = each.get();
    who->on_line = [who](const std::string& line) {
      if (line != "announce s") return;
      EXPECT_OK(who->rti->synchronization_point_achieved("s"));
    };
  }
  EXPECT_OK(point(a(), "s"));
  settle();
  for (auto& each : actors()) each->on_line = nullptr;
  EXPECT_HEARD(a(), "registered s", "announce s", "synchronized s");
  EXPECT_HEARD(b(), "announce s", "synchronized s");
}
// 4.13 What was sent before the point was registered comes before its announcement.
TEST_P(Clause4Synchronization, MessagesBeforeAPointComeBeforeIt) {
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(a().pubi("K"));
  skip();
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_OK(point(a(), "s"));
  EXPECT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=1", "announce s", "receive K k1=2");
}
// 4.11 The set may hold a federate twice, and be only the one that registers.
TEST_P(Clause4Synchronization, APointOfOneFederate) {
  EXPECT_OK(point(a(), "s", {a().handle, a().handle}));
  EXPECT_HEARD(a(), "registered s", "announce s");
  EXPECT_OK(achieve(a(), "s", false));
  EXPECT_HEARD(a(), "synchronized s a");
  EXPECT_SILENCE(b());
}

CONFORMANCE_SUITE(Clause4Synchronization);

}  // namespace
}  // namespace orrery::rti::testing::conformance
