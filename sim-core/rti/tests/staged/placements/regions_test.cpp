// Regions of several dimensions and of several federates: committed together, in use, associated with part of the attributes
// (clause 9), with saves, ownership and time; wherever the federates are placed.
#include "staged/placements/placed.hpp"

namespace orrery::rti::testing::staged {
namespace {

class PlacedRegions : public PlacedWorld {
 protected:
  void begin() override {
    for (auto& each : feds) STAGED_OK(each->pub("Thing.Craft", "t2 t3 c2 c3"));
    STAGED_OK(a().pubi("Zone"));
    STAGED_OK(b().pubi("Zone"));
    skip();
  }
};
PLACED_SUITE(PlacedRegions);

// 9.1 Half-open ranges in two dimensions; a region that lacks a dimension has all of it.
TEST_P(PlacedRegions, EdgesInTwoDimensions) {
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 10 20 Y 10 20")}));
  STAGED_OK(c().sub_in("Thing.Craft", "c3", {c().region("Y 30 40")}));
  STAGED_OK(d().sub_in("Thing.Craft", "c3", {d().region("X 0 5"), d().region("X 95 100 Y 0 1")}));
  const auto r = a().region("X 0 10 Y 0 100");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {r}));
  const auto seen = [&](const std::string& where) {
    STAGED_OK(a().move(r, where));
    drain();
    clear();
    STAGED_OK(a().upd("x", "c3=1"));
    drain();
    std::string who;
    for (auto& each : feds) {
      if (std::ranges::find(each->log, "reflect x c3=1") != each->log.end()) who += each->name;
    }
    clear();
    return who;
  };
  EXPECT_EQ(seen("X 0 10 Y 0 100"), "cd");
  EXPECT_EQ(seen("X 10 11 Y 0 10"), "");
  EXPECT_EQ(seen("X 10 11 Y 0 11"), "b");
  EXPECT_EQ(seen("X 19 20 Y 19 30"), "b");
  EXPECT_EQ(seen("X 20 95 Y 40 41"), "");
  EXPECT_EQ(seen("X 20 96 Y 1 30"), "");
  EXPECT_EQ(seen("X 20 96 Y 0 30"), "d");
  EXPECT_EQ(seen("X 4 12 Y 15 31"), "bcd");
}
// 9.3, 10.30 Bounds count when they are committed; several regions are committed together.
TEST_P(PlacedRegions, CommittedTogether) {
  const auto sub1 = b().region("X 0 10");
  const auto sub2 = b().region("X 50 60");
  STAGED_OK(b().sub_in("Thing.Craft", "t3", {sub1}));
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {sub2}));
  const auto r1 = a().region("X 5 6");
  const auto r2 = a().region("X 5 6");
  std::vector<AttributeRegions> all = a().pairs("t3", {r1});
  all.push_back(a().pairs("c3", {r2}).front());
  STAGED_OK(a().reg_in("Thing.Craft", "x", "t3", {r1}));
  STAGED_OK(a().associate("x", "c3", {r2}));
  skip();
  STAGED_OK(a().upd("x", "t3=1 c3=2"));
  STAGED_HEARD(b(), "reflect x t3=1");
  a().bounds(r1, "X 30 40");
  a().bounds(r2, "X 55 56");
  STAGED_OK(a().upd("x", "t3=3 c3=4"));
  STAGED_HEARD(b(), "reflect x t3=3");
  const Regions both{r1, r2};
  STAGED_OK(a().rti->commit_region_modifications(both));
  STAGED_OK(a().upd("x", "t3=5 c3=6"));
  STAGED_HEARD(b(), "reflect x c3=6");
  b().bounds(sub1, "X 35 36");
  b().bounds(sub2, "X 0 1");
  const Regions subs{sub1, sub2};
  STAGED_OK(b().rti->commit_region_modifications(subs));
  skip();
  STAGED_OK(a().upd("x", "t3=7 c3=8"));
  STAGED_HEARD(b(), "reflect x t3=7");
  a().bounds(r1, "X 0 1");
  STAGED_OK(a().commit(r2));
  STAGED_OK(a().upd("x", "t3=9"));
  STAGED_HEARD(b(), "reflect x t3=9");
}
// 9.4, 9.7, 9.9 A region in use cannot be deleted; what was refused changed nothing.
TEST_P(PlacedRegions, RegionsInUse) {
  const auto sub = b().region("X 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "t3", {sub}));
  const auto subi = c().region("X 0 10");
  STAGED_OK(c().subi_in("Zone", {subi}));
  const auto r = a().region("X 5 6");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "t3 c3", {r}));
  skip();
  STAGED_ERR(a().rti->delete_region(r), RegionInUseForUpdateOrSubscription);
  STAGED_ERR(b().rti->delete_region(sub), RegionInUseForUpdateOrSubscription);
  STAGED_ERR(c().rti->delete_region(subi), RegionInUseForUpdateOrSubscription);
  STAGED_ERRS(b().rti->delete_region(r), RegionNotCreatedByThisFederate, InvalidRegion);
  STAGED_OK(a().upd("x", "t3=1"));
  STAGED_HEARD(b(), "reflect x t3=1");
  STAGED_OK(a().send_in("Zone", "z2=1", {r}));
  STAGED_HEARD(c(), "receive Zone z2=1");
  STAGED_OK(a().unassociate("x", "t3", {r}));
  STAGED_ERR(a().rti->delete_region(r), RegionInUseForUpdateOrSubscription);
  STAGED_OK(a().unassociate("x", "c3", {r}));
  STAGED_OK(a().rti->delete_region(r));
  STAGED_ERR(a().associate("x", "t3", {r}), InvalidRegion);
  STAGED_OK(b().move(sub, "X 90 91"));
  skip();
  STAGED_OK(a().upd("x", "t3=2"));  // no region: everywhere
  STAGED_HEARD(b(), "reflect x t3=2");
  STAGED_OK(b().unsub_in("Thing.Craft", "t3", {sub}));
  STAGED_OK(b().rti->delete_region(sub));
  STAGED_OK(c().unsubi_in("Zone", {subi}));
  STAGED_OK(c().rti->delete_region(subi));
  skip();
  STAGED_OK(a().upd("x", "t3=3"));
  STAGED_OK(a().send("Zone", "z2=2"));
  nobody_heard_more();
}
// 9.6, 9.7 Several regions for part of the attributes.
TEST_P(PlacedRegions, AssociatedInPart) {
  STAGED_OK(b().sub_in("Thing.Craft", "t3 c3", {b().region("X 0 10")}));
  STAGED_OK(c().sub_in("Thing.Craft", "t3 c3", {c().region("X 50 60")}));
  STAGED_OK(d().sub("Thing.Craft", "c2 c3"));
  const auto r1 = a().region("X 0 1");
  const auto r2 = a().region("X 50 51");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "t3 c3", {r1}));
  skip();
  EXPECT_FALSE(c().knows("x"));
  STAGED_OK(a().associate("x", "c3", {r2}));
  STAGED_HEARD(c(), "discover x Thing.Craft");
  STAGED_OK(a().upd("x", "t3=1 c3=2 c2=3"));
  STAGED_HEARD(b(), "reflect x c3=2 t3=1");
  STAGED_HEARD(c(), "reflect x c3=2");
  STAGED_HEARD(d(), "reflect x c2=3 c3=2");
  STAGED_OK(a().unassociate("x", "c3", {r1}));
  STAGED_OK(a().upd("x", "t3=4 c3=5"));
  STAGED_HEARD(b(), "reflect x t3=4");
  STAGED_HEARD(c(), "reflect x c3=5");
  STAGED_OK(a().unassociate("x", "t3", {r2}));  // not associated: no effect
  STAGED_OK(a().upd("x", "t3=6"));
  STAGED_HEARD(b(), "reflect x t3=6");
  STAGED_HEARD(c());
  STAGED_ERR(a().associate("x", "c2", {r1}), InvalidRegionContext);
  STAGED_ERR(a().associate("x", "t3", {a().region("Y 0 1")}), InvalidRegionContext);
  const auto foreign = b().region("X 50 51");
  skip();
  STAGED_ERR(a().associate("x", "t3", {foreign}), RegionNotCreatedByThisFederate);
  STAGED_OK(a().upd("x", "t3=7"));
  STAGED_HEARD(b(), "reflect x t3=7");
  STAGED_HEARD(c());
}
// 9.6, 7.7 The association is of the owner: a new owner updates everywhere, and its own regions count.
TEST_P(PlacedRegions, OwnershipEndsAssociations) {
  STAGED_OK(b().sub("Thing.Craft", "t2 t3"));
  STAGED_OK(c().sub_in("Thing.Craft", "t3", {c().region("X 50 60")}));
  const auto r = a().region("X 0 10");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "t3", {r}));
  skip();
  STAGED_OK(a().upd("x", "t3=1"));
  STAGED_HEARD(b(), "reflect x t3=1");
  STAGED_HEARD(c());
  EXPECT_FALSE(c().knows("x"));
  STAGED_OK(b().acquire("x", "t3"));
  skip();
  EXPECT_EQ(a().give("x", "t3"), "t3");
  STAGED_HEARD(b(), "acquired x t3");
  STAGED_HEARD(c(), "discover x Thing.Craft");
  STAGED_OK(b().upd("x", "t3=2"));
  STAGED_HEARD(c(), "reflect x t3=2");
  const auto own = b().region("X 20 30");
  STAGED_OK(b().associate("x", "t3", {own}));
  STAGED_OK(b().upd("x", "t3=3"));
  STAGED_HEARD(c());
  STAGED_OK(b().move(own, "X 40 51"));
  STAGED_OK(b().upd("x", "t3=4"));
  STAGED_HEARD(c(), "reflect x t3=4");
}
// 9.13 Only owners of what overlaps are asked.
TEST_P(PlacedRegions, RequestsWithRegions) {
  const auto near_a = a().region("X 0 10");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "t3 c3", {near_a}));
  STAGED_OK(b().reg_in("Thing.Craft", "y", "t3", {b().region("X 40 50")}));
  STAGED_OK(c().reg("Thing.Craft", "z"));
  skip();
  const auto q = d().region("X 5 45");
  STAGED_OK(d().request_in("Thing", "t3", {q}, "q"));
  STAGED_HEARD(a(), "provide x t3 tag=q");
  STAGED_HEARD(b(), "provide y t3 tag=q");
  STAGED_HEARD(c(), "provide z t3 tag=q");
  STAGED_OK(d().move(q, "X 10 40"));
  STAGED_OK(d().request_in("Thing.Craft", "t3 c3", {q}, "q"));
  STAGED_HEARD(a());
  STAGED_HEARD(b(), "provide y c3 tag=q");
  STAGED_HEARD(c(), "provide z c3,t3 tag=q");
  STAGED_ERR(d().request_in("Thing.Craft", "t3", {d().region("Y 0 1")}), InvalidRegionContext);
  STAGED_ERR(d().request_in("Thing.Craft", "c2", {q}), InvalidRegionContext);
  nobody_heard_more();
}
// 9.8, 8.8 What was sent in timestamp order reaches those who overlapped, also when a region moves later on.
TEST_P(PlacedRegions, TimestampOrderAndRegions) {
  regulate(a(), 1);
  constrain(c());
  constrain(d());
  STAGED_OK(c().sub_in("Thing.Craft", "t3", {c().region("X 0 10")}));
  STAGED_OK(d().sub_in("Thing.Craft", "t3", {d().region("X 50 60")}));
  const auto r = a().region("X 0 1");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "t3", {r}));
  skip();
  STAGED_OK(a().upd_at(3, "x", "t3=1"));
  STAGED_OK(a().move(r, "X 50 51"));
  skip();
  STAGED_OK(a().upd_at(4, "x", "t3=2"));
  STAGED_OK(a().move(r, "X 9 51"));
  STAGED_OK(a().upd_at(5, "x", "t3=3"));
  STAGED_OK(a().tar(9));
  STAGED_OK(c().tar(6));
  STAGED_OK(d().tar(6));
  STAGED_HEARD(c(), "reflect x t3=1 @3", "reflect x t3=3 @5", "grant 6");
  STAGED_HEARD(d(), "reflect x t3=2 @4", "reflect x t3=3 @5", "grant 6");
}
// 6.17, 6.18, 9 Scope follows regions, owners and subscriptions, for federates wherever they are.
TEST_P(PlacedRegions, ScopeOfFour) {
  for (Fed* each : {&b(), &c(), &d()})
    STAGED_OK(each->rti->enable_attribute_scope_advisory_switch());
  const auto sub = b().region("X 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "t3 c3", {sub}));
  STAGED_OK(c().sub("Thing.Craft", "t2 t3"));
  STAGED_OK(d().sub("Thing", "t3"));
  const auto r = a().region("X 5 6");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "t3", {r}));
  const auto alone = [&](Fed& fed) {
    Lines all;
    for (const auto& line : heard(fed)) {
      const Lines parts = words(line);
      if (parts.size() < 3) {
        all.push_back(line);
        continue;
      }
      std::istringstream list(parts[2]);
      for (std::string each; std::getline(list, each, ',');)
        all.push_back(parts[0] + " " + parts[1] + " " + each);
    }
    std::ranges::sort(all);
    return all;
  };
  EXPECT_EQ(alone(b()), (Lines{"discover x Thing.Craft", "in x c3", "in x t3"}));
  EXPECT_EQ(alone(c()), (Lines{"discover x Thing.Craft", "in x t2", "in x t3"}));
  EXPECT_EQ(alone(d()), (Lines{"discover x Thing", "in x t3"}));
  STAGED_OK(a().move(r, "X 50 60"));
  EXPECT_EQ(alone(b()), Lines{"out x t3"});
  STAGED_OK(b().move(sub, "X 50 51"));
  EXPECT_EQ(alone(b()), Lines{"in x t3"});
  STAGED_OK(a().divest("x", "t3"));
  const auto scope_only = [](Lines all) {
    std::erase_if(all, [](const std::string& line) { return line.starts_with("assume"); });
    return all;
  };
  EXPECT_EQ(scope_only(alone(b())), Lines{"out x t3"});
  EXPECT_EQ(scope_only(alone(c())), Lines{"out x t3"});
  EXPECT_EQ(scope_only(alone(d())), Lines{"out x t3"});
  STAGED_OK(c().acquire_free("x", "t3"));
  EXPECT_EQ(alone(b()), Lines{"in x t3"});
  EXPECT_EQ(alone(c()), Lines{"acquired x t3"});
  EXPECT_EQ(alone(d()), Lines{"in x t3"});
  STAGED_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  EXPECT_EQ(scope_only(alone(b())), Lines{"out x c3"});
  EXPECT_EQ(scope_only(alone(c())), Lines{"out x t2"});
  EXPECT_EQ(scope_only(alone(d())), Lines{});
  STAGED_OK(join(a()));
}
// 9.10 Interactions: a subscriber leaves and joins again without its regions.
TEST_P(PlacedRegions, RegionsEndWithTheirFederate) {
  const auto r = c().region("X 0 10");
  STAGED_OK(c().subi_in("Zone", {r}));
  STAGED_OK(d().subi_in("Zone", {d().region("X 0 10")}));
  STAGED_OK(d().subi("Zone"));
  skip();
  STAGED_OK(resign(c()));
  STAGED_OK(join(c()));
  skip();
  STAGED_OK(a().send_in("Zone", "z2=1", {a().region("X 5 6")}));
  STAGED_HEARD(c());
  STAGED_HEARD(d(), "receive Zone z2=1");
  STAGED_ERRS(c().subi_in("Zone", {r}), InvalidRegion, RegionNotCreatedByThisFederate);
  STAGED_OK(d().unsubi("Zone"));
  skip();
  STAGED_OK(b().send_in("Zone", "z2=2", {b().region("X 5 6"), b().region("X 6 7")}));
  STAGED_OK(b().send_in("Zone", "z2=3", {b().region("X 10 11")}));
  STAGED_HEARD(d(), "receive Zone z2=2");
  STAGED_OK(b().send("Zone", "z2=4"));
  STAGED_HEARD(d(), "receive Zone z2=4");
}

}  // namespace
}  // namespace orrery::rti::testing::staged
