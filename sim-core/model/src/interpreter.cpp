#include "orrery/model/interpreter.hpp"

#include <algorithm>
#include <utility>

#include "change.hpp"
#include "constraint_text.hpp"
#include "definition.hpp"
#include "instances.hpp"
#include "layouts.hpp"
#include "parser.hpp"
#include "printer.hpp"

namespace orrery::model {

struct Interpreter::Parts {
  explicit Parts(const Limits& given)
      : limits(given), change(definition, limits), layouts(definition), instances(layouts) {}

  Limits limits;
  Definition definition;
  Draft draft;
  Change change;
  Layouts layouts;
  Instances instances;
  std::function<void(const Notice&)> listener;
  std::size_t explicit_edges = 0;
  std::vector<Notice> notices;
  std::vector<ComponentId> reached;

  Outcome change_by(std::string_view text, Change::Mode mode, ComponentId into, ComponentId old);
  void complete();
  void settle_dependencies();
  void reach(ComponentId id);
  void notify_of(ComponentId id);
  [[nodiscard]] std::uint32_t depth_of(ComponentId id) const;
};

namespace {

Outcome refused(const std::string& message) { return {no_component, {{0, 0, message, ""}}}; }

}  // namespace

Interpreter::Interpreter(const Limits& limits) : parts_(std::make_unique<Parts>(limits)) {}
Interpreter::~Interpreter() = default;

std::uint32_t Interpreter::Parts::depth_of(ComponentId id) const {
  std::uint32_t depth = 0;
  for (; id != root; id = definition.components[id].parent) ++depth;
  return depth;
}

Outcome Interpreter::Parts::change_by(std::string_view text, Change::Mode mode, ComponentId into,
                                      ComponentId old) {
  Complaints complaints(text, limits.errors);
  draft.clear(text);
  Outcome outcome;
  const Kind container = definition.components[into].kind;
  if (!Parser(limits, draft, complaints).parse(container, depth_of(into)) ||
      !change.apply(draft, mode, into, old, complaints)) {
    outcome.errors = complaints.take();
    return outcome;
  }
  if (!change.tops().empty()) outcome.id = change.tops().front().created;
  complete();
  return outcome;
}

void Interpreter::Parts::complete() {
  for (const ComponentId id : change.affected()) layouts.forget(id);
  if (!instances.none()) instances.follow(change, definition);
  if (explicit_edges > 0) settle_dependencies();
  for (const Change::Top& top : change.tops()) {
    if (top.displaced == no_component) continue;
    definition.for_subtree(top.displaced, [&](ComponentId id) { layouts.forget(id); });
  }
  change.finish();
  if (!listener) return;
  for (const Notice& notice : std::exchange(notices, {})) listener(notice);
}

void Interpreter::Parts::notify_of(ComponentId id) {
  for (EdgeId edge = definition.components[id].dependents; edge != nothing;
       edge = definition.edges[edge].next) {
    const Edge& each = definition.edges[edge];
    if (!each.is_explicit()) continue;
    notices.push_back({Notice::What::changed, each.user & ~Edge::explicit_bit, id});
  }
}

// Adds the component and all containers around it to `reached`.
void Interpreter::Parts::reach(ComponentId id) {
  for (; id != no_component; id = definition.components[id].parent) reached.push_back(id);
}

void Interpreter::Parts::settle_dependencies() {
  notices.clear();
  reached.clear();
  for (const Change::Top& top : change.tops()) {
    const ComponentId either = top.created != no_component ? top.created : top.displaced;
    reach(definition.components[either].parent);
    if (top.displaced == no_component) continue;
    definition.for_subtree(top.displaced, [&](ComponentId id) {
      const ComponentId instead = change.counterpart(id);
      EdgeId next = nothing;
      for (EdgeId edge = definition.components[id].dependents; edge != nothing; edge = next) {
        next = definition.edges[edge].next;
        if (!definition.edges[edge].is_explicit()) continue;
        if (instead != no_component) {
          definition.edges.retarget(edge, instead);
          reached.push_back(instead);
          continue;
        }
        notices.push_back({Notice::What::removed, definition.edges[edge].user & ~Edge::explicit_bit,
                           no_component});
        definition.edges.remove(edge);
        --explicit_edges;
      }
    });
  }
  for (const ComponentId id : change.users()) reach(id);
  for (const ComponentId id : change.affected()) reach(id);
  std::ranges::sort(reached);
  const auto [begin, end] = std::ranges::unique(reached);
  reached.erase(begin, end);
  for (const ComponentId id : reached) notify_of(id);
}

Outcome Interpreter::insert(std::string_view text, ComponentId into) {
  if (!alive(into) || !is_container(parts_->definition.components[into].kind)) {
    return refused("there is no container to insert into: give a universe, entity or element");
  }
  return parts_->change_by(text, Change::Mode::insert, into, no_component);
}

Outcome Interpreter::replace(ComponentId id, std::string_view text) {
  if (!alive(id) || id == root) return refused("there is no such component to replace");
  Outcome outcome =
      parts_->change_by(text, Change::Mode::replace, parts_->definition.components[id].parent, id);
  if (outcome.ok() && outcome.id == no_component) {
    return refused("the text defines nothing: give one definition, or remove the component");
  }
  return outcome;
}

Outcome Interpreter::interpret(std::string_view text, ComponentId into) {
  if (!alive(into) || !is_container(parts_->definition.components[into].kind)) {
    return refused("there is no container to interpret in: give a universe, entity or element");
  }
  return parts_->change_by(text, Change::Mode::redefine, into, no_component);
}

Outcome Interpreter::remove(ComponentId id) {
  if (!alive(id) || id == root) return refused("there is no such component to remove");
  Complaints complaints({}, parts_->limits.errors);
  if (!parts_->change.remove(id, complaints)) return {no_component, complaints.take()};
  parts_->complete();
  return {};
}

ComponentId Interpreter::find(std::string_view path) const { return parts_->definition.find(path); }

bool Interpreter::alive(ComponentId id) const { return parts_->definition.components.alive(id); }

ComponentInfo Interpreter::info(ComponentId id) const {
  const Definition& definition = parts_->definition;
  const Component& component = definition.components[id];
  ComponentInfo info;
  info.kind = component.kind;
  info.name = definition.name_of(id);
  info.parent = component.parent;
  for (EdgeId edge = component.dependents; edge != nothing; edge = definition.edges[edge].next) {
    if (definition.edges[edge].is_explicit()) ++info.dependencies;
  }
  if (component.kind == Kind::entity) info.universe = definition.universe_of(id);
  if (is_container(component.kind)) return info;
  info.type = component.type;
  if (component.kind == Kind::constant || component.kind == Kind::property) {
    info.length = definition.length_of(id);
    info.values =
        component.first == nothing || component.type == Type::element ? 0 : component.extra;
  }
  if (component.kind == Kind::constraint) {
    info.values = component.extra;
    info.uses = component.last;
  }
  if (component.kind == Kind::function) info.length = definition.length_of(id);
  if (component.kind != Kind::constant) info.element = definition.element_of(id);
  if (component.kind == Kind::converter) {
    info.target_type = component.second_type;
    info.target_element = definition.target_element_of(id);
  }
  return info;
}

std::string Interpreter::path(ComponentId id) const { return parts_->definition.path_of(id); }

std::vector<ComponentId> Interpreter::children(ComponentId id) const {
  std::vector<ComponentId> ids;
  const ComponentTable& components = parts_->definition.components;
  for (ComponentId child = components.first_child(id); child != no_component;
       child = components[child].next) {
    ids.push_back(child);
  }
  return ids;
}

std::uint32_t Interpreter::components() const { return parts_->definition.components.size() - 1; }

std::string Interpreter::text(ComponentId id) const { return print(parts_->definition, id); }

std::optional<DependencyId> Interpreter::depend(ComponentId on, std::uint32_t token) {
  if (!alive(on) || token > greatest_token) return std::nullopt;
  ++parts_->explicit_edges;
  return parts_->definition.edges.add(on, token | Edge::explicit_bit);
}

bool Interpreter::forget(DependencyId id) {
  EdgeTable& edges = parts_->definition.edges;
  if (!edges.alive(id) || !edges[id].is_explicit()) return false;
  edges.remove(id);
  --parts_->explicit_edges;
  return true;
}

void Interpreter::on_notice(std::function<void(const Notice&)> listener) {
  parts_->listener = std::move(listener);
}

std::shared_ptr<const Layout> Interpreter::layout(ComponentId id) {
  if (!alive(id)) return nullptr;
  const Kind kind = parts_->definition.components[id].kind;
  if (kind != Kind::property && (!is_container(kind) || kind == Kind::model)) return nullptr;
  return parts_->layouts.of(id);
}

std::optional<Condition> Interpreter::condition(ComponentId constraint) {
  if (!alive(constraint)) return std::nullopt;
  const Component& component = parts_->definition.components[constraint];
  if (component.kind != Kind::constraint) return std::nullopt;
  return compile(parts_->definition, constraint, *parts_->layouts.of(component.parent));
}

Instance Interpreter::construct(ComponentId id) {
  if (layout(id) == nullptr) return {};
  return Instance(parts_->instances.construct(id));
}

std::size_t Interpreter::instances() const { return parts_->instances.count(); }

Memory Interpreter::memory() const {
  const Definition& definition = parts_->definition;
  Memory memory;
  memory.components = definition.components.record_bytes();
  memory.index = definition.components.index_bytes();
  memory.names = definition.names.bytes();
  memory.dependencies = definition.edges.bytes();
  memory.values = definition.values.bytes();
  return memory;
}

}  // namespace orrery::model
