// Classes of depth four and interactions of depth three: subscriptions that move up and down the tree, with regions and without
// (clauses 5, 6.9, 6.11, 6.13, 9.1), wherever the federates are placed.
#include "staged/placements/placed.hpp"

namespace orrery::rti::testing::staged {
namespace {

class PlacedClasses : public PlacedWorld {
 protected:
  std::size_t joined() const override { return 6; }
  // a owns x, a Tug, and publishes it all.
  void tug(const std::string& label = "x") {
    STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "t1 t2 t3 c1 c2 c3 b1 b2 u2"));
    STAGED_OK(a().reg("Thing.Craft.Boat.Tug", label));
  }
};
PLACED_SUITE(PlacedClasses);

// 5.6, 6.9, 6.11 Each level sees its class with its attributes.
TEST_P(PlacedClasses, EachLevelSeesItsOwn) {
  STAGED_OK(b().sub("Thing", "t2"));
  STAGED_OK(c().sub("Thing.Craft", "t2 c2"));
  STAGED_OK(d().sub("Thing.Craft.Boat", "b2 c2"));
  STAGED_OK(e().sub("Thing.Craft.Boat.Tug", "t2 c2 b2 u2"));
  STAGED_OK(f().sub("Thing.Craft.Plane", "t2 c2"));
  tug();
  STAGED_HEARD(b(), "discover x Thing");
  STAGED_HEARD(c(), "discover x Thing.Craft");
  STAGED_HEARD(d(), "discover x Thing.Craft.Boat");
  STAGED_HEARD(e(), "discover x Thing.Craft.Boat.Tug");
  STAGED_OK(a().upd("x", "t2=1 c2=2 b2=3 u2=4", "T"));
  STAGED_HEARD(b(), "reflect x t2=1 tag=T");
  STAGED_HEARD(c(), "reflect x c2=2 t2=1 tag=T");
  STAGED_HEARD(d(), "reflect x b2=3 c2=2 tag=T");
  STAGED_HEARD(e(), "reflect x b2=3 c2=2 t2=1 u2=4 tag=T");
  nobody_heard_more();
  STAGED_ERR(b().request("x", "c2"), AttributeNotDefined);
  STAGED_OK(d().request("x", "c2 t1", "q"));
  STAGED_HEARD(a(), "provide x c2,t1 tag=q");
  STAGED_OK(a().del("x"));
  for (Fed* each : {&b(), &c(), &d(), &e()}) STAGED_HEARD(*each, "remove x");
  nobody_heard_more();
}
// 5.1, 6.9 A known object keeps its known class when the subscription moves up or down; new objects are known elsewhere.
TEST_P(PlacedClasses, SubscriptionsMoveWhileKnown) {
  STAGED_OK(b().sub("Thing.Craft", "t2 c2"));
  STAGED_OK(e().sub("Thing.Craft", "t2 c2"));
  tug();
  skip();
  STAGED_OK(b().sub("Thing", "t2"));
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(e().sub("Thing.Craft.Boat.Tug", "u2"));
  STAGED_OK(e().unsub("Thing.Craft"));
  skip();
  STAGED_OK(a().upd("x", "t2=1 c2=2 u2=3"));
  STAGED_HEARD(b());
  STAGED_HEARD(e());
  STAGED_OK(a().reg("Thing.Craft.Boat.Tug", "y"));
  STAGED_HEARD(b(), "discover y Thing");
  STAGED_HEARD(e(), "discover y Thing.Craft.Boat.Tug");
  STAGED_OK(a().upd("y", "t2=1 c2=2 u2=3"));
  STAGED_HEARD(b(), "reflect y t2=1");
  STAGED_HEARD(e(), "reflect y u2=3");
  STAGED_OK(b().sub("Thing.Craft", "c2"));
  STAGED_OK(e().sub("Thing.Craft", "t2"));
  skip();
  STAGED_OK(a().upd("x", "t2=4 c2=5"));
  STAGED_OK(a().upd("y", "t2=6 c2=7"));
  STAGED_HEARD(b(), "reflect x c2=5", "reflect y t2=6");
  STAGED_HEARD(e(), "reflect x t2=4");
}
// 6.16, 6.9 After a local delete the object is discovered again, at the class then subscribed to.
TEST_P(PlacedClasses, RediscoveryAtAnotherClass) {
  STAGED_OK(b().sub("Thing.Craft", "t2 c2"));
  STAGED_OK(e().sub("Thing.Craft", "t2 c2"));
  tug();
  skip();
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(e().unsub("Thing.Craft"));
  STAGED_OK(b().forget("x"));
  STAGED_OK(e().forget("x"));
  nobody_heard_more();
  EXPECT_FALSE(b().knows("x"));
  STAGED_ERR(b().request("x", "t2"), ObjectInstanceNotKnown);
  STAGED_OK(a().upd("x", "t2=1 c2=2"));
  nobody_heard_more();
  STAGED_OK(b().sub("Thing", "t2"));
  STAGED_OK(e().sub("Thing.Craft.Boat", "t2"));
  STAGED_HEARD(b(), "discover x Thing");
  STAGED_HEARD(e(), "discover x Thing.Craft.Boat");
  STAGED_OK(a().upd("x", "t2=3 c2=4"));
  STAGED_HEARD(b(), "reflect x t2=3");
  STAGED_HEARD(e(), "reflect x t2=3");
  STAGED_OK(a().del("x"));
  STAGED_HEARD(b(), "remove x");
  STAGED_HEARD(e(), "remove x");
}
// 6.9, 7.2, 7.7 Discovery needs an attribute that is subscribed to and owned by another federate.
TEST_P(PlacedClasses, DiscoveryWaitsForAnOwner) {
  tug();
  STAGED_OK(b().pub("Thing.Craft", "t2 c2"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  skip();
  STAGED_OK(a().divest("x", "t2"));
  (void)heard(b());
  STAGED_OK(d().sub("Thing", "t2"));
  STAGED_HEARD(d());
  EXPECT_FALSE(d().knows("x"));
  STAGED_OK(b().acquire("x", "t2"));
  STAGED_HEARD(b(), "acquired x t2");
  STAGED_HEARD(d(), "discover x Thing");
  STAGED_OK(b().upd("x", "t2=5"));
  STAGED_HEARD(d(), "reflect x t2=5");
  STAGED_OK(b().unpub("Thing.Craft", "t2"));
  skip();
  STAGED_OK(d().forget("x"));
  STAGED_OK(d().sub("Thing", "t2 t1"));
  STAGED_HEARD(d(), "discover x Thing");
  STAGED_OK(d().query_owner("x", "t2"));
  STAGED_HEARD(d(), "unowned x t2");
}
// 9.8, 5.6 Attributes of one class with regions and without.
TEST_P(PlacedClasses, RegionsAndNoneForOneClass) {
  const auto near_c = c().region("X 0 10");
  STAGED_OK(c().sub("Thing.Craft", "t2"));
  STAGED_OK(c().sub_in("Thing.Craft", "c3", {near_c}));
  STAGED_OK(d().sub_in("Thing.Craft", "c3", {d().region("X 0 10")}));
  STAGED_OK(f().sub_in("Thing.Craft", "c3 t3", {f().region("X 0 10")}));
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "t2 t3 c3"));
  const auto r = a().region("X 20 30");
  STAGED_OK(a().reg_in("Thing.Craft.Boat.Tug", "x", "c3", {r}));
  STAGED_HEARD(c(), "discover x Thing.Craft");
  STAGED_HEARD(d());
  STAGED_HEARD(f(), "discover x Thing.Craft");  // t3 has no region: it is everywhere
  STAGED_OK(a().upd("x", "t2=1 c3=2 t3=3"));
  STAGED_HEARD(c(), "reflect x t2=1");
  STAGED_HEARD(d());
  STAGED_HEARD(f(), "reflect x t3=3");
  STAGED_OK(a().move(r, "X 5 15"));
  STAGED_HEARD(d(), "discover x Thing.Craft");
  STAGED_OK(a().upd("x", "t2=4 c3=5 t3=6"));
  STAGED_HEARD(c(), "reflect x c3=5 t2=4");
  STAGED_HEARD(d(), "reflect x c3=5");
  STAGED_HEARD(f(), "reflect x c3=5 t3=6");
  STAGED_OK(a().move(r, "X 10 20"));
  STAGED_OK(a().upd("x", "c3=7"));
  nobody_heard_more();
  STAGED_OK(d().forget("x"));
  STAGED_HEARD(d());
  STAGED_OK(a().move(r, "X 9 20"));
  STAGED_HEARD(d(), "discover x Thing.Craft");
  STAGED_OK(c().unsub_in("Thing.Craft", "c3", {near_c}));
  STAGED_OK(a().upd("x", "t2=8 c3=9"));
  STAGED_HEARD(c(), "reflect x t2=8");
  STAGED_OK(c().sub("Thing.Craft", "c3"));
  skip();
  STAGED_OK(a().move(r, "X 90 99"));
  STAGED_OK(a().upd("x", "t2=1 c3=1"));
  STAGED_HEARD(c(), "reflect x c3=1 t2=1");
}
// 9.1, 5.1 Regions of a nearer class do not overlap: the object is discovered above, or not before they do (open).
TEST_P(PlacedClasses, TheNearestClassWithRegions) {
  STAGED_OK(d().sub_in("Thing.Craft.Boat", "c3", {d().region("X 0 10")}));
  STAGED_OK(d().sub_in("Thing", "t3", {d().region("X 50 60")}));
  STAGED_OK(e().sub_in("Thing", "t3", {e().region("X 50 60")}));
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "t3 c3"));
  const auto near_t = a().region("X 50 60");
  const auto far_c = a().region("X 20 30");
  std::vector<AttributeRegions> all = a().pairs("t3", {near_t});
  all.push_back(a().pairs("c3", {far_c}).front());
  auto made = a().rti->register_object_instance_with_regions(a().oc("Thing.Craft.Boat.Tug"), all);
  ASSERT_TRUE(made.ok());
  drain();
  ASSERT_EQ(e().log.size(), 1U);
  EXPECT_TRUE(e().log[0].ends_with(" Thing")) << e().log[0];
  const bool above = !d().log.empty();  // d discovers at Thing, or not yet
  if (above) {
    EXPECT_TRUE(d().log[0].ends_with(" Thing")) << d().log[0];
  }
  clear();
  STAGED_OK(a().move(far_c, "X 5 15"));
  drain();
  ASSERT_EQ(d().log.size(), above ? 0U : 1U);
  if (!above) {
    EXPECT_TRUE(d().log[0].ends_with(" Thing.Craft.Boat")) << d().log[0];
  }
}
// 5.6, 5.10, 5.11, 6.9 A passive subscription discovers and reflects, but advises nobody.
TEST_P(PlacedClasses, PassiveAndActive) {
  for (auto& each : feds) {
    STAGED_OK(each->rti->enable_object_class_relevance_advisory_switch());
  }
  STAGED_OK(a().pub("Thing.Craft.Boat", "t2 c2"));
  STAGED_OK(f().pub("Thing.Craft.Plane", "p2"));
  STAGED_OK(b().sub("Thing", "t2", false));
  nobody_heard_more();
  STAGED_OK(c().sub("Thing.Craft", "c2"));
  STAGED_HEARD(a(), "start Thing.Craft.Boat");
  STAGED_OK(d().sub("Thing.Craft.Boat", "t2"));
  STAGED_OK(c().unsub("Thing.Craft"));
  nobody_heard_more();
  STAGED_OK(d().unsub("Thing.Craft.Boat", "t2"));
  STAGED_HEARD(a(), "stop Thing.Craft.Boat");
  STAGED_OK(b().sub("Thing", "t2"));
  STAGED_HEARD(a(), "start Thing.Craft.Boat");
  STAGED_OK(b().sub("Thing", "t2", false));
  STAGED_HEARD(a(), "stop Thing.Craft.Boat");
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_HEARD(b(), "discover x Thing");
  STAGED_OK(a().upd("x", "t2=1"));
  STAGED_HEARD(b(), "reflect x t2=1");
  STAGED_OK(e().sub("Thing", "t2"));
  STAGED_HEARD(a(), "start Thing.Craft.Boat");
  STAGED_HEARD(e(), "discover x Thing");
  STAGED_OK(resign(e()));
  STAGED_HEARD(a(), "stop Thing.Craft.Boat");
  nobody_heard_more();
  STAGED_OK(join(e()));
}
// 4.10, 6.15, 7.18 What a federate leaves behind, by each directive.
TEST_P(PlacedClasses, ResigningByEachDirective) {
  for (Fed* each : {&b(), &c(), &e()}) STAGED_OK(each->sub("Thing", "t2"));
  for (Fed* each : {&a(), &d(), &f()}) STAGED_OK(each->pub("Thing.Craft", "t2 c2"));
  STAGED_OK(a().reg("Thing.Craft", "x"));
  STAGED_OK(d().reg("Thing.Craft", "y"));
  STAGED_OK(f().reg("Thing.Craft", "z"));
  skip();
  STAGED_ERR(resign(a(), ResignAction::no_action), FederateOwnsAttributes);
  STAGED_ERR(resign(a(), ResignAction::cancel_pending_ownership_acquisitions),
             FederateOwnsAttributes);
  nobody_heard_more();
  STAGED_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  STAGED_HEARD(b());
  EXPECT_TRUE(b().knows("x"));
  STAGED_OK(b().query_owner("x", "t2"));
  STAGED_HEARD(b(), "unowned x t2");
  STAGED_OK(resign(d(), ResignAction::delete_objects));
  STAGED_OK(resign(f(), ResignAction::cancel_then_delete_then_divest));
  for (Fed* each : {&b(), &c(), &e()}) STAGED_HEARD_SORTED(*each, "remove y", "remove z");
  STAGED_OK(b().forget("x"));
  STAGED_OK(join(a()));
  hush(a());
  STAGED_OK(a().sub("Thing", "t2"));
  STAGED_HEARD(a());  // nobody owns x.t2
  STAGED_OK(join(d()));
  STAGED_OK(join(f()));
}
// 6.9 Late joiners discover what there is, once each, with all its deletions done.
TEST_P(PlacedClasses, ALateSubscriberDiscoversWhatThereIs) {
  tug("x");
  for (int i = 0; i < 20; ++i) STAGED_OK(a().reg("Thing.Craft.Boat.Tug", "y" + std::to_string(i)));
  for (int i = 0; i < 20; i += 2) STAGED_OK(a().del("y" + std::to_string(i)));
  skip();
  STAGED_OK(b().sub("Thing.Craft", "c2"));
  STAGED_OK(resign(e()));
  STAGED_OK(join(e()));
  STAGED_OK(e().sub("Thing", "t2"));
  Lines want{"discover x "};
  for (int i = 1; i < 20; i += 2) want.push_back("discover y" + std::to_string(i) + " ");
  std::ranges::sort(want);
  for (const auto& [fed, of] :
       {std::pair<Fed*, std::string>{&b(), "Thing.Craft"}, {&e(), "Thing"}}) {
    Lines all = heard_sorted(*fed);
    Lines expected;
    for (const auto& each : want) expected.push_back(each + of);
    std::erase_if(all, [](const std::string& line) {
      return line.starts_with("turn") || line.starts_with("start");
    });
    EXPECT_EQ(all, expected);
  }
}
// 5.3, 7.18 Unpublishing some attributes gives up those alone.
TEST_P(PlacedClasses, UnpublishingPart) {
  STAGED_OK(b().sub("Thing.Craft", "t2 c2"));
  tug();
  skip();
  STAGED_OK(a().unpub("Thing.Craft.Boat.Tug", "c2 u2"));
  skip();
  STAGED_ERR(a().upd("x", "c2=1"), AttributeNotOwned);
  STAGED_ERR(a().upd("x", "t2=1 c2=1"), AttributeNotOwned);
  nobody_heard_more();
  STAGED_OK(a().upd("x", "t2=2 b2=1"));
  STAGED_HEARD(b(), "reflect x t2=2");
  STAGED_OK(b().query_owner("x", "c2"));
  STAGED_OK(b().query_owner("x", "t2"));
  STAGED_HEARD_SORTED(b(), "unowned x c2", "owner x t2 a");
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "c2"));
  skip();
  EXPECT_FALSE(a().owns("x", "c2"));
  STAGED_OK(a().acquire_free("x", "c2"));
  STAGED_HEARD(a(), "acquired x c2");
  STAGED_OK(a().upd("x", "c2=7"));
  STAGED_HEARD(b(), "reflect x c2=7");
}

