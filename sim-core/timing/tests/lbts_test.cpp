// Butterfly and central reduction against an oracle that sees everything, over networks that delay and
// reorder whatever they carry, from seeds.

#include "orrery/timing/lbts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <queue>

#include "orrery/base/random.hpp"

#include "pattern.hpp"

namespace orrery::timing {
namespace {

struct Event {
  std::int64_t due = 0;
  std::uint64_t number = 0;
  std::uint32_t to = 0;
  bool is_protocol = false;
  LbtsMessage message;
  std::uint64_t tag = 0;
  Time time = 0;
  bool operator>(const Event& other) const {
    return due != other.due ? due > other.due : number > other.number;
  }
};

// Parties under one clock; what the oracle knows is recorded beside.
class World {
 public:
  World(LbtsOptions options, std::uint64_t seed, std::int64_t longest)
      : random(seed), longest_(longest) {
    for (options.self = 0; options.self < options.parties; ++options.self) {
      auto made = Lbts::create(options);
      EXPECT_TRUE(made.ok()) << made.error().message;
      parties.push_back(std::move(*made));
    }
    latest.assign(parties.size(), 0);
    results.resize(parties.size());
  }

  void enter(std::uint32_t party, Time bound) { enter(party, bound, bound, 0); }
  void enter(std::uint32_t party, Time bound, Time floor, Time delay) {
    Outbox out;
    if (!parties[party]->enter({bound, floor, delay}, now, out)) return;
    const std::uint64_t computation = parties[party]->entered();
    auto [oracle, fresh] = least.try_emplace(computation, never);
    oracle->second = std::min(oracle->second, bound);
    bounds[computation].resize(parties.size(), never);
    bounds[computation][party] = bound;
    floors[computation].resize(parties.size(), never);
    floors[computation][party] = floor;
    delays[computation].resize(parties.size(), never);
    delays[computation][party] = delay;
    ++entries[computation];
    carry(out, party);
    collect(party);
  }
  void send(std::uint32_t from, std::uint32_t to, Time time) {
    Event event;
    event.tag = parties[from]->sent();
    event.to = to;
    event.time = time;
    push(event);
  }
  void run_until_idle() {
    while (!events.empty()) step();
  }
  void step() {
    const Event event = events.top();
    events.pop();
    now = std::max(now, event.due);
    Outbox out;
    if (event.is_protocol) {
      parties[event.to]->on_message(event.message, now, out);
      ++protocol_messages;
    } else {
      // The oracle: a message crosses the cut of each computation that its sender had not entered when
      // it sent it and its receiver has entered by now.
      for (std::uint64_t c = event.tag + 1; c <= parties[event.to]->entered(); ++c) {
        least[c] = std::min(least[c], event.time);
        const auto [crossing, fresh] = under_way.try_emplace(c, never);
        crossing->second = std::min(crossing->second, event.time);
        EXPECT_FALSE(told.contains(c)) << "computation " << c << " ended with a message under way";
      }
      parties[event.to]->received(event.tag, event.time, now, out);
    }
    carry(out, event.to);
    collect(event.to);
  }

  std::vector<std::unique_ptr<Lbts>> parties;
  base::Random random;
  std::int64_t now = 0;
  std::map<std::uint64_t, Time> least;                // by computation
  std::map<std::uint64_t, Time> under_way;            // least time stamp, by computation
  std::map<std::uint64_t, std::vector<Time>> bounds;  // of parties, by computation
  std::map<std::uint64_t, std::vector<Time>> floors;
  std::map<std::uint64_t, std::vector<Time>> delays;
  std::map<std::uint64_t, std::uint32_t> entries;
  std::map<std::uint64_t, Time> told;
  std::vector<std::map<std::uint64_t, Time>> results;
  std::vector<Time> latest;
  std::uint64_t protocol_messages = 0;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;

