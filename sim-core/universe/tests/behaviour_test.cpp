// The rules of behaviours with positions, a flock and a walk-through town: the same results in every way of computing them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/flock_rule.hpp"
#include "orrery/universe/walk_rule.hpp"

#include "flock.hpp"
#include "systems.hpp"
#include "walkthrough.hpp"

namespace orrery::universe {
namespace {

System flock_of(std::uint64_t birds, std::uint64_t seed) {
  System system;
  system.behaviour = Behaviour::flock;
  system.entities_by_node = {birds};
  system.managers_by_node = {0};
  system.seed = seed;
  return system;
}

std::unique_ptr<FlockSky> sky_of(const System& system) {
  auto sky = FlockSky::create(system);
  EXPECT_TRUE(sky);
  return std::move(*sky);
}

void fly(FlockSky& sky, const System& system, Step step) {
  sky.begin(step);
  for (EntityId id = 0; id < system.entities(); ++id) {
    const FlockState own =
        step == 0 ? flock_initial(sky.scale(), system.seed, id) : sky.after(id, step - 1);
    sky.set_after(id, step, flock_next(sky.scale(), system.seed, id, step, own, sky));
  }
}

std::uint32_t apart(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(
      std::abs(static_cast<std::int64_t>(static_cast<std::int32_t>(a - b))));
}

TEST(Flock, ACellHoldsItsBirdsInTheOrderOfTheirIds) {
  const System system = flock_of(1000, 5);
  const auto sky = sky_of(system);
  for (Step step = 0; step < 20; ++step) fly(*sky, system, step);
  sky->begin(20);
  std::size_t found = 0;
  for (std::uint32_t x = 0; x < sky->scale().cells; ++x) {
    for (std::uint32_t y = 0; y < sky->scale().cells; ++y) {
      EntityId before = 0;
      bool first = true;
      for (const FlockSeen& seen : (*sky)(x, y)) {
        EXPECT_EQ(sky->scale().cell(seen.state.at.x), x);
        EXPECT_EQ(sky->scale().cell(seen.state.at.y), y);
        EXPECT_EQ(seen.state, sky->after(seen.id, 19));
        EXPECT_TRUE(first || seen.id > before);
        first = false;
        before = seen.id;
        ++found;
      }
    }
  }
  EXPECT_EQ(found, system.entities());
}

// A bird finds all birds within its sight in the nine cells around it, also across the edges of space.
TEST(Flock, TheGridHidesNobodyInSight) {
  for (const std::uint64_t birds : {2U, 9U, 40U, 700U}) {
    const System system = flock_of(birds, 77 + birds);
    const auto sky = sky_of(system);
    fly(*sky, system, 0);
    sky->begin(1);
    const FlockScale& scale = sky->scale();
    const auto sight = static_cast<std::int64_t>(scale.sight >> scale.shift);
    for (EntityId id = 0; id < birds; ++id) {
      const FlockState own = sky->after(id, 0);
      std::size_t in_sight = 0;
      for (EntityId other = 0; other < birds; ++other) {
        const Position at = sky->after(other, 0).at;
        const std::int64_t x = static_cast<std::int32_t>(at.x - own.at.x) >> scale.shift;
        const std::int64_t y = static_cast<std::int32_t>(at.y - own.at.y) >> scale.shift;
        if (other != id && x * x + y * y <= sight * sight) ++in_sight;
      }
      std::size_t seen = 0;
      for (std::uint32_t dx : {scale.cells - 1, 0U, 1U}) {
        for (std::uint32_t dy : {scale.cells - 1, 0U, 1U}) {
          FlockView view;
          view.look(scale, id, own,
                    (*sky)((scale.cell(own.at.x) + dx) % scale.cells,
                           (scale.cell(own.at.y) + dy) % scale.cells));
          seen += static_cast<std::size_t>(view.count);
        }
      }
      EXPECT_EQ(std::min<std::size_t>(seen, greatest_neighbours),
                std::min<std::size_t>(in_sight, greatest_neighbours))
          << "bird " << id << " of " << birds;
    }
  }
}

TEST(Flock, AlignsAndKeepsItsDistanceAndSpeed) {
  const System system = flock_of(400, 3);
  const auto sky = sky_of(system);
  const FlockScale& scale = sky->scale();
  // Mean alignment of neighbours: 1 in the same direction, 0 at random.
  const auto alignment = [&](Step step) {
    double sum = 0;
    int pairs = 0;
    for (EntityId a = 0; a < system.entities(); ++a) {
      const FlockState one = sky->after(a, step);
      for (EntityId b = a + 1; b < system.entities(); ++b) {
        const FlockState other = sky->after(b, step);
        if (apart(one.at.x, other.at.x) > scale.sight || apart(one.at.y, other.at.y) > scale.sight)
          continue;
        sum += (double(one.vx) * other.vx + double(one.vy) * other.vy) /
               (std::hypot(one.vx, one.vy) * std::hypot(other.vx, other.vy));
        ++pairs;
      }
    }
    return sum / pairs;
  };
  fly(*sky, system, 0);
  const double before = alignment(0);
  constexpr Step last = 400;
  for (Step step = 1; step <= last; ++step) fly(*sky, system, step);
  EXPECT_LT(before, 0.5);
  EXPECT_GT(alignment(last), 0.8);
  std::size_t fullest = 0;
  sky->begin(last + 1);
  for (std::uint32_t x = 0; x < scale.cells; ++x) {
    for (std::uint32_t y = 0; y < scale.cells; ++y)
      fullest = std::max(fullest, (*sky)(x, y).size());
  }
  EXPECT_LT(fullest, 60U) << "they sit on each other";
  for (EntityId id = 0; id < system.entities(); ++id) {
    const FlockState bird = sky->after(id, last);
    const double speed = std::hypot(bird.vx, bird.vy);
    EXPECT_LE(speed, static_cast<double>(scale.top_speed) + 1);
    EXPECT_GE(speed, static_cast<double>(scale.top_speed) / 2 - 2);
  }
}

TEST(Walkthrough, HousesStandAndWalkersKeepToTheStreets) {
  System system;
  system.behaviour = Behaviour::walkthrough;
  system.entities_by_node = {5000};
  system.managers_by_node = {0};
  system.changing_share = 0.1;
  system.update_period_steps = 3;
  system.seed = 9;
  const ChangeSchedule schedule(system);
  const WalkScale scale(system.entities());
  const auto off_street = [&](std::uint32_t coordinate) {
    const std::uint32_t in_block = coordinate % scale.block;
    return in_block > scale.block / 10 && in_block < scale.block - scale.block / 10;
  };
  auto places = Walkthrough::make_places(system);
  ASSERT_TRUE(places);
  const Walkthrough town(system, base::CpuWork(), std::move(*places));
  std::vector<std::uint64_t> memory(system.entities() * town.state_size() / 8);
  const EntityRange all{0, system.entities(), reinterpret_cast<std::byte*>(memory.data())};
  std::vector<Position> initial;
  for (EntityId id = 0; id < system.entities(); ++id) {
    town.construct(id, all.states + id * town.state_size());
    initial.push_back(town.position(id, 0));
  }
  std::vector<std::uint8_t> changed(system.entities());
  std::vector<bool> moved(system.entities());
  for (Step step = 0; step < 300; ++step) {
    const RangeUpdate updated = town.update(all, step, changed.data());
    EXPECT_EQ(updated.changed, schedule.count(0, system.entities(), step));
    for (EntityId id = 0; id < system.entities(); ++id) {
      const Position at = town.position(id, step);
      if (!(at == initial[id])) moved[id] = true;
      if (schedule.is_changing(id)) {
        EXPECT_FALSE(off_street(at.x) && off_street(at.y))
            << "walker " << id << " in step " << step;
      }
    }
  }
  for (EntityId id = 0; id < system.entities(); ++id) {
    EXPECT_EQ(moved[id], schedule.is_changing(id)) << "entity " << id;
    if (!schedule.is_changing(id)) {
      EXPECT_TRUE(off_street(initial[id].x) && off_street(initial[id].y)) << "house " << id;
    }
  }
}

// A packed component can be unpacked, and packs to the same bytes again.
template <class Class>
void expect_packs(const Class& entity_class, EntityId id) {
  std::vector<std::uint64_t> state(entity_class.state_size() / 8);
  std::vector<std::uint64_t> copy(state.size());
  auto* const from = reinterpret_cast<std::byte*>(state.data());
  auto* const to = reinterpret_cast<std::byte*>(copy.data());
  entity_class.construct(id, from);
  entity_class.construct(id + 1, to);
  for (std::uint32_t c = 0; c < 2; ++c) {
    std::vector<std::byte> packed(entity_class.packed_size());
    entity_class.pack(from, c, packed);
    EXPECT_TRUE(entity_class.unpack(packed, c, to));
    std::vector<std::byte> again(entity_class.packed_size());
    entity_class.pack(to, c, again);
    EXPECT_EQ(packed, again);
  }
  std::vector<std::byte> packed(entity_class.packed_size());
  EXPECT_FALSE(entity_class.unpack(packed, 2, to)) << "follows from the others";
  EXPECT_FALSE(entity_class.unpack(std::span(packed).first(4), 0, to));
}

TEST(Behaviours, AStateCanBePutBack) {
  System system = flock_of(10, 4);
  system.monitors = 3;
  auto places = Walkthrough::make_places(system);
  ASSERT_TRUE(places);
  expect_packs(Walkthrough(system, base::CpuWork(), std::move(*places)), 3);
  expect_packs(Flock(system, base::CpuWork(), sky_of(system)), 3);
}

TEST(Behaviours, AFlockThatDoesNotChangeInEveryStepIsRefused) {
  System system = flock_of(10, 4);
  EXPECT_TRUE(system.check());
  system.changing_share = 0.5;
  EXPECT_NE(system.check().error().message.find("changing_share"), std::string::npos);
  system.changing_share = 1;
  system.update_period_steps = 2;
  EXPECT_NE(system.check().error().message.find("update_period_steps"), std::string::npos);
}

}  // namespace
}  // namespace orrery::universe
