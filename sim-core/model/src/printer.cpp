#include "printer.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "constraint_text.hpp"

namespace orrery::model {

namespace {

// The shortest digits that read back as the same number, always with a point or an exponent.
template <class Real>
std::string shortest(Real real) {
  std::array<char, 40> digits{};
  const auto done = std::to_chars(digits.data(), digits.data() + digits.size(), real);
  std::string text(digits.data(), done.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else {
      result += c;
    }
  }
  return result + "\"";
}

class Printer {
 public:
  explicit Printer(const Definition& definition) : definition_(definition) {}

  void print(ComponentId id, std::size_t depth) {
    const Component& component = definition_.components[id];
    out_.append(2 * depth, ' ');
    out_ += keyword_of(component.kind);
    out_ += ' ';
    out_ += definition_.name_of(id);
    if (is_container(component.kind)) return body(id, depth);
    switch (component.kind) {
      case Kind::property:
        out_ += " : " + type(id) + length(id);
        if (component.type != Type::element && component.first != nothing) {
          out_ += " = " +
                  values(component, component.extra > 1 ||
                                        (component.extra == 1 && definition_.length_of(id) == 1));
        }
        break;
      case Kind::constant:
        out_ += " : " + type(id) + (component.has(Component::is_list) ? "[]" : "") + " = " +
                values(component, component.has(Component::is_list));
        break;
      case Kind::function:
        out_ += "()";
        if (component.type != Type::none) out_ += " : " + type(id) + length(id);
        break;
      case Kind::converter:
        out_ += " : " + type(id) + " -> " + target(id);
        break;
      case Kind::constraint:
        out_ += " = " + constraint_text(definition_, id);
        break;
      default:
        break;
    }
    out_ += ";\n";
  }
  std::string take() { return std::move(out_); }

 private:
  void body(ComponentId id, std::size_t depth) {
    if (definition_.components[id].kind == Kind::entity) {
      const ComponentId universe = definition_.universe_of(id);
      if (universe != no_component) out_ += " IN " + definition_.path_of(universe);
    }
    out_ += " {\n";
    for (ComponentId child = definition_.components[id].first; child != no_component;
         child = definition_.components[child].next) {
      print(child, depth + 1);
    }
    out_.append(2 * depth, ' ');
    out_ += "}\n";
  }

  [[nodiscard]] std::string reference(ComponentId wanted, ComponentId scope) const {
    return definition_.reference(wanted, scope);
  }
  [[nodiscard]] std::string type(ComponentId id) const {
    const Component& component = definition_.components[id];
    if (component.type != Type::element) return std::string(keyword_of(component.type));
    return reference(definition_.element_of(id), component.parent);
  }
  [[nodiscard]] std::string target(ComponentId id) const {
    const Component& component = definition_.components[id];
    if (component.second_type != Type::element)
      return std::string(keyword_of(component.second_type));
    return reference(definition_.target_element_of(id), component.parent);
  }
  [[nodiscard]] std::string length(ComponentId id) const {
    const ComponentId constant = definition_.length_constant_of(id);
    if (constant != no_component) {
      return "[" + reference(constant, definition_.components[id].parent) + "]";
    }
    const std::uint32_t length = definition_.length_of(id);
    return length == 0 ? "" : "[" + std::to_string(length) + "]";
  }
  [[nodiscard]] std::string values(const Component& component, bool list) const {
    std::string text = list ? "{" : "";
    for (std::uint32_t i = 0; i < component.extra; ++i) {
      if (i > 0) text += ", ";
      text += value(component.type, component.first + i * ValuePool::words_of(component.type));
    }
    return text + (list ? "}" : "");
  }
  [[nodiscard]] std::string value(Type type, ValueId at) const {
    switch (type) {
      case Type::integer:
        return std::to_string(static_cast<std::int32_t>(definition_.values.word(at)));
      case Type::long_integer:
        return std::to_string(static_cast<std::int64_t>(definition_.values.wide(at)));
      case Type::real:
        return shortest(std::bit_cast<float>(definition_.values.word(at)));
      case Type::double_real:
        return shortest(std::bit_cast<double>(definition_.values.wide(at)));
      case Type::boolean:
        return definition_.values.word(at) != 0 ? "TRUE" : "FALSE";
      case Type::string:
        return quoted(definition_.names.text(definition_.values.word(at)));
      default:
        return "";
    }
  }

  const Definition& definition_;
  std::string out_;
};

}  // namespace

std::string print(const Definition& definition, ComponentId id) {
  Printer printer(definition);
  if (id != root) {
    printer.print(id, 0);
    return printer.take();
  }
  for (ComponentId child = definition.components[root].first; child != no_component;
       child = definition.components[child].next) {
    printer.print(child, 0);
  }
  return printer.take();
}

}  // namespace orrery::model
