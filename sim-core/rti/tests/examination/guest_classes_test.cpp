// Classes of depth four and interactions of depth three: subscriptions that move up and down the tree, with regions and without
// (clauses 5, 6.9, 6.11, 6.13, 9.1), wherever the federates are placed.
#include "guest.hpp"

namespace orrery::rti::testing::stranger {
namespace {

class GuestClasses : public GuestWorld {
 protected:
  std::size_t joined() const override { return 6; }
  // a owns x, a Tug, and publishes it all.
  void tug(const std::string& label = "x") {
    STRANGER_OK(a().pub("Thing.Craft.Boat.Tug", "t1 t2 t3 c1 c2 c3 b1 b2 u2"));
    STRANGER_OK(a().reg("Thing.Craft.Boat.Tug", label));
  }
};
GUEST_SUITE(GuestClasses);

// 5.6, 6.9, 6.11 Each level sees its class with its attributes.
TEST_P(GuestClasses, EachLevelSeesItsOwn) {
  STRANGER_OK(b().sub("Thing", "t2"));
  STRANGER_OK(c().sub("Thing.Craft", "t2 c2"));
  STRANGER_OK(d().sub("Thing.Craft.Boat", "b2 c2"));
  STRANGER_OK(e().sub("Thing.Craft.Boat.Tug", "t2 c2 b2 u2"));
  STRANGER_OK(f().sub("Thing.Craft.Plane", "t2 c2"));
  tug();
  STRANGER_HEARD(b(), "discover x Thing");
  STRANGER_HEARD(c(), "discover x Thing.Craft");
  STRANGER_HEARD(d(), "discover x Thing.Craft.Boat");
  STRANGER_HEARD(e(), "discover x Thing.Craft.Boat.Tug");
  STRANGER_OK(a().upd("x", "t2=1 c2=2 b2=3 u2=4", "T"));
  STRANGER_HEARD(b(), "reflect x t2=1 tag=T");
  STRANGER_HEARD(c(), "reflect x c2=2 t2=1 tag=T");
  STRANGER_HEARD(d(), "reflect x b2=3 c2=2 tag=T");
  STRANGER_HEARD(e(), "reflect x b2=3 c2=2 t2=1 u2=4 tag=T");
  nobody_heard_more();
  STRANGER_ERR(b().request("x", "c2"), AttributeNotDefined);
  STRANGER_OK(d().request("x", "c2 t1", "q"));
  STRANGER_HEARD(a(), "provide x c2,t1 tag=q");
  STRANGER_OK(a().del("x"));
  for (Fed* each : {&b(), &c(), &d(), &e()}) STRANGER_HEARD(*each, "remove x");
  nobody_heard_more();
}
// 5.1, 6.9 A known object keeps its known class when the subscription moves up or down; new objects are known elsewhere.
TEST_P(GuestClasses, SubscriptionsMoveWhileKnown) {
  STRANGER_OK(b().sub("Thing.Craft", "t2 c2"));
  STRANGER_OK(e().sub("Thing.Craft", "t2 c2"));
  tug();
  skip();
  STRANGER_OK(b().sub("Thing", "t2"));
  STRANGER_OK(b().unsub("Thing.Craft"));
  STRANGER_OK(e().sub("Thing.Craft.Boat.Tug", "u2"));
  STRANGER_OK(e().unsub("Thing.Craft"));
  skip();
  STRANGER_OK(a().upd("x", "t2=1 c2=2 u2=3"));
  STRANGER_HEARD(b());
  STRANGER_HEARD(e());
  STRANGER_OK(a().reg("Thing.Craft.Boat.Tug", "y"));
  STRANGER_HEARD(b(), "discover y Thing");
  STRANGER_HEARD(e(), "discover y Thing.Craft.Boat.Tug");
  STRANGER_OK(a().upd("y", "t2=1 c2=2 u2=3"));
  STRANGER_HEARD(b(), "reflect y t2=1");
  STRANGER_HEARD(e(), "reflect y u2=3");
  STRANGER_OK(b().sub("Thing.Craft", "c2"));
  STRANGER_OK(e().sub("Thing.Craft", "t2"));
  skip();
  STRANGER_OK(a().upd("x", "t2=4 c2=5"));
  STRANGER_OK(a().upd("y", "t2=6 c2=7"));
  STRANGER_HEARD(b(), "reflect x c2=5", "reflect y t2=6");
  STRANGER_HEARD(e(), "reflect x t2=4");
}
// 6.16, 6.9 After a local delete the object is discovered again, at the class then subscribed to.
TEST_P(GuestClasses, RediscoveryAtAnotherClass) {
  STRANGER_OK(b().sub("Thing.Craft", "t2 c2"));
  STRANGER_OK(e().sub("Thing.Craft", "t2 c2"));
  tug();
  skip();
  STRANGER_OK(b().unsub("Thing.Craft"));
  STRANGER_OK(e().unsub("Thing.Craft"));
  STRANGER_OK(b().forget("x"));
  STRANGER_OK(e().forget("x"));
  nobody_heard_more();
  EXPECT_FALSE(b().knows("x"));
  STRANGER_ERR(b().request("x", "t2"), ObjectInstanceNotKnown);
  STRANGER_OK(a().upd("x", "t2=1 c2=2"));
  nobody_heard_more();
  STRANGER_OK(b().sub("Thing", "t2"));
  STRANGER_OK(e().sub("Thing.Craft.Boat", "t2"));
  STRANGER_HEARD(b(), "discover x Thing");
  STRANGER_HEARD(e(), "discover x Thing.Craft.Boat");
  STRANGER_OK(a().upd("x", "t2=3 c2=4"));
  STRANGER_HEARD(b(), "reflect x t2=3");
  STRANGER_HEARD(e(), "reflect x t2=3");
  STRANGER_OK(a().del("x"));
  STRANGER_HEARD(b(), "remove x");
  STRANGER_HEARD(e(), "remove x");
}
// 6.9, 7.2, 7.7 Discovery needs an attribute that is subscribed to and owned by another federate.
TEST_P(GuestClasses, DiscoveryWaitsForAnOwner) {
  tug();
  STRANGER_OK(b().pub("Thing.Craft", "t2 c2"));
  STRANGER_OK(b().sub("Thing.Craft", "c1"));
  skip();
  STRANGER_OK(a().divest("x", "t2"));
  (void)heard(b());
  STRANGER_OK(d().sub("Thing", "t2"));
  STRANGER_HEARD(d());
  EXPECT_FALSE(d().knows("x"));
  STRANGER_OK(b().acquire("x", "t2"));
  STRANGER_HEARD(b(), "acquired x t2");
  STRANGER_HEARD(d(), "discover x Thing");
  STRANGER_OK(b().upd("x", "t2=5"));
  STRANGER_HEARD(d(), "reflect x t2=5");
  STRANGER_OK(b().unpub("Thing.Craft", "t2"));
  skip();
  STRANGER_OK(d().forget("x"));
  STRANGER_OK(d().sub("Thing", "t2 t1"));
  STRANGER_HEARD(d(), "discover x Thing");
  STRANGER_OK(d().query_owner("x", "t2"));
  STRANGER_HEARD(d(), "unowned x t2");
}
// 9.8, 5.6 Attributes of one class with regions and without.
TEST_P(GuestClasses, RegionsAndNoneForOneClass) {
  const auto near_c = c().region("X 0 10");
  STRANGER_OK(c().sub("Thing.Craft", "t2"));
  STRANGER_OK(c().sub_in("Thing.Craft", "c3", {near_c}));
  STRANGER_OK(d().sub_in("Thing.Craft", "c3", {d().region("X 0 10")}));
  STRANGER_OK(f().sub_in("Thing.Craft", "c3 t3", {f().region("X 0 10")}));
  STRANGER_OK(a().pub("Thing.Craft.Boat.Tug", "t2 t3 c3"));
  const auto r = a().region("X 20 30");
  STRANGER_OK(a().reg_in("Thing.Craft.Boat.Tug", "x", "c3", {r}));
  STRANGER_HEARD(c(), "discover x Thing.Craft");
  STRANGER_HEARD(d());
  STRANGER_HEARD(f(), "discover x Thing.Craft");  // t3 has no region: it is everywhere
  STRANGER_OK(a().upd("x", "t2=1 c3=2 t3=3"));
  STRANGER_HEARD(c(), "reflect x t2=1");
  STRANGER_HEARD(d());
  STRANGER_HEARD(f(), "reflect x t3=3");
  STRANGER_OK(a().move(r, "X 5 15"));
  STRANGER_HEARD(d(), "discover x Thing.Craft");
  STRANGER_OK(a().upd("x", "t2=4 c3=5 t3=6"));
  STRANGER_HEARD(c(), "reflect x c3=5 t2=4");
  STRANGER_HEARD(d(), "reflect x c3=5");
  STRANGER_HEARD(f(), "reflect x c3=5 t3=6");
  STRANGER_OK(a().move(r, "X 10 20"));
  STRANGER_OK(a().upd("x", "c3=7"));
  nobody_heard_more();
  STRANGER_OK(d().forget("x"));
  STRANGER_HEARD(d());
  STRANGER_OK(a().move(r, "X 9 20"));
  STRANGER_HEARD(d(), "discover x Thing.Craft");
  STRANGER_OK(c().unsub_in("Thing.Craft", "c3", {near_c}));
  STRANGER_OK(a().upd("x", "t2=8 c3=9"));
  STRANGER_HEARD(c(), "reflect x t2=8");
  STRANGER_OK(c().sub("Thing.Craft", "c3"));
  skip();
  STRANGER_OK(a().move(r, "X 90 99"));
  STRANGER_OK(a().upd("x", "t2=1 c3=1"));
  STRANGER_HEARD(c(), "reflect x c3=1 t2=1");
}
// 9.1, 5.1 Regions of a nearer class do not overlap: the object is discovered above, or not before they do (open).
TEST_P(GuestClasses, TheNearestClassWithRegions) {
  STRANGER_OK(d().sub_in("Thing.Craft.Boat", "c3", {d().region("X 0 10")}));
  STRANGER_OK(d().sub_in("Thing", "t3", {d().region("X 50 60")}));
  STRANGER_OK(e().sub_in("Thing", "t3", {e().region("X 50 60")}));
  STRANGER_OK(a().pub("Thing.Craft.Boat.Tug", "t3 c3"));
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
  STRANGER_OK(a().move(far_c, "X 5 15"));
  drain();
  ASSERT_EQ(d().log.size(), above ? 0U : 1U);
  if (!above) {
    EXPECT_TRUE(d().log[0].ends_with(" Thing.Craft.Boat")) << d().log[0];
  }
}
// 5.6, 5.10, 5.11, 6.9 A passive subscription discovers and reflects, but advises nobody.
TEST_P(GuestClasses, PassiveAndActive) {
  for (auto& each : feds) {
    STRANGER_OK(each->rti->enable_object_class_relevance_advisory_switch());
  }
  STRANGER_OK(a().pub("Thing.Craft.Boat", "t2 c2"));
  STRANGER_OK(f().pub("Thing.Craft.Plane", "p2"));
  STRANGER_OK(b().sub("Thing", "t2", false));
  nobody_heard_more();
  STRANGER_OK(c().sub("Thing.Craft", "c2"));
  STRANGER_HEARD(a(), "start Thing.Craft.Boat");
  STRANGER_OK(d().sub("Thing.Craft.Boat", "t2"));
  STRANGER_OK(c().unsub("Thing.Craft"));
  nobody_heard_more();
  STRANGER_OK(d().unsub("Thing.Craft.Boat", "t2"));
  STRANGER_HEARD(a(), "stop Thing.Craft.Boat");
  STRANGER_OK(b().sub("Thing", "t2"));
  STRANGER_HEARD(a(), "start Thing.Craft.Boat");
  STRANGER_OK(b().sub("Thing", "t2", false));
  STRANGER_HEARD(a(), "stop Thing.Craft.Boat");
  STRANGER_OK(a().reg("Thing.Craft.Boat", "x"));
  STRANGER_HEARD(b(), "discover x Thing");
  STRANGER_OK(a().upd("x", "t2=1"));
  STRANGER_HEARD(b(), "reflect x t2=1");
  STRANGER_OK(e().sub("Thing", "t2"));
  STRANGER_HEARD(a(), "start Thing.Craft.Boat");
  STRANGER_HEARD(e(), "discover x Thing");
  STRANGER_OK(resign(e()));
  STRANGER_HEARD(a(), "stop Thing.Craft.Boat");
  nobody_heard_more();
  STRANGER_OK(join(e()));
}
// 4.10, 6.15, 7.18 What a federate leaves behind, by each directive.
TEST_P(GuestClasses, ResigningByEachDirective) {
  for (Fed* each : {&b(), &c(), &e()}) STRANGER_OK(each->sub("Thing", "t2"));
  for (Fed* each : {&a(), &d(), &f()}) STRANGER_OK(each->pub("Thing.Craft", "t2 c2"));
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  STRANGER_OK(d().reg("Thing.Craft", "y"));
  STRANGER_OK(f().reg("Thing.Craft", "z"));
  skip();
  STRANGER_ERR(resign(a(), ResignAction::no_action), FederateOwnsAttributes);
  STRANGER_ERR(resign(a(), ResignAction::cancel_pending_ownership_acquisitions),
               FederateOwnsAttributes);
  nobody_heard_more();
  STRANGER_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  STRANGER_HEARD(b());
  EXPECT_TRUE(b().knows("x"));
  STRANGER_OK(b().query_owner("x", "t2"));
  STRANGER_HEARD(b(), "unowned x t2");
  STRANGER_OK(resign(d(), ResignAction::delete_objects));
  STRANGER_OK(resign(f(), ResignAction::cancel_then_delete_then_divest));
  for (Fed* each : {&b(), &c(), &e()}) STRANGER_HEARD_SORTED(*each, "remove y", "remove z");
  STRANGER_OK(b().forget("x"));
  STRANGER_OK(join(a()));
  hush(a());
  STRANGER_OK(a().sub("Thing", "t2"));
  STRANGER_HEARD(a());  // nobody owns x.t2
  STRANGER_OK(join(d()));
  STRANGER_OK(join(f()));
}
// 6.9 Late joiners discover what there is, once each, with all its deletions done.
TEST_P(GuestClasses, ALateSubscriberDiscoversWhatThereIs) {
  tug("x");
  for (int i = 0; i < 20; ++i)
    STRANGER_OK(a().reg("Thing.Craft.Boat.Tug", "y" + std::to_string(i)));
  for (int i = 0; i < 20; i += 2) STRANGER_OK(a().del("y" + std::to_string(i)));
  skip();
  STRANGER_OK(b().sub("Thing.Craft", "c2"));
  STRANGER_OK(resign(e()));
  STRANGER_OK(join(e()));
  STRANGER_OK(e().sub("Thing", "t2"));
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
TEST_P(GuestClasses, UnpublishingPart) {
  STRANGER_OK(b().sub("Thing.Craft", "t2 c2"));
  tug();
  skip();
  STRANGER_OK(a().unpub("Thing.Craft.Boat.Tug", "c2 u2"));
  skip();
  STRANGER_ERR(a().upd("x", "c2=1"), AttributeNotOwned);
  STRANGER_ERR(a().upd("x", "t2=1 c2=1"), AttributeNotOwned);
  nobody_heard_more();
  STRANGER_OK(a().upd("x", "t2=2 b2=1"));
  STRANGER_HEARD(b(), "reflect x t2=2");
  STRANGER_OK(b().query_owner("x", "c2"));
  STRANGER_OK(b().query_owner("x", "t2"));
  STRANGER_HEARD_SORTED(b(), "unowned x c2", "owner x t2 a");
  STRANGER_OK(a().pub("Thing.Craft.Boat.Tug", "c2"));
  skip();
  EXPECT_FALSE(a().owns("x", "c2"));
  STRANGER_OK(a().acquire_free("x", "c2"));
  STRANGER_HEARD(a(), "acquired x c2");
  STRANGER_OK(a().upd("x", "c2=7"));
  STRANGER_HEARD(b(), "reflect x c2=7");
}

// Interactions.
class GuestInteractions : public GuestWorld {
 protected:
  std::size_t joined() const override { return 6; }
  void begin() override {
    for (const char* of : {"Note", "Note.Call", "Note.Call.Urgent", "Talk", "Zone", "Zone.Inner"}) {
      STRANGER_OK(a().pubi(of));
      STRANGER_OK(b().pubi(of));
    }
    skip();
  }
};
GUEST_SUITE(GuestInteractions);

// 5.8, 6.13 The class received is the nearest subscribed to; parameters are cut to it, also to none.
TEST_P(GuestInteractions, ReceivedAtTheNearestClass) {
  STRANGER_OK(b().subi("Note"));
  STRANGER_OK(c().subi("Note.Call"));
  STRANGER_OK(d().subi("Note.Call.Urgent"));
  STRANGER_OK(e().subi("Note"));
  STRANGER_OK(e().subi("Note.Call.Urgent", false));
  skip();
  STRANGER_OK(a().send("Note.Call.Urgent", "n2=1 k2=2 g2=3", "T"));
  STRANGER_HEARD(b(), "receive Note n2=1 tag=T");
  STRANGER_HEARD(c(), "receive Note.Call k2=2 n2=1 tag=T");
  STRANGER_HEARD(d(), "receive Note.Call.Urgent g2=3 k2=2 n2=1 tag=T");
  STRANGER_HEARD(e(), "receive Note.Call.Urgent g2=3 k2=2 n2=1 tag=T");
  nobody_heard_more();
  STRANGER_OK(a().send("Note.Call.Urgent", "g2=3"));
  STRANGER_HEARD(b(), "receive Note");
  STRANGER_HEARD(c(), "receive Note.Call");
  (void)heard(d());
  (void)heard(e());
  STRANGER_OK(c().subi("Note.Call.Urgent"));
  STRANGER_OK(d().unsubi("Note.Call.Urgent"));
  STRANGER_OK(e().unsubi("Note.Call.Urgent"));
  skip();
  STRANGER_OK(a().send("Note.Call.Urgent", "n2=1 g2=3"));
  STRANGER_HEARD(c(), "receive Note.Call.Urgent g2=3 n2=1");
  STRANGER_HEARD(e(), "receive Note n2=1");
  STRANGER_HEARD(b(), "receive Note n2=1");
  STRANGER_OK(a().send("Note.Call", "k2=4"));
  STRANGER_HEARD(c(), "receive Note.Call k2=4");
  STRANGER_HEARD(b(), "receive Note");
  STRANGER_HEARD(e(), "receive Note");
  nobody_heard_more();
}
// 8.24 The order is of one federate and one class.
TEST_P(GuestInteractions, OrderOfOneFederate) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(c());
  constrain(e());
  STRANGER_OK(c().rti->enable_asynchronous_delivery());
  STRANGER_OK(e().rti->enable_asynchronous_delivery());
  STRANGER_OK(c().subi("Note"));
  STRANGER_OK(e().subi("Note.Call"));
  c().detailed = e().detailed = true;
  skip();
  STRANGER_OK(a().rti->change_interaction_order_type(a().ic("Note.Call"), OrderType::receive));
  STRANGER_OK(a().send_at(5, "Note.Call", "n2=1"));
  EXPECT_FALSE(a().sent.has_value());
  STRANGER_OK(b().send_at(5, "Note.Call", "n2=2"));
  EXPECT_TRUE(b().sent.has_value());
  STRANGER_OK(a().send_at(4, "Note.Call.Urgent", "n2=3"));
  STRANGER_HEARD(c(), "receive Note n2=1 @5 ro RR reliable");
  STRANGER_HEARD(e(), "receive Note.Call n2=1 @5 ro RR reliable");
  STRANGER_OK(a().tar(9));
  STRANGER_OK(b().tar(9));
  STRANGER_OK(c().tar(6));
  STRANGER_OK(e().tar(6));
  STRANGER_HEARD(c(), "receive Note n2=3 @4 TT reliable handle",
                 "receive Note n2=2 @5 TT reliable handle", "grant 6");
  STRANGER_HEARD(e(), "receive Note.Call n2=3 @4 TT reliable handle",
                 "receive Note.Call n2=2 @5 TT reliable handle", "grant 6");
  STRANGER_ERR(c().rti->change_interaction_order_type(c().ic("Note"), OrderType::receive),
               InteractionClassNotPublished);
}
// 6.27 to 6.30 The transportation is of one federate and one class, and ends with the publication.
TEST_P(GuestInteractions, TransportationOfOneFederate) {
  STRANGER_OK(c().subi("Note"));
  c().detailed = true;
  skip();
  STRANGER_OK(a().rti->request_interaction_transportation_type_change(
      a().ic("Note.Call"), TransportationType::best_effort));
  STRANGER_HEARD(a(), "transport Note.Call HLAbestEffort");
  STRANGER_OK(a().send("Note.Call", "n2=1"));
  STRANGER_HEARD(c(), "receive Note n2=1 RR besteffort");
  STRANGER_OK(b().send("Note.Call", "n2=2"));
  STRANGER_HEARD(c(), "receive Note n2=2 RR reliable");
  STRANGER_OK(a().send("Note.Call.Urgent", "n2=3"));
  STRANGER_HEARD(c(), "receive Note n2=3 RR reliable");
  for (Fed* each : {&a(), &b(), &f()}) {
    STRANGER_OK(f().rti->query_interaction_transportation_type(each->handle, f().ic("Note.Call")));
  }
  STRANGER_HEARD_SORTED(f(), "by a Note.Call HLAbestEffort", "by b Note.Call HLAreliable",
                        "by f Note.Call HLAreliable");
  STRANGER_OK(a().unpubi("Note.Call"));
  STRANGER_ERR(a().send("Note.Call", "n2=1"), InteractionClassNotPublished);
  nobody_heard_more();
}
// 9.10, 9.12, 6.13 Regions and the tree: the nearest class subscribed to decides, with its regions.
TEST_P(GuestInteractions, RegionsAndTheTree) {
  STRANGER_OK(c().subi_in("Zone", {c().region("X 0 10")}));
  STRANGER_OK(d().subi_in("Zone.Inner", {d().region("X 20 30")}));
  STRANGER_OK(d().subi("Zone"));
  STRANGER_OK(e().subi("Zone"));
  STRANGER_OK(f().subi_in("Zone", {f().region("X 0 10")}));
  STRANGER_OK(f().subi_in("Zone.Inner", {f().region("X 5 6"), f().region("X 25 26")}));
  skip();
  STRANGER_OK(a().send_in("Zone.Inner", "z2=1 i2=2", {a().region("X 5 7")}));
  STRANGER_HEARD(c(), "receive Zone z2=1");
  const Lines cut = heard(d());  // open: the class above, or nothing
  EXPECT_TRUE(cut.empty() || cut == Lines{"receive Zone z2=1"}) << ::testing::PrintToString(cut);
  STRANGER_HEARD(e(), "receive Zone z2=1");
  STRANGER_HEARD(f(), "receive Zone.Inner i2=2 z2=1");
  STRANGER_OK(a().send_in("Zone.Inner", "z2=3", {a().region("X 10 20"), a().region("X 29 31")}));
  STRANGER_HEARD(c());
  STRANGER_HEARD(d(), "receive Zone.Inner z2=3");
  STRANGER_HEARD(e(), "receive Zone z2=3");
  STRANGER_HEARD(f());
  STRANGER_OK(a().send_in("Zone", "z2=4", {a().region("X 9 10")}));
  STRANGER_HEARD(c(), "receive Zone z2=4");
  STRANGER_HEARD(d(), "receive Zone z2=4");
  STRANGER_HEARD(f(), "receive Zone z2=4");
  (void)heard(e());
  STRANGER_OK(a().send("Zone.Inner", "z2=5"));
  STRANGER_HEARD(c(), "receive Zone z2=5");
  STRANGER_HEARD(d(), "receive Zone.Inner z2=5");
  STRANGER_HEARD(f(), "receive Zone.Inner z2=5");
}
// 5.12, 5.13 Interaction advisories count active subscriptions of others at the class and above.
TEST_P(GuestInteractions, AdvisoriesOfTheTree) {
  STRANGER_OK(a().rti->enable_interaction_relevance_advisory_switch());
  STRANGER_OK(b().subi("Note.Call", false));
  STRANGER_HEARD(a());
  STRANGER_OK(c().subi("Note.Call"));
  STRANGER_HEARD_SORTED(a(), "turn-on Note.Call", "turn-on Note.Call.Urgent");
  STRANGER_OK(d().subi("Note"));
  STRANGER_HEARD(a(), "turn-on Note");
  STRANGER_OK(resign(d()));
  STRANGER_HEARD(a(), "turn-off Note");
  STRANGER_OK(c().subi("Note.Call", false));
  STRANGER_HEARD_SORTED(a(), "turn-off Note.Call", "turn-off Note.Call.Urgent");
  STRANGER_OK(join(d()));
}

}  // namespace
}  // namespace orrery::rti::testing::stranger