// Interactions.
class PlacedInteractions : public PlacedWorld {
 protected:
  std::size_t joined() const override { return 6; }
  void begin() override {
    for (const char* of : {"Note", "Note.Call", "Note.Call.Urgent", "Talk", "Zone", "Zone.Inner"}) {
      STAGED_OK(a().pubi(of));
      STAGED_OK(b().pubi(of));
    }
    skip();
  }
};
PLACED_SUITE(PlacedInteractions);

// 5.8, 6.13 The class received is the nearest subscribed to; parameters are cut to it, also to none.
TEST_P(PlacedInteractions, ReceivedAtTheNearestClass) {
  STAGED_OK(b().subi("Note"));
  STAGED_OK(c().subi("Note.Call"));
  STAGED_OK(d().subi("Note.Call.Urgent"));
  STAGED_OK(e().subi("Note"));
  STAGED_OK(e().subi("Note.Call.Urgent", false));
  skip();
  STAGED_OK(a().send("Note.Call.Urgent", "n2=1 k2=2 g2=3", "T"));
  STAGED_HEARD(b(), "receive Note n2=1 tag=T");
  STAGED_HEARD(c(), "receive Note.Call k2=2 n2=1 tag=T");
  STAGED_HEARD(d(), "receive Note.Call.Urgent g2=3 k2=2 n2=1 tag=T");
  STAGED_HEARD(e(), "receive Note.Call.Urgent g2=3 k2=2 n2=1 tag=T");
  nobody_heard_more();
  STAGED_OK(a().send("Note.Call.Urgent", "g2=3"));
  STAGED_HEARD(b(), "receive Note");
  STAGED_HEARD(c(), "receive Note.Call");
  (void)heard(d());
  (void)heard(e());
  STAGED_OK(c().subi("Note.Call.Urgent"));
  STAGED_OK(d().unsubi("Note.Call.Urgent"));
  STAGED_OK(e().unsubi("Note.Call.Urgent"));
  skip();
  STAGED_OK(a().send("Note.Call.Urgent", "n2=1 g2=3"));
  STAGED_HEARD(c(), "receive Note.Call.Urgent g2=3 n2=1");
  STAGED_HEARD(e(), "receive Note n2=1");
  STAGED_HEARD(b(), "receive Note n2=1");
  STAGED_OK(a().send("Note.Call", "k2=4"));
  STAGED_HEARD(c(), "receive Note.Call k2=4");
  STAGED_HEARD(b(), "receive Note");
  STAGED_HEARD(e(), "receive Note");
  nobody_heard_more();
}
// 8.24 The order is of one federate and one class.
TEST_P(PlacedInteractions, OrderOfOneFederate) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(c());
  constrain(e());
  STAGED_OK(c().rti->enable_asynchronous_delivery());
  STAGED_OK(e().rti->enable_asynchronous_delivery());
  STAGED_OK(c().subi("Note"));
  STAGED_OK(e().subi("Note.Call"));
  c().detailed = e().detailed = true;
  skip();
  STAGED_OK(a().rti->change_interaction_order_type(a().ic("Note.Call"), OrderType::receive));
  STAGED_OK(a().send_at(5, "Note.Call", "n2=1"));
  EXPECT_FALSE(a().sent.has_value());
  STAGED_OK(b().send_at(5, "Note.Call", "n2=2"));
  EXPECT_TRUE(b().sent.has_value());
  STAGED_OK(a().send_at(4, "Note.Call.Urgent", "n2=3"));
  STAGED_HEARD(c(), "receive Note n2=1 @5 ro RR reliable");
  STAGED_HEARD(e(), "receive Note.Call n2=1 @5 ro RR reliable");
  STAGED_OK(a().tar(9));
  STAGED_OK(b().tar(9));
  STAGED_OK(c().tar(6));
  STAGED_OK(e().tar(6));
  STAGED_HEARD(c(), "receive Note n2=3 @4 TT reliable handle",
               "receive Note n2=2 @5 TT reliable handle", "grant 6");
  STAGED_HEARD(e(), "receive Note.Call n2=3 @4 TT reliable handle",
               "receive Note.Call n2=2 @5 TT reliable handle", "grant 6");
  STAGED_ERR(c().rti->change_interaction_order_type(c().ic("Note"), OrderType::receive),
             InteractionClassNotPublished);
}
// 6.27 to 6.30 The transportation is of one federate and one class, and ends with the publication.
TEST_P(PlacedInteractions, TransportationOfOneFederate) {
  STAGED_OK(c().subi("Note"));
  c().detailed = true;
  skip();
  STAGED_OK(a().rti->request_interaction_transportation_type_change(
      a().ic("Note.Call"), TransportationType::best_effort));
  STAGED_HEARD(a(), "transport Note.Call HLAbestEffort");
  STAGED_OK(a().send("Note.Call", "n2=1"));
  STAGED_HEARD(c(), "receive Note n2=1 RR besteffort");
  STAGED_OK(b().send("Note.Call", "n2=2"));
  STAGED_HEARD(c(), "receive Note n2=2 RR reliable");
  STAGED_OK(a().send("Note.Call.Urgent", "n2=3"));
  STAGED_HEARD(c(), "receive Note n2=3 RR reliable");
  for (Fed* each : {&a(), &b(), &f()}) {
    STAGED_OK(f().rti->query_interaction_transportation_type(each->handle, f().ic("Note.Call")));
  }
  STAGED_HEARD_SORTED(f(), "by a Note.Call HLAbestEffort", "by b Note.Call HLAreliable",
                      "by f Note.Call HLAreliable");
  STAGED_OK(a().unpubi("Note.Call"));
  STAGED_ERR(a().send("Note.Call", "n2=1"), InteractionClassNotPublished);
  nobody_heard_more();
}
// 9.10, 9.12, 6.13 Regions and the tree: the nearest class subscribed to decides, with its regions.
TEST_P(PlacedInteractions, RegionsAndTheTree) {
  STAGED_OK(c().subi_in("Zone", {c().region("X 0 10")}));
  STAGED_OK(d().subi_in("Zone.Inner", {d().region("X 20 30")}));
  STAGED_OK(d().subi("Zone"));
  STAGED_OK(e().subi("Zone"));
  STAGED_OK(f().subi_in("Zone", {f().region("X 0 10")}));
  STAGED_OK(f().subi_in("Zone.Inner", {f().region("X 5 6"), f().region("X 25 26")}));
  skip();
  STAGED_OK(a().send_in("Zone.Inner", "z2=1 i2=2", {a().region("X 5 7")}));
  STAGED_HEARD(c(), "receive Zone z2=1");
  const Lines cut = heard(d());  // open: the class above, or nothing
  EXPECT_TRUE(cut.empty() || cut == Lines{"receive Zone z2=1"}) << ::testing::PrintToString(cut);
  STAGED_HEARD(e(), "receive Zone z2=1");
  STAGED_HEARD(f(), "receive Zone.Inner i2=2 z2=1");
  STAGED_OK(a().send_in("Zone.Inner", "z2=3", {a().region("X 10 20"), a().region("X 29 31")}));
  STAGED_HEARD(c());
  STAGED_HEARD(d(), "receive Zone.Inner z2=3");
  STAGED_HEARD(e(), "receive Zone z2=3");
  STAGED_HEARD(f());
  STAGED_OK(a().send_in("Zone", "z2=4", {a().region("X 9 10")}));
  STAGED_HEARD(c(), "receive Zone z2=4");
  STAGED_HEARD(d(), "receive Zone z2=4");
  STAGED_HEARD(f(), "receive Zone z2=4");
  (void)heard(e());
  STAGED_OK(a().send("Zone.Inner", "z2=5"));
  STAGED_HEARD(c(), "receive Zone z2=5");
  STAGED_HEARD(d(), "receive Zone.Inner z2=5");
  STAGED_HEARD(f(), "receive Zone.Inner z2=5");
}
// 5.12, 5.13 Interaction advisories count active subscriptions of others at the class and above.
TEST_P(PlacedInteractions, AdvisoriesOfTheTree) {
  STAGED_OK(a().rti->enable_interaction_relevance_advisory_switch());
  STAGED_OK(b().subi("Note.Call", false));
  STAGED_HEARD(a());
  STAGED_OK(c().subi("Note.Call"));
  STAGED_HEARD_SORTED(a(), "turn-on Note.Call", "turn-on Note.Call.Urgent");
  STAGED_OK(d().subi("Note"));
  STAGED_HEARD(a(), "turn-on Note");
  STAGED_OK(resign(d()));
  STAGED_HEARD(a(), "turn-off Note");
  STAGED_OK(c().subi("Note.Call", false));
  STAGED_HEARD_SORTED(a(), "turn-off Note.Call", "turn-off Note.Call.Urgent");
  STAGED_OK(join(d()));
}

}  // namespace
}  // namespace orrery::rti::testing::staged
