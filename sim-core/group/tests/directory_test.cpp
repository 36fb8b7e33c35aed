// Directories of many parties over a network that reorders, against an oracle that sees everything.

#include "orrery/group/directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "orrery/base/random.hpp"

namespace orrery::group {
namespace {

class World {
 public:
  World(PartyId count, std::uint64_t seed, bool in_order = false)
      : random(seed), in_order_(in_order) {
    std::vector<PartyId> all;
    for (PartyId party = 0; party < count; ++party) all.push_back(party);
    for (PartyId party = 0; party < count; ++party) {
      directories[party] = std::make_unique<Directory>(party, all);
    }
  }

  void join(PartyId party, const std::string& name, SubscriberId subscriber) {
    Outbox out;
    auto joined = directories[party]->join(name, subscriber, out);
    if (joined.ok()) subscribed[party][name].insert(subscriber);
    carry(party, out);
  }
  void leave(PartyId party, const std::string& name, SubscriberId subscriber) {
    Outbox out;
    const bool was = subscribed[party][name].erase(subscriber) == 1;
    EXPECT_EQ(directories[party]->leave(id_of(name), subscriber, out).ok(), was);
    if (subscribed[party][name].empty()) known.erase({party, name});
    carry(party, out);
  }
  void open(PartyId party, const std::string& name) {
    Outbox out;
    ASSERT_TRUE(directories[party]->open(name, out).ok());
    ++opened[{party, name}];
    carry(party, out);
  }
  void close(PartyId party, const std::string& name) {
    Outbox out;
    auto& times = opened[{party, name}];
    EXPECT_EQ(directories[party]->close(id_of(name), out).ok(), times > 0);
    if (times > 0) --times;
    carry(party, out);
  }
  void kill(PartyId dead) {
    directories.erase(dead);
    std::erase_if(under_way,
                  [&](const auto& each) { return each.to == dead || each.from == dead; });
    for (auto& [party, directory] : directories) {
      Outbox out;
      directory->lose_party(dead, out);
      carry(party, out);
    }
    subscribed.erase(dead);
    std::erase_if(opened, [&](const auto& each) { return each.first.first == dead; });
    std::erase_if(known, [&](const auto& each) { return each.first == dead; });
  }
  void step() {
    const std::size_t at = in_order_ ? 0 : random.below(under_way.size());
    const Carried carried = std::move(under_way[at]);
    under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(at));
    // As bytes: what travels is what arrives.
    std::vector<std::byte> bytes;
    encode(carried.message, bytes);
    auto message = decode(bytes);
    ASSERT_TRUE(message.ok());
    Outbox out;
    directories[carried.to]->on_message(carried.from, *message, out);
    carry(carried.to, out);
  }
  void settle() {
    while (!under_way.empty()) step();
  }
  // What everyone who has a group open must think, when nothing is under way.
  void check_all() {
    for (const auto& [key, times] : opened) {
      if (times == 0) continue;
      const auto& [party, name] = key;
      EXPECT_TRUE(directories[party]->ready(id_of(name)));
      const auto destinations = directories[party]->destinations(id_of(name));
      const std::set<PartyId> told(destinations.begin(), destinations.end());
      EXPECT_EQ(told.size(), destinations.size()) << "each once";
      std::set<PartyId> expected;
      for (const auto& [other, names] : subscribed) {
        const auto at = names.find(name);
        if (other != party && at != names.end() && !at->second.empty()) expected.insert(other);
      }
      ASSERT_EQ(told, expected) << "party " << party << ", group " << name;
    }
    for (const auto& [party, names] : subscribed) {
      for (const auto& [name, ids] : names) {
        const auto told = directories[party]->subscribers(id_of(name));
        EXPECT_EQ(std::set<SubscriberId>(told.begin(), told.end()), ids);
      }
    }
  }
  // Joins that are over: all who have the group open, and are ready, send to them.
  void check_known() {
    for (const auto& [party, name] : known) {
      for (const auto& [key, times] : opened) {
        if (times == 0 || key.second != name || key.first == party) continue;
        const auto& directory = *directories[key.first];
        if (!directory.ready(id_of(name))) continue;
        ASSERT_NE(std::ranges::find(directory.destinations(id_of(name)), party),
                  directory.destinations(id_of(name)).end())
            << "party " << key.first << " does not know that " << party << " has joined " << name;
      }
    }
  }

