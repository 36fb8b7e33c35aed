// A constraint as the oracle judges it: a tree that is read from the expression's text and walked, without the language's
// interpreter and without the program that entities run. It shares only the layout with them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "orrery/base/result.hpp"
#include "orrery/model/layout.hpp"

namespace orrery::universe {

class ConditionTree {
 public:
  // `text`: an expression with literals and places in the layout (model::Condition::text()). The layout must outlive the tree.
  // Errors: internal, if the text is no such expression.
  static base::Result<ConditionTree> read(std::string_view text, const model::Layout& layout);

  [[nodiscard]] bool holds(const std::byte* state) const { return value_(state) != 0; }

 private:
  // The value of an expression in a state; 0 and 1 stand for FALSE and TRUE.
  using Expression = std::function<double(const std::byte*)>;
  class Reader;

  explicit ConditionTree(Expression value) : value_(std::move(value)) {}

  Expression value_;
};

}  // namespace orrery::universe
