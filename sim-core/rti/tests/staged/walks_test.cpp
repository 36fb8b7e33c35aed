// Random walks through services, each step compared with a small model of what the standard demands.
#include "staged/walk.hpp"

namespace orrery::rti::testing::staged {
namespace {

// 5.6 to 5.9, 6.8 to 6.15 Each step is settled before the next.
TEST_P(StagedInterests, StepByStep) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    random.seed(seed);
    walk(250);
    if (HasFailure()) return;
  }
}
// The same with saves and restores in between: everything is as it was at the save.
TEST_P(StagedInterests, WithSavesAndRestores) {
  random.seed(11);
  walk(60);
  save("one");
  const Interests then = model;
  for (int i = 0; i < 3 && !HasFailure(); ++i) {
    walk(40);
    restore("one");
    model = then;
    walk(30);
    if (HasFailure()) return;
    restore("one");
    model = then;
  }
  walk(60);
}

STAGED_SUITE(StagedInterests);

// One attribute, its owner, its acquirers (clause 7).
class StagedOwners : public StagedWalk {
 protected:
  int owner = 0;  // -1: none
  bool offered = false;
  std::vector<int> acquirers;
  void begin() override {
    hush();
    settle("Thing.Craft", "c1");
    for (auto& each : feds) STAGED_OK(each->pub("Thing.Craft", "c1"));
    skip();
  }
  void pass_on() {
    offered = false;
    owner = -1;
    if (acquirers.empty()) return;
    owner = acquirers.front();
    acquirers.erase(acquirers.begin());
  }
  std::string act(int f, int what) {
    Fed& fed = *feds[static_cast<std::size_t>(f)];
    const bool owns = owner == f;
    const auto mine = std::ranges::find(acquirers, f);
    const bool waits = mine != acquirers.end();
    std::string wanted = "ok";
    std::string is;
    switch (what) {
      case 0:
        is = outcome(fed.acquire("x", "c1"));
        if (owns) {
          wanted = "FederateOwnsAttributes";
        } else if (owner < 0) {
          owner = f;
        } else if (!waits) {
          acquirers.push_back(f);
        }
        break;
      case 1:
        if (offered) return "";
        is = outcome(fed.acquire_free("x", "c1"));
        if (owns) {
          wanted = "FederateOwnsAttributes";
        } else if (waits) {
          wanted = "AttributeAlreadyBeingAcquired";
        } else if (owner < 0) {
          owner = f;
        }
        break;
      case 2:
        is = outcome(fed.cancel("x", "c1"));
        if (owns) {
          wanted = "AttributeAlreadyOwned";
        } else if (!waits) {
          wanted = "AttributeAcquisitionWasNotRequested";
        } else {
          acquirers.erase(mine);
        }
        break;
      case 3:
        is = outcome(fed.offer("x", "c1"));
        if (!owns) {
          wanted = "AttributeNotOwned";
        } else if (offered) {
          wanted = "AttributeAlreadyBeingDivested";
        } else {
          offered = true;
        }
        break;
      case 4:
        is = outcome(fed.withdraw("x", "c1"));
        if (!owns) {
          wanted = "AttributeNotOwned";
        } else if (!offered) {
          wanted = "AttributeDivestitureWasNotRequested";
        } else {
          offered = false;
        }
        break;
      case 5:
        is = outcome(fed.confirm("x", "c1"));
        if (!owns) {
          wanted = "AttributeNotOwned";
        } else if (!offered) {
          wanted = "AttributeDivestitureWasNotRequested";
        } else if (acquirers.empty()) {
          wanted = "NoAcquisitionPending";
        } else {
          pass_on();
        }
        break;
      case 6:
        is = outcome(fed.divest("x", "c1"));
        if (owns) {
          pass_on();
        } else {
          wanted = "AttributeNotOwned";
        }
        break;
      case 7:
        is = fed.give("x", "c1");
        if (!owns) {
          wanted = "AttributeNotOwned";
        } else if (acquirers.empty()) {
          wanted = "";
        } else {
          wanted = "c1";
          pass_on();
        }
        break;
      case 8:
        if (offered) return "";
        is = outcome(fed.deny("x", "c1"));
        if (owns) {
          acquirers.clear();
        } else {
          wanted = "AttributeNotOwned";
        }
        break;
      case 9:
        is = outcome(fed.upd("x", "c1=1"));
        if (!owns) wanted = "AttributeNotOwned";
        break;
      default:
        is = outcome(fed.unpub("Thing.Craft", "c1"));
        if (waits) {
          wanted = "OwnershipAcquisitionPending";
        } else {
          if (owns) pass_on();
          drain();
          STAGED_OK(fed.pub("Thing.Craft", "c1"));
        }
        break;
    }
    return is == wanted ? "" : "service " + std::to_string(what) + ": " + is + ", not " + wanted;
  }
};