 private:
  void push(Event event) {
    event.due = now + 1 +
                (longest_ > 1
                     ? static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(longest_)))
                     : 0);
    event.number = number_++;
    events.push(event);
  }
  void carry(const Outbox& out, std::uint32_t from) {
    for (const Outgoing& outgoing : out) {
      EXPECT_LT(outgoing.to, parties.size());
      EXPECT_NE(outgoing.to, from);
      EXPECT_EQ(outgoing.message.from, from);
      Event event;
      event.is_protocol = true;
      event.to = outgoing.to;
      event.message = outgoing.message;
      push(event);
    }
  }
  // What the others have said, and all that was under way.
  Time least_without(std::uint32_t party, std::uint64_t computation) const {
    const auto crossing = under_way.find(computation);
    Time rest = crossing == under_way.end() ? never : crossing->second;
    const std::vector<Time>& said = bounds.at(computation);
    for (std::uint32_t each = 0; each < said.size(); ++each) {
      if (each != party) rest = std::min(rest, said[each]);
    }
    return rest;
  }
  static Time least_of_others(const std::vector<Time>& said, std::uint32_t party) {
    Time rest = never;
    for (std::uint32_t each = 0; each < said.size(); ++each) {
      if (each != party) rest = std::min(rest, said[each]);
    }
    return rest;
  }
  void collect(std::uint32_t party) {
    while (const auto bound = parties[party]->take()) {
      EXPECT_TRUE(results[party].emplace(bound->computation, bound->time).second) << "told twice";
      EXPECT_EQ(entries[bound->computation], parties.size()) << "told before all took part";
      const auto [at, fresh] = told.emplace(bound->computation, bound->time);
      EXPECT_EQ(at->second, bound->time) << "parties differ";
      EXPECT_EQ(bound->others, least_without(party, bound->computation));
      EXPECT_EQ(bound->others_floor, least_of_others(floors.at(bound->computation), party));
      EXPECT_EQ(bound->others_delay, least_of_others(delays.at(bound->computation), party));
      latest[party] = std::max(latest[party], bound->time);
    }
  }

  std::int64_t longest_;
  std::uint64_t number_ = 0;
};

constexpr std::array algorithms{Algorithm::butterfly, Algorithm::central, Algorithm::automatic};

// Any N, any fan-out, random starts by any party, random messages, random delays and orders.
TEST(Lbts, EqualsTheOracle) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    base::Random random(seed, 1);
    LbtsOptions options;
    options.parties = static_cast<std::uint32_t>(1 + random.below(seed % 10 == 0 ? 70 : 14));
    options.fan_out = static_cast<std::uint32_t>(2 + random.below(5));
    options.in_flight = static_cast<std::uint32_t>(1 + random.below(5));
    options.algorithm = algorithms[seed % 3];
    options.trials = 5;
    World world(options, seed, seed % 4 == 0 ? 1 : 200);
    const auto any = [&] { return static_cast<std::uint32_t>(random.below(options.parties)); };
    const auto enter_any = [&](std::uint32_t party) {
      const auto bound = random.below(1000);
      world.enter(party, static_cast<Time>(bound), static_cast<Time>(random.below(bound + 1)),
                  static_cast<Time>(random.below(9)));
    };
    for (int i = 0; i < 600; ++i) {
      const double what = random.uniform();
      if (what < 0.25) {
        enter_any(any());
      } else if (what < 0.45 && options.parties > 1) {
        const std::uint32_t from = any();
        world.send(from, (from + 1 + any() % (options.parties - 1)) % options.parties,
                   static_cast<Time>(random.below(1000)));
      } else if (!world.events.empty()) {
        world.step();
      }
      // Who is asked takes part, sooner or later.
      const std::uint32_t party = any();
      if (random.chance(0.5) && world.parties[party]->asked()) {
        enter_any(party);
      }
    }
    for (bool more = true; more;) {
      more = false;
      world.run_until_idle();
      for (std::uint32_t party = 0; party < options.parties; ++party) {
        while (world.parties[party]->asked()) {
          const std::uint64_t before = world.parties[party]->entered();
          world.enter(party, 500);
          more = true;
          if (world.parties[party]->entered() == before) break;
        }
      }
    }
    ASSERT_GT(world.least.size(), 0U);
    for (const auto& [computation, time] : world.least) {
      for (std::uint32_t party = 0; party < options.parties; ++party) {
        const auto at = world.results[party].find(computation);
        ASSERT_NE(at, world.results[party].end())
            << "seed " << seed << ": computation " << computation << " never ended at " << party;
        ASSERT_EQ(at->second, time) << "seed " << seed << ", computation " << computation;
      }
    }
    for (const auto& party : world.parties) {
      EXPECT_EQ(party->under_way(), 0U);
      EXPECT_EQ(party->counters().refused, 0U) << "seed " << seed;
    }
  }
}

