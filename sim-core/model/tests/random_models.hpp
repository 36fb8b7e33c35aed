// Random texts that are models, or nearly so, from a seed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/base/random.hpp"

namespace orrery::model {

class RandomModels {
 public:
  explicit RandomModels(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  bool chance(double probability) { return random_.chance(probability); }

  // Few names, so that the same name is often used twice.
  std::string name() {
    constexpr std::array<std::string_view, 8> names = {"a",    "b",  "c", "Alpha",
                                                       "Beta", "x1", "_", "longer_name"};
    return std::string(names[below(names.size())]);
  }
  std::string path() {
    std::string text = name();
    while (chance(0.2)) text += "." + name();
    return text;
  }
  std::string primitive() {
    constexpr std::array<std::string_view, 6> types = {"INTEGER", "LONG",    "REAL",
                                                       "DOUBLE",  "BOOLEAN", "STRING"};
    return std::string(types[below(types.size())]);
  }
  std::string value(std::string_view type) {
    if (type == "BOOLEAN") return chance(0.5) ? "TRUE" : "FALSE";
    if (type == "STRING")
      return chance(0.3) ? "\"\"" : "\"t\\n\xc3\xa4" + std::to_string(below(50)) + "\"";
    if (type == "REAL" || type == "DOUBLE") return std::to_string(random_.uniform(-10, 10));
    return std::to_string(static_cast<std::int64_t>(below(20)) - 3);
  }
  std::string values(std::string_view type) {
    if (chance(0.6)) return value(type);
    std::string text = "{" + value(type);
    while (chance(0.5)) text += ", " + value(type);
    return text + "}";
  }
  std::string type() {
    std::string text = chance(0.6) ? primitive() : path();
    if (chance(0.3)) text += "[" + (chance(0.3) ? path() : std::to_string(1 + below(4))) + "]";
    return text;
  }
  std::string property() {
    if (chance(0.3)) {
      const std::string of = primitive();
      return "PROPERTY " + name() + " : " + of + " = " + value(of) + ";";
    }
    return "PROPERTY " + name() + " : " + type() + ";";
  }
  std::string constant() {
    const std::string of = chance(0.5) ? "INTEGER" : primitive();
    return "CONSTANT " + name() + " : " + of + (chance(0.3) ? "[]" : "") + " = " + values(of) + ";";
  }
  std::string operand(int depth) {
    if (depth > 0 && chance(0.3)) return "(" + expression(depth - 1) + ")";
    if (chance(0.5)) return path() + (chance(0.3) ? "[" + std::to_string(below(3)) + "]" : "");
    return chance(0.5) ? "TRUE" : std::to_string(below(5));
  }
  std::string expression(int depth) {
    constexpr std::array<std::string_view, 12> signs = {
        "=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "AND", "OR", "/"};
    std::string text = chance(0.2) ? "NOT " : "";
    text += operand(depth);
    while (chance(0.5))
      text += " " + std::string(signs[below(signs.size())]) + " " + operand(depth);
    return text;
  }
  std::string constraint() {
    // Most expressions are wrong; a short one refers to something that exists more often.
    std::string condition = chance(0.3) ? expression(2) : name() + " < " + std::to_string(below(5));
    if (chance(0.2)) condition = "TRUE OR " + condition;
    return "CONSTRAINT " + name() + " = " + condition + ";";
  }
  std::string member(int depth) {
    switch (below(depth > 0 ? 8 : 6)) {
      case 0:
      case 1:
      case 2:
        return property();
      case 3:
        return constant();
      case 4:
        return "FUNCTION " + name() + (chance(0.5) ? " : " + type() : "") + ";";
      case 5:
        return "CONVERTER " + name() + " : " + (chance(0.5) ? primitive() : path()) + " -> " +
               path() + ";";
      default:
        return "ELEMENT " + name() + body(depth - 1);
    }
  }
  std::string body(int depth) {
    std::string text = " {\n";
    const std::uint64_t members = below(5);
    for (std::uint64_t i = 0; i < members; ++i) text += member(depth) + "\n";
    return text + "}";
  }
  std::string entity() {
    std::string text = "ENTITY " + name() + (chance(0.7) ? " IN " + name() : "") + " {\n";
    const std::uint64_t members = below(3);
    for (std::uint64_t i = 0; i < members; ++i)
      text += (chance(0.6) ? property() : chance(0.5) ? constant() : constraint()) + "\n";
    return text + "}\n";
  }
  std::string top() { return chance(0.6) ? "UNIVERSE " + name() + body(3) + "\n" : entity(); }

  // Tokens in any order.
  std::string soup() {
    constexpr std::array<std::string_view, 44> pieces = {
        "UNIVERSE", "ELEMENT", "PROPERTY",   "CONSTANT", "FUNCTION", "CONVERTER", "ENTITY", "IN",
        "INTEGER",  "LONG",    "REAL",       "BOOLEAN",  "STRING",   "TRUE",      "{",      "}",
        "[",        "]",       "(",          ")",        ":",        ";",         ",",      ".",
        "=",        "-",       "->",         "\"",       "/*",       "*/",        "//",     "\n",
        "9",        "1.5e3",   "CONSTRAINT", "AND",      "OR",       "NOT",       "<",      "<=",
        ">",        "<>",      "*",          "+"};
    std::string text;
    const std::uint64_t count = below(60);
    for (std::uint64_t i = 0; i < count; ++i) {
      text += chance(0.3) ? name() : std::string(pieces[below(pieces.size())]);
      if (chance(0.8)) text += ' ';
    }
    return text;
  }
  std::string bytes() {
    std::string text;
    const std::uint64_t count = below(200);
    for (std::uint64_t i = 0; i < count; ++i) text += static_cast<char>(random_.bits());
    return text;
  }
  // The text with parts changed, doubled, removed or inserted.
  std::string mutate(std::string text) {
    for (std::uint64_t changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = below(text.size());
      const std::size_t length = below(std::min<std::size_t>(40, text.size() - at) + 1);
      switch (below(4)) {
        case 0:
          text[at] = static_cast<char>(random_.bits());
          break;
        case 1:
          text.erase(at, length);
          break;
        case 2:
          text.insert(below(text.size()), text.substr(at, length));
          break;
        default:
          text.insert(at, soup().substr(0, 12));
          break;
      }
    }
    return text;
  }

 private:
  base::Random random_;
};

}  // namespace orrery::model
