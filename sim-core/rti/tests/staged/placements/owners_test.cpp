// Updates of attributes with several orders, transportations and owners; deletions in timestamp order that meet ownership and
// local deletion; ownership among four and more (clauses 6.10 to 6.16, 7, 8.21, 8.23), wherever the federates are placed.
#include "staged/placements/placed.hpp"

namespace orrery::rti::testing::staged {
namespace {

// All publish and subscribe Craft; a owns x, which all know.
class PlacedOwners : public PlacedWorld {
 protected:
  void begin() override {
    for (auto& each : feds) declare(*each);
    STAGED_OK(a().reg("Thing.Craft", "x"));
    skip();
  }
  static void declare(Fed& fed) {
    STAGED_OK(fed.pub("Thing.Craft", "t1 t2 t3 c1 c2 c3 c4"));
    STAGED_OK(fed.sub("Thing.Craft", "t1 t2 t3 c1 c2 c3 c4"));
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
    STAGED_OK(fed.rti->query_attribute_ownership(fed.ob("x"), fed.ats(attribute).front()));
    STAGED_HEARD(fed,
                 want.empty() ? "unowned x " + attribute : "owner x " + attribute + " " + want);
  }
};
PLACED_SUITE(PlacedOwners);

// 6.10, 6.11 One update is split by order and transportation; the tag goes with each part.
TEST_P(PlacedOwners, PasselsOfOneUpdate) {
  regulate(a(), 1);
  constrain(d());
  STAGED_OK(d().rti->enable_asynchronous_delivery());
  b().detailed = d().detailed = true;
  STAGED_OK(upd_at(a(), 5, "t1=1 t2=2 c1=3 c2=4 c4=5", "T"));
  EXPECT_TRUE(a().sent.has_value());
  STAGED_HEARD_SORTED(b(), "reflect x c1=3 t1=1 tag=T @5 ro RR reliable",
                      "reflect x c2=4 t2=2 tag=T @5 ro TR reliable handle",
                      "reflect x c4=5 tag=T @5 ro TR besteffort handle");
  STAGED_HEARD(d(), "reflect x c1=3 t1=1 tag=T @5 ro RR reliable");
  STAGED_OK(d().tar(5));
  STAGED_HEARD(d());
  STAGED_OK(a().tar(5));
  STAGED_HEARD_SORTED(d(), "reflect x c2=4 t2=2 tag=T @5 TT reliable handle",
                      "reflect x c4=5 tag=T @5 TT besteffort handle", "grant 5");
  // A federate that does not regulate sends in receive order.
  STAGED_OK(a().divest("x", "c2"));
  STAGED_OK(a().rti->disable_time_regulation());
  skip();
  STAGED_OK(upd_at(a(), 2, "t2=9 t1=8", ""));
  EXPECT_FALSE(a().sent.has_value());
  STAGED_HEARD(b(), "reflect x t1=8 t2=9 @2 ro RR reliable");
}
// 8.21, 6.10 Retraction takes back all parts in timestamp order; what came in receive order stays.
TEST_P(PlacedOwners, RetractingAnUpdateOfSeveralPassels) {
  regulate(a(), 1);
  constrain(d());
  STAGED_OK(d().rti->enable_asynchronous_delivery());
  STAGED_OK(upd_at(a(), 5, "t1=1 t2=2 c4=5", "T"));
  STAGED_HEARD(d(), "reflect x t1=1 tag=T @5 ro");
  (void)heard(b());
  STAGED_OK(a().rti->retract(*a().sent));
  Lines asked = heard(b());
  EXPECT_FALSE(asked.empty());
  for (const auto& each : asked) EXPECT_EQ(each, "retraction");
  STAGED_OK(a().tar(9));
  STAGED_OK(d().tar(7));
  STAGED_HEARD(d(), "grant 7");
}
// 8.23 The order of an attribute is of its owner and reverts when the ownership changes.
TEST_P(PlacedOwners, OrderEndsWithOwnership) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(d());
  STAGED_OK(d().rti->enable_asynchronous_delivery());
  d().detailed = true;
  STAGED_OK(a().order("x", "c2", OrderType::receive));
  STAGED_OK(a().order("x", "c1", OrderType::timestamp));
  STAGED_ERR(b().order("x", "c2", OrderType::receive), AttributeNotOwned);
  STAGED_OK(upd_at(a(), 3, "c2=1 c1=2 t2=3", ""));
  STAGED_HEARD(d(), "reflect x c2=1 @3 ro RR reliable");
  STAGED_OK(b().acquire("x", "c2"));
  STAGED_HEARD(a(), "release x c2");
  EXPECT_EQ(a().give("x", "c2"), "c2");
  STAGED_HEARD(b(), "reflect x c2=1 @3 ro", "reflect x c1=2 t2=3 @3 ro", "acquired x c2");
  STAGED_OK(upd_at(b(), 4, "c2=4", ""));
  EXPECT_TRUE(b().sent.has_value());
  STAGED_HEARD(d());
  STAGED_OK(a().tar(9));
  STAGED_OK(b().tar(9));
  STAGED_OK(d().tar(5));
  STAGED_HEARD(d(), "reflect x c1=2 t2=3 @3 TT reliable handle",
               "reflect x c2=4 @4 TT reliable handle", "grant 5");
}
// 6.14, 6.15, 7 An object that will be deleted is used until its time: an attribute changes hands, one forgets it.
TEST_P(PlacedOwners, ADeletionToComeMeetsOwnership) {
  regulate(a(), 1);
  constrain(c());
  constrain(d());
  STAGED_OK(b().acquire("x", "t2"));
  skip();
  EXPECT_EQ(a().give("x", "t2"), "t2");
  skip();
  STAGED_OK(a().del_at(10, "x"));
  drain();
  STAGED_HEARD(b(), "remove x @10 ro");
  STAGED_HEARD(c());
  STAGED_HEARD(d());
  EXPECT_TRUE(c().knows("x"));
  STAGED_OK(c().forget("x"));
  STAGED_OK(d().query_owner("x", "t1"));
  skip();
  STAGED_OK(a().tar(20));
  STAGED_OK(c().tar(9));
  STAGED_OK(d().tar(9));
  STAGED_HEARD(c(), "grant 9");
  STAGED_HEARD(d(), "grant 9");
  EXPECT_TRUE(d().knows("x"));
  STAGED_OK(c().tar(12));
  STAGED_OK(d().tar(12));
  STAGED_HEARD(c(), "grant 12");
  STAGED_HEARD(d(), "remove x @10", "grant 12");
  EXPECT_FALSE(d().knows("x"));
  STAGED_ERR(d().query_owner("x", "t1"), ObjectInstanceNotKnown);
}
// 6.14, 8.21 Four constrained federates: a deletion is retracted in the middle; those whose time has not come see updates again.
TEST_P(PlacedOwners, ARetractedDeletionGoesOn) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  constrain(d());
  STAGED_OK(a().del_at(10, "x"));
  const auto deletion = a().sent;
  ASSERT_TRUE(deletion.has_value());
  skip();
  STAGED_OK(b().nmr(20));
  STAGED_OK(c().tar(15));
  skip();
  STAGED_OK(a().rti->retract(*deletion));
  STAGED_OK(a().tar(12));
  STAGED_HEARD(b());
  STAGED_HEARD(c());
  STAGED_OK(upd_at(a(), 14, "t2=1", ""));
  STAGED_OK(a().tar(30));
  STAGED_HEARD(b(), "reflect x t2=1 @14", "grant 14");
  STAGED_HEARD(c(), "reflect x t2=1 @14", "grant 15");
  STAGED_OK(d().fqr(40));
  STAGED_HEARD(d(), "reflect x t2=1 @14", "grant 14");
  STAGED_OK(a().del_at(40, "x"));
  STAGED_OK(d().fqr(40));
  STAGED_HEARD(d(), "remove x @40", "grant 31");
  EXPECT_TRUE(b().knows("x"));
  EXPECT_FALSE(d().knows("x"));
}
// 6.14 The privilege goes to another federate, which deletes the object, also for the owner of the rest.
TEST_P(PlacedOwners, TheNewOwnerOfThePrivilegeDeletes) {
  STAGED_OK(a().offer("x", "priv", "o"));
  for (Fed* each : {&b(), &c(), &d()}) STAGED_HEARD(*each, "assume x priv tag=o");
  STAGED_OK(c().acquire("x", "priv"));
  STAGED_HEARD(a(), "confirm x priv");
  STAGED_OK(a().confirm("x", "priv", "k"));
  STAGED_HEARD(c(), "acquired x priv tag=k");
  STAGED_ERR(a().del("x"), DeletePrivilegeNotHeld);
  STAGED_ERR(b().del("x"), DeletePrivilegeNotHeld);
  STAGED_OK(a().upd("x", "t2=1"));
  STAGED_HEARD(b(), "reflect x t2=1");
  owner(b(), "priv", "c");
  owner(b(), "t2", "a");
  skip();
  STAGED_OK(c().del("x"));
  for (Fed* each : {&a(), &b(), &d()}) STAGED_HEARD(*each, "remove x");
  STAGED_ERR(a().upd("x", "t2=1"), ObjectInstanceNotKnown);
  STAGED_HEARD(c());
}
// 7.6, 7.14 Divestiture is confirmed in part, and the rest withdrawn: its acquirer is then an ordinary one.
TEST_P(PlacedOwners, ConfirmingPart) {
  STAGED_OK(a().offer("x", "t2 c2 c3", "o"));
  skip();
  STAGED_OK(b().acquire("x", "t2 c2 c3", "w"));
  STAGED_HEARD(a(), "confirm x c2,c3,t2");
  STAGED_ERR(a().confirm("x", "t1"), AttributeDivestitureWasNotRequested);
  STAGED_ERR(a().confirm("x", "t2 t1"), AttributeDivestitureWasNotRequested);
  STAGED_HEARD(b());
  STAGED_OK(a().confirm("x", "c2", "k"));
  STAGED_HEARD(b(), "acquired x c2 tag=k");
  STAGED_OK(a().confirm("x", "t2"));
  STAGED_HEARD(b(), "acquired x t2");
  STAGED_OK(a().withdraw("x", "c3"));
  for (const auto& each : heard(a())) EXPECT_TRUE(each.starts_with("release x c3")) << each;
  STAGED_ERR(a().confirm("x", "c3"), AttributeDivestitureWasNotRequested);
  EXPECT_TRUE(a().owns("x", "c3"));
  EXPECT_EQ(a().give("x", "c3 t1"), "c3");
  STAGED_HEARD(b(), "acquired x c3");
  owner(d(), "c3", "b");
  owner(d(), "t1", "a");
}
// 7.15, 7.11, 7.12 An acquisition is cancelled while the owner is asked; another's stays.
TEST_P(PlacedOwners, CancellingOneOfTwo) {
  STAGED_OK(b().acquire("x", "t2 c2", "b"));
  STAGED_HEARD(a(), "release x c2,t2 tag=b");
  STAGED_OK(c().acquire("x", "t2", "c"));
  (void)heard(a());
  STAGED_OK(b().cancel("x", "t2"));
  STAGED_HEARD(b(), "cancelled x t2");
  EXPECT_EQ(a().give("x", "t2 c2"), "c2,t2");
  STAGED_HEARD(b(), "acquired x c2");
  STAGED_HEARD(c(), "acquired x t2");
  STAGED_ERR(b().cancel("x", "t2"), AttributeAcquisitionWasNotRequested);
  STAGED_ERR(b().cancel("x", "c2"), AttributeAlreadyOwned);
  owner(d(), "t2", "c");
}
// 7.2, 7.9, 5.2 What nobody owns: publishing alone acquires nothing; the first to ask gets it.
TEST_P(PlacedOwners, UnownedAttributes) {
  STAGED_OK(a().divest("x", "t2 c2"));
  for (Fed* each : {&b(), &c(), &d()}) (void)heard(*each);
  STAGED_ERR(a().upd("x", "t2=1"), AttributeNotOwned);
  STAGED_OK(b().unpub("Thing.Craft", "t2"));
  STAGED_OK(b().pub("Thing.Craft", "t2"));
  skip();
  EXPECT_FALSE(b().owns("x", "t2"));
  owner(d(), "t2", "");
  STAGED_OK(b().acquire_free("x", "t2 c1"));
  Lines got = heard_sorted(b());
  EXPECT_EQ(got, (Lines{"acquired x t2", "unavailable x c1"}));
  STAGED_OK(c().acquire_free("x", "t2"));
  STAGED_HEARD(c(), "unavailable x t2");
  STAGED_OK(b().unpub("Thing.Craft", "t2"));
  skip();
  owner(d(), "t2", "");
  STAGED_ERR(b().acquire("x", "t2"), AttributeNotPublished);
  STAGED_OK(c().acquire("x", "t2"));
  STAGED_HEARD(c(), "acquired x t2");
}
// 7.4 Unowned attributes are offered to those that publish them and know the object, not to others.
TEST_P(PlacedOwners, AssumptionIsAskedOfPublishers) {
  STAGED_OK(b().unpub("Thing.Craft", "c2"));
  STAGED_OK(c().unpub("Thing.Craft"));
  skip();
  STAGED_OK(a().divest("x", "c2 t2"));
  STAGED_HEARD(b(), "assume x t2");
  STAGED_HEARD(c());
  STAGED_HEARD(d(), "assume x c2,t2");
  STAGED_HEARD(a());
  STAGED_OK(c().pub("Thing.Craft", "c2"));
  for (const auto& each : heard(c())) EXPECT_TRUE(each.starts_with("assume x")) << each;
  STAGED_OK(d().acquire("x", "c2 t2"));
  STAGED_HEARD(d(), "acquired x c2,t2");
}
// 4.10 CANCEL_THEN_DELETE_THEN_DIVEST: acquisitions end, own objects go, other attributes become unowned.
TEST_P(PlacedOwners, ResigningWithAllOfThem) {
  STAGED_OK(b().reg("Thing.Craft", "y"));
  STAGED_OK(c().reg("Thing.Craft", "z"));
  skip();
  STAGED_OK(a().acquire("y", "t2 c2"));
  skip();
  EXPECT_EQ(b().give("y", "t2"), "t2");
  skip();
  STAGED_OK(c().acquire("x", "c2"));  // from a
  STAGED_OK(a().acquire("z", "c1"));  // of c
  skip();
  EXPECT_EQ(a().give("x", "c2"), "c2");
  skip();
  STAGED_ERR(resign(a(), ResignAction::delete_objects_then_divest), OwnershipAcquisitionPending);
  STAGED_ERRS(resign(a(), ResignAction::delete_objects), OwnershipAcquisitionPending,
              FederateOwnsAttributes);
  nobody_heard_more();
  STAGED_OK(resign(a()));
  for (Fed* each : {&b(), &c(), &d()}) {
    Lines all = heard(*each);
    EXPECT_EQ(std::ranges::count(all, "remove x"), 1) << ::testing::PrintToString(all);
    std::erase_if(all, [](const std::string& line) {
      return line.starts_with("assume y t2") || line == "remove x";
    });
    EXPECT_EQ(all, Lines{});
  }
  STAGED_ERR(c().upd("x", "c2=1"), ObjectInstanceNotKnown);
  STAGED_OK(d().query_owner("y", "t2"));
  STAGED_OK(d().query_owner("y", "c2"));
  STAGED_OK(d().query_owner("z", "c1"));
  STAGED_HEARD(d(), "unowned y t2", "owner y c2 b", "owner z c1 c");
  EXPECT_EQ(b().give("y", "c2"), "");
  EXPECT_EQ(c().give("z", "c1"), "");
  STAGED_OK(join(a()));
}
// 7.11 A federate that gets an attribute others still want is asked in its turn.
TEST_P(PlacedOwners, AQueueOfAcquirers) {
  STAGED_OK(b().acquire("x", "t2", "b"));
  skip();
  STAGED_OK(c().acquire("x", "t2", "c"));
  skip();
  STAGED_OK(d().acquire("x", "t2", "d"));
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
TEST_P(PlacedOwners, OwnershipDoesNotWaitForTime) {
  regulate(a(), 1);
  regulate(b(), 5);
  constrain(b());
  constrain(d());
  STAGED_OK(upd_at(a(), 3, "t2=1", ""));
  STAGED_OK(b().acquire("x", "t2"));
  STAGED_HEARD(a(), "release x t2");
  EXPECT_EQ(a().give("x", "t2"), "t2");
  STAGED_HEARD(b(), "acquired x t2");
  STAGED_ERR(upd_at(b(), 4, "t2=2", ""), InvalidLogicalTime);
  STAGED_OK(upd_at(b(), 5, "t2=2", ""));
  STAGED_OK(b().tar(6));
  STAGED_OK(d().tar(6));
  STAGED_OK(a().tar(6));
  // b reflects a's old value although it owns the attribute by now, or not.
  Lines all = heard(b());
  std::erase(all, "reflect x t2=1 @3");
  EXPECT_EQ(all, Lines{"grant 6"});
  STAGED_HEARD(d(), "reflect x t2=1 @3", "reflect x t2=2 @5", "grant 6");
}
// 6.19, 7 A request goes to the owners of the parts.
TEST_P(PlacedOwners, RequestsGoToTheOwnersOfTheParts) {
  STAGED_OK(b().acquire("x", "t2"));
  STAGED_OK(c().acquire("x", "c2 c1"));
  skip();
  EXPECT_EQ(a().give("x", "t2 c1 c2"), "c1,c2,t2");
  skip();
  STAGED_OK(a().divest("x", "c3"));
  skip();
  STAGED_OK(d().request("x", "t1 t2 c1 c2 c3", "q"));
  STAGED_HEARD(a(), "provide x t1 tag=q");
  STAGED_HEARD(b(), "provide x t2 tag=q");
  STAGED_HEARD(c(), "provide x c1,c2 tag=q");
  nobody_heard_more();
  STAGED_OK(d().request_of("Thing", "t1 t2 t3", "r"));
  STAGED_HEARD(a(), "provide x t1,t3 tag=r");
  STAGED_HEARD(b(), "provide x t2 tag=r");
  nobody_heard_more();
  STAGED_OK(c().upd("x", "c1=1 c2=2"));
  STAGED_HEARD(d(), "reflect x c1=1 c2=2");
  STAGED_HEARD(a(), "reflect x c1=1 c2=2");
}
// 6.23 to 6.26 Transportation of an attribute ends with its ownership.
TEST_P(PlacedOwners, TransportationEndsWithOwnership) {
  d().detailed = true;
  const auto c2 = a().ats("c2");
  STAGED_OK(a().rti->request_attribute_transportation_type_change(a().ob("x"), c2,
                                                                  TransportationType::best_effort));
  STAGED_HEARD(a(), "transport x c2 HLAbestEffort");
  STAGED_OK(a().upd("x", "c2=1 t2=2 c4=3"));
  STAGED_HEARD_SORTED(d(), "reflect x c2=1 c4=3 RR besteffort", "reflect x t2=2 RR reliable");
  STAGED_OK(b().acquire("x", "c2"));
  skip();
  EXPECT_EQ(a().give("x", "c2"), "c2");
  skip();
  STAGED_OK(b().upd("x", "c2=4"));
  STAGED_HEARD(d(), "reflect x c2=4 RR reliable");
  STAGED_ERR(a().rti->request_attribute_transportation_type_change(a().ob("x"), c2,
                                                                   TransportationType::best_effort),
             AttributeNotOwned);
  STAGED_OK(d().rti->query_attribute_transportation_type(d().ob("x"), c2.front()));
  STAGED_HEARD(d(), "by x c2 HLAreliable");
}

}  // namespace
}  // namespace orrery::rti::testing::staged