// What it is for: parties that advance to the bounds and send no earlier than their own never receive
// anything earlier than a bound that they know.
TEST(Lbts, NothingComesBeforeAKnownBound) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    base::Random random(seed, 2);
    LbtsOptions options;
    options.parties = static_cast<std::uint32_t>(2 + random.below(9));
    options.fan_out = static_cast<std::uint32_t>(2 + random.below(3));
    options.algorithm = algorithms[seed % 3];
    options.trials = 3;
    World world(options, seed, 100);
    constexpr Time lookahead = 10;
    std::vector<Time> clock(options.parties, 0);
    const auto bound_of = [&](std::uint32_t party) { return clock[party] + lookahead; };
    for (int i = 0; i < 4000; ++i) {
      const auto party = static_cast<std::uint32_t>(random.below(options.parties));
      if (random.chance(0.1)) {
        const std::uint32_t to = (party + 1) % options.parties;
        world.send(party, to, bound_of(party) + static_cast<Time>(random.below(30)));
      }
      if (random.chance(0.1) || world.parties[party]->asked()) world.enter(party, bound_of(party));
      if (!world.events.empty()) {
        const Event& next = world.events.top();
        if (!next.is_protocol) {
          ASSERT_GE(next.time, world.latest[next.to]) << "seed " << seed;
        }
        world.step();
      }
      clock[party] = std::max(clock[party], world.latest[party]);
    }
    EXPECT_GT(clock[0], 2 * lookahead) << "it advances";
  }
}

TEST(Lbts, WithoutOnesOwnBoundTheSecondLeastCounts) {
  for (const Algorithm algorithm : algorithms) {
    World world({.parties = 5, .algorithm = algorithm}, 1, 20);
    for (std::uint32_t party = 0; party < 5; ++party)
      world.enter(party, party == 3 ? 7 : 40 + party);
    std::vector<Time> others(5, never);
    while (!world.events.empty()) {
      const Event event = world.events.top();
      world.events.pop();
      Outbox out;
      world.parties[event.to]->on_message(event.message, event.due, out);
      for (const Outgoing& each : out) {
        world.events.push(
            {.due = event.due + 1, .to = each.to, .is_protocol = true, .message = each.message});
      }
      if (const auto bound = world.parties[event.to]->take()) {
        EXPECT_EQ(bound->time, 7);
        others[event.to] = bound->others;
      }
    }
    EXPECT_EQ(others, (std::vector<Time>{7, 7, 7, 40, 7}));
  }
}

