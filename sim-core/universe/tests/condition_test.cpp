// A model's constraint in a universe: the entities' program against the oracle's tree, and the counts of changes that pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "orrery/model/interpreter.hpp"
#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/message_model.hpp"
#include "orrery/universe/passing_changes.hpp"

#include "condition_tree.hpp"
#include "systems.hpp"

namespace orrery::universe {
namespace {

using testing::HasSubstr;

constexpr auto random_model = R"(
  UNIVERSE U {
    CONSTANT half : REAL = 0.5;
    CONSTANT below : LONG[] = {-1, 3};
    CONSTANT on : BOOLEAN = TRUE;
    ELEMENT E { PROPERTY i : INTEGER; PROPERTY r : REAL[2]; PROPERTY f : BOOLEAN; }
    PROPERTY e : E[3];
  }
  ENTITY T IN U { PROPERTY l : LONG; PROPERTY d : DOUBLE; PROPERTY f : BOOLEAN; CONSTRAINT c = )";

// Conditions with few parentheses, so that the reading of what binds tighter is tried too.
class RandomTexts {
 public:
  explicit RandomTexts(base::Random& random) : random_(random) {}

  std::string boolean(int depth) {
    std::string text = joined(depth);
    while (depth > 0 && random_.chance(0.5)) {
      text += random_.chance(0.5) ? " AND " : " OR ";
      text += joined(depth - 1);
    }
    return text;
  }

 private:
  std::string joined(int depth) {
    const std::string negation = random_.chance(0.2) ? "NOT " : "";
    if (depth > 0 && random_.chance(0.2)) return negation + "(" + boolean(depth - 1) + ")";
    if (random_.chance(0.2)) return negation + flag();
    if (depth > 0 && random_.chance(0.1)) {
      return negation + "(" + boolean(depth - 1) + ")" + (random_.chance(0.5) ? " = " : "<>") +
             flag();
    }
    static constexpr std::array<const char*, 6> signs = {" = ", "<>", "<", "<=", " > ", ">="};
    return negation + number(depth) + signs[random_.below(6)] + number(depth);
  }
  std::string flag() {
    static constexpr std::array<const char*, 5> flags = {"f", "e[1].f", "on", "FALSE", "TRUE"};
    return flags[random_.below(5)];
  }
  std::string number(int depth) {
    std::string text = single(depth);
    static constexpr std::array<const char*, 4> signs = {" + ", "-", " * ", "/"};
    while (depth > 0 && random_.chance(0.5)) text += signs[random_.below(4)] + single(depth - 1);
    return text;
  }
  std::string single(int depth) {
    const std::string sign = random_.chance(0.15) ? "-" : "";
    if (depth > 0 && random_.chance(0.2)) return sign + "(" + number(depth - 1) + ")";
    static constexpr std::array<const char*, 9> values = {
        "l", "d", "e[0].i", "e[2].r[1]", "U.half", "below[1]", "0", "1e-3", "2.5"};
    return sign + values[random_.below(9)];
  }

  base::Random& random_;
};

TEST(ConditionTree, AgreesWithTheProgramOnRandomConditionsAndStates) {
  base::Random random(41);
  RandomTexts texts(random);
  int held = 0;
  int asked = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::string text = texts.boolean(3);
    model::Interpreter interpreter;
    const model::Outcome read = interpreter.insert(random_model + text + "; }");
    ASSERT_TRUE(read.ok()) << text << model::to_string(read.errors);
    const auto condition = interpreter.condition(interpreter.find("T.c"));
    const auto layout = interpreter.layout(interpreter.find("T"));
    auto tree = ConditionTree::read(condition->text(), *layout);
    ASSERT_TRUE(tree.ok()) << condition->text();
    std::vector<std::byte> state(layout->size());
    for (int once = 0; once < 10; ++once) {
      layout->for_each_run([&](model::Type type, std::size_t offset, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
          const model::Layout::Place place{type, static_cast<std::uint32_t>(offset),
                                           static_cast<std::uint32_t>(count), nullptr};
          const auto whole = static_cast<std::int64_t>(random.below(7)) - 3;
          const bool is_whole = type == model::Type::integer || type == model::Type::long_integer;
          const model::Value value = type == model::Type::boolean ? model::Value{whole > 0}
                                     : is_whole ? model::Value{whole}
                                                : model::Value{static_cast<double>(whole) / 2};
          ASSERT_TRUE(model::set(state.data(), place, static_cast<std::uint32_t>(i), value));
        }
      });
      const bool holds = condition->holds(state.data());
      ASSERT_EQ(tree->holds(state.data()), holds) << text << " as " << condition->text();
      held += holds ? 1 : 0;
      ++asked;
    }
  }
  EXPECT_GT(held, asked / 5);
  EXPECT_LT(held, asked - asked / 5);
}