  base::Random random;
  std::map<PartyId, std::unique_ptr<Directory>> directories;
  std::map<PartyId, std::map<std::string, std::set<SubscriberId>>> subscribed;
  std::map<std::pair<PartyId, std::string>, unsigned> opened;
  std::set<std::pair<PartyId, std::string>> known;
  struct Carried {
    PartyId from = 0;
    PartyId to = 0;
    Message message;
  };
  std::vector<Carried> under_way;
  std::map<Event::Kind, int> events;

 private:
  void carry(PartyId from, Outbox& out) {
    for (Outgoing& each : out) {
      EXPECT_NE(each.to, from);
      if (directories.contains(each.to))
        under_way.push_back({from, each.to, std::move(each.message)});
    }
    for (auto& [party, directory] : directories) {
      while (const auto event = directory->take()) {
        ++events[event->kind];
        if (event->kind != Event::Kind::joined) continue;
        for (const auto& [name, ids] : subscribed[party]) {
          if (id_of(name) == event->group && !ids.empty()) known.insert({party, name});
        }
      }
    }
  }
  bool in_order_;
};

std::string group_name(std::uint64_t number) { return "group/" + std::to_string(number); }

TEST(Directory, AgreesWithTheOracle) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    base::Random random(seed, 6);
    const auto parties = static_cast<PartyId>(1 + random.below(9));
    const std::uint64_t groups = 1 + random.below(12);
    const bool deaths = seed % 3 == 0;
    World world(parties, seed, seed % 5 == 0);
    for (int i = 0; i < 800; ++i) {
      const auto nth = random.below(world.directories.size());
      const PartyId party = std::next(world.directories.begin(), static_cast<int>(nth))->first;
      const std::string name = group_name(random.below(groups));
      const double what = random.uniform();
      if (what < 0.2) {
        world.join(party, name, random.below(3));
      } else if (what < 0.35) {
        world.leave(party, name, random.below(3));
      } else if (what < 0.45) {
        world.open(party, name);
      } else if (what < 0.5) {
        world.close(party, name);
      } else if (what < 0.503 && deaths && world.directories.size() > 1) {
        world.kill(party);
      } else if (!world.under_way.empty()) {
        world.step();
      }
      if (!deaths) world.check_known();
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "seed " << seed;
      if (i % 200 == 199) {
        world.settle();
        world.check_all();
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "seed " << seed;
      }
    }
    for (const auto& [party, directory] : world.directories) {
      EXPECT_EQ(directory->counters().refused, 0U);
    }
  }
}

TEST(Directory, EveryJoinIsReported) {
  World world(4, 1);
  for (PartyId party = 0; party < 4; ++party) {
    world.open(party, "a");
    world.join(party, "a", 1);
    world.join(party, "a", 2);
  }
  world.settle();
  EXPECT_EQ(world.events[Event::Kind::opened], 4);
  EXPECT_GE(world.events[Event::Kind::joined], 4);
  EXPECT_EQ(world.known.size(), 4U);
  EXPECT_EQ(world.directories[2]->destinations(id_of("a")).size(), 3U);
  EXPECT_EQ(world.directories[2]->subscribers(id_of("a")).size(), 2U);
}

TEST(Directory, ASecondSubscriberOfAPartyCostsNoMessage) {
  World world(3, 1);
  world.join(0, "a", 1);
  world.settle();
  const std::uint64_t before = world.directories[0]->counters().messages;
  for (SubscriberId id = 2; id < 100; ++id) world.join(0, "a", id);
  for (SubscriberId id = 2; id < 100; ++id) world.leave(0, "a", id);
  EXPECT_EQ(world.directories[0]->counters().messages, before);
}

