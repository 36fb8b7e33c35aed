// Entities whose state a model defines; whole systems of them are in node_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "orrery/model/interpreter.hpp"
#include "orrery/universe/modelled_rule.hpp"

namespace orrery::universe {
namespace {

using Properties = std::vector<std::string>;

base::Result<ModelledRule> rule_of(const std::string& text, std::uint32_t monitors) {
  model::Interpreter interpreter;
  EXPECT_TRUE(interpreter.interpret(text).ok());
  return ModelledRule::of(interpreter.layout(interpreter.find("Thing")), monitors);
}

Properties names_of(const ModelledRule& rule) {
  Properties names;
  for (const ModelledRule::Property& property : rule.monitored()) names.push_back(property.name);
  return names;
}

constexpr auto thing = R"(
  UNIVERSE World {
    ELEMENT Label { PROPERTY text : STRING; }
    PROPERTY label : Label;
    PROPERTY weight : REAL = 2.5;
  }
  ENTITY Thing IN World {
    PROPERTY name : STRING = "thing";
    PROPERTY on : BOOLEAN[7];
    PROPERTY count : INTEGER = -4;
  })";

TEST(ModelledRule, MonitorsTheFirstPropertiesWithoutTexts) {
  const auto rule = rule_of(thing, 2);
  ASSERT_TRUE(rule.ok());
  EXPECT_EQ(names_of(*rule), (Properties{"weight", "on"}));
  EXPECT_EQ(rule->greatest_bytes(), 7U);
}

TEST(ModelledRule, RefusesMorePropertiesThanThereAreAndNamesThem) {
  const auto rule = rule_of(thing, 4);
  ASSERT_FALSE(rule.ok());
  EXPECT_EQ(rule.error().message,
            "4 monitored properties of an entity that has 3 without texts (weight, on, count): "
            "monitor fewer, or give the entity more properties");
}

TEST(ModelledRule, AChangeKeepsTypesAndLeavesOtherPropertiesAsTheyAre) {
  const auto rule = rule_of(thing, 3);
  ASSERT_TRUE(rule.ok());
  const model::Layout& layout = rule->layout();
  std::vector<std::byte> instance(layout.size());
  layout.construct(instance.data());
  const auto value = [&](const char* name, std::uint32_t index = 0) {
    return model::get(instance.data(), *layout.place(name), index);
  };
  EXPECT_EQ(std::get<double>(value("weight")), 2.5);
  for (Step step = 0; step < 50; ++step) {
    const auto count = value("count");
    rule->change(1, 2, step, 0, instance.data());
    rule->change(1, 2, step, 1, instance.data());
    EXPECT_EQ(value("count"), count);
    rule->change(1, 2, step, 2, instance.data());
    EXPECT_NE(value("count"), count);
    const double weight = std::get<double>(value("weight"));
    EXPECT_GE(weight, 0);
    EXPECT_LT(weight, 1);
    EXPECT_EQ(std::get<std::string_view>(value("name")), "thing");
    // A boolean that is neither 0 nor 1 could not be unpacked.
    std::vector<std::byte> packed(layout.packed_size(instance.data()));
    layout.pack(instance.data(), packed);
    EXPECT_TRUE(layout.unpack(packed, instance.data()).ok());
  }
  layout.destruct(instance.data());
}

TEST(ModelledRule, AChangeFollowsFromSeedEntityStepAndAllThatWasBefore) {
  const auto rule = rule_of(thing, 1);
  ASSERT_TRUE(rule.ok());
  const auto after = [&](std::uint64_t seed, EntityId id, std::vector<Step> steps) {
    std::vector<std::byte> instance(rule->layout().size());
    rule->layout().construct(instance.data());
    for (const Step step : steps) rule->change(seed, id, step, 0, instance.data());
    const double weight =
        std::get<double>(model::get(instance.data(), *rule->layout().place("weight")));
    rule->layout().destruct(instance.data());
    return weight;
  };
  EXPECT_EQ(after(1, 2, {3, 4}), after(1, 2, {3, 4}));
  EXPECT_NE(after(1, 2, {3, 4}), after(1, 2, {4}));
  EXPECT_NE(after(1, 2, {3, 4}), after(2, 2, {3, 4}));
  EXPECT_NE(after(1, 2, {3, 4}), after(1, 3, {3, 4}));
  EXPECT_NE(after(1, 2, {3, 4}), after(1, 2, {3, 5}));
}

}  // namespace
}  // namespace orrery::universe
