// A federation with everything under way is saved; what follows is the same after the save and after the restore (4.16 to 4.29).
#include "staged/walk.hpp"

namespace orrery::rti::testing::staged {
namespace {

class StagedTwice : public StagedWalk {
 protected:
  std::vector<RegionHandle> regions[3];
  void begin() override {
    hush();
    for (auto& each : feds) {
      STAGED_OK(each->pub("Thing.Craft", "t1 c1 c2 c3"));
      for (const char* of : {"Note", "Zone", "Talk"}) STAGED_OK(each->pubi(of));
    }
    for (std::size_t f = 0; f < 3; ++f) {
      STAGED_OK(feds[f]->reg("Thing.Craft", "x" + std::to_string(f)));
      for (int i = 0; i < 2; ++i)
        regions[f].push_back(feds[f]->region(i == 0 ? "X 0 40" : "X 30 80"));
    }
    regulate(a(), 2);
    regulate(b(), 1);
    constrain(b());
    constrain(c());
    skip();
  }
  void step() {
    const auto f = static_cast<std::size_t>(below(3));
    Fed& fed = *feds[f];
    const std::string x = "x" + std::to_string(below(3));
    const std::string attribute = one_of(Lines{"t1", "c1", "c2", "c3"});
    const RegionHandle region = regions[f][static_cast<std::size_t>(below(2))];
    const double time = std::stod(fed.now()) + 1 + below(20);
    switch (below(22)) {
      case 0:
        (void)fed.sub("Thing.Craft", attribute);
        break;
      case 1:
        (void)fed.sub("Thing", "t1 t2");
        break;
      case 2:
        (void)fed.unsub("Thing.Craft", attribute);
        break;
      case 3:
        (void)fed.sub_in("Thing.Craft", "c3", {region});
        break;
      case 4:
        (void)fed.unsub_in("Thing.Craft", "c3", {region});
        break;
      case 5:
        (void)fed.subi_in("Zone", {region});
        break;
      case 6:
        (void)fed.move(region, chance(50) ? "X 10 20" : "X 70 90");
        break;
      case 7:
        fed.bounds(region, chance(50) ? "X 5 6" : "X 35 36");
        break;
      case 8:
        (void)fed.associate(x, "c3", {region});
        break;
      case 9:
        (void)fed.acquire(x, attribute, "t");
        break;
      case 10:
        (void)fed.offer(x, attribute);
        break;
      case 11:
        (void)fed.divest(x, attribute);
        break;
      case 12:
        (void)fed.cancel(x, attribute);
        break;
      case 13:
        (void)fed.upd_at(time, x, "c2=" + std::to_string(below(100)));
        break;
      case 14:
        (void)fed.send_at(time, "Note", "n2=" + std::to_string(below(100)));
        break;
      case 15:
        (void)fed.send_in_at(time, "Zone", "z2=" + std::to_string(below(100)), {region});
        break;
      case 16:
        (void)fed.subi(one_of(Lines{"Note", "Talk", "Zone"}));
        break;
      case 17:
        (void)fed.send("Talk", "s1=" + std::to_string(below(100)));
        break;
      case 18:
        (void)fed.rti->reserve_object_instance_name("N" + std::to_string(below(5)));
        break;
      case 19:
        (void)fed.rti->register_federation_synchronization_point("p" + std::to_string(below(4)),
                                                                 {});
        break;
      case 20:
        (void)fed.rti->synchronization_point_achieved("p" + std::to_string(below(4)), chance(80));
        break;
      default:
        if (chance(50)) {
          (void)fed.tar(std::stod(fed.now()) + below(3));
        } else {
          (void)fed.order(x, "c1 c2", chance(50) ? OrderType::receive : OrderType::timestamp);
        }
        break;
    }
  }
  // All that can be seen of the federation's state; changes it.
  Lines probe() {
    Lines all;
    const auto listen = [&](const std::string& stage) {
      drain();
      for (auto& each : feds) {
        Lines told = std::exchange(each->log, {});
        std::ranges::sort(told);
        for (const auto& line : told) all.push_back(stage + " " + each->name + ": " + line);
      }
    };
    listen("first");
    for (auto& each : feds) {
      all.push_back(each->name + " " + each->now() + " " + each->galt() + " " + each->lits() + " " +
                    each->lookahead());
      for (const char* x : {"x0", "x1", "x2"}) {
        for (const char* attribute : {"t1", "c1", "c2", "c3", "priv"})
          all.push_back(each->name + " " + x + attribute + (each->owns(x, attribute) ? "+" : "-"));
      }
      for (const RegionHandle region : regions[static_cast<std::size_t>(&each - feds.data())]) {
        const auto bounds =
            each->rti->get_range_bounds(region, *each->rti->get_dimension_handle("X"));
        all.push_back(each->name + " " + std::to_string(bounds->lower) + " " +
                      std::to_string(bounds->upper));
      }
    }
    for (auto& each : feds) {
      for (const char* label : {"p0", "p1", "p2", "p3"})
        all.push_back(each->name + label +
                      outcome(each->rti->synchronization_point_achieved(label)));
    }
    listen("points");
    for (auto& each : feds) {
      for (const char* x : {"x0", "x1", "x2"}) {
        for (const char* attribute : {"t1", "c1", "c2", "c3"}) {
          all.push_back(each->name + x + attribute +
                        outcome(each->upd(x, std::string(attribute) + "=v")));
        }
      }
      all.push_back(each->name + outcome(each->send("Talk", "s1=v")));
      all.push_back(each->name + outcome(each->send_in(
                                     "Zone", "z2=v",
                                     {regions[static_cast<std::size_t>(&each - feds.data())][0]})));
      drain();
    }
    listen("updates");
    for (auto& each : feds) all.push_back(each->name + outcome(each->tar(60)));
    listen("advance");
    for (auto& each : feds) all.push_back(each->name + outcome(each->tar(60)));
    listen("advance again");
    for (auto& each : feds) {
      for (const char* x : {"x0", "x1", "x2"}) {
        for (const char* attribute : {"t1", "c1", "c2", "c3"}) {
          all.push_back(each->name + x + attribute + outcome(each->divest(x, attribute)));
          drain();
        }
      }
      listen("divest");
    }
    for (int i = 0; i < 5; ++i)
      all.push_back(outcome(c().rti->reserve_object_instance_name("N" + std::to_string(i))));
    listen("names");
    return all;
  }
  static std::string differences(const Lines& one, const Lines& other) {
    std::string text;
    for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
      const std::string left = i < one.size() ? one[i] : "nothing";
      const std::string right = i < other.size() ? other[i] : "nothing";
      if (left == right) continue;
      text += "after the save \"" + left + "\", after the restore \"" + right + "\"; ";
      if (text.size() > 600) break;
    }
    return text;
  }
  void walk_and_compare(unsigned seed, bool settled) {
    random.seed(seed);
    for (int i = 0; i < 60; ++i) {
      step();
      if (settled || chance(30)) drain();
    }
    if (settled) skip();
    STAGED_OK(a().rti->request_federation_save("one"));
    drain();
    clear();
    for (auto& each : feds) STAGED_OK(each->rti->federate_save_begun());
    for (auto& each : feds) STAGED_OK(each->rti->federate_save_complete());
    drain();
    for (auto& each : feds) std::erase(each->log, "saved");
    const Lines first = probe();
    for (int again = 0; again < 2; ++again) {
      STAGED_OK(a().rti->request_federation_restore("one"));
      skip();
      for (auto& each : feds) STAGED_OK(each->rti->federate_restore_complete());
      drain();
      for (auto& each : feds) std::erase(each->log, "restored");
      const Lines second = probe();
      ASSERT_EQ(differences(first, second), "") << "seed " << seed;
    }
  }
};

TEST_P(StagedTwice, OfASettledFederation) {
  for (unsigned seed = 1; seed <= 2 && !HasFailure(); ++seed) walk_and_compare(seed, true);
}
TEST_P(StagedTwice, OfAnUnsettledFederation) {
  for (unsigned seed = 5; seed <= 6 && !HasFailure(); ++seed) walk_and_compare(seed, false);
}
TEST_P(StagedTwice, OfASecondFederation) { walk_and_compare(31, true); }
TEST_P(StagedTwice, OfAThirdFederation) { walk_and_compare(32, true); }

STAGED_SUITE(StagedTwice);

}  // namespace
}  // namespace orrery::rti::testing::staged
