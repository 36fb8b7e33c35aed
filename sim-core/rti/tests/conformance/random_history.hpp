// Histories of services that are drawn from a seed, and what federates hear of each step.
#pragma once

#include <random>

#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {

// a, b and c call services of all groups on the same classes and objects.
class RandomHistory : public SavingFederation {
 protected:
  struct Step {
    std::string what;
    Lines heard;
  };
  using History = std::vector<Step>;

  // Regions of each federate, and what a history needs to have anything to do.
  void prepare() {
    for (auto& each : actors()) {
      EXPECT_OK(each->pub("A", "a1 a2"));
      EXPECT_OK(each->pub("D", "d1 d2"));
      EXPECT_OK(each->sub("A", "a1 a2"));
      EXPECT_OK(each->sub("D", "d1 d2"));
      for (const char* const one : {"K", "T", "Q", "R"}) {
        EXPECT_OK(each->pubi(one));
        EXPECT_OK(each->subi(one));
      }
      regions_[index_of(*each)] = {each->region("X 0 10 Y 0 10"), each->region("X 20 30 Y 0 50")};
      narrow_[index_of(*each)] = {each->region("X 5 25"), each->region("X 50 60")};
    }
    for (int i = 0; i < 2; ++i) {
      EXPECT_OK(a().reg("A", "o" + std::to_string(i)));
      EXPECT_OK(b().reg("D", "o" + std::to_string(i + 2)));
    }
    objects_ = 4;
    skip();
  }
  std::size_t index_of(const Actor& each) {
    return static_cast<std::size_t>(
        std::ranges::find_if(actors(), [&](const auto& one) { return one.get() == &each; }) -
        actors().begin());
  }
  // Replaces all nodes and federates; federates of the same names join a new federation.
  void start_anew() {
    actors().clear();
    start_nodes(saves());
    for (std::size_t i = 0; i < 3; ++i) actors().push_back(actor(i));
    ASSERT_OK(
        a().rti->create_federation_execution("test", modules(), TimeRepresentation::integer64));
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_OK(actors()[i]->join(std::string(1, static_cast<char>('a' + i))));
    }
    skip();
  }
  // Two regulate time and two are constrained.
  void in_time() {
    regulate(a(), 1);
    regulate(b(), 2);
    constrain(b());
    constrain(manages() ? a() : c());
    skip();
  }
  History run(std::uint32_t seed, int steps) {
    std::mt19937 random(seed);
    History history;
    for (int i = 0; i < steps; ++i) {
      Step step = draw(random);
      settle();
      for (std::size_t j = 0; j < actors().size(); ++j) {
        Lines lines = std::exchange(actors()[j]->lines, {});
        std::ranges::sort(lines);
        for (const std::string& line : lines) {
          if (line.starts_with("reflect HLAfederate.")) continue;  // at the RTI's next poll
          step.heard.push_back(std::string(1, static_cast<char>('a' + j)) + " hears " + line);
        }
      }
      history.push_back(std::move(step));
    }
    return history;
  }
  // The first difference fails the check.
  static void same(const History& one, const History& other, std::uint32_t seed) {
    ASSERT_EQ(one.size(), other.size());
    std::string before;
    for (std::size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(one[i].what, other[i].what) << "seed " << seed << " step " << i << before;
      ASSERT_EQ(one[i].heard, other[i].heard)
          << "seed " << seed << " step " << i << ": " << one[i].what << before;
      before += "\n" + one[i].what;
      for (const std::string& line : one[i].heard) before += "\n    " + line;
    }
  }
  void save() {
    ASSERT_OK(save_now(a(), "s"));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_begun());
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_complete());
    settle();
    for (auto& each : actors()) {
      std::erase_if(each->lines, [](const auto& line) { return line.starts_with("save"); });
      EXPECT_EQ(each->lines, Lines{});
      each->lines.clear();
    }
  }
  void restore() {
    ASSERT_OK(a().rti->request_federation_restore("s"));
    settle();
    for (auto& each : actors()) {
      ASSERT_FALSE(each->restored_as.empty());
      each->handle = each->restored_as.back();
      ASSERT_OK(each->rti->federate_restore_complete());
    }
    skip();
  }
  int objects_ = 0;
  int messages_ = 0;
  bool may_resign_ = false;
  virtual bool manages() const { return false; }

  virtual Step draw(std::mt19937& random) {
    const auto pick = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(random()) % below;
    };
    const std::size_t who = pick(3);
    Actor& each = *actors()[who];
    const std::string object = "o" + std::to_string(pick(static_cast<std::uint32_t>(objects_)));
    const bool of_d = labels().objects.contains(object) &&
                      labels().object_classes[labels().objects[object]] == each.object_class("D");
    const std::string first = of_d ? "d1" : "a1";
    const std::string second = of_d ? "d2" : "a2";
    const std::string one = pick(2) ? first : second;
    const std::string some = pick(3) ? one : first + " " + second;
    const std::string object_class = pick(2) ? "A" : "D";
    const std::string declared =
        object_class == "A" ? (pick(2) ? "a1" : "a1 a2") : (pick(2) ? "d2" : "d1 d2");
    const std::string interaction = std::vector<std::string>{"K", "T", "Q", "R"}[pick(4)];
    const std::string message =
        "m" + std::to_string(messages_ ? pick(static_cast<std::uint32_t>(messages_)) : 0);
    const std::int64_t ahead = 1 + static_cast<std::int64_t>(pick(8));
    const auto now = each.rti->query_logical_time();
    const std::int64_t then = (now ? now->value : 0) + ahead;
    const auto& two = regions_[index_of(each)];
    const RegionHandle region = two[pick(2)];
    const RegionHandle narrow = narrow_[index_of(each)][pick(2)];
    const RegionHandle fitting = of_d && one == "d1" ? region : narrow;
    const std::string value = std::to_string(pick(100));
    RtiAmbassador& rti = *each.rti;
    Step step;
    const auto put = [&](const std::string& what, const auto& result) {
      const std::string error = error_of(result);
      step.what = std::string(1, static_cast<char>('a' + who)) + " " + what + " -> " +
                  error.substr(0, error.find(':'));
    };
    std::uint32_t kind_of_step = pick(46);
    if (kind_of_step < 8 && pick(3)) kind_of_step = 26 + pick(14);  // fewer declarations
    switch (kind_of_step) {
      case 0:
        put("pub " + declared, each.pub(object_class, declared));
        break;
      case 1:
        put("unpub " + declared, each.unpub(object_class, declared));
        break;
      case 2:
        put("sub " + declared, each.sub(object_class, declared, pick(4) != 0));
        break;
      case 3:
        put("unsub " + object_class, each.unsub(object_class));
        break;
      case 4:
        put("pubi " + interaction, each.pubi(interaction));
        break;
      case 5:
        put("unpubi " + interaction, each.unpubi(interaction));
        break;
      case 6:
        put("subi " + interaction, each.subi(interaction));
        break;
      case 7:
        put("unsubi " + interaction, each.unsubi(interaction));
        break;
      case 8:
      case 9: {
        const std::string label = "o" + std::to_string(objects_);
        const Status done = each.reg(object_class, label);
        if (done) ++objects_;
        put("reg " + label + " " + object_class, done);
        break;
      }
      case 10:
      case 11:
      case 12:
        put("upd " + object + " " + one, each.upd(object, one + "=" + value));
        break;
      case 13:
      case 14:
      case 15: {
        const std::string label = "m" + std::to_string(messages_++);
        put("upd_at " + std::to_string(then) + " " + object + " " + one,
            each.upd_at(then, object, one + "=" + value, label));
        break;
      }
      case 16:
      case 17:
        put("send " + interaction, each.send(interaction, "", value));
        break;
      case 18:
      case 19:
      case 20: {
        const std::string label = "m" + std::to_string(messages_++);
        put("send_at " + std::to_string(then) + " " + interaction,
            each.send_at(then, interaction, "", label, value));
        break;
      }
      case 21:
        put("del " + object, each.del(object));
        break;
      case 22: {
        const std::string label = "m" + std::to_string(messages_++);
        put("del_at " + std::to_string(then) + " " + object, each.del_at(then, object, label));
        break;
      }
      case 23:
        put("forget " + object, each.forget(object));
        break;
      case 24:
        put("request " + object + " " + some, each.request(object, some));
        break;
      case 25:
        put("retract " + message,
            labels().messages.contains(message) ? each.retract(message) : Status{});
        break;
      case 26:
        put("divest " + object + " " + some, each.divest(object, some));
        break;
      case 27:
        put("negotiate " + object + " " + some, each.negotiate(object, some));
        break;
      case 28:
        put("confirm " + object + " " + some, each.confirm(object, some));
        break;
      case 29:
      case 30:
        put("acquire " + object + " " + some, each.acquire(object, some));
        break;
      case 31:
        put("acquire_free " + object + " " + some, each.acquire_free(object, some));
        break;
      case 32:
        put("deny " + object + " " + some, each.deny(object, some));
        break;
      case 33:
        put("give " + object + " " + some, each.give(object, some));
        break;
      case 34:
        put("cancel " + object + " " + one,
            pick(2) ? each.cancel_acquisition(object, one) : each.cancel_negotiation(object, one));
        break;
      case 35:
        put("query " + object + " " + one, each.query(object, one));
        break;
      case 36:
        put("regulation", pick(3) ? each.regulate(static_cast<std::int64_t>(pick(3)))
                                  : rti.disable_time_regulation());
        break;
      case 37:
        if (who == 2 && manages()) {  // it is told of management objects at once
          put("nothing", Status{});
          break;
        }
        put("constraint", pick(3) ? each.constrain() : rti.disable_time_constrained());
        break;
      case 38:
      case 39: {
        const std::uint32_t kind = pick(5);
        const Status done = kind == 0   ? each.tar(then)
                            : kind == 1 ? each.tara(then)
                            : kind == 2 ? each.nmr(then)
                            : kind == 3 ? each.nmra(then)
                                        : each.fqr(then);
        put("advance " + std::to_string(kind) + " to " + std::to_string(then), done);
        break;
      }
      case 40:
        put("time", now);
        break;
      case 41:
        put("sub_in",
            pick(3) ? each.sub_in("D", "d1", {region}) : each.unsub_in("D", "d1", {region}));
        break;
      case 42:
        put("associate " + object + " " + one, pick(3) ? each.associate(object, one, {fitting})
                                                       : each.unassociate(object, one, {fitting}));
        break;
      case 43: {
        const std::uint32_t at = pick(30);
        const std::string x = "X " + std::to_string(at) + " " + std::to_string(at + 5);
        put("move " + x, pick(2) ? each.move(narrow, x)
                                 : each.move(region, x + " Y 0 " + std::to_string(1 + pick(50))));
        break;
      }
      case 44:
        put("regions of interactions",
            pick(2) ? each.send_in("Q", "", {narrow}, value) : each.subi_in("Q", {narrow}));
        break;
      default:
        if (may_resign_) {
          const Status done = resign_federate(each, static_cast<ResignAction>(pick(6)));
          put("resign", done);
          if (done) again(each, std::string(1, static_cast<char>('a' + who)));
        } else {
          put("asynchronous",
              pick(2) ? rti.enable_asynchronous_delivery() : rti.disable_asynchronous_delivery());
        }
    }
    return step;
  }
  void again(Actor& each, const std::string& name) {
    skip();
    EXPECT_OK(each.join(name));
    EXPECT_OK(each.rti->disable_object_class_relevance_advisory_switch());
    EXPECT_OK(each.rti->disable_interaction_relevance_advisory_switch());
    skip();
    EXPECT_OK(each.pub("A", "a1 a2"));
    EXPECT_OK(each.sub("A", "a1 a2"));
    EXPECT_OK(each.sub("D", "d1 d2"));
    regions_[index_of(each)] = {each.region("X 0 10 Y 0 10"), each.region("X 20 30 Y 0 50")};
    narrow_[index_of(each)] = {each.region("X 5 25"), each.region("X 50 60")};
  }
  std::map<std::size_t, std::vector<RegionHandle>> regions_;
  std::map<std::size_t, std::vector<RegionHandle>> narrow_;

 public:
  auto kept() const { return std::tuple(objects_, messages_, regions_, narrow_); }
  template <class Kept>
  void back_to(const Kept& kept) {
    std::tie(objects_, messages_, regions_, narrow_) = kept;
  }
};

}  // namespace orrery::rti::testing::conformance
