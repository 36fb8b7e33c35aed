// Compares the pure parts with brute force: change schedule, message model, checksum, stride, entity class.
#include <gtest/gtest.h>

#include <cmath>

#include "orrery/base/random.hpp"
#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/constraint.hpp"
#include "orrery/universe/message_model.hpp"
#include "orrery/universe/oracle.hpp"
#include "orrery/universe/recording_stride.hpp"
#include "orrery/universe/toggle.hpp"

#include "systems.hpp"

namespace orrery::universe {
namespace {

TEST(ChangeSchedule, ChangingShareIsExactAndSpread) {
  for (const std::uint64_t entities : {1U, 2U, 7U, 40U, 1001U}) {
    for (const double share : {0.0, 0.1, 0.25, 0.5, 0.99, 1.0}) {
      System system;
      system.entities_by_node = {entities};
      system.managers_by_node = {0};
      system.changing_share = share;
      const ChangeSchedule schedule(system);
      std::uint64_t changing = 0;
      for (EntityId id = 0; id < entities; ++id) changing += schedule.is_changing(id) ? 1 : 0;
      EXPECT_EQ(changing,
                static_cast<std::uint64_t>(std::llround(share * static_cast<double>(entities))))
          << entities << " entities, share " << share;
    }
  }
}

TEST(ChangeSchedule, CountsAgreeWithAskingEachEntity) {
  base::Random random(11);
  for (int round = 0; round < 300; ++round) {
    const System system = random_system(random, 200, 3);
    const ChangeSchedule schedule(system);
    const Constraint constraint(system);
    const std::uint64_t z = system.entities();
    const std::uint64_t begin = random.below(z + 1);
    const std::uint64_t end = begin + random.below(z - begin + 1);
    const Step step = random.below(1000);
    std::uint64_t changing = 0;
    for (std::uint64_t id = begin; id < end; ++id) {
      const auto entity = static_cast<EntityId>(id);
      changing += schedule.changes(entity, step) && constraint.passes(entity, step) ? 1 : 0;
    }
    EXPECT_EQ(schedule.count(begin, end, step), changing) << describe(system);

    const Step last = step + random.below(50);
    std::uint64_t over = 0;
    for (Step s = step; s < last; ++s) over += schedule.count(begin, end, s);
    EXPECT_EQ(schedule.count_over(begin, end, step, last), over) << describe(system);
  }
}

// Plays a step message by message, in the plainest way.
std::vector<MessageCounts> play(const System& system, Step step) {
  const ChangeSchedule schedule(system);
  const Constraint constraint(system);
  const bool says_ended = system.control != StepControl::deadline;
  std::vector<MessageCounts> nodes(system.nodes());
  const auto notify = [&](NodeIndex node) {
    std::uint64_t& notices = nodes[node][MessageKind::update_notify];
    if (system.control == StepControl::messages) ++notices;
    if (system.control == StepControl::multicast) notices = 1;
  };
  for (NodeIndex node = 0; node < system.nodes(); ++node) {
    if (node != 0) ++nodes[node][MessageKind::node_notify];
    if (node != 0) ++nodes[0][MessageKind::node_complete];
    const EntityId first = system.first_entity(node);
    for (std::uint64_t i = 0; i < system.entities_by_node[node]; ++i) {
      notify(node);
      if (says_ended) ++nodes[node][MessageKind::update_complete];
      for (NodeIndex to = 0; to < system.nodes(); ++to) {
        if (to != node && system.sees_neighbours()) ++nodes[to][MessageKind::neighbour_state];
      }
      const EntityId id = first + static_cast<EntityId>(i);
      if (!schedule.changes(id, step) || !constraint.passes(id, step)) continue;
      if (system.managers() == 0) continue;
      for (std::uint32_t component = 0; component < system.monitors; ++component) {
        ++nodes[node][MessageKind::state_from_entity];
        for (NodeIndex to = 0; to < system.nodes(); ++to) {
          if (system.managers_by_node[to] == 0) continue;
          if (to != node) ++nodes[to][MessageKind::state_relay];
          nodes[to][MessageKind::state_to_manager] +=
              system.state_flow == StateFlow::by_name ? 1 : system.managers_by_node[to];
        }
      }
    }
    for (std::uint64_t m = 0; m < system.managers_by_node[node]; ++m) {
      notify(node);
      ++nodes[node][MessageKind::manager_process];
      ++nodes[node][MessageKind::manager_complete];
    }
    for (NodeIndex to = 0; to < system.nodes(); ++to) {
      if (to != node && system.managers_by_node[to] > 0) ++nodes[to][MessageKind::state_complete];
    }
  }
  return nodes;
}

TEST(MessageModel, AgreesWithPlayingTheStepThrough) {
  base::Random random(12);
  for (int round = 0; round < 200; ++round) {
    System system = random_system(random, 60, 4);
    // The steps of a model's constraint are in condition_test.cpp.
    system.condition = nullptr;
    system.passing = nullptr;
    const Step first = random.below(100);
    const Step last = first + 1 + random.below(40);
    for (NodeIndex node = 0; node < system.nodes(); ++node) {
      MessageModel model(system, node);
      MessageCounts over;
      for (Step step = first; step < last; ++step) {
        const MessageCounts played = play(system, step)[node];
        EXPECT_EQ(model.expected(step), played) << describe(system) << " step " << step;
        over += played;
      }
      EXPECT_EQ(model.expected_over(first, last), over) << describe(system);
    }
  }
}

TEST(Constraint, LetsEachChangingEntityPassAtItsFirstLevels) {
  System system;
  system.entities_by_node = {40};
  system.managers_by_node = {1};
  system.constraint_levels = 5;
  system.update_period_steps = 3;
  const ChangeSchedule schedule(system);
  const Constraint constraint(system);
  for (EntityId id = 0; id < 40; ++id) {
    std::uint32_t passed = 0;
    std::uint32_t level = all_levels;
    for (Step step = 0; step < 3 * all_levels; ++step) {
      if (!schedule.changes(id, step)) continue;
      const std::uint32_t now = change_level(id, step, 3);
      if (level < all_levels) {
        EXPECT_EQ(now, (level + 1) % all_levels);
      }
      level = now;
      passed += constraint.passes(id, step) ? 1 : 0;
    }
    EXPECT_EQ(passed, 5U) << id;
  }
  EXPECT_EQ(schedule.count_over(0, 40, 0, 3 * all_levels), 40U * 5);
}

TEST(MessageModel, AMessageByNameCarriesTheName) {
  System system;
  system.entities_by_node = {4};
  system.managers_by_node = {3};
  const std::uint64_t by_monitor = message_bytes(system, MessageKind::state_to_manager);
  system.state_flow = StateFlow::by_name;
  EXPECT_EQ(message_bytes(system, MessageKind::state_to_manager),
            by_monitor + component_name_bytes);
  EXPECT_EQ(MessageModel(system, 0).expected(0)[MessageKind::state_to_manager], 4U);
}

TEST(MessageModel, CountsOfTheStudy) {
  System system;
  system.entities_by_node = {10};
  system.managers_by_node = {3};
  system.monitors = 1;
  MessageModel model(system, 0);
  EXPECT_EQ(model.expected(0)[MessageKind::state_from_entity], 10U);
  EXPECT_EQ(model.expected(0)[MessageKind::state_to_manager], 30U);
}

TEST(Checksum, AddsUpOverAnyPlacement) {
  base::Random random(13);
  constexpr std::uint64_t steps = 50;
  constexpr std::uint64_t prefix = 20;
  RunningChecksum whole(prefix);
  std::vector<RunningChecksum> parts(5, RunningChecksum(prefix));
  for (Step step = 0; step < steps; ++step) {
    std::uint64_t sum = 0;
    for (int party = 0; party < 30; ++party) {
      const std::uint64_t contribution = random.bits();
      sum += contribution;
      parts[random.below(parts.size())].add(step, 0);
      parts[random.below(parts.size())].add(step, contribution);
    }
    whole.add(step, sum);
  }
  RunningChecksum merged(prefix);
  for (const RunningChecksum& part : parts) merged.merge(part.total(), 0);
  EXPECT_EQ(merged.total(), whole.total());
}

TEST(Checksum, PrefixIsTheChecksumOfARunThatEndsThere) {
  base::Random random(14);
  const System system = random_system(random, 40, 1);
  RunningChecksum sum(7);
  for (Step step = 0; step < 20; ++step) sum.add(step, base::mix64(step));
  RunningChecksum shorter(7);
  for (Step step = 0; step < 7; ++step) shorter.add(step, base::mix64(step));
  EXPECT_EQ(sum.prefix(), shorter.total());
  EXPECT_NE(sum.prefix(), sum.total());
}

TEST(Checksum, SeesSwappedSteps) {
  RunningChecksum one(0);
  RunningChecksum other(0);
  one.add(0, 1);
  one.add(1, 2);
  other.add(0, 2);
  other.add(1, 1);
  EXPECT_NE(one.total(), other.total());
}

TEST(Oracle, DependsOnSeedStepsAndSystem) {
  base::Random random(15);
  System system = random_system(random, 30, 2);
  system.changing_share = 1;
  const std::uint64_t sum = oracle_checksum(system, 10);
  EXPECT_EQ(oracle_checksum(system, 10), sum);
  EXPECT_NE(oracle_checksum(system, 11), sum);
  ++system.seed;
  EXPECT_NE(oracle_checksum(system, 10), sum);
}

TEST(Oracle, AffordsAtLeastOneStepAndAtMostAll) {
  System system;
  system.entities_by_node = {4'000'000};
  system.managers_by_node = {0};
  system.monitors = 8;
  system.measured_steps = 1000;
  EXPECT_GE(oracle_affordable_steps(system), 1U);
  EXPECT_LT(oracle_affordable_steps(system), 1000U);
  system.entities_by_node = {1};
  EXPECT_EQ(oracle_affordable_steps(system), 1000U);
}

TEST(RecordingStride, RecordsEveryStepOfLongOnesAndFewOfShortOnes) {
  RecordingStride stride(150);
  EXPECT_EQ(stride.value(), 1U);
  stride.observe(400);  // 150 / (0.005 * 400)
  EXPECT_EQ(stride.value(), 75U);
  for (int i = 0; i < 200; ++i) stride.observe(100'000);
  EXPECT_EQ(stride.value(), 1U);
  stride.observe(0);
  EXPECT_GE(stride.value(), 1U);
}

TEST(RecordingStride, MeanIsOneOnlyIfEveryStepWasRecorded) {
  EXPECT_EQ(mean_stride(3000, 3000), 1U);
  EXPECT_EQ(mean_stride(3000, 2999), 2U);
  EXPECT_EQ(mean_stride(3000, 2252), 2U);
  EXPECT_EQ(mean_stride(3000, 1500), 2U);
  EXPECT_EQ(mean_stride(3000, 1499), 3U);
  EXPECT_EQ(mean_stride(3000, 0), 3000U);
  EXPECT_EQ(mean_stride(0, 0), 1U);
}

TEST(Toggle, PacksAndUnpacksItsComponents) {
  System system;
  system.entities_by_node = {1};
  system.managers_by_node = {1};
  system.monitors = 3;
  system.state_bytes = 24;
  const Toggle toggle(system, {});
  std::vector<std::uint64_t> from(toggle.state_size() / 8);
  std::vector<std::uint64_t> to(from.size());
  auto* const from_bytes = reinterpret_cast<std::byte*>(from.data());
  auto* const to_bytes = reinterpret_cast<std::byte*>(to.data());
  toggle.construct(0, from_bytes);
  toggle.construct(1, to_bytes);
  const Toggle::StepContext<0, false> context{0, 0, 3};
  EXPECT_NE(toggle.hash_one(0, context, from_bytes), toggle.hash_one(0, context, to_bytes));
  for (std::uint32_t component = 0; component < 3; ++component) {
    std::vector<std::byte> packed(toggle.packed_size());
    toggle.pack(from_bytes, component, packed);
    EXPECT_TRUE(toggle.unpack(packed, component, to_bytes));
  }
  EXPECT_EQ(toggle.hash_one(0, context, from_bytes), toggle.hash_one(0, context, to_bytes));
  std::vector<std::byte> wrong(toggle.packed_size() + 1);
  EXPECT_FALSE(toggle.unpack(wrong, 0, to_bytes));
  EXPECT_FALSE(toggle.unpack(std::span(wrong).first(toggle.packed_size()), 3, to_bytes));
}

TEST(Toggle, PackingInSmallPiecesGivesTheSameMessages) {
  System system;
  system.entities_by_node = {9};
  system.managers_by_node = {1};
  system.monitors = 2;
  system.changing_share = 0.7;
  const Toggle toggle(system, {});
  std::vector<std::uint64_t> states(9 * toggle.state_size() / 8);
  const EntityRange range{0, 9, reinterpret_cast<std::byte*>(states.data())};
  for (EntityId id = 0; id < 9; ++id) {
    toggle.construct(id, range.states + id * toggle.state_size());
  }
  std::vector<std::uint8_t> changed(9);
  const RangeUpdate updated = toggle.update(range, 0, changed.data());
  EXPECT_EQ(updated.updated, 9U);
  EXPECT_EQ(updated.changed, 6U);  // round(0.7 * 9)

  const std::size_t message = sizeof(MessageHeader) + toggle.packed_size();
  std::vector<std::byte> all(message * 18);
  PackCursor cursor;
  EXPECT_EQ(toggle.pack_changed(range, 0, changed.data(), cursor, all), 12U);
  EXPECT_EQ(cursor.entity, range.count);

  std::uint64_t sum = 0;
  std::size_t pieces = 0;
  std::vector<std::byte> one(message);
  for (PackCursor at; at.entity < range.count;) {
    const std::size_t count = toggle.pack_changed(range, 0, changed.data(), at, one);
    sum += toggle.hash_updates(std::span(one).first(count * message));
    pieces += count;
  }
  EXPECT_EQ(pieces, 12U);
  EXPECT_EQ(sum, toggle.hash_updates(std::span(all).first(12 * message)));
}

TEST(System, RefusesWhatItCannotRunWithFieldValueAndRemedy) {
  System system;
  system.entities_by_node = {4'000'001};
  system.managers_by_node = {0};
  const auto refused = system.check();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("entities_by_node"), std::string::npos);
  EXPECT_NE(refused.error().message.find("4000001"), std::string::npos);
  EXPECT_NE(refused.error().message.find("give"), std::string::npos);
  system.entities_by_node = {1};
  EXPECT_TRUE(system.check());
  system.managers_by_node = {0, 0};
  EXPECT_FALSE(system.check());
  system.managers_by_node = {0};
  system.changing_share = std::nan("");
  EXPECT_FALSE(system.check());
}

}  // namespace
}  // namespace orrery::universe