TEST(ConditionTree, RefusesWhatIsNoCondition) {
  model::Interpreter interpreter;
  ASSERT_TRUE(interpreter.insert(std::string(random_model) + "f; }").ok());
  const auto layout = interpreter.layout(interpreter.find("T"));
  for (const char* text : {"", "f AND", "(f", "f)", "nothing > 1", "e > 1", "l ! 1", "l < < 1"}) {
    const auto tree = ConditionTree::read(text, *layout);
    ASSERT_FALSE(tree.ok()) << text;
    EXPECT_EQ(tree.error().code, base::ErrorCode::internal);
  }
}

System conditioned(const char* constraint) {
  System system;
  system.entities_by_node = {9, 0, 11};
  system.managers_by_node = {1, 1, 0};
  system.monitors = 2;
  system.update_period_steps = 3;
  system.changing_share = 0.8;
  system.warmup_steps = 4;
  system.measured_steps = 60;
  system.seed = 77;
  give_model(system, constraint);
  return system;
}

std::uint64_t sum_of(const PassingChanges& passing) {
  std::uint64_t all = 0;
  for (Step step = 0; step < passing.steps(); ++step) all += passing.count(step);
  return all;
}

TEST(PassingChanges, AreNoneOrAllIfTheConstraintNeverOrAlwaysHolds) {
  const auto never = count_passing_changes(conditioned("never"));
  EXPECT_EQ(sum_of(*never), 0U);
  const System system = conditioned("always");
  const auto always = count_passing_changes(system);
  const ChangeSchedule schedule(system);
  ASSERT_EQ(always->steps(), system.total_steps());
  for (Step step = 0; step < system.total_steps(); ++step) {
    EXPECT_EQ(always->count(0, step), schedule.count(0, 9, step));
    EXPECT_EQ(always->count(1, step), 0U);
    EXPECT_EQ(always->count(2, step), schedule.count(9, 20, step));
  }
}

TEST(PassingChanges, AreAboutTheShareOfStatesThatPass) {
  // `heading` is a new random number from 0 to below 1 after each change.
  const System system = conditioned("quarter");
  const std::uint64_t all = ChangeSchedule(system).count_over(0, 20, 0, system.total_steps());
  const std::uint64_t passing = sum_of(*count_passing_changes(system));
  EXPECT_GT(passing, all / 8);
  EXPECT_LT(passing, all / 2);
}

TEST(PassingChanges, PassTheLevelsAsWell) {
  System system = conditioned("always");
  system.constraint_levels = 5;
  const auto both = count_passing_changes(system);
  const ChangeSchedule schedule(system);
  for (Step step = 0; step < system.total_steps(); ++step) {
    EXPECT_EQ(both->count(step), schedule.count(0, 20, step));
  }
  System half = conditioned("half");
  const std::uint64_t without_levels = sum_of(*count_passing_changes(half));
  half.constraint_levels = 5;
  EXPECT_LT(sum_of(*count_passing_changes(half)), without_levels);
}

// Follows each entity alone, with the program that entities run.
TEST(PassingChanges, AgreeWithAskingEachEntity) {
  for (const char* constraint : conditions) {
    const System system = conditioned(constraint);
    const ChangeSchedule schedule(system);
    const auto passing = count_passing_changes(system);
    const model::Layout& layout = system.modelled->layout();
    std::vector<std::uint64_t> first(system.total_steps());
    std::vector<std::uint64_t> last(system.total_steps());
    for (EntityId id = 0; id < 20; ++id) {
      std::vector<std::byte> instance(layout.size());
      layout.construct(instance.data());
      for (Step step = 0; step < system.total_steps(); ++step) {
        if (!schedule.changes(id, step)) continue;
        for (std::uint32_t c = 0; c < system.monitors; ++c) {
          system.modelled->change(system.seed, id, step, c, instance.data());
        }
        if (system.condition->holds(instance.data())) ++(id < 9 ? first : last)[step];
      }
      layout.destruct(instance.data());
    }
    for (Step step = 0; step < system.total_steps(); ++step) {
      EXPECT_EQ(passing->count(0, step), first[step]) << constraint << " step " << step;
      EXPECT_EQ(passing->count(2, step), last[step]) << constraint << " step " << step;
    }
  }
}

