// Constraints: what they mean, the errors of wrong ones, their changes at run time, and their forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "orrery/model/check.hpp"
#include "orrery/model/condition.hpp"
#include "orrery/model/interpreter.hpp"
#include "orrery/model/tokens.hpp"

#include "models.hpp"
#include "random_conditions.hpp"

namespace orrery::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Walker, whose constraint `c` is the given condition.
std::string walker(const std::string& condition) {
  return R"(UNIVERSE Town {
  CONSTANT limit : REAL = 0.5;
  CONSTANT last : INTEGER = 2;
  CONSTANT marks : LONG[] = {10, 20, -30};
  CONSTANT open : BOOLEAN = TRUE;
  CONSTANT title : STRING = "town";
  ELEMENT Point { PROPERTY x : REAL = 0.25; PROPERTY tag : STRING; PROPERTY row : INTEGER[3] = {7, 8, 9}; }
  ELEMENT Pose { PROPERTY at : Point[3]; PROPERTY heading : DOUBLE = 3.0; FUNCTION turn(); }
  PROPERTY pose : Pose;
  PROPERTY seen : BOOLEAN = TRUE;
}
ENTITY Walker IN Town {
  PROPERTY speed : REAL = 0.75;
  PROPERTY steps : LONG = -4;
  PROPERTY name : STRING = "anna";
  CONSTRAINT c = )" +
         condition + ";\n}\n";
}

constexpr std::uint32_t condition_line = 16;
constexpr std::uint32_t condition_column = 18;

bool holds(const std::string& condition) {
  Interpreter interpreter;
  const Outcome read = interpreter.insert(walker(condition));
  EXPECT_TRUE(read.ok()) << condition << "\n" << to_string(read.errors);
  if (!read.ok()) return false;
  const auto compiled = interpreter.condition(interpreter.find("Walker.c"));
  EXPECT_TRUE(compiled.has_value());
  const State state(interpreter.layout(interpreter.find("Walker")));
  return compiled->holds(state.get());
}

TEST(Constraint, ComparesNumbersAndJoinsConditions) {
  for (const char* condition : {"speed > 0.5",
                                "speed >= 0.75",
                                "speed <> 1",
                                "steps = -4",
                                "speed + 1 = 1.75",
                                "steps * 2 - 1 = -9",
                                "7 / 2 = 3.5",
                                "2 + 3 * 4 = 14",
                                "(2 + 3) * 4 = 20",
                                "10 - 4 - 3 = 3",
                                "16 / 4 / 2 = 2",
                                "-steps = 4",
                                "--steps = -4",
                                "3 - -2 = 5",
                                "seen",
                                "NOT NOT seen",
                                "NOT speed > 1",
                                "TRUE OR FALSE AND FALSE",
                                "NOT FALSE AND TRUE",
                                "seen = TRUE",
                                "(speed > 1) = FALSE",
                                "(speed > 1) <> seen",
                                "pose.heading = 3",
                                "pose.at[1].x = 0.25",
                                "pose.at[last].row[1] = 8",
                                "speed > limit",
                                "Town.limit = 0.5",
                                "marks[2] = -30",
                                "marks[last] < marks[0]",
                                "open",
                                "Town.seen",
                                "Town.pose.at[0].x < 1",
                                "1e3 = 1000"}) {
    EXPECT_TRUE(holds(condition)) << condition;
    EXPECT_FALSE(holds("NOT (" + std::string(condition) + ")")) << condition;
  }
}

TEST(Constraint, NumbersAreDoublesAndDivisionByZeroFollowsIeee754) {
  EXPECT_TRUE(holds("1 / 0 > 1e300"));
  EXPECT_TRUE(holds("-1 / 0 < -1e300"));
  EXPECT_TRUE(holds("1 / -0 < 0"));
  for (const char* comparison : {"=", "<", "<=", ">", ">="}) {
    EXPECT_FALSE(holds("0 / 0 " + std::string(comparison) + " 0 / 0")) << comparison;
  }
  EXPECT_TRUE(holds("0 / 0 <> 0 / 0"));
  // The nearest DOUBLE of both is 2 to the 53rd.
  EXPECT_TRUE(holds("9007199254740993 = 9007199254740992"));
}

