// Random regions of three federates: who is told is who overlaps, and scope and relevance say the
// same (clause 9, 6.17 to 6.22).
#include <random>
#include <set>

#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Overlaps : public SavingFederation {
 protected:
  struct Box {
    std::uint32_t x = 0, to_x = 0, y = 0, to_y = 0;
    [[nodiscard]] bool meets(const Box& other) const {
      return x < other.to_x && other.x < to_x && y < other.to_y && other.y < to_y;
    }
  };
  struct Area {
    RegionHandle handle;
    Box box;
  };
  struct Of {
    std::vector<Area> areas;
    std::set<std::size_t> wants_r;  // areas subscribed for R, and for d1
    std::set<std::size_t> wants_d;
    std::set<std::size_t> sends_d;  // areas associated with d1 of the own object
    bool everywhere_r = false;
    bool everywhere_d = false;
    std::set<std::string> in_scope;
    std::set<std::string> wanted;  // own objects whose updates are on
  };
  std::vector<Of> all_ = std::vector<Of>(3);
  std::string history_;

  [[nodiscard]] bool overlap(std::size_t sender, const std::set<std::size_t>& sends,
                             std::size_t receiver, bool of_r) const {
    const Of& to = all_[receiver];
    const auto& wants = of_r ? to.wants_r : to.wants_d;
    if (of_r ? to.everywhere_r : to.everywhere_d) return true;
    if (wants.empty()) return false;
    if (sends.empty()) return true;
    for (const std::size_t i : sends) {
      for (const std::size_t j : wants) {
        if (all_[sender].areas[i].box.meets(to.areas[j].box)) return true;
      }
    }
    return false;
  }
  void advisories() {
    settle();
    for (std::size_t i = 0; i < 3; ++i) {
      for (const std::string& line : std::exchange(actors()[i]->lines, {})) {
        const auto parts = words(line);
        if (parts[0] == "in_scope") {
          EXPECT_TRUE(all_[i].in_scope.insert(parts[1]).second) << tail();
        }
        if (parts[0] == "out_of_scope") {
          EXPECT_EQ(all_[i].in_scope.erase(parts[1]), 1U) << tail();
        }
        if (parts[0] == "updates_on") {
          EXPECT_TRUE(all_[i].wanted.insert(parts[1]).second) << tail();
        }
        if (parts[0] == "updates_off") {
          EXPECT_EQ(all_[i].wanted.erase(parts[1]), 1U) << tail();
        }
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      bool anybody = false;
      for (std::size_t j = 0; j < 3; ++j) {
        if (i == j) continue;
        const bool meets = overlap(i, all_[i].sends_d, j, false);
        anybody = anybody || meets;
        EXPECT_EQ(all_[j].in_scope.contains("o" + std::to_string(i)), meets)
            << j << " of " << i << tail();
      }
      EXPECT_EQ(all_[i].wanted.contains("o" + std::to_string(i)), anybody) << i << tail();
    }
  }
  [[nodiscard]] std::string tail() const {
    return history_.substr(history_.size() < 1200 ? 0 : history_.size() - 1200);
  }
  void play(std::uint32_t seed, int steps) {
    std::mt19937 random(seed);
    const auto pick = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(random()) % below;
    };
    const auto box = [&] {
      Box made{.x = pick(99), .y = pick(49)};
      made.to_x = made.x + 1 + pick(std::min(25U, 100 - made.x));
      made.to_y = made.y + 1 + pick(std::min(25U, 50 - made.y));
      return made;
    };
    const auto text = [](const Box& b) {
      return "X " + std::to_string(b.x) + " " + std::to_string(b.to_x) + " Y " +
             std::to_string(b.y) + " " + std::to_string(b.to_y);
    };
    for (std::size_t i = 0; i < 3; ++i) {
      Actor& each = *actors()[i];
      EXPECT_OK(each.rti->enable_attribute_scope_advisory_switch());
      EXPECT_OK(each.rti->enable_attribute_relevance_advisory_switch());
      EXPECT_OK(each.pub("D", "d1"));
      EXPECT_OK(each.pubi("R"));
      EXPECT_OK(each.reg("D", "o" + std::to_string(i)));
      for (int j = 0; j < 4; ++j) {
        const Box made = box();
        all_[i].areas.push_back({each.region(text(made)), made});
      }
    }
    skip();
    for (int step = 0; step < steps && !HasFailure(); ++step) {
      const std::size_t who = pick(3);
      Actor& each = *actors()[who];
      Of& of = all_[who];
      const std::size_t area = pick(4);
      const RegionHandle region = of.areas[area].handle;
      const std::string own = "o" + std::to_string(who);
      const std::uint32_t kind = pick(10);
      history_ += "\n" + std::string(1, static_cast<char>('a' + who)) + " " + std::to_string(kind) +
                  " area " + std::to_string(area);
      switch (kind) {
        case 0:
        case 1:
          of.areas[area].box = box();
          history_ += " " + text(of.areas[area].box);
          EXPECT_OK(each.move(region, text(of.areas[area].box)));
          break;
        case 2:
          EXPECT_OK(of.wants_r.erase(area)
                        ? each.unsubi_in("R", {region})
                        : (of.wants_r.insert(area), each.subi_in("R", {region})));
          break;
        case 3:
        case 4:
          EXPECT_OK(of.wants_d.erase(area)
                        ? each.unsub_in("D", "d1", {region})
                        : (of.wants_d.insert(area), each.sub_in("D", "d1", {region})));
          break;
        case 5:
        case 6:
          EXPECT_OK(of.sends_d.erase(area)
                        ? each.unassociate(own, "d1", {region})
                        : (of.sends_d.insert(area), each.associate(own, "d1", {region})));
          break;
        case 7:
          if (pick(3)) break;
          of.everywhere_d = !of.everywhere_d;
          EXPECT_OK(of.everywhere_d ? each.sub("D", "d1") : each.unsub("D", "d1"));
          break;
        case 8: {
          const std::size_t second = pick(4);
          EXPECT_OK(each.send_in("R", "", {region, of.areas[second].handle}));
          settle();
          for (std::size_t j = 0; j < 3; ++j) {
            if (j == who) continue;
            EXPECT_EQ(std::ranges::count(actors()[j]->lines, "receive R"),
                      overlap(who, {area, second}, j, true) ? 1 : 0)
                << j << tail();
          }
          break;
        }
        default:
          EXPECT_OK(each.upd(own, "d1=1"));
          settle();
          for (std::size_t j = 0; j < 3; ++j) {
            if (j == who) continue;
            EXPECT_EQ(std::ranges::count(actors()[j]->lines, "reflect " + own + " d1=1"),
                      overlap(who, of.sends_d, j, false) ? 1 : 0)
                << j << tail();
          }
      }
      advisories();
    }
  }
};

TEST_P(Overlaps, InEveryHistory) { play(first_seed(), 200); }

CONFORMANCE_SUITE(Overlaps);

}  // namespace
}  // namespace orrery::rti::testing::conformance