// 7.2 to 7.19 Errors and owners after each service.
TEST_P(StagedOwners, StepByStep) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    random.seed(seed);
    std::string history;
    for (int i = 0; i < 300; ++i) {
      const int f = below(3);
      const int what = below(11);
      const int before = owner;
      const std::string wrong = act(f, what);
      history += " " + feds[static_cast<std::size_t>(f)]->name + std::to_string(what);
      ASSERT_EQ(wrong, "") << "seed " << seed << ":" << history;
      drain();
      int is = -1;
      for (int g = 0; g < 3; ++g) {
        if (feds[static_cast<std::size_t>(g)]->owns("x", "c1")) is = g;
      }
      ASSERT_EQ(is, owner) << "seed " << seed << ":" << history;
      for (int g = 0; g < 3; ++g) {
        const auto told = std::ranges::count_if(
            feds[static_cast<std::size_t>(g)]->log,
            [](const std::string& each) { return each.starts_with("acquired"); });
        ASSERT_EQ(told, owner == g && before != g ? 1 : 0) << "seed " << seed << ":" << history;
      }
      clear();
    }
  }
}
STAGED_SUITE(StagedOwners);

// Regions of one attribute and one interaction class, updates and scope (clause 9).
class StagedOverlaps : public StagedWalk {
 protected:
  struct Region {
    RegionHandle handle;
    int x0, x1, y0, y1;
  };
  struct Listener {
    bool everywhere = false;
    std::set<std::size_t> in;
    bool scope = false;
  };
  std::vector<Region> regions[3];
  Listener listeners[3];
  std::set<std::size_t> associated;

  void begin() override {
    hush();
    settle("Thing.Craft", "c1");
    STAGED_OK(a().pub("Thing.Craft", "c3"));
    STAGED_OK(a().acquire_free("x", "c3"));
    for (std::size_t f = 0; f < 3; ++f) {
      for (int i = 0; i < 4; ++i) {
        Region region{};
        region.handle = feds[f]->region("X 0 10 Y 0 10");
        region.x1 = region.y1 = 10;
        regions[f].push_back(region);
      }
    }
    for (Fed* each : {&b(), &c()}) STAGED_OK(each->rti->enable_attribute_scope_advisory_switch());
    skip();
  }
  static bool overlap(const Region& one, const Region& other) {
    return one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;
  }
  bool reaches(std::size_t f) {
    const Listener& listener = listeners[f];
    if (listener.everywhere) return true;
    if (associated.empty()) return !listener.in.empty();
    for (const std::size_t one : listener.in) {
      for (const std::size_t other : associated) {
        if (overlap(regions[f][one], regions[0][other])) return true;
      }
    }
    return false;
  }
};

