#include "orrery/model/estimate.hpp"

#include <algorithm>
#include <unordered_map>

#include "orrery/model/layout.hpp"

#include "component_table.hpp"
#include "edge_table.hpp"
#include "instances.hpp"

namespace orrery::model {

namespace {

// The figures of Table 6.5 besides those of components.
struct Published {
  std::uint64_t per_child = 12;
  std::uint64_t per_dependency = 12 + 4;
  std::uint64_t literal = 8;
  std::uint64_t return_type = 44;
  std::uint64_t instance = 24;
  std::uint64_t per_entry = 12;
  std::uint64_t text = 16;  // Table 6.4
};

constexpr Published published(Platform platform) {
  Published figures;
  if (platform == Platform::irix) {
    figures.literal = 6;
    figures.return_type = 20;
    figures.text = 4;
  }
  return figures;
}

// Bytes of the initial strings of a field; a string that an array shares counts for each value.
std::uint64_t text_bytes(const Layout::Field& field) {
  if (field.type != Type::string || field.initial.empty()) return 0;
  if (field.initial.size() == 1) return field.count() * field.initial_texts[0].size();
  std::uint64_t bytes = 0;
  for (const std::string& text : field.initial_texts) bytes += text.size();
  return bytes;
}

class ByStudy {
 public:
  ByStudy(Interpreter& interpreter, Platform platform)
      : interpreter_(interpreter), platform_(platform), figures_(published(platform)) {}

  std::uint64_t definition(ComponentId id) {
    const ComponentInfo info = interpreter_.info(id);
    std::uint64_t bytes =
        published_bytes(info.kind, platform_) + info.dependencies * figures_.per_dependency;
    if (info.kind == Kind::constant) bytes += literals(info);
    if (info.kind == Kind::function || info.kind == Kind::constraint) {
      bytes += info.type == Type::none ? 0 : figures_.return_type;
    }
    for (const ComponentId child : interpreter_.children(id)) {
      bytes += figures_.per_child + definition(child);
    }
    return bytes;
  }

  std::uint64_t instance(const Layout& layout) {
    if (const auto known = known_.find(&layout); known != known_.end()) return known->second;
    std::uint64_t bytes = 0;
    for (const Layout::Field& field : layout.fields()) {
      std::uint64_t each = field.type == Type::string ? figures_.text : 0;
      if (field.element) {
        each = instance(*field.element);
      } else if (field.type != Type::string) {
        // The study's booleans take four bytes; it has no wide numbers.
        each = std::max<std::uint64_t>(4, width_of(field.type));
      }
      bytes += figures_.instance + field.count() * (figures_.per_entry + each) + text_bytes(field);
    }
    known_[&layout] = bytes;
    return bytes;
  }

 private:
  [[nodiscard]] std::uint64_t literals(const ComponentInfo& info) const {
    const std::uint64_t overhead = info.length > 0 ? figures_.per_entry : 0;
    return info.values * (overhead + figures_.literal);
  }

  Interpreter& interpreter_;
  Platform platform_;
  Published figures_;
  std::unordered_map<const Layout*, std::uint64_t> known_;
};

std::uint64_t texts_of(const Layout& layout,
                       std::unordered_map<const Layout*, std::uint64_t>& known) {
  if (!layout.has_strings()) return 0;
  if (const auto found = known.find(&layout); found != known.end()) return found->second;
  std::uint64_t bytes = 0;
  for (const Layout::Field& field : layout.fields()) {
    if (field.element) {
      bytes += field.count() * texts_of(*field.element, known);
    } else if (field.type == Type::string && !field.initial.empty()) {
      bytes += text_bytes(field) + field.count() * sizeof(std::uint32_t);
    }
  }
  known[&layout] = bytes;
  return bytes;
}

std::uint64_t measured_definition(const Interpreter& interpreter, ComponentId id) {
  const ComponentInfo info = interpreter.info(id);
  // A record and its share of the index, which is between a third and two thirds full.
  std::uint64_t bytes = sizeof(Component) + 2 * sizeof(ComponentId);
  const auto edge = [](bool there) -> std::uint64_t { return there ? sizeof(Edge) : 0; };
  bytes += (info.dependencies + info.uses) * sizeof(Edge) + edge(info.type == Type::element) +
           edge(info.target_type == Type::element) + edge(info.universe != no_component);
  bytes +=
      info.values * ((info.type == Type::long_integer || info.type == Type::double_real) ? 8U : 4U);
  for (const ComponentId child : interpreter.children(id)) {
    bytes += measured_definition(interpreter, child);
  }
  return bytes;
}

}  // namespace

std::uint32_t published_bytes(Kind kind, Platform platform) {
  const bool qnx = platform == Platform::qnx;
  switch (kind) {
    case Kind::none:
      return 0;
    case Kind::model:
      return qnx ? 76 : 64;
    case Kind::universe:
      return qnx ? 128 : 104;
    case Kind::entity:
      return qnx ? 92 : 68;
    case Kind::element:
      return qnx ? 140 : 116;
    case Kind::property:
      return qnx ? 88 : 64;
    case Kind::constant:
      return qnx ? 76 : 56;
    // Converters and constraints have no figure of their own; the study declares them like functions.
    case Kind::function:
    case Kind::converter:
    case Kind::constraint:
      return qnx ? 76 : 68;
  }
  return 0;
}

Estimate estimate(Interpreter& interpreter, ComponentId id) {
  Estimate result;
  ByStudy qnx(interpreter, Platform::qnx);
  ByStudy irix(interpreter, Platform::irix);
  result.qnx.definition = qnx.definition(id);
  result.irix.definition = irix.definition(id);
  result.measured.definition = measured_definition(interpreter, id);

  std::unordered_map<const Layout*, std::uint64_t> texts;
  std::vector<std::shared_ptr<const Layout>> layouts;  // alive while their addresses are keys
  const auto add_instance = [&](ComponentId of) {
    const auto& layout = layouts.emplace_back(interpreter.layout(of));
    if (layout == nullptr) return;
    result.qnx.instance += qnx.instance(*layout);
    result.irix.instance += irix.instance(*layout);
    result.measured.instance += sizeof(InstanceBlock) + layout->size() + texts_of(*layout, texts);
  };
  if (id != root) {
    add_instance(id);
    return result;
  }
  const auto all = interpreter.children(root);
  const auto is_entity = [&](ComponentId each) {
    return interpreter.info(each).kind == Kind::entity;
  };
  const bool entities = std::ranges::any_of(all, is_entity);
  for (const ComponentId each : all) {
    if (is_entity(each) == entities) add_instance(each);
  }
  return result;
}

}  // namespace orrery::model
