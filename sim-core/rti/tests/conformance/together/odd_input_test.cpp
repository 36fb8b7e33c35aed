// Odd but legal input: empty lists, duplicates, empty and large values, long and foreign names.
#include <limits>

#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class OddInput : public TimedFederates {};

// 5.2, 5.6 Empty lists change nothing.
TEST_P(OddInput, EmptyDeclarations) {
  EXPECT_OK(c().pub("D", ""));
  EXPECT_ERROR(c().reg("D", "y"), ObjectClassNotPublished);
  EXPECT_OK(c().sub("D", ""));
  EXPECT_OK(a().pub("D", "d1"));
  EXPECT_OK(a().reg("D", "y"));
  EXPECT_SILENCE(c());
  EXPECT_OK(b().unsub("A", ""));
  EXPECT_OK(a().unpub("A", ""));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
}
// 6.10 An update without attributes: nothing, or an empty reflection.
TEST_P(OddInput, EmptyUpdates) {
  EXPECT_OK(a().upd("x", "", "t"));
  const Lines heard = b().heard();
  EXPECT_TRUE(heard.empty() || heard == Lines{"reflect x tag=t"});
  EXPECT_OK(a().send("K", "", "t"));
  EXPECT_HEARD(b(), "receive K tag=t");
}
// 7.2 to 7.15 Empty lists of attributes in ownership: no error, no callback.
TEST_P(OddInput, EmptyNegotiations) {
  EXPECT_OK(b().pub("A", "a1"));
  skip();
  EXPECT_OK(a().divest("x", ""));
  EXPECT_OK(a().negotiate("x", ""));
  EXPECT_OK(b().acquire("x", ""));
  EXPECT_OK(b().acquire_free("x", ""));
  EXPECT_OK(a().deny("x", ""));
  EXPECT_EQ(*a().give("x", ""), "");
  EXPECT_OK(a().cancel_negotiation("x", ""));
  EXPECT_OK(b().cancel_acquisition("x", ""));
  EXPECT_OK(b().request("x", ""));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(c());
}
// 5.2 to 7.8 An attribute that a list has twice is there once.
TEST_P(OddInput, DuplicatesInLists) {
  EXPECT_OK(b().pub("A", "a1 a1 a2"));
  EXPECT_OK(b().sub("A", "a1 a1"));
  skip();
  EXPECT_OK(b().acquire("x", "a1 a1", "t"));
  EXPECT_HEARD(a(), "release x a1 tag=t");
  EXPECT_EQ(*a().give("x", "a1 a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_OK(a().request("x", "a1 a1", "q"));
  EXPECT_HEARD(b(), "provide x a1 tag=q");
  EXPECT_OK(b().negotiate("x", "a1 a1", "n"));
  EXPECT_EQ(a().heard("assume"), Lines{"assume x a1 tag=n"});
  EXPECT_OK(b().cancel_negotiation("x", "a1 a1"));
}
// 6.10 Empty values are values.
TEST_P(OddInput, EmptyValues) {
  EXPECT_OK(a().upd("x", "a1= a2=2"));
  EXPECT_HEARD(b(), "reflect x a1= a2=2");
  EXPECT_OK(a().send("K", "k1="));
  EXPECT_HEARD(b(), "receive K k1=");
}
// 6.12 Tags of all sizes, in both orders.
TEST_P(OddInput, LargeTags) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  const std::string large(300'000, 'z');
  EXPECT_OK(a().send("K", "k1=1", large));
  EXPECT_HEARD(b(), "receive K k1=1 tag=" + large);
  EXPECT_OK(a().send_at(5, "T", "t1=1", "", large));
  EXPECT_OK(a().del_at(6, "x", "", large));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 tag=" + large + " @5 tso", "remove x tag=" + large + " @6 tso",
               "grant 10");
}
// 4.11 Labels of synchronization points: long, foreign, with blanks and line ends, with a large tag.
TEST_P(OddInput, LabelsOfPoints) {
  for (const std::string& label : {std::string(5000, 'p'), std::string("Синхронизация 同步 🚀"),
                                   std::string("a\nb\tc \"d\"")}) {
    const std::string tag(100'000, 't');
    EXPECT_OK(a().rti->register_federation_synchronization_point(label, bytes(tag)));
    EXPECT_HEARD(c(), "announce " + label + " tag=" + tag);
    for (auto& each : actors()) EXPECT_OK(each->rti->synchronization_point_achieved(label));
    EXPECT_HEARD(c(), "synchronized " + label);
    skip();
  }
}
// 6.2 Names of objects: long, foreign, different only in case.
TEST_P(OddInput, NamesOfObjects) {
  int number = 0;
  for (const std::string& name :
       {std::string(255, 'n'), std::string("Объект 物体 🛰"), std::string("tank"),
        std::string("TANK"), std::string(" tank ")}) {
    EXPECT_OK(a().rti->reserve_object_instance_name(name));
    EXPECT_HEARD(a(), "reserved " + name);
    const std::string label = "o" + std::to_string(number++);
    EXPECT_OK(a().reg("A", label, name));
    EXPECT_HEARD(b(), "discover " + label + " A");
    EXPECT_EQ(*b().rti->get_object_instance_name(b().object(label)), name);
    EXPECT_EQ(*b().rti->get_object_instance_handle(name), b().object(label));
  }
  EXPECT_ERROR(a().rti->reserve_object_instance_name("HLAtank"), IllegalName);
  EXPECT_ERROR(a().rti->reserve_object_instance_name(""), IllegalName);
}
// 4.9 Names of federates: foreign and with blanks.
TEST_P(OddInput, NamesOfFederates) {
  for (const std::string& name :
       {std::string("Пилот 飛行士"), std::string("a b"), std::string(200, 'f')}) {
    actors().push_back(actor(2));
    EXPECT_OK(actors().back()->join(name));
    settle();
    EXPECT_EQ(*b().rti->get_federate_name(actors().back()->handle), name);
    EXPECT_EQ(*b().rti->get_federate_handle(name), actors().back()->handle);
  }
}
// 8.8 The greatest and smallest times: requests and messages near the end of time.
TEST_P(OddInput, TheEndOfTime) {
  constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max() - 1;
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(last, "T", "t1=1"));
  EXPECT_OK(b().tar(last));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(last));
  EXPECT_HEARD(a(), "grant " + std::to_string(last));
  const Lines heard = b().heard();
  EXPECT_EQ(heard, (Lines{"receive T t1=1 @" + std::to_string(last) + " tso",
                          "grant " + std::to_string(last)}));
  EXPECT_ERROR(a().tar(-1), LogicalTimeAlreadyPassed);
}
// 8.2 A lookahead so large that the sum with the time overflows.
TEST_P(OddInput, AHugeLookahead) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max() - 1;
  constrain(b());
  EXPECT_OK(a().regulate(huge));
  settle();
  EXPECT_EQ(a().lines, Lines{"regulating 0"});
  EXPECT_OK(b().tar(1000));
  EXPECT_HEARD(b(), "grant 1000");
  EXPECT_OK(a().tar(5000));
  EXPECT_EQ(a().heard().back(), "grant 5000");
  EXPECT_OK(b().tar(1'000'000));
  EXPECT_HEARD(b(), "grant 1000000");
  EXPECT_OK(a().rti->disable_time_regulation());
}
// 9.5 to 9.9 Regions in duplicate, and empty sets of regions.
TEST_P(OddInput, RegionsTwice) {
  EXPECT_OK(a().pub("D", "d2"));
  const RegionHandle mine = b().region("X 0 10");
  EXPECT_OK(b().sub_in("D", "d2", {mine, mine}));
  const RegionHandle here = a().region("X 5 6");
  EXPECT_OK(a().reg_in("D", "y", "d2 d2", {here, here}));
  EXPECT_HEARD(b(), "discover y D");
  EXPECT_OK(a().upd("y", "d2=1"));
  EXPECT_HEARD(b(), "reflect y d2=1");
  EXPECT_OK(b().unsub_in("D", "d2", {mine}));
  settle();
  EXPECT_OK(a().upd("y", "d2=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->delete_region(mine));
}

CONFORMANCE_SUITE(OddInput);

}  // namespace
}  // namespace orrery::rti::testing::conformance