// 9.3 to 9.9, 6.11, 6.17 What is reflected, and what is in scope.
TEST_P(StagedOverlaps, StepByStep) {
  for (int i = 0; i < 400; ++i) {
    const auto f = static_cast<std::size_t>(below(3));
    Fed& fed = *feds[f];
    const auto r = static_cast<std::size_t>(below(4));
    Region& region = regions[f][r];
    if (chance(40)) {
      region.x0 = below(90);
      region.x1 = region.x0 + 1 + below(100 - region.x0 < 30 ? 100 - region.x0 : 30);
      region.y0 = below(90);
      region.y1 = region.y0 + 1 + below(100 - region.y0 < 50 ? 100 - region.y0 : 50);
      STAGED_OK(fed.move(region.handle,
                         "X " + std::to_string(region.x0) + " " + std::to_string(region.x1) +
                             " Y " + std::to_string(region.y0) + " " + std::to_string(region.y1)));
    } else if (f == 0) {
      if (chance(50)) {
        STAGED_OK(fed.associate("x", "c3", {region.handle}));
        associated.insert(r);
      } else {
        STAGED_OK(fed.unassociate("x", "c3", {region.handle}));
        associated.erase(r);
      }
    } else if (chance(20)) {
      listeners[f].everywhere = !listeners[f].everywhere;
      STAGED_OK(listeners[f].everywhere ? fed.sub("Thing.Craft", "c3")
                                        : fed.unsub("Thing.Craft", "c3"));
    } else if (chance(50)) {
      STAGED_OK(fed.sub_in("Thing.Craft", "c3", {region.handle}));
      listeners[f].in.insert(r);
    } else {
      STAGED_OK(fed.unsub_in("Thing.Craft", "c3", {region.handle}));
      listeners[f].in.erase(r);
    }
    drain();
    for (std::size_t g = 1; g < 3; ++g) {
      const bool now = reaches(g);
      Lines wanted;
      if (now != listeners[g].scope) wanted.push_back(now ? "in x c3" : "out x c3");
      listeners[g].scope = now;
      ASSERT_EQ(heard(*feds[g]), wanted) << "step " << i << ", " << feds[g]->name;
    }
    STAGED_OK(a().upd("x", "c3=1"));
    for (std::size_t g = 1; g < 3; ++g) {
      ASSERT_EQ(heard(*feds[g]), reaches(g) ? Lines{"reflect x c3=1"} : Lines{})
          << "step " << i << ", " << feds[g]->name;
    }
  }
}
STAGED_SUITE(StagedOverlaps);

// Four federates in time (clause 8).
class StagedHours : public StagedWalk {
 protected:
  struct Message {
    std::size_t sender;
    double time;
    std::optional<MessageRetractionHandle> handle;
    bool retracted = false;
    int delivered[4] = {};
  };
  struct Clock {
    bool waits = false;
    char kind = ' ';
    double asked = 0;
    double now = 0;
    double last = 0;      // of the newest message
    double floor = 0;     // no later message may be before this
    bool strict = false;  // nor at this
  };
  std::map<std::string, Message> messages;
  Clock clocks[4];
  std::string wrong;

  void begin() override {
    enter("d");
    hush();
    for (auto& each : feds) {
      STAGED_OK(each->pubi("Note"));
      STAGED_OK(each->subi("Note"));
    }
    skip();
  }
  void hear(std::size_t f) {
    Clock& clock = clocks[f];
    for (const auto& line : std::exchange(feds[f]->log, {})) {
      const Lines all = words(line);
      if (all[0] == "receive") {
        const std::string which = all[2];
        const double time = std::stod(all[3].substr(1));
        Message& message = messages.at(which);
        if (++message.delivered[f] > 1) wrong = "twice: " + line;
        if (line.ends_with("ro")) wrong = "receive order: " + line;
        if (message.retracted) wrong = "retracted: " + line;
        if (clock.kind != 'f' && time < clock.last) wrong = "out of order: " + line;
        if (time < clock.floor || (clock.strict && time == clock.floor)) wrong = "late: " + line;
        if (clock.kind != 'f' && time > clock.asked) wrong = "early: " + line;
        if (!clock.waits) wrong = "between advances: " + line;
        clock.last = clock.kind == 'f' ? clock.last : time;
      } else if (all[0] == "grant") {
        const double time = std::stod(all[1]);
        if (!clock.waits) wrong = "unasked: " + line;
        if (time > clock.asked || time < clock.now) wrong = "granted: " + line;
        if ((clock.kind == 't' || clock.kind == 'a') && time != clock.asked)
          wrong = "not the time: " + line;
        clock.waits = false;
        clock.now = time;
        clock.last = 0;
        clock.floor = time;
        clock.strict = clock.kind == 't' || clock.kind == 'n';
      } else if (all[0] == "retraction") {
        for (auto& [name, message] : messages) {
          if (message.handle == feds[f]->asked && message.delivered[f] > 0)
            message.delivered[f] = 0;
        }
      } else {
        wrong = "what: " + line;
      }
    }
  }
};

