// Synchronization points with subsets, and with federates that join and resign while a point is open (4.11 to 4.15).
#include <algorithm>

#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class PointsOfSubsets : public Conformance {
 protected:
  Status point(Actor& each, const std::string& label, const std::vector<FederateHandle>& set = {},
               const std::string& tag = "") {
    return each.rti->register_federation_synchronization_point(label, bytes(tag), set);
  }
  Status achieve(Actor& each, const std::string& label, bool success = true) {
    return each.rti->synchronization_point_achieved(label, success);
  }
  Actor& newcomer(const std::string& name, std::size_t node) {
    actors().push_back(actor(node));
    EXPECT_OK(actors().back()->join(name));
    return *actors().back();
  }
  void resign(Actor& each) {
    EXPECT_OK(each.rti->resign_federation_execution(ResignAction::no_action));
    settle();
  }
};

// 4.11 Who is not of the set hears nothing and achieves nothing, also if he registered it.
TEST_P(PointsOfSubsets, ASubsetWithoutTheOneWhoRegisters) {
  EXPECT_OK(point(a(), "p", {b().handle, c().handle}, "t"));
  EXPECT_HEARD(a(), "registered p");
  EXPECT_HEARD(b(), "announce p tag=t");
  EXPECT_HEARD(c(), "announce p tag=t");
  EXPECT_ERROR(achieve(a(), "p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(achieve(b(), "p"));
  EXPECT_ERROR(achieve(b(), "p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_SILENCE(b());
  EXPECT_OK(achieve(c(), "p", false));
  EXPECT_HEARD(b(), "synchronized p c");
  EXPECT_HEARD(c(), "synchronized p c");
  EXPECT_SILENCE(a());
}
// 4.13 Who joins while a point for all is open has to achieve it too.
TEST_P(PointsOfSubsets, OneJoinsWhileAPointIsOpen) {
  EXPECT_OK(point(a(), "p", {}, "t"));
  skip();
  EXPECT_OK(achieve(a(), "p"));
  EXPECT_OK(achieve(b(), "p"));
  Actor& d = newcomer("d", 1);
  EXPECT_HEARD(d, "announce p tag=t");
  EXPECT_OK(achieve(c(), "p"));
  EXPECT_SILENCE(a());
  EXPECT_OK(achieve(d, "p", false));
  EXPECT_HEARD(a(), "synchronized p d");
  EXPECT_HEARD(d, "synchronized p d");
  EXPECT_HEARD(c(), "synchronized p d");
}
// 4.13 Who joins while a point of a set is open is not of the set.
TEST_P(PointsOfSubsets, OneJoinsWhileAPointOfASetIsOpen) {
  EXPECT_OK(point(a(), "p", {a().handle, b().handle}));
  skip();
  Actor& d = newcomer("d", 2);
  EXPECT_SILENCE(d);
  EXPECT_ERROR(achieve(d, "p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(achieve(a(), "p"));
  EXPECT_OK(achieve(b(), "p"));
  EXPECT_HEARD(b(), "synchronized p");
  EXPECT_SILENCE(d);
}
// 4.15 Who resigns is waited for no longer.
TEST_P(PointsOfSubsets, TheLastOneResigns) {
  EXPECT_OK(point(c(), "p"));
  skip();
  EXPECT_OK(achieve(a(), "p"));
  EXPECT_OK(achieve(b(), "p", false));
  EXPECT_SILENCE(a());
  resign(c());
  EXPECT_HEARD(a(), "synchronized p b");
  EXPECT_HEARD(b(), "synchronized p b");
}
// 4.15 Who achieved and then resigned: not told. Whether he counts as failed is left open.
TEST_P(PointsOfSubsets, OneFailsAndResigns) {
  EXPECT_OK(point(a(), "p"));
  skip();
  EXPECT_OK(achieve(c(), "p", false));
  settle();
  resign(c());
  EXPECT_SILENCE(a());
  EXPECT_OK(achieve(a(), "p"));
  EXPECT_OK(achieve(b(), "p"));
  const Lines heard = a().heard();
  EXPECT_TRUE(heard == Lines{"synchronized p"} || heard == Lines{"synchronized p c"});
  EXPECT_EQ(b().heard(), heard);
}
// 4.11 The label of a point whose set has resigned is free.
TEST_P(PointsOfSubsets, TheWholeSetResigns) {
  EXPECT_OK(point(a(), "p", {b().handle, c().handle}));
  skip();
  EXPECT_OK(achieve(b(), "p"));
  resign(b());
  resign(c());
  EXPECT_SILENCE(a());
  EXPECT_OK(point(a(), "p"));
  EXPECT_HEARD(a(), "registered p", "announce p");
  EXPECT_OK(achieve(a(), "p"));
  EXPECT_HEARD(a(), "synchronized p");
}
// 4.12 A label is in use until its point is synchronized, and can be used again after it.
TEST_P(PointsOfSubsets, TheSameLabelAgain) {
  EXPECT_OK(point(a(), "p", {a().handle}));
  EXPECT_HEARD(a(), "registered p", "announce p");
  EXPECT_OK(point(b(), "p", {c().handle}));
  EXPECT_HEARD(b(), "not_registered p label_not_unique");
  EXPECT_SILENCE(c());
  for (int round = 0; round < 3; ++round) {
    EXPECT_OK(achieve(a(), "p", round != 1));
    EXPECT_HEARD(a(), round == 1 ? "synchronized p a" : "synchronized p");
    EXPECT_OK(point(b(), "p", {a().handle}));
    EXPECT_HEARD(b(), "registered p");
    EXPECT_HEARD(a(), "announce p");
  }
}
// 4.11 Two federates register the same label in the same moment: one of them succeeds, and all see its tag.
TEST_P(PointsOfSubsets, TheSameLabelInTheSameMoment) {
  EXPECT_OK(point(b(), "p", {}, "b"));
  EXPECT_OK(point(c(), "p", {}, "c"));
  const Lines first = b().heard();
  const Lines second = c().heard();
  const bool won = first.at(0) == "registered p";
  const std::string announced = won ? "announce p tag=b" : "announce p tag=c";
  EXPECT_EQ(won ? first : second, (Lines{"registered p", announced}));
  Lines loser = won ? second : first;
  std::ranges::sort(loser);
  EXPECT_EQ(loser, (Lines{announced, "not_registered p label_not_unique"}));
  EXPECT_HEARD(a(), announced);
}
// 4.11 A federate that the set has twice is one federate.
TEST_P(PointsOfSubsets, DuplicatesInTheSet) {
  EXPECT_OK(point(a(), "p", {b().handle, b().handle, b().handle}));
  EXPECT_HEARD(a(), "registered p");
  EXPECT_HEARD(b(), "announce p");
  EXPECT_OK(achieve(b(), "p", false));
  EXPECT_HEARD(b(), "synchronized p b");
}
// 4.11, 4.12 A federate of the set has resigned: no point.
TEST_P(PointsOfSubsets, ASetWithOneWhoHasResigned) {
  const FederateHandle gone = c().handle;
  resign(c());
  const Status asked = point(a(), "p", {b().handle, gone});
  if (asked.ok()) {
    EXPECT_HEARD(a(), "not_registered p set_member_not_joined");
  } else {
    EXPECT_EQ(asked.error().code, ErrorCode::InvalidFederateHandle);
  }
  EXPECT_SILENCE(b());
  EXPECT_OK(point(a(), "p"));
  EXPECT_EQ(b().heard(), Lines{"announce p"});
}
// 4.14 Several points at once, achieved in other orders.
TEST_P(PointsOfSubsets, PointsThatOverlap) {
  for (const char* label : {"p", "q", "r"}) EXPECT_OK(point(a(), label));
  skip();
  for (const char* label : {"p", "q", "r"}) EXPECT_OK(achieve(a(), label));
  for (const char* label : {"r", "p", "q"}) EXPECT_OK(achieve(b(), label));
  EXPECT_SILENCE(a());
  EXPECT_OK(achieve(c(), "q"));
  EXPECT_HEARD(b(), "synchronized q");
  EXPECT_OK(achieve(c(), "r", false));
  EXPECT_OK(achieve(c(), "p"));
  EXPECT_HEARD(b(), "synchronized r c", "synchronized p");
  EXPECT_HEARD(a(), "synchronized q", "synchronized r c", "synchronized p");
}
// 4.13, 4.9 One who resigned and joins again before the others are done is asked again.
TEST_P(PointsOfSubsets, OneResignsAndJoinsAgain) {
  EXPECT_OK(point(a(), "p"));
  skip();
  EXPECT_OK(achieve(c(), "p"));
  settle();
  resign(c());
  EXPECT_OK(c().join("c"));
  EXPECT_HEARD(c(), "announce p");
  EXPECT_OK(achieve(a(), "p"));
  EXPECT_OK(achieve(b(), "p"));
  EXPECT_SILENCE(a());
  EXPECT_OK(achieve(c(), "p"));
  EXPECT_HEARD(a(), "synchronized p");
}

CONFORMANCE_SUITE(PointsOfSubsets);

}  // namespace
}  // namespace orrery::rti::testing::conformance
