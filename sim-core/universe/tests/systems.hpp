// Systems for tests, from a seed.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>

#include "orrery/base/random.hpp"
#include "orrery/model/condition.hpp"
#include "orrery/model/interpreter.hpp"
#include "orrery/universe/modelled_rule.hpp"
#include "orrery/universe/oracle.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// The conditions that random systems choose from: about none, a quarter, a half or all changes pass, or it depends on the
// step before. A property that is not monitored keeps its first value.
inline constexpr std::array<const char*, 5> conditions = {"never", "quarter", "half", "always",
                                                          "odd"};

// Gives the entities a model: their first properties are of every type that can be monitored, with a string among them,
// which cannot.
inline void give_model(System& system, const std::string& constraint = "") {
  model::Interpreter interpreter;
  const model::Outcome read = interpreter.interpret(R"(
    UNIVERSE Sky {
      ELEMENT Pose { PROPERTY at : DOUBLE[3]; PROPERTY seen : BOOLEAN[3]; }
      PROPERTY callsign : STRING = "none";
      PROPERTY heading : REAL = 0.5;
    }
    ENTITY Bird IN Sky {
      PROPERTY pose : Pose[2];
      PROPERTY note : STRING;
      PROPERTY age : LONG = -3;
      PROPERTY flock : INTEGER[5] = 7;
      CONSTANT most : DOUBLE = 0.25;
      CONSTRAINT never = 0 / 0 = heading;
      CONSTRAINT quarter = heading < most;
      CONSTRAINT half = pose[1].seen[2] OR age <> -3 AND NOT heading >= 0.5;
      CONSTRAINT always = heading * heading + 1 > 0 AND (flock[4] = 7 OR TRUE);
      CONSTRAINT odd = (heading > 2 * most) = (pose[0].at[0] - pose[0].at[1] > -0.1);
    })");
  if (!read.ok()) throw std::logic_error(read.errors.front().message);
  auto rule = ModelledRule::of(interpreter.layout(interpreter.find("Bird")), system.monitors);
  system.behaviour = Behaviour::modelled;
  system.modelled = std::make_shared<const ModelledRule>(std::move(rule).value());
  system.state_bytes =
      std::max(system.state_bytes,
               static_cast<std::uint32_t>(system.modelled->greatest_bytes() + 7) / 8 * 8);
  if (constraint.empty()) return;
  system.condition = std::make_shared<const model::Condition>(
      interpreter.condition(interpreter.find("Bird." + constraint)).value());
}

inline System random_system(base::Random& random, std::uint64_t greatest_entities,
                            std::uint64_t greatest_nodes) {
  System system;
  const std::uint64_t nodes = 1 + random.below(greatest_nodes);
  for (std::uint64_t node = 0; node < nodes; ++node) {
    system.entities_by_node.push_back(random.below(greatest_entities / nodes + 1));
    system.managers_by_node.push_back(random.chance(0.6) ? random.below(3) : 0);
  }
  if (system.entities() == 0) system.entities_by_node[random.below(nodes)] = 1;
  system.monitors = 1 + static_cast<std::uint32_t>(random.below(3));
  system.state_bytes = 8 * (1 + static_cast<std::uint32_t>(random.below(40)));
  system.update_period_steps = random.chance(0.5) ? 1 : 1 + random.below(7);
  system.changing_share = random.chance(0.5) ? 1.0 : random.uniform();
  system.warmup_steps = random.below(5);
  system.measured_steps = 1 + random.below(30);
  system.seed = random.bits();
  const std::uint64_t behaviour = random.below(4);
  if (behaviour == 1) system.behaviour = Behaviour::walkthrough;
  if (behaviour == 2) {
    system.behaviour = Behaviour::flock;
    system.update_period_steps = 1;
    system.changing_share = 1;
  }
  if (behaviour == 3) {
    give_model(system, random.chance(0.5) ? conditions[random.below(conditions.size())] : "");
  }
  if (random.chance(0.5)) {
    system.constraint_levels = 1 + static_cast<std::uint32_t>(random.below(all_levels));
  }
  system.control = static_cast<StepControl>(random.below(3));
  if (random.chance(0.5)) system.state_flow = StateFlow::by_name;
  if (system.condition != nullptr) system.passing = count_passing_changes(system);
  return system;
}

inline std::string describe(const System& system) {
  std::string text = system.behaviour == Behaviour::modelled ? "modelled entities" : "entities";
  for (const std::uint64_t count : system.entities_by_node) text += " " + std::to_string(count);
  text += ", managers";
  for (const std::uint64_t count : system.managers_by_node) text += " " + std::to_string(count);
  if (system.behaviour == Behaviour::walkthrough) text += ", walk-through";
  if (system.behaviour == Behaviour::flock) text += ", flock";
  if (system.condition != nullptr) text += " that send if " + system.condition->text();
  const char* const controls[] = {"", ", multicast", ", deadline"};
  text += controls[static_cast<std::size_t>(system.control)];
  if (system.state_flow == StateFlow::by_name) text += ", by name";
  text += ", levels " + std::to_string(system.constraint_levels);
  return text + ", monitors " + std::to_string(system.monitors) + ", state " +
         std::to_string(system.state_bytes) + " B, period " +
         std::to_string(system.update_period_steps) + ", share " +
         std::to_string(system.changing_share) + ", steps " + std::to_string(system.warmup_steps) +
         " + " + std::to_string(system.measured_steps) + ", seed " + std::to_string(system.seed);
}

}  // namespace orrery::universe
