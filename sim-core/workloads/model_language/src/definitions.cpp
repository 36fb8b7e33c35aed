// Costs of definitions: operations, dependencies, memory.
#include <array>
#include <stdexcept>

#include "orrery/model/interpreter.hpp"

#include "batches.hpp"

namespace orrery::workloads::model_language {

namespace {

using model::ComponentId;
using model::Interpreter;
using model::Kind;

constexpr std::size_t batch = 128;

// An error here is a programming error: the texts belong to this program.
ComponentId must(const model::Outcome& outcome) {
  if (!outcome.ok()) throw std::logic_error(model::to_string(outcome.errors));
  return outcome.id;
}

std::string definition_of(Kind kind, const std::string& name) {
  switch (kind) {
    case Kind::element:
      return "ELEMENT " + name + " { }";
    case Kind::constant:
      return "CONSTANT " + name + " : INTEGER = 1;";
    case Kind::property:
      return "PROPERTY " + name + " : INTEGER;";
    case Kind::function:
      return "FUNCTION " + name + "();";
    case Kind::universe:
      return "UNIVERSE " + name + " { }";
    case Kind::entity:
      return "ENTITY " + name + " { }";
    default:
      throw std::logic_error("no definition of this kind is measured");
  }
}

// Makes a model with a place for components of `kind`, and returns this place.
ComponentId place_for(Interpreter& interpreter, Kind kind) {
  if (kind == Kind::entity || kind == Kind::universe) return model::root;
  must(interpreter.insert("UNIVERSE U { ELEMENT E { } }"));
  return interpreter.find("U.E");
}

}  // namespace

OperationTimes time_operations(Kind kind, const Effort& effort) {
  Interpreter interpreter;
  const ComponentId into = place_for(interpreter, kind);
  std::array<std::string, batch> texts;
  for (std::size_t i = 0; i < batch; ++i) texts[i] = definition_of(kind, "x" + std::to_string(i));
  std::array<ComponentId, batch> ids{};
  std::vector<double> insert;
  std::vector<double> replace;
  std::vector<double> remove;
  repeat(effort, [&] {
    insert.push_back(time_of([&] {
      for (std::size_t i = 0; i < batch; ++i) ids[i] = must(interpreter.insert(texts[i], into));
    }));
    replace.push_back(time_of([&] {
      for (std::size_t i = 0; i < batch; ++i) ids[i] = must(interpreter.replace(ids[i], texts[i]));
    }));
    remove.push_back(time_of([&] {
      for (const ComponentId id : ids) must(interpreter.remove(id));
    }));
  });
  constexpr auto each = static_cast<double>(batch);
  return {median(insert) / each, median(replace) / each, median(remove) / each};
}

DependencyTimes time_dependencies(const Effort& effort) {
  Interpreter interpreter;
  const ComponentId on = place_for(interpreter, Kind::property);
  std::array<model::DependencyId, batch> ids{};
  std::vector<double> add;
  std::vector<double> remove;
  repeat(effort, [&] {
    add.push_back(time_of([&] {
      for (std::uint32_t i = 0; i < batch; ++i) ids[i] = *interpreter.depend(on, i);
    }));
    remove.push_back(time_of([&] {
      for (const model::DependencyId id : ids) interpreter.forget(id);
    }));
  });
  constexpr auto each = static_cast<double>(batch);
  return {median(add) / each, median(remove) / each};
}

LiveTimes time_live_change(std::uint32_t instances, const Effort& effort) {
  Interpreter interpreter;
  must(interpreter.insert("UNIVERSE U { ELEMENT E { PROPERTY a : REAL[3]; PROPERTY b : LONG; } }"));
  const ComponentId element = interpreter.find("U.E");
  std::vector<model::Instance> living;
  living.reserve(instances);
  for (std::uint32_t i = 0; i < instances; ++i) living.push_back(interpreter.construct(element));
  std::vector<double> insert;
  std::vector<double> remove;
  repeat(effort, [&] {
    ComponentId id = model::no_component;
    insert.push_back(
        time_of([&] { id = must(interpreter.insert("PROPERTY c : INTEGER;", element)); }));
    remove.push_back(time_of([&] { must(interpreter.remove(id)); }));
  });
  const double each = std::max<std::uint32_t>(1, instances);
  return {median(insert) / each, median(remove) / each};
}

double component_bytes(Kind kind) {
  constexpr std::uint32_t count = 20'000;
  Interpreter interpreter;
  const ComponentId into = place_for(interpreter, kind);
  const auto bytes = [&] {
    const model::Memory memory = interpreter.memory();
    return memory.total() - memory.names;
  };
  const std::size_t before = bytes();
  for (std::uint32_t i = 0; i < count; ++i) {
    must(interpreter.insert(definition_of(kind, "x" + std::to_string(i)), into));
  }
  return static_cast<double>(bytes() - before) / count;
}

}  // namespace orrery::workloads::model_language