TEST(Lbts, TakesAsManyRoundsAsTheLogarithm) {
  for (std::uint32_t parties = 1; parties <= 130; ++parties) {
    for (const std::uint32_t fan_out : {2U, 3U, 4U, 7U, 16U}) {
      std::uint32_t rounds = 0;
      for (std::uint64_t reached = 1; reached < parties; reached *= fan_out) ++rounds;
      ASSERT_EQ(butterfly_rounds(parties, fan_out), rounds) << parties << " by " << fan_out;
      // All enter at once and a message takes one unit of time: that is how long it takes.
      World world({.parties = parties, .algorithm = Algorithm::butterfly, .fan_out = fan_out}, 1,
                  1);
      for (std::uint32_t party = 0; party < parties; ++party) {
        world.enter(party, 1000 + (party * 7919) % 97);
      }
      world.run_until_idle();
      ASSERT_EQ(world.now, rounds);
      ASSERT_EQ(world.told.size(), 1U);
      ASSERT_EQ(world.told[1], world.least[1]);
      ASSERT_LE(world.protocol_messages, std::uint64_t{parties} * rounds * (fan_out - 1));
    }
  }
}

TEST(Lbts, SimultaneousStartsAreOneComputation) {
  for (const Algorithm algorithm : algorithms) {
    World world({.parties = 6, .algorithm = algorithm}, 3, 50);
    for (const std::uint32_t party : {0U, 3U, 5U}) world.enter(party, 10 + party);
    world.run_until_idle();
    EXPECT_TRUE(world.told.empty()) << "the others have not taken part";
    for (const std::uint32_t party : {1U, 2U, 4U}) {
      EXPECT_TRUE(world.parties[party]->asked());
      world.enter(party, 20);
      EXPECT_FALSE(world.parties[party]->asked());
    }
    world.run_until_idle();
    EXPECT_EQ(world.told, (std::map<std::uint64_t, Time>{{1, 10}}));
  }
}

TEST(Lbts, KMayBeInFlightAndNoMore) {
  for (const Algorithm algorithm : algorithms) {
    World world({.parties = 3, .algorithm = algorithm, .in_flight = 3}, 3, 1);
    Outbox out;
    for (Time bound = 1; bound <= 3; ++bound) world.enter(0, bound);
    EXPECT_EQ(world.parties[0]->under_way(), 3U);
    EXPECT_FALSE(world.parties[0]->enter({4, 4, 0}, 0, out));
    EXPECT_TRUE(out.empty());
    // The word goes round as others take part.
    for (int i = 0; i < 3; ++i) {
      world.run_until_idle();
      for (const std::uint32_t party : {1U, 2U}) {
        while (world.parties[party]->asked()) world.enter(party, 100);
      }
    }
    world.run_until_idle();
    EXPECT_EQ(world.told, (std::map<std::uint64_t, Time>{{1, 1}, {2, 2}, {3, 3}}));
    EXPECT_EQ(world.parties[0]->under_way(), 0U);
  }
}

TEST(Lbts, WaitsForAMessageUnderWay) {
  for (const Algorithm algorithm : algorithms) {
    World world({.parties = 4, .algorithm = algorithm}, 1, 1);
    Outbox out;
    const std::uint64_t tag = world.parties[1]->sent();  // to 2; carried by hand
    for (std::uint32_t party = 0; party < 4; ++party) world.enter(party, 100);
    world.run_until_idle();
    EXPECT_TRUE(world.told.empty());
    world.under_way[1] = 42;
    world.parties[2]->received(tag, 42, 0, out);
    for (const Outgoing& outgoing : out) {
      Event event;
      event.is_protocol = true;
      event.to = outgoing.to;
      event.message = outgoing.message;
      world.events.push(event);
    }
    world.run_until_idle();
    while (const auto bound = world.parties[2]->take()) EXPECT_EQ(bound->time, 42);
    EXPECT_EQ(world.told, (std::map<std::uint64_t, Time>{{1, 42}}));
    EXPECT_EQ(world.parties[2]->counters().transients, 1U);
  }
}

