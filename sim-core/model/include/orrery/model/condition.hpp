// A constraint of an entity, compiled: whether a state passes. Immutable: any number of threads may ask at once. It does not
// depend on the interpreter that made it, and follows no later change of the model.
//
// Numbers of all types count as DOUBLE (IEEE 754), also in comparisons. A division by zero is infinite or, for 0 / 0, no
// number (NaN). Of the comparisons with NaN only <> is true.
//
// Source: uss-prototype-evaluation, section 6.7.3.1 (constraint functions filter state at its source).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "orrery/model/kinds.hpp"

namespace orrery::model {

enum class TermCode : std::uint8_t {
  number,
  truth,  // TRUE or FALSE
  constant,
  property,
  negate,
  add,
  subtract,
  multiply,
  divide,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  both,    // AND
  either,  // OR
  invert,  // NOT
};

// Parentheses inside parentheses. A left operand of OR, AND, a comparison, + or -, and * or / waits on each level at most.
inline constexpr std::uint32_t most_parentheses = 16;
inline constexpr std::size_t most_waiting_values = 5 * (most_parentheses + 1) + 1;

class Condition {
 public:
  // A step of the postfix program. `type` and `offset` are the place of a property's value in an instance; `number` is a
  // literal or the value of a constant, 0 or 1 for a boolean.
  struct Step {
    TermCode code = TermCode::number;
    Type type = Type::none;
    std::uint32_t offset = 0;
    double number = 0;
  };

  // The steps must be a program for `text`, with at most most_waiting_values values at once.
  Condition(std::vector<Step> steps, std::string text)
      : steps_(std::move(steps)), text_(std::move(text)) {}

  // `state` is an instance of the layout that the condition was compiled for. Does not allocate.
  [[nodiscard]] bool holds(const std::byte* state) const;

  // The expression in the language, with the values of constants in place of their names.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t size() const { return steps_.size(); }

 private:
  std::vector<Step> steps_;
  std::string text_;
};

}  // namespace orrery::model