TEST(Constraint, FollowsTheStateOfAnInstance) {
  Interpreter interpreter;
  ASSERT_TRUE(good(interpreter.insert(walker("seen AND pose.at[1].x < 0.1"))));
  const auto condition = interpreter.condition(interpreter.find("Walker.c"));
  ASSERT_TRUE(condition.has_value());
  const State state(interpreter.layout(interpreter.find("Walker")));
  EXPECT_FALSE(condition->holds(state.get()));
  ASSERT_TRUE(set(state.get(), *state.layout().place("pose.at[1].x"), 0, 0.05));
  EXPECT_TRUE(condition->holds(state.get()));
  ASSERT_TRUE(set(state.get(), *state.layout().place("seen"), 0, false));
  EXPECT_FALSE(condition->holds(state.get()));
}

TEST(Constraint, IsOfNoOtherComponent) {
  Interpreter interpreter;
  ASSERT_TRUE(good(interpreter.insert(walker("seen"))));
  EXPECT_FALSE(interpreter.condition(interpreter.find("Walker.speed")).has_value());
  EXPECT_FALSE(interpreter.condition(interpreter.find("Walker")).has_value());
  EXPECT_FALSE(interpreter.condition(no_component).has_value());
  EXPECT_EQ(interpreter.layout(interpreter.find("Walker.c")), nullptr);
  EXPECT_EQ(interpreter.layout(interpreter.find("Walker"))->place("c"), std::nullopt);
}

struct WrongCondition {
  const char* condition;
  std::uint32_t column;  // in the condition, from 1
  const char* says;
};

class WrongConstraint : public testing::TestWithParam<WrongCondition> {};

