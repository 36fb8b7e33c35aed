#include "modelled_system.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "orrery/model/interpreter.hpp"
#include "orrery/universe/modelled_rule.hpp"
#include "orrery/workloads/universe_face/configuration.hpp"

namespace orrery::workloads::universe_steps {

namespace {

// Four fifths of the machine's physical memory, in bytes.
std::uint64_t usable_memory() {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  return pages / 5 * 4 * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
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
  auto layout = interpreter.layout(interpreter.find(state.entity));
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
  system.behaviour = universe::Behaviour::modelled;
  system.state_bytes =
      std::max(system.state_bytes, static_cast<std::uint32_t>(rule->greatest_bytes()));
  system.modelled = std::make_shared<const universe::ModelledRule>(std::move(rule).value());
  return {};
}

}  // namespace orrery::workloads::universe_steps
