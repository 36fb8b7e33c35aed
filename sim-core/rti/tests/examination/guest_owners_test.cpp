// Updates of attributes with several orders, transportations and owners; deletions in timestamp order that meet ownership and
// local deletion; ownership among four and more (clauses 6.10 to 6.16, 7, 8.21, 8.23), wherever the federates are placed.
#include "guest.hpp"

namespace orrery::rti::testing::stranger {
namespace {

// All publish and subscribe Craft; a owns x, which all know.
class GuestOwners : public GuestWorld {
 protected:
  void begin() override {
    for (auto& each : feds) declare(*each);
    STRANGER_OK(a().reg("Thing.Craft", "x"));
    skip();
  }
  static void declare(Fed& fed) {
    STRANGER_OK(fed.pub("Thing.Craft", "t1 t2 t3 c1 c2 c3 c4"));
    STRANGER_OK(fed.sub("Thing.Craft", "t1 t2 t3 c1 c2 c3 c4"));
  }
  static Status upd_at(Fed& fed, double at, const std::string& values, const std::string& tag) {
    std::vector<AttributeValue> list;
    const Lines all = words(values);
    for (const auto& each : all) {
      list.push_back(
          {fed.at(each.substr(0, each.find('='))), raw(each).subspan(each.find('=') + 1)});
    }
    auto result = fed.rti->update_attribute_values(fed.ob("x"), list, raw(tag), float64_time(at));
    if (!result) return result.error();
    fed.sent = *result;
    return {};
  }
  void owner(Fed& fed, const std::string& attribute, const std::string& want) {
    STRANGER_OK(fed.rti->query_attribute_ownership(fed.ob("x"), fed.ats(attribute).front()));
    STRANGER_HEARD(fed,
                   want.empty() ? "unowned x " + attribute : "owner x " + attribute + " " + want);
  }
};
GUEST_SUITE(GuestOwners);

// 6.10, 6.11 One update is split by order and transportation; the tag goes with each part.
TEST_P(GuestOwners, PasselsOfOneUpdate) {
  regulate(a(), 1);
  constrain(d());
  STRANGER_OK(d().rti->enable_asynchronous_delivery());
  b().detailed = d().detailed = true;
  STRANGER_OK(upd_at(a(), 5, "t1=1 t2=2 c1=3 c2=4 c4=5", "T"));
  EXPECT_TRUE(a().sent.has_value());
  STRANGER_HEARD_SORTED(b(), "reflect x c1=3 t1=1 tag=T @5 ro RR reliable",
                        "reflect x c2=4 t2=2 tag=T @5 ro TR reliable handle",
                        "reflect x c4=5 tag=T @5 ro TR besteffort handle");
  STRANGER_HEARD(d(), "reflect x c1=3 t1=1 tag=T @5 ro RR reliable");
  STRANGER_OK(d().tar(5));
  STRANGER_HEARD(d());
  STRANGER_OK(a().tar(5));
  STRANGER_HEARD_SORTED(d(), "reflect x c2=4 t2=2 tag=T @5 TT reliable handle",
                        "reflect x c4=5 tag=T @5 TT besteffort handle", "grant 5");
  // A federate that does not regulate sends in receive order.
  STRANGER_OK(a().divest("x", "c2"));
  STRANGER_OK(a().rti->disable_time_regulation());
  skip();
  STRANGER_OK(upd_at(a(), 2, "t2=9 t1=8", ""));
  EXPECT_FALSE(a().sent.has_value());
  STRANGER_HEARD(b(), "reflect x t1=8 t2=9 @2 ro RR reliable");
}
// 8.21, 6.10 Retraction takes back all parts in timestamp order; what came in receive order stays.
TEST_P(GuestOwners, RetractingAnUpdateOfSeveralPassels) {
  regulate(a(), 1);
  constrain(d());
  STRANGER_OK(d().rti->enable_asynchronous_delivery());
  STRANGER_OK(upd_at(a(), 5, "t1=1 t2=2 c4=5", "T"));
  STRANGER_HEARD(d(), "reflect x t1=1 tag=T @5 ro");
  (void)heard(b());
  STRANGER_OK(a().rti->retract(*a().sent));
  Lines asked = heard(b());
  EXPECT_FALSE(asked.empty());
  for (const auto& each : asked) EXPECT_EQ(each, "retraction");
  STRANGER_OK(a().tar(9));
  STRANGER_OK(d().tar(7));
  STRANGER_HEARD(d(), "grant 7");
}
// 8.23 The order of an attribute is of its owner and reverts when the ownership changes.
TEST_P(GuestOwners, OrderEndsWithOwnership) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(d());
  STRANGER_OK(d().rti->enable_asynchronous_delivery());
  d().detailed = true;
  STRANGER_OK(a().order("x", "c2", OrderType::receive));
  STRANGER_OK(a().order("x", "c1", OrderType::timestamp));
  STRANGER_ERR(b().order("x", "c2", OrderType::receive), AttributeNotOwned);
  STRANGER_OK(upd_at(a(), 3, "c2=1 c1=2 t2=3", ""));
  STRANGER_HEARD(d(), "reflect x c2=1 @3 ro RR reliable");
  STRANGER_OK(b().acquire("x", "c2"));
  STRANGER_HEARD(a(), "release x c2");
  EXPECT_EQ(a().give("x", "c2"), "c2");
  STRANGER_HEARD(b(), "reflect x c2=1 @3 ro", "reflect x c1=2 t2=3 @3 ro", "acquired x c2");
  STRANGER_OK(upd_at(b(), 4, "c2=4", ""));
  EXPECT_TRUE(b().sent.has_value());
  STRANGER_HEARD(d());
  STRANGER_OK(a().tar(9));
  STRANGER_OK(b().tar(9));
  STRANGER_OK(d().tar(5));
  STRANGER_HEARD(d(), "reflect x c1=2 t2=3 @3 TT reliable handle",
                 "reflect x c2=4 @4 TT reliable handle", "grant 5");
}
// 6.14, 6.15, 7 An object that will be deleted is used until its time: an attribute changes hands, one forgets it.
TEST_P(GuestOwners, ADeletionToComeMeetsOwnership) {
  regulate(a(), 1);
  constrain(c());
  constrain(d());
  STRANGER_OK(b().acquire("x", "t2"));
  skip();
  EXPECT_EQ(a().give("x", "t2"), "t2");
  skip();
  STRANGER_OK(a().del_at(10, "x"));
  drain();
  STRANGER_HEARD(b(), "remove x @10 ro");
  STRANGER_HEARD(c());
  STRANGER_HEARD(d());
  EXPECT_TRUE(c().knows("x"));
  STRANGER_OK(c().forget("x"));
  STRANGER_OK(d().query_owner("x", "t1"));
  skip();
  STRANGER_OK(a().tar(20));
  STRANGER_OK(c().tar(9));
  STRANGER_OK(d().tar(9));
  STRANGER_HEARD(c(), "grant 9");
  STRANGER_HEARD(d(), "grant 9");
  EXPECT_TRUE(d().knows("x"));
  STRANGER_OK(c().tar(12));
  STRANGER_OK(d().tar(12));
  STRANGER_HEARD(c(), "grant 12");
  STRANGER_HEARD(d(), "remove x @10", "grant 12");
  EXPECT_FALSE(d().knows("x"));
  STRANGER_ERR(d().query_owner("x", "t1"), ObjectInstanceNotKnown);
}
// 6.14, 8.21 Four constrained federates: a deletion is retracted in the middle; those whose time has not come see updates again.
TEST_P(GuestOwners, ARetractedDeletionGoesOn) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  constrain(d());
  STRANGER_OK(a().del_at(10, "x"));
  const auto deletion = a().sent;
  ASSERT_TRUE(deletion.has_value());
  skip();
  STRANGER_OK(b().nmr(20));
  STRANGER_OK(c().tar(15));
  skip();
  STRANGER_OK(a().rti->retract(*deletion));
  STRANGER_OK(a().tar(12));
  STRANGER_HEARD(b());
  STRANGER_HEARD(c());
  STRANGER_OK(upd_at(a(), 14, "t2=1", ""));
  STRANGER_OK(a().tar(30));
  STRANGER_HEARD(b(), "reflect x t2=1 @14", "grant 14");
  STRANGER_HEARD(c(), "reflect x t2=1 @14", "grant 15");
  STRANGER_OK(d().fqr(40));
  STRANGER_HEARD(d(), "reflect x t2=1 @14", "grant 14");
  STRANGER_OK(a().del_at(40, "x"));
  STRANGER_OK(d().fqr(40));
  STRANGER_HEARD(d(), "remove x @40", "grant 31");
  EXPECT_TRUE(b().knows("x"));
  EXPECT_FALSE(d().knows("x"));
}
// 6.14 The privilege goes to another federate, which deletes the object, also for the owner of the rest.
TEST_P(GuestOwners, TheNewOwnerOfThePrivilegeDeletes) {
  STRANGER_OK(a().offer("x", "priv", "o"));
  for (Fed* each : {&b(), &c(), &d()}) STRANGER_HEARD(*each, "assume x priv tag=o");
  STRANGER_OK(c().acquire("x", "priv"));
  STRANGER_HEARD(a(), "confirm x priv");
  STRANGER_OK(a().confirm("x", "priv", "k"));
  STRANGER_HEARD(c(), "acquired x priv tag=k");
  STRANGER_ERR(a().del("x"), DeletePrivilegeNotHeld);
  STRANGER_ERR(b().del("x"), DeletePrivilegeNotHeld);
  STRANGER_OK(a().upd("x", "t2=1"));
  STRANGER_HEARD(b(), "reflect x t2=1");
  owner(b(), "priv", "c");
  owner(b(), "t2", "a");
  skip();
  STRANGER_OK(c().del("x"));
  for (Fed* each : {&a(), &b(), &d()}) STRANGER_HEARD(*each, "remove x");
  STRANGER_ERR(a().upd("x", "t2=1"), ObjectInstanceNotKnown);
  STRANGER_HEARD(c());
}
// 7.6, 7.14 Divestiture is confirmed in part, and the rest withdrawn: its acquirer is then an ordinary one.
TEST_P(GuestOwners, ConfirmingPart) {
  STRANGER_OK(a().offer("x", "t2 c2 c3", "o"));
  skip();
  STRANGER_OK(b().acquire("x", "t2 c2 c3", "w"));
  STRANGER_HEARD(a(), "confirm x c2,c3,t2");
  STRANGER_ERR(a().confirm("x", "t1"), AttributeDivestitureWasNotRequested);
  STRANGER_ERR(a().confirm("x", "t2 t1"), AttributeDivestitureWasNotRequested);
  STRANGER_HEARD(b());
  STRANGER_OK(a().confirm("x", "c2", "k"));
  STRANGER_HEARD(b(), "acquired x c2 tag=k");
  STRANGER_OK(a().confirm("x", "t2"));
  STRANGER_HEARD(b(), "acquired x t2");
  STRANGER_OK(a().withdraw("x", "c3"));
  for (const auto& each : heard(a())) EXPECT_TRUE(each.starts_with("release x c3")) << each;
  STRANGER_ERR(a().confirm("x", "c3"), AttributeDivestitureWasNotRequested);
  EXPECT_TRUE(a().owns("x", "c3"));
  EXPECT_EQ(a().give("x", "c3 t1"), "c3");
  STRANGER_HEARD(b(), "acquired x c3");
  owner(d(), "c3", "b");
  owner(d(), "t1", "a");
}
// 7.15, 7.11, 7.12 An acquisition is cancelled while the owner is asked; another's stays.
TEST_P(GuestOwners, CancellingOneOfTwo) {
  STRANGER_OK(b().acquire("x", "t2 c2", "b"));
  STRANGER_HEARD(a(), "release x c2,t2 tag=b");
  STRANGER_OK(c().acquire("x", "t2", "c"));
  (void)heard(a());
  STRANGER_OK(b().cancel("x", "t2"));
  STRANGER_HEARD(b(), "cancelled x t2");
  EXPECT_EQ(a().give("x", "t2 c2"), "c2,t2");
  STRANGER_HEARD(b(), "acquired x c2");
  STRANGER_HEARD(c(), "acquired x t2");
  STRANGER_ERR(b().cancel("x", "t2"), AttributeAcquisitionWasNotRequested);
  STRANGER_ERR(b().cancel("x", "c2"), AttributeAlreadyOwned);
  owner(d(), "t2", "c");
}
// 7.2, 7.9, 5.2 What nobody owns: publishing alone acquires nothing; the first to ask gets it.
TEST_P(GuestOwners, UnownedAttributes) {
  STRANGER_OK(a().divest("x", "t2 c2"));
  for (Fed* each : {&b(), &c(), &d()}) (void)heard(*each);
  STRANGER_ERR(a().upd("x", "t2=1"), AttributeNotOwned);
  STRANGER_OK(b().unpub("Thing.Craft", "t2"));
  STRANGER_OK(b().pub("Thing.Craft", "t2"));
  skip();
  EXPECT_FALSE(b().owns("x", "t2"));
  owner(d(), "t2", "");
  STRANGER_OK(b().acquire_free("x", "t2 c1"));
  Lines got = heard_sorted(b());
  EXPECT_EQ(got, (Lines{"acquired x t2", "unavailable x c1"}));
  STRANGER_OK(c().acquire_free("x", "t2"));
  STRANGER_HEARD(c(), "unavailable x t2");
  STRANGER_OK(b().unpub("Thing.Craft", "t2"));
  skip();
  owner(d(), "t2", "");
  STRANGER_ERR(b().acquire("x", "t2"), AttributeNotPublished);
  STRANGER_OK(c().acquire("x", "t2"));
  STRANGER_HEARD(c(), "acquired x t2");
}
// 7.4 Unowned attributes are offered to those that publish them and know the object, not to others.
TEST_P(GuestOwners, AssumptionIsAskedOfPublishers) {
  STRANGER_OK(b().unpub("Thing.Craft", "c2"));
  STRANGER_OK(c().unpub("Thing.Craft"));
  skip();
  STRANGER_OK(a().divest("x", "c2 t2"));
  STRANGER_HEARD(b(), "assume x t2");
  STRANGER_HEARD(c());
  STRANGER_HEARD(d(), "assume x c2,t2");
  STRANGER_HEARD(a());
  STRANGER_OK(c().pub("Thing.Craft", "c2"));
  for (const auto& each : heard(c())) EXPECT_TRUE(each.starts_with("assume x")) << each;
  STRANGER_OK(d().acquire("x", "c2 t2"));
  STRANGER_HEARD(d(), "acquired x c2,t2");
}
// 4.10 CANCEL_THEN_DELETE_THEN_DIVEST: acquisitions end, own objects go, other attributes become unowned.
TEST_P(GuestOwners, ResigningWithAllOfThem) {
  STRANGER_OK(b().reg("Thing.Craft", "y"));
  STRANGER_OK(c().reg("Thing.Craft", "z"));
  skip();
  STRANGER_OK(a().acquire("y", "t2 c2"));
  skip();
  EXPECT_EQ(b().give("y", "t2"), "t2");
  skip();
  STRANGER_OK(c().acquire("x", "c2"));  // from a
  STRANGER_OK(a().acquire("z", "c1"));  // of c
  skip();
  EXPECT_EQ(a().give("x", "c2"), "c2");
  skip();
  STRANGER_ERR(resign(a(), ResignAction::delete_objects_then_divest), OwnershipAcquisitionPending);
  STRANGER_ERRS(resign(a(), ResignAction::delete_objects), OwnershipAcquisitionPending,
                FederateOwnsAttributes);
  nobody_heard_more();
  STRANGER_OK(resign(a()));
  for (Fed* each : {&b(), &c(), &d()}) {
    Lines all = heard(*each);
    EXPECT_EQ(std::ranges::count(all, "remove x"), 1) << ::testing::PrintToString(all);
    std::erase_if(all, [](const std::string& line) {
      return line.starts_with("assume y t2") || line == "remove x";
    });
    EXPECT_EQ(all, Lines{});
  }
  STRANGER_ERR(c().upd("x", "c2=1"), ObjectInstanceNotKnown);
  STRANGER_OK(d().query_owner("y", "t2"));
  STRANGER_OK(d().query_owner("y", "c2"));
  STRANGER_OK(d().query_owner("z", "c1"));
  STRANGER_HEARD(d(), "unowned y t2", "owner y c2 b", "owner z c1 c");
  EXPECT_EQ(b().give("y", "c2"), "");
  EXPECT_EQ(c().give("z", "c1"), "");
  STRANGER_OK(join(a()));
}
// 7.11 A federate that gets an attribute others still want is asked in its turn.
TEST_P(GuestOwners, AQueueOfAcquirers) {
  STRANGER_OK(b().acquire("x", "t2", "b"));
  skip();
  STRANGER_OK(c().acquire("x", "t2", "c"));
  skip();
  STRANGER_OK(d().acquire("x", "t2", "d"));
  skip();
  Fed* order[] = {&b(), &c(), &d()};
  EXPECT_EQ(a().give("x", "t2"), "t2");
  for (std::size_t i = 0; i < 3; ++i) {
    drain();
    Lines all = heard(*order[i]);
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all[0], "acquired x t2");
    EXPECT_EQ(all.size() > 1, i < 2) << ::testing::PrintToString(all);
    for (std::size_t n = 1; n < all.size(); ++n) EXPECT_TRUE(all[n].starts_with("release x t2"));
    owner(a(), "t2", order[i]->name);
    EXPECT_EQ(order[i]->give("x", "t2"), i < 2 ? "t2" : "");
  }
  nobody_heard_more();
}
// 8.13, 7 Ownership callbacks do not wait for an advance; the new owner's messages keep to its own time.
TEST_P(GuestOwners, OwnershipDoesNotWaitForTime) {
  regulate(a(), 1);
  regulate(b(), 5);
  constrain(b());
  constrain(d());
  STRANGER_OK(upd_at(a(), 3, "t2=1", ""));
  STRANGER_OK(b().acquire("x", "t2"));
  STRANGER_HEARD(a(), "release x t2");
  EXPECT_EQ(a().give("x", "t2"), "t2");
  STRANGER_HEARD(b(), "acquired x t2");
  STRANGER_ERR(upd_at(b(), 4, "t2=2", ""), InvalidLogicalTime);
  STRANGER_OK(upd_at(b(), 5, "t2=2", ""));
  STRANGER_OK(b().tar(6));
  STRANGER_OK(d().tar(6));
  STRANGER_OK(a().tar(6));
  // b reflects a's old value although it owns the attribute by now, or not.
  Lines all = heard(b());
  std::erase(all, "reflect x t2=1 @3");
  EXPECT_EQ(all, Lines{"grant 6"});
  STRANGER_HEARD(d(), "reflect x t2=1 @3", "reflect x t2=2 @5", "grant 6");
}
// 6.19, 7 A request goes to the owners of the parts.
TEST_P(GuestOwners, RequestsGoToTheOwnersOfTheParts) {
  STRANGER_OK(b().acquire("x", "t2"));
  STRANGER_OK(c().acquire("x", "c2 c1"));
  skip();
  EXPECT_EQ(a().give("x", "t2 c1 c2"), "c1,c2,t2");
  skip();
  STRANGER_OK(a().divest("x", "c3"));
  skip();
  STRANGER_OK(d().request("x", "t1 t2 c1 c2 c3", "q"));
  STRANGER_HEARD(a(), "provide x t1 tag=q");
  STRANGER_HEARD(b(), "provide x t2 tag=q");
  STRANGER_HEARD(c(), "provide x c1,c2 tag=q");
  nobody_heard_more();
  STRANGER_OK(d().request_of("Thing", "t1 t2 t3", "r"));
  STRANGER_HEARD(a(), "provide x t1,t3 tag=r");
  STRANGER_HEARD(b(), "provide x t2 tag=r");
  nobody_heard_more();
  STRANGER_OK(c().upd("x", "c1=1 c2=2"));
  STRANGER_HEARD(d(), "reflect x c1=1 c2=2");
  STRANGER_HEARD(a(), "reflect x c1=1 c2=2");
}
// 6.23 to 6.26 Transportation of an attribute ends with its ownership.
TEST_P(GuestOwners, TransportationEndsWithOwnership) {
  d().detailed = true;
  const auto c2 = a().ats("c2");
  STRANGER_OK(a().rti->request_attribute_transportation_type_change(
      a().ob("x"), c2, TransportationType::best_effort));
  STRANGER_HEARD(a(), "transport x c2 HLAbestEffort");
  STRANGER_OK(a().upd("x", "c2=1 t2=2 c4=3"));
  STRANGER_HEARD_SORTED(d(), "reflect x c2=1 c4=3 RR besteffort", "reflect x t2=2 RR reliable");
  STRANGER_OK(b().acquire("x", "c2"));
  skip();
  EXPECT_EQ(a().give("x", "c2"), "c2");
  skip();
  STRANGER_OK(b().upd("x", "c2=4"));
  STRANGER_HEARD(d(), "reflect x c2=4 RR reliable");
  STRANGER_ERR(a().rti->request_attribute_transportation_type_change(
                   a().ob("x"), c2, TransportationType::best_effort),
               AttributeNotOwned);
  STRANGER_OK(d().rti->query_attribute_transportation_type(d().ob("x"), c2.front()));
  STRANGER_HEARD(d(), "by x c2 HLAreliable");
}

}  // namespace
}  // namespace orrery::rti::testing::stranger
