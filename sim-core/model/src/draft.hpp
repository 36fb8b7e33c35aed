// The contents of a text, before names are resolved: the parser fills a draft, and Change makes components of it. Nodes and
// literals lie in arrays that are used again, so a small change at run time allocates nothing.
//
// Names are views of the text, which must outlive the use of the draft. Their addresses also tell their places in the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/model/condition.hpp"
#include "orrery/model/kinds.hpp"

namespace orrery::model {

using DraftIndex = std::uint32_t;
inline constexpr DraftIndex no_draft = 0xffffffffU;

struct DraftLiteral {
  enum class Form : std::uint8_t { integer, real, boolean, string };
  Form form = Form::integer;
  bool flag = false;
  std::int64_t integer = 0;
  double real = 0;
  std::uint32_t string_begin = 0;  // in Draft::strings
  std::uint32_t string_length = 0;
  std::string_view place;
};

// One name of a reference in a constraint, with its index.
struct DraftStep {
  std::string_view name;
  bool indexed = false;
  std::uint32_t index = 0;
  std::string_view index_name;   // [constant]
  std::string_view index_place;  // the number or the name
};

// A term of a constraint. Terms lie in postfix order: an operator follows its operands. A reference has the code `property`
// until it is resolved.
struct DraftTerm {
  TermCode code = TermCode::number;
  double number = 0;  // of a truth: 0 or 1
  std::uint32_t first_step = 0;
  std::uint32_t steps = 0;
  std::string_view place;
};

struct DraftNode {
  Kind kind = Kind::none;
  Type type = Type::none;         // property, constant, function (or none), converter's source
  Type second_type = Type::none;  // converter's target
  bool listed = false;            // the value was in braces
  bool sized = false;             // [ ] was written
  std::string_view name;
  std::string_view type_name;    // type == element
  std::string_view second_name;  // converter's target element; entity's universe
  std::string_view count_name;   // [constant]
  std::string_view count_place;
  std::uint64_t count = 0;  // [number]
  std::uint32_t first_literal = 0;
  std::uint32_t literals = 0;
  std::uint32_t first_term = 0;  // of a constraint
  std::uint32_t terms = 0;
  DraftIndex parent = no_draft;
  DraftIndex first_child = no_draft;
  DraftIndex last_child = no_draft;
  DraftIndex next = no_draft;
};

struct Draft {
  std::string_view text;
  std::vector<DraftNode> nodes;  // a node stands before its children
  std::vector<DraftLiteral> literals;
  std::vector<DraftTerm> terms;
  std::vector<DraftStep> steps;
  std::string strings;
  DraftIndex first = no_draft;  // first node of the top level, linked by `next`
  DraftIndex last = no_draft;

  void clear(std::string_view new_text) {
    text = new_text;
    nodes.clear();
    literals.clear();
    terms.clear();
    steps.clear();
    strings.clear();
    first = last = no_draft;
  }
  [[nodiscard]] std::string_view string_of(const DraftLiteral& literal) const {
    return std::string_view(strings).substr(literal.string_begin, literal.string_length);
  }
};

}  // namespace orrery::model