// 8.1 to 8.13 With lookaheads of 1 to 4: order, completeness, progress.
TEST_P(StagedHours, EverybodyArrives) {
  for (std::size_t f = 0; f < 4; ++f) {
    constrain(*feds[f]);
    regulate(*feds[f], 1 + static_cast<double>(f));
  }
  int made = 0;
  int still = 0;
  for (int i = 0; i < 3000 && still < 60; ++i) {
    const auto f = static_cast<std::size_t>(below(4));
    Fed& fed = *feds[f];
    Clock& clock = clocks[f];
    if (chance(50)) {
      const double lookahead = 1 + static_cast<double>(f);
      const double earliest = (clock.waits ? clock.asked : clock.now) + lookahead;
      const double time = earliest + below(8) * 0.5;
      if (clock.now < 60) {
        const std::string value = "m" + std::to_string(made++);
        STAGED_OK(fed.send_at(time, "Note", "n2=" + value));
        messages["n2=" + value] = {f, time, fed.sent};
      }
    } else if (chance(10) && !messages.empty()) {
      auto& [name, message] =
          *std::next(messages.begin(), below(static_cast<int>(messages.size())));
      if (message.sender == f && !message.retracted) {
        const Status status = fed.rti->retract(*message.handle);
        if (status) message.retracted = true;
        const double edge = (clock.waits ? clock.asked : clock.now) + 1 + static_cast<double>(f);
        if (message.time > edge) {
          ASSERT_EQ(outcome(status), "ok") << name;
        } else if (message.time < edge) {
          ASSERT_NE(outcome(status), "ok") << name;
        }
      }
    } else if (!clock.waits && clock.now < 80) {
      const double time = clock.now + below(10) * 0.5;
      static const char kinds[] = {'t', 'a', 'n', 'm', 'f'};
      clock.kind = kinds[below(5)];
      clock.asked = time;
      clock.waits = true;
      switch (clock.kind) {
        case 't':
          STAGED_OK(fed.tar(time));
          break;
        case 'a':
          STAGED_OK(fed.tara(time));
          break;
        case 'n':
          STAGED_OK(fed.nmr(time));
          break;
        case 'm':
          STAGED_OK(fed.nmra(time));
          break;
        default:
          STAGED_OK(fed.fqr(time));
          break;
      }
    }
    if (chance(40)) drain();
    for (std::size_t g = 0; g < 4; ++g) hear(g);
    ASSERT_EQ(wrong, "") << "step " << i;
    still = std::ranges::all_of(clocks, [](const Clock& each) { return each.now >= 80; })
                ? still + 1
                : 0;
  }
  for (const Clock& each : clocks) EXPECT_GE(each.now, 75);
  // The rest.
  for (std::size_t f = 0; f < 4; ++f) {
    if (clocks[f].waits) continue;
    clocks[f].kind = 't';
    clocks[f].asked = 200;
    clocks[f].waits = true;
    STAGED_OK(feds[f]->tar(200));
  }
  drain();
  for (std::size_t g = 0; g < 4; ++g) hear(g);
  EXPECT_EQ(wrong, "");
  for (const auto& [name, message] : messages) {
    for (std::size_t g = 0; g < 4; ++g) {
      if (g == message.sender || message.time > clocks[g].now) continue;
      EXPECT_EQ(message.delivered[g], message.retracted ? 0 : 1) << name << " to " << feds[g]->name;
    }
  }
}
STAGED_SUITE(StagedHours);

}  // namespace
}  // namespace orrery::rti::testing::staged