TEST_P(WrongConstraint, IsRefusedAtItsPlaceAndLeavesNothing) {
  const WrongCondition& wrong = GetParam();
  Interpreter interpreter;
  const Outcome outcome = interpreter.insert(walker(wrong.condition));
  ASSERT_FALSE(outcome.ok()) << wrong.condition;
  const Diagnostic& first = outcome.errors.front();
  EXPECT_THAT(first.message, HasSubstr(wrong.says)) << wrong.condition;
  EXPECT_EQ(first.line, condition_line) << to_string(outcome.errors);
  EXPECT_EQ(first.column, condition_column - 1 + wrong.column) << to_string(outcome.errors);
  EXPECT_EQ(first.caret.back(), '^');
  EXPECT_EQ(interpreter.components(), 0U);
  EXPECT_EQ(interpreter.memory().dependencies, 0U);
  EXPECT_EQ(interpreter.memory().values, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Grammar, WrongConstraint,
    testing::Values(WrongCondition{"", 1, "a value is expected"},
                    WrongCondition{"speed >", 8, "a value is expected"},
                    WrongCondition{"speed > > 1", 9, "a value is expected"},
                    WrongCondition{"(speed > 1", 11, "')' is expected"},
                    WrongCondition{"speed > 1)", 10, "';' is expected"},
                    WrongCondition{"speed 1", 7, "';' is expected"},
                    WrongCondition{"0 < speed < 1", 11, "two values at a time"},
                    WrongCondition{"speed > 1 and seen", 11, "';' is expected"},
                    WrongCondition{"name = \"anna\"", 8, "a text in a constraint"},
                    WrongCondition{"speed > 1e999", 9, "out of range"},
                    WrongCondition{"pose.at[-1].x > 0", 9, "an index is expected"},
                    WrongCondition{"pose.at[1.5].x > 0", 9, "an index is expected"},
                    WrongCondition{"pose.at[99999999].x > 0", 9, "an index of 99999999"},
                    WrongCondition{"pose. > 0", 7, "a name is expected"},
                    WrongCondition{"speed ! 1", 7, "has no meaning here"}));

INSTANTIATE_TEST_SUITE_P(
    Names, WrongConstraint,
    testing::Values(
        WrongCondition{"sped > 1", 1, "there is no property or CONSTANT 'sped' here"},
        WrongCondition{"Town.sped > 1", 1, "there is no property or CONSTANT 'Town.sped' here"},
        WrongCondition{"seen AND pose.at[0].y > 1", 21, "no PROPERTY 'y' in ELEMENT Town.Point"},
        WrongCondition{"pose.turn > 1", 6, "no PROPERTY 'turn' in ELEMENT Town.Pose"},
        WrongCondition{"speed.x > 1", 7, "PROPERTY Walker.speed has no properties of its own"},
        WrongCondition{"Point > 1", 1, "'Point' is ELEMENT Town.Point"},
        WrongCondition{"c", 1, "'c' is CONSTRAINT Walker.c"},
        WrongCondition{"marks[first] > 1", 7, "there is no CONSTANT 'first' here"},
        WrongCondition{"marks[speed] > 1", 7, "'speed' is PROPERTY Walker.speed"}));

INSTANTIATE_TEST_SUITE_P(
    Types, WrongConstraint,
    testing::Values(
        WrongCondition{"speed", 1, "this is a number: compare it"},
        WrongCondition{"speed + 1", 1, "this is a number: compare it"},
        WrongCondition{"seen AND speed", 10, "AND joins conditions, and this is a number"},
        WrongCondition{"speed OR seen", 1, "OR joins conditions, and this is a number"},
        WrongCondition{"NOT speed", 5, "NOT joins conditions, and this is a number"},
        WrongCondition{"seen + 1 > 0", 1, "'+' needs numbers, and this is a boolean"},
        WrongCondition{"1 > -seen", 6, "'-' needs numbers, and this is a boolean"},
        WrongCondition{"2 * (speed > 1) > 0", 6, "'*' needs numbers"},
        WrongCondition{"speed = seen", 9, "a number is compared with a boolean"},
        WrongCondition{"seen < TRUE", 1, "booleans have no order"},
        WrongCondition{"name = name", 1, "PROPERTY Walker.name is a STRING"},
        WrongCondition{"title <> title", 1, "CONSTANT Town.title is a STRING"},
        WrongCondition{"pose.at[0] = 1", 6, "holds several values: name one of its properties"},
        WrongCondition{"pose > 1", 1, "holds several values"}));

INSTANTIATE_TEST_SUITE_P(
    Indices, WrongConstraint,
    testing::Values(
        WrongCondition{"pose.at[3].x > 0", 9, "there is no index 3: PROPERTY Town.Pose.at has 3"},
        WrongCondition{"pose.at.x > 0", 6, "PROPERTY Town.Pose.at has 3 values: give the index"},
        WrongCondition{"speed[0] > 0", 7, "PROPERTY Walker.speed is a single value"},
        WrongCondition{"limit[0] > 0", 7, "CONSTANT Town.limit is a single value"},
        WrongCondition{"marks > 0", 1, "CONSTANT Town.marks has 3 values"},
        WrongCondition{"marks[limit] > 0", 7, "CONSTANT Town.limit is no index"},
        WrongCondition{"marks[marks] > 0", 7, "CONSTANT Town.marks is no index"},
        WrongCondition{"0 < Town.marks[3]", 16, "there is no index 3"}));

TEST(Constraint, StandsInAnEntityOnly) {
  for (const char* text : {"CONSTRAINT c = TRUE;", "UNIVERSE U { CONSTRAINT c = TRUE; }",
                           "UNIVERSE U { ELEMENT E { CONSTRAINT c = TRUE; } }"}) {
    const CheckReport report = check(text);
    ASSERT_FALSE(report.errors.empty()) << text;
    EXPECT_THAT(report.errors[0].message, HasSubstr("CONSTRAINT may not stand")) << text;
  }
}

TEST(Constraint, HasAGreatestLengthAndDepth) {
  const auto repeated = [](const std::string& piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
  };
  const auto error = [](const std::string& condition) {
    const CheckReport report = check(walker(condition));
    return report.errors.empty() ? "" : report.errors[0].message;
  };
  // Each "seen AND" has two terms, the last `seen` one.
  EXPECT_EQ(error(repeated("seen AND ", 127) + "seen"), "");
  EXPECT_THAT(error(repeated("seen AND ", 128) + "seen"),
              HasSubstr("more than 256 values and operators"));
  EXPECT_THAT(error(repeated("NOT ", 100'000) + "seen"), HasSubstr("more than 256 values"));
  EXPECT_THAT(error(repeated("-", 100'000) + "speed > 0"), HasSubstr("more than 256 values"));
  EXPECT_EQ(error(repeated("(", 16) + "seen" + repeated(")", 16)), "");
  EXPECT_THAT(error(repeated("(", 17) + "seen" + repeated(")", 17)),
              HasSubstr("more than 16 parentheses"));
  EXPECT_THAT(error(repeated("(", 100'000)), HasSubstr("more than 16 parentheses"));
  EXPECT_THAT(error(repeated("pose.", 100) + "x > 0"), HasSubstr("a path of 101 names"));
}

TEST(Constraint, ADeepOneKeepsAllItsWaitingValues) {
  // On each level a left operand of OR, AND, a comparison, a sum and a product waits. All are FALSE or neutral, so the
  // innermost value decides.
  std::string condition = "seen";
  for (std::uint32_t level = 0; level < most_parentheses; ++level) {
    condition = "FALSE OR TRUE AND 1 = 0 + 1 * 1 AND (" + condition + ")";
  }
  EXPECT_TRUE(holds(condition));
  std::string sum = "0 + 1 * speed";
  for (std::uint32_t level = 0; level < most_parentheses; ++level) sum = "0 + 1 * (" + sum + ")";
  EXPECT_TRUE(holds("FALSE OR TRUE AND 0.75 = " + sum));
}

TEST(Constraint, IsListedWithItsTypeAndWithoutState) {
  const CheckReport report = check(walker("seen"));
  ASSERT_TRUE(report.errors.empty());
  EXPECT_EQ(report.listed.back().path, "Walker.c");
  EXPECT_EQ(report.listed.back().kind, Kind::constraint);
  EXPECT_EQ(report.listed.back().type, "BOOLEAN");
  EXPECT_EQ(report.listed.back().state_bytes, 0U);
}

TEST(Constraint, CountsLikeAFunctionInTheStudysFormulae) {
  Interpreter with;
  Interpreter without;
  ASSERT_TRUE(good(with.insert("ENTITY E { PROPERTY a : REAL; CONSTRAINT c = a > 1; }")));
  ASSERT_TRUE(good(without.insert("ENTITY E { PROPERTY a : REAL; FUNCTION c() : BOOLEAN; }")));
  const Estimate more = estimate(with);
  const Estimate fewer = estimate(without);
  EXPECT_EQ(more.qnx.definition, fewer.qnx.definition);
  EXPECT_EQ(more.irix.definition, fewer.irix.definition);
  EXPECT_EQ(more.qnx.instance, fewer.qnx.instance);
  EXPECT_EQ(more.measured.instance, fewer.measured.instance);
  // A dependency on `a` and seven words: the reference (3), the number (3), the comparison.
  EXPECT_EQ(more.measured.definition, fewer.measured.definition + 16 + 7 * 4);
}

TEST(Constraint, IsTokenisedWithBytesOfItsOwn) {
  const std::string text =
      "ENTITY E {\n  PROPERTY a : REAL;\n  CONSTRAINT c = NOT (a > -1 AND a - 1 < 2 OR a <> "
      "3);\n}\n";
  const auto tokenised = tokenise(text);
  ASSERT_TRUE(tokenised.ok());
  EXPECT_EQ(*tokenised,
            "\x0e\x01\x16"
            "E{\x12"
            "a:\x1a;\x01"
            "c=\x04(a>-1\x02"
            "a-1<2\x03"
            "a<>3);}");
  EXPECT_EQ(*detokenise(*tokenised), text);
  Interpreter of_text;
  Interpreter of_tokens;
  ASSERT_TRUE(good(of_text.insert(text)));
  ASSERT_TRUE(good(of_tokens.insert(*tokenised)));
  EXPECT_EQ(of_tokens.text(), of_text.text());
  EXPECT_EQ(of_text.text(), text);
  // Bytes of keywords stay outside of the text form.
  EXPECT_FALSE(Interpreter().insert("ENTITY E { \x01 c = TRUE; }").ok());
}

TEST(Constraint, IsPrintedWithThePathesThatFindItsNamesAgain) {
  Interpreter interpreter;
  ASSERT_TRUE(good(interpreter.insert(
      walker("((pose.at[last].x)) > (limit - (2 - 1)) AND (seen OR NOT (speed = 1 OR (open)))"))));
  EXPECT_EQ(interpreter.text(interpreter.find("Walker.c")),
            "CONSTRAINT c = pose.at[last].x > limit - (2 - 1) AND (seen OR NOT (speed = 1 OR "
            "open));\n");
  const auto condition = interpreter.condition(interpreter.find("Walker.c"));
  EXPECT_EQ(condition->text(),
            "pose.at[2].x > 0.5 - (2 - 1) AND (seen OR NOT (speed = 1 OR TRUE))");
  // A nearer definition of the same name does not change what the constraint refers to.
  ASSERT_TRUE(good(interpreter.insert("CONSTANT limit : REAL = 9.0; CONSTANT seen : REAL = 1.0;",
                                      interpreter.find("Walker"))));
  EXPECT_EQ(interpreter.text(interpreter.find("Walker.c")),
            "CONSTRAINT c = pose.at[last].x > Town.limit - (2 - 1) AND (Town.seen OR NOT (speed = "
            "1 OR open));\n");
  Interpreter again;
  ASSERT_TRUE(good(again.insert(interpreter.text())));
  EXPECT_EQ(again.text(), interpreter.text());
  EXPECT_EQ(again.condition(again.find("Walker.c"))->text(), condition->text());
}

class ChangingConstraint : public testing::Test {
 protected:
  ChangingConstraint() {
    EXPECT_TRUE(good(interpreter_.insert(walker("pose.at[last].x > limit AND seen"))));
    before_ = interpreter_.text();
  }
  ComponentId at(const char* path) {
    const ComponentId id = interpreter_.find(path);
    EXPECT_NE(id, no_component) << path;
    return id;
  }
  void refused(const Outcome& outcome, const char* says) {
    EXPECT_FALSE(outcome.ok());
    EXPECT_THAT(to_string(outcome.errors), HasSubstr(says));
    EXPECT_EQ(interpreter_.text(), before_);
  }
  std::string compiled() { return interpreter_.condition(at("Walker.c"))->text(); }

  Interpreter interpreter_;
  std::string before_;
};

TEST_F(ChangingConstraint, IsInsertedReplacedAndRemoved) {
  ASSERT_TRUE(good(interpreter_.insert("CONSTRAINT d = speed > 0;", at("Walker"))));
  ASSERT_TRUE(good(interpreter_.replace(at("Walker.c"), "CONSTRAINT c = steps < 0;")));
  EXPECT_EQ(compiled(), "steps < 0");
  EXPECT_TRUE(good(interpreter_.remove(at("Town.seen"))));
  ASSERT_TRUE(good(interpreter_.remove(at("Walker.d"))));
  EXPECT_EQ(interpreter_.find("Walker.d"), no_component);
  EXPECT_TRUE(good(interpreter_.remove(at("Walker.speed"))));
}

TEST_F(ChangingConstraint, KeepsWhatItUses) {
  refused(interpreter_.remove(at("Town.seen")),
          "PROPERTY Town.seen is still used by CONSTRAINT Walker.c: remove or change that one");
  refused(interpreter_.remove(at("Town.limit")), "CONSTANT Town.limit is still used by CONSTRAINT");
  refused(interpreter_.remove(at("Town.last")), "CONSTANT Town.last is still used by CONSTRAINT");
  refused(interpreter_.remove(at("Town.Point.x")), "Town.Point.x is still used by CONSTRAINT");
  refused(interpreter_.replace(at("Town.Point"), "ELEMENT Point { PROPERTY y : REAL; }"),
          "Town.Point.x is still used by CONSTRAINT Walker.c");
}

TEST_F(ChangingConstraint, FollowsAReplacementThatFits) {
  ASSERT_TRUE(good(interpreter_.replace(at("Town.limit"), "CONSTANT limit : DOUBLE = -2.0;")));
  ASSERT_TRUE(good(interpreter_.replace(at("Town.last"), "CONSTANT last : INTEGER = 1;")));
  ASSERT_TRUE(good(interpreter_.replace(
      at("Town.Point"), "ELEMENT Point { PROPERTY z : LONG; PROPERTY x : LONG; }")));
  EXPECT_EQ(compiled(), "pose.at[1].x > -2 AND seen");
  const auto condition = interpreter_.condition(at("Walker.c"));
  const State state(interpreter_.layout(at("Walker")));
  EXPECT_TRUE(condition->holds(state.get()));
  ASSERT_TRUE(set(state.get(), *state.layout().place("pose.at[1].x"), 0, std::int64_t{-7}));
  EXPECT_FALSE(condition->holds(state.get()));
}

TEST_F(ChangingConstraint, RefusesAReplacementThatDoesNotFit) {
  const char* const says = "CONSTRAINT Walker.c would not fit any more";
  refused(interpreter_.replace(at("Town.seen"), "PROPERTY seen : REAL;"), says);
  refused(interpreter_.replace(at("Town.limit"), "CONSTANT limit : BOOLEAN = TRUE;"), says);
  refused(interpreter_.replace(at("Town.limit"), "CONSTANT limit : REAL[] = {1.0};"), says);
  refused(interpreter_.replace(at("Town.last"), "CONSTANT last : INTEGER = 3;"),
          "there is no index 3");
  refused(interpreter_.replace(at("Town.last"), "CONSTANT last : REAL = 1.0;"), "is no index");
  refused(interpreter_.replace(at("Town.Pose.at"), "PROPERTY at : Point[2];"),
          "there is no index 2");
  refused(interpreter_.replace(at("Town.Pose.at"), "PROPERTY at : REAL[3];"),
          "has no properties of its own");
  // An element with a property of the same name is still another path.
  const Outcome outcome = interpreter_.interpret(
      "ELEMENT Other { PROPERTY x : REAL; } ELEMENT Pose { PROPERTY at : Other[3]; }", at("Town"));
  refused(outcome, "is no part of what stands before it");
}

TEST_F(ChangingConstraint, RefusesAShorterArrayThatAConstantCounts) {
  Interpreter interpreter;
  ASSERT_TRUE(
      good(interpreter.insert("UNIVERSE U { CONSTANT n : INTEGER = 4; }\n"
                              "ENTITY E IN U { PROPERTY a : REAL[n]; CONSTRAINT c = a[3] > 0; }")));
  const Outcome outcome = interpreter.replace(interpreter.find("U.n"), "CONSTANT n : INTEGER = 3;");
  EXPECT_THAT(to_string(outcome.errors), HasSubstr("there is no index 3"));
  EXPECT_TRUE(good(interpreter.replace(interpreter.find("U.n"), "CONSTANT n : INTEGER = 5;")));
  EXPECT_EQ(interpreter.condition(interpreter.find("E.c"))->text(), "a[3] > 0");
}

TEST_F(ChangingConstraint, IsReplacedWithAllThatItUsesInOneChange) {
  ASSERT_TRUE(good(interpreter_.interpret(walker("steps > 1 AND speed > marks[0]"))));
  EXPECT_EQ(compiled(), "steps > 1 AND speed > 10");
  ASSERT_TRUE(good(interpreter_.interpret(
      "ENTITY Walker IN Town { CONSTRAINT c = fast; PROPERTY fast : BOOLEAN; }")));
  EXPECT_EQ(compiled(), "fast");
}

TEST_F(ChangingConstraint, DependenciesAreNotified) {
  std::vector<std::uint32_t> tokens;
  interpreter_.on_notice([&](const Notice& notice) { tokens.push_back(notice.token); });
  interpreter_.depend(at("Walker.c"), 1);
  interpreter_.depend(at("Walker"), 2);
  ASSERT_TRUE(good(interpreter_.replace(at("Town.limit"), "CONSTANT limit : REAL = 2.0;")));
  std::ranges::sort(tokens);
  EXPECT_THAT(tokens, ElementsAre(1, 2));
  tokens.clear();
  ASSERT_TRUE(good(interpreter_.replace(at("Walker.c"), "CONSTRAINT c = seen;")));
  std::ranges::sort(tokens);
  EXPECT_THAT(tokens, ElementsAre(1, 2));
}

TEST_F(ChangingConstraint, MemoryComesBack) {
  const Memory before = interpreter_.memory();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(good(interpreter_.insert(
        "CONSTRAINT d = pose.at[last].row[0] > marks[last] OR speed / 3 < 1e-3;", at("Walker"))));
    ASSERT_FALSE(
        interpreter_.insert("CONSTRAINT e = pose.at[last].x > speed + seen;", at("Walker")).ok());
    ASSERT_FALSE(interpreter_.remove(at("Town.marks")).ok());
    ASSERT_TRUE(good(interpreter_.remove(at("Walker.d"))));
  }
  const Memory after = interpreter_.memory();
  EXPECT_EQ(after.components, before.components);
  EXPECT_EQ(after.dependencies, before.dependencies);
  EXPECT_EQ(after.values, before.values);
  EXPECT_EQ(after.names, before.names);
}

// The generator computes each value while it writes the text, so it needs no parser.
TEST(Constraint, RandomOnesHaveTheValueThatTheirTextSays) {
  RandomConditions random(31);
  int both[2] = {0, 0};
  for (int round = 0; round < 3000; ++round) {
    Interpreter interpreter;
    const RandomConditions::Written written = random.condition();
    ASSERT_TRUE(good(interpreter.insert(random.model(written.text)))) << written.text;
    const State state(interpreter.layout(interpreter.find("Thing")));
    random.fill(state);
    const auto condition = interpreter.condition(interpreter.find("Thing.c"));
    EXPECT_EQ(condition->holds(state.get()), written.value != 0) << written.text;
    ++both[written.value != 0 ? 1 : 0];
    // Printed, read and printed again it is the same.
    Interpreter again;
    ASSERT_TRUE(good(again.insert(interpreter.text()))) << interpreter.text();
    EXPECT_EQ(again.text(), interpreter.text());
    EXPECT_EQ(again.condition(again.find("Thing.c"))->holds(state.get()), written.value != 0)
        << interpreter.text();
  }
  EXPECT_GT(both[0], 500);
  EXPECT_GT(both[1], 500);
}

}  // namespace
}  // namespace orrery::model