TEST(PassingChanges, GiveTheMessageModelItsCounts) {
  System system = conditioned("half");
  system.passing = count_passing_changes(system);
  MessageModel master(system, 0);
  MessageModel last(system, 2);
  MessageCounts over;
  for (Step step = 4; step < 20; ++step) {
    const std::uint64_t own = system.passing->count(0, step);
    const std::uint64_t others = system.passing->count(2, step);
    const MessageCounts expected = master.expected(step);
    EXPECT_EQ(expected[MessageKind::state_from_entity], 2 * own);
    EXPECT_EQ(expected[MessageKind::state_relay], 2 * others);
    EXPECT_EQ(expected[MessageKind::state_to_manager], 2 * (own + others));
    EXPECT_EQ(last.expected(step)[MessageKind::state_from_entity], 2 * others);
    over += expected;
  }
  EXPECT_EQ(master.expected_over(4, 20), over);
}

TEST(PassingChanges, EndWithTheCancelledRun) {
  int steps = 0;
  EXPECT_EQ(count_passing_changes(conditioned("half"), [&] { return ++steps == 3; }), nullptr);
  EXPECT_EQ(steps, 3);
}

TEST(System, RefusesAConstraintThatTakesTooLongToCount) {
  System system = conditioned("half");
  system.measured_steps = 2'500'000;
  const auto refused = system.check_before_counting();
  ASSERT_FALSE(refused);
  EXPECT_THAT(
      refused.error().message,
      HasSubstr("workload.steps is 2500004 with the warm-up: with a constraint of the model "
                "give at most 2500000 for 20 entities"));
  system.measured_steps = 2'499'996;
  EXPECT_TRUE(system.check_before_counting());
  EXPECT_FALSE(system.check());  // not counted yet

  System wide = conditioned("half");
  wide.monitors = 1;
  wide.entities_by_node = {1000, 0, 0};
  model::Interpreter interpreter;
  ASSERT_TRUE(
      interpreter.insert("ENTITY W { PROPERTY a : DOUBLE[8000]; CONSTRAINT c = a[0] > 0.5; }")
          .ok());
  wide.modelled = std::make_shared<const ModelledRule>(
      ModelledRule::of(interpreter.layout(interpreter.find("W")), 1).value());
  wide.state_bytes = 64'000;
  wide.condition = std::make_shared<const model::Condition>(
      interpreter.condition(interpreter.find("W.c")).value());
  const auto too_wide = wide.check_before_counting();
  ASSERT_FALSE(too_wide);
  EXPECT_THAT(too_wide.error().message, HasSubstr("give at most 62 for 1000 entities"));
}

TEST(System, RefusesAConstraintWithoutItsOwnCounts) {
  System system = conditioned("half");
  system.passing = count_passing_changes(system);
  EXPECT_TRUE(system.check());
  ++system.measured_steps;
  EXPECT_FALSE(system.check());
  system = conditioned("half");
  system.passing = count_passing_changes(system);
  system.condition = nullptr;
  EXPECT_FALSE(system.check());
  system = conditioned("half");
  system.behaviour = Behaviour::toggle;
  EXPECT_FALSE(system.check_before_counting());
}

TEST(System, WithoutConstraintsAllChangesPass) {
  System system = conditioned("half");
  system.passing = count_passing_changes(system);
  system.constraint_levels = 3;
  const System plain = system.without_constraints();
  EXPECT_EQ(plain.condition, nullptr);
  EXPECT_EQ(plain.passing, nullptr);
  EXPECT_FALSE(plain.filtered());
  EXPECT_TRUE(plain.check());
}

}  // namespace
}  // namespace orrery::universe
