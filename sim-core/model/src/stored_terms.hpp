// The terms of a constraint, as words of the value pool, in postfix order. A word holds the code of a term and, in its
// upper bits, a number of steps or the value of a boolean. A number has two words after it, each step of a reference two: the
// edge to its property or constant, and its index.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "orrery/model/condition.hpp"

#include "component_table.hpp"
#include "value_pool.hpp"

namespace orrery::model {

struct StoredStep {
  EdgeId edge = nothing;
  bool indexed = false;
  EdgeId index_edge = nothing;  // nothing: `index` is the index
  std::uint32_t index = 0;
};

struct StoredTerm {
  TermCode code = TermCode::number;
  double number = 0;
  std::uint32_t steps = 0;
  ValueId first_step = 0;
};

class StoredTerms {
 public:
  StoredTerms(const ValuePool& values, const Component& constraint)
      : values_(values),
        at_(constraint.first),
        end_(constraint.first == nothing ? nothing : constraint.first + constraint.extra) {}

  std::optional<StoredTerm> next() {
    if (at_ == end_) return std::nullopt;
    const std::uint32_t word = values_.word(at_++);
    StoredTerm term;
    term.code = static_cast<TermCode>(word & 0xffU);
    if (term.code == TermCode::number) {
      term.number = std::bit_cast<double>(values_.wide(at_));
      at_ += 2;
    } else if (term.code == TermCode::truth) {
      term.number = word >> 8U;
    } else {
      term.steps = word >> 8U;
      term.first_step = at_;
      at_ += 2 * term.steps;
    }
    return term;
  }
  [[nodiscard]] StoredStep step(const StoredTerm& term, std::uint32_t number) const {
    const ValueId at = term.first_step + 2 * number;
    const std::uint32_t index = values_.word(at + 1);
    StoredStep step;
    step.edge = values_.word(at);
    if (index == no_index) return step;
    step.indexed = true;
    if ((index & edge_bit) != 0) {
      step.index_edge = index & ~edge_bit;
    } else {
      step.index = index;
    }
    return step;
  }

  static void write(std::vector<std::uint32_t>& words, TermCode code, std::uint32_t upper = 0) {
    words.push_back(static_cast<std::uint32_t>(code) | upper << 8U);
  }
  static void write_number(std::vector<std::uint32_t>& words, double number) {
    write(words, TermCode::number);
    const auto bits = std::bit_cast<std::array<std::uint32_t, 2>>(number);
    words.insert(words.end(), bits.begin(), bits.end());
  }
  static void write_step(std::vector<std::uint32_t>& words, const StoredStep& step) {
    words.push_back(step.edge);
    if (!step.indexed) {
      words.push_back(no_index);
    } else {
      words.push_back(step.index_edge == nothing ? step.index : step.index_edge | edge_bit);
    }
  }

 private:
  static constexpr std::uint32_t no_index = 0xffffffffU;
  static constexpr std::uint32_t edge_bit = 0x80000000U;

  const ValuePool& values_;
  ValueId at_;
  ValueId end_;
};

}  // namespace orrery::model
