#include "modelled_system.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "orrery/model/interpreter.hpp"
#include "orrery/universe/modelled_rule.hpp"
#include "orrery/universe/oracle.hpp"
#include "orrery/workloads/universe_face/configuration.hpp"

namespace orrery::workloads::universe_steps {

namespace {

// Four fifths of the machine's physical memory, in bytes.
std::uint64_t usable_memory() {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  return pages / 5 * 4 * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// The names of the entity's constraints, for a remedy.
std::string constraints_of(const model::Interpreter& interpreter, model::ComponentId entity) {
  std::string names;
  for (const model::ComponentId id : interpreter.children(entity)) {
    const model::ComponentInfo info = interpreter.info(id);
    if (info.kind != model::Kind::constraint) continue;
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  return names;
}

}  // namespace

MayFail take_model(const contracts::ModelStatePlan& state, std::uint64_t node,
                   universe::System& system) {
  const std::uint64_t entities_here = system.entities_by_node.at(node);
  model::Interpreter interpreter;
  if (const model::Outcome read = interpreter.interpret(state.model_text); !read.ok()) {
    const model::Diagnostic& first = read.errors.front();
    return bad_plan("workload.state.model has an error in line " + std::to_string(first.line) +
                        ", column " + std::to_string(first.column) + ": " + first.message,
                    "correct the model and start the run again");
  }
  const model::ComponentId entity = interpreter.find(state.entity);
  auto layout = interpreter.layout(entity);
  if (layout == nullptr || layout->size() == 0) {
    return bad_plan("workload.state.entity is " + state.entity +
                        ", of which the model has no entity, element or universe with a state",
                    "name one that the model defines");
  }
  auto rule = universe::ModelledRule::of(std::move(layout), system.monitors);
  if (!rule) {
    return bad_plan("workload.monitors asks for " + rule.error().message,
                    "correct the run's workload and start it again");
  }
  const std::uint64_t one = rule->layout().size();
  const std::uint64_t memory = usable_memory();
  if (entities_here * one > memory) {
    return bad_plan("workload.entities puts " + std::to_string(entities_here) +
                        " entities here, each with a state of " + std::to_string(one) +
                        " bytes, where " + std::to_string(memory) + " bytes can be used",
                    "use at most " + std::to_string(memory / one) + " on this node, or more nodes");
  }
  if (!state.constraint.empty()) {
    auto condition = interpreter.condition(interpreter.find(state.entity + "." + state.constraint));
    if (!condition) {
      const std::string names = constraints_of(interpreter, entity);
      return bad_plan("workload.state.constraint is " + state.constraint + ", and " + state.entity +
                          " has no constraint of that name",
                      names.empty() ? "define it in the model, or leave it out"
                                    : "choose one of the entity's: " + names);
    }
    // Without managers nothing is sent.
    if (system.monitored()) {
      system.condition = std::make_shared<const model::Condition>(std::move(*condition));
    }
  }
  system.behaviour = universe::Behaviour::modelled;
  system.state_bytes =
      std::max(system.state_bytes, static_cast<std::uint32_t>(rule->greatest_bytes()));
  system.modelled = std::make_shared<const universe::ModelledRule>(std::move(rule).value());
  return {};
}

MayFail count_passing(universe::System& system, const std::function<bool()>& stopped) {
  if (system.condition == nullptr) return {};
  if (auto valid = system.check_before_counting(); !valid) {
    return bad_plan(valid.error().message, "correct the run's workload and start it again");
  }
  system.passing = universe::count_passing_changes(system, stopped);
  if (system.passing != nullptr) return {};
  return Failure{"stopped", "universe manager", "stopped while changes were counted", ""};
}

}  // namespace orrery::workloads::universe_steps