// Party 0 times both and all change over at the same computation.
TEST(Lbts, AutomaticSettlesOnTheFaster) {
  for (const bool messages_are_dear : {false, true}) {
    LbtsOptions options{.parties = 8, .in_flight = 2, .trials = 4};
    std::vector<std::unique_ptr<Lbts>> parties;
    for (options.self = 0; options.self < 8; ++options.self) {
      parties.push_back(std::move(*Lbts::create(options)));
    }
    std::int64_t now = 0;
    for (int i = 0; i < 30; ++i) {
      std::vector<Outgoing> round;
      for (auto& party : parties) ASSERT_TRUE(party->enter({i, i, 0}, now, round));
      while (!round.empty()) {
        // Either one processor does all that is to be done, or each party has its own.
        std::array<std::int64_t, 8> work{};
        for (const Outgoing& each : round) ++work[each.to];
        now += messages_are_dear ? std::ssize(round) * 100
                                 : 100 * *std::max_element(work.begin(), work.end());
        Outbox out;
        for (const Outgoing& each : round) {
          parties[each.to]->on_message(each.message, now, out);
        }
        round = std::move(out);
      }
      for (auto& party : parties) {
        const auto bound = party->take();
        ASSERT_TRUE(bound.has_value());
        ASSERT_EQ(bound->time, i);
      }
    }
    for (auto& party : parties) {
      EXPECT_EQ(party->algorithm(), messages_are_dear ? Algorithm::central : Algorithm::butterfly);
      EXPECT_EQ(party->counters().refused, 0U);
    }
  }
}

TEST(Lbts, GarbageIsRefusedAndHarmless) {
  for (const Algorithm algorithm : algorithms) {
    World world({.parties = 5, .algorithm = algorithm}, 1, 10);
    base::Random random(4);
    Outbox out;
    for (int i = 0; i < 20'000; ++i) {
      LbtsMessage message;
      message.computation = random.chance(0.5) ? 100 + random.below(20) : random.bits();
      message.kind = static_cast<LbtsMessage::Kind>(random.below(7));
      message.round =
          static_cast<std::uint32_t>(random.chance(0.5) ? random.below(4) : random.bits());
      message.from = static_cast<std::uint32_t>(random.below(7));
      message.origin = static_cast<std::uint32_t>(random.below(7));
      world.parties[random.below(5)]->on_message(message, 0, out);
      world.parties[random.below(5)]->received(100 + random.bits() / 2, 5, 0, out);
    }
    EXPECT_TRUE(out.empty());
    for (std::uint32_t party = 0; party < 5; ++party) {
      EXPECT_GT(world.parties[party]->counters().refused, 0U);
      world.enter(party, 7 + party);
    }
    world.run_until_idle();
    EXPECT_EQ(world.told, (std::map<std::uint64_t, Time>{{1, 7}}));
  }
}

TEST(Lbts, SaysWhichOptionIsWrong) {
  const auto error_of = [](const LbtsOptions& options) {
    auto made = Lbts::create(options);
    return made.ok() ? std::string("none") : made.error().message;
  };
  EXPECT_EQ(error_of({}), "none");
  EXPECT_NE(error_of({.parties = 0}).find("parties is 0"), std::string::npos);
  EXPECT_NE(error_of({.self = 2, .parties = 2}).find("self is 2"), std::string::npos);
  EXPECT_NE(error_of({.fan_out = 1}).find("fan_out is 1"), std::string::npos);
  EXPECT_NE(error_of({.in_flight = 0}).find("in_flight is 0"), std::string::npos);
  EXPECT_NE(error_of({.trials = 0}).find("trials is 0"), std::string::npos);
}

TEST(Time, OfDoublesKeepsTheirOrder) {
  const std::array<double, 12> values{-INFINITY, -1e300, -2.5, -1.0, -1e-300, 0.0,
                                      1e-300,    0.1,    1.0,  2.5,  1e300,   INFINITY};
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(double_of(time_of(values[i])), values[i]);
    EXPECT_LT(time_of(values[i]), never);
    if (i > 0) {
      EXPECT_LT(time_of(values[i - 1]), time_of(values[i]));
    }
  }
  EXPECT_EQ(time_of(-0.0), time_of(0.0));
}

}  // namespace
}  // namespace orrery::timing