TEST(Directory, ANewPartyTakesItsShareOfTheGroups) {
  World world(3, 2);
  for (int i = 0; i < 40; ++i) {
    world.join(static_cast<PartyId>(i % 3), group_name(static_cast<std::uint64_t>(i)), 1);
    world.open(static_cast<PartyId>((i + 1) % 3), group_name(static_cast<std::uint64_t>(i)));
  }
  world.settle();
  const std::vector<PartyId> all{0, 1, 2, 3};
  world.directories[3] = std::make_unique<Directory>(3, all);
  for (const PartyId party : {0U, 1U, 2U}) {
    Outbox out;
    world.directories[party]->add_party(3, out);
    for (auto& each : out) world.under_way.push_back({party, each.to, std::move(each.message)});
  }
  int moved = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const PartyId home = world.directories[0]->home_of(id_of(group_name(i)));
    EXPECT_EQ(home, world.directories[3]->home_of(id_of(group_name(i))));
    moved += home == 3;
  }
  EXPECT_GT(moved, 2);
  EXPECT_LT(moved, 25);
  for (std::uint64_t i = 0; i < 40; ++i) world.join(3, group_name(i), 7);
  world.settle();
  world.check_all();
}

TEST(Directory, ThousandsOfGroupsAreSpreadOverTheirHomes) {
  World world(8, 3, true);
  std::map<PartyId, int> homes;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    ++homes[world.directories[0]->home_of(id_of(group_name(i)))];
    world.join(static_cast<PartyId>(i % 8), group_name(i), 1);
  }
  for (PartyId party = 0; party < 8; ++party) EXPECT_GT(homes[party], 250);
  world.settle();
  EXPECT_EQ(world.known.size(), 3000U);
}

TEST(Directory, RefusesWrongUse) {
  World world(2, 1);
  Outbox out;
  Directory& directory = *world.directories[0];
  EXPECT_EQ(directory.join("", 1, out).error().code, base::ErrorCode::invalid_argument);
  EXPECT_EQ(directory.open(std::string(256, 'x'), out).error().code,
            base::ErrorCode::invalid_argument);
  ASSERT_TRUE(directory.join("a", 1, out).ok());
  EXPECT_EQ(directory.join("a", 1, out).error().code, base::ErrorCode::already_exists);
  EXPECT_EQ(directory.leave(id_of("a"), 2, out).error().code, base::ErrorCode::not_found);
  EXPECT_EQ(directory.leave(id_of("b"), 1, out).error().code, base::ErrorCode::not_found);
  EXPECT_EQ(directory.close(id_of("b"), out).error().code, base::ErrorCode::not_found);
  EXPECT_TRUE(directory.destinations(id_of("b")).empty());
  EXPECT_FALSE(directory.ready(id_of("b")));
}

TEST(Directory, GarbageIsRefusedAndHarmless) {
  base::Random random(5);
  World world(3, 5);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::byte> bytes;
    Message message{.kind = static_cast<Message::Kind>(1 + random.below(8)),
                    .group = random.chance(0.5) ? id_of("a") : random.bits(),
                    .name = random.chance(0.5) ? "a" : "b"};
    for (auto count = random.below(3); count > 0; --count) {
      message.members.push_back(
          {static_cast<PartyId>(random.below(9)), static_cast<std::uint32_t>(random.bits())});
    }
    encode(message, bytes);
    if (random.chance(0.5)) bytes.resize(random.below(bytes.size() + 20));
    if (random.chance(0.5) && !bytes.empty()) {
      bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
    }
    auto decoded = decode(bytes);
    if (!decoded.ok()) continue;
    // From a stranger: nothing of it may stay.
    Outbox out;
    world.directories[0]->on_message(77, *decoded, out);
    EXPECT_TRUE(out.empty());
    // From a party that has gone mad: nothing may break.
    World victim(2, 1);
    victim.directories[0]->on_message(1, *decoded, out);
  }
  EXPECT_GT(world.directories[0]->counters().refused, 100U);
  world.open(0, "a");
  world.join(1, "a", 1);
  world.settle();
  world.check_all();
}

TEST(Message, DecodesWhatItEncodes) {
  const Message message{.kind = Message::Kind::members,
                        .group = 0x1122334455667788U,
                        .name = "space#17",
                        .members = {{1, 2}, {3, 0xffffffffU}}};
  std::vector<std::byte> bytes;
  encode(message, bytes);
  auto decoded = decode(bytes);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded->kind, message.kind);
  EXPECT_EQ(decoded->group, message.group);
  EXPECT_EQ(decoded->name, message.name);
  ASSERT_EQ(decoded->members.size(), 2U);
  EXPECT_EQ(decoded->members[1].stamp, 0xffffffffU);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode(std::span(bytes).first(size)).ok()) << size;
  }
}

}  // namespace
}  // namespace orrery::group
