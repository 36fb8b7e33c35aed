#include "orrery/model/check.hpp"

#include "orrery/model/compression.hpp"
#include "orrery/model/interpreter.hpp"
#include "orrery/model/tokens.hpp"

namespace orrery::model {

namespace {

std::string type_of(const Interpreter& interpreter, Type type, ComponentId element,
                    std::uint32_t length) {
  if (type == Type::none) return "";
  std::string text =
      type == Type::element ? interpreter.path(element) : std::string(keyword_of(type));
  if (length > 0) text += "[" + std::to_string(length) + "]";
  return text;
}

CheckedComponent describe(Interpreter& interpreter, ComponentId id) {
  const ComponentInfo info = interpreter.info(id);
  CheckedComponent component;
  component.path = interpreter.path(id);
  component.kind = info.kind;
  component.type = type_of(interpreter, info.type, info.element, info.length);
  if (info.kind == Kind::converter) {
    component.type += " -> " + type_of(interpreter, info.target_type, info.target_element, 0);
  }
  if (const auto layout = interpreter.layout(id)) component.state_bytes = layout->size();
  return component;
}

void list(Interpreter& interpreter, ComponentId id, std::vector<CheckedComponent>& listed) {
  for (const ComponentId child : interpreter.children(id)) {
    if (listed.size() == most_listed) return;
    listed.push_back(describe(interpreter, child));
    list(interpreter, child, listed);
  }
}

}  // namespace

CodeSize code_size(std::string_view text, const Limits& limits) {
  CodeSize size;
  size.text = text.size();
  size.compressed = compress(text).size();
  if (const auto tokenised = tokenise(text, limits)) {
    size.tokenised = tokenised->size();
    size.tokenised_compressed = compress(*tokenised).size();
  }
  return size;
}

CheckReport check(std::string_view text, const Limits& limits) {
  CheckReport report;
  Interpreter interpreter(limits);
  report.errors = interpreter.insert(text).errors;
  if (!report.errors.empty()) return report;
  if (interpreter.components() == 0) {
    report.errors.push_back({0, 0, "the model defines nothing: write a UNIVERSE or an ENTITY", ""});
    return report;
  }
  report.components = interpreter.components();
  list(interpreter, root, report.listed);
  report.estimate = estimate(interpreter);
  report.names = interpreter.memory().names;
  report.code = code_size(text, limits);
  return report;
}

}  // namespace orrery::model
