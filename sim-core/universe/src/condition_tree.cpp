#include "condition_tree.hpp"

#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace orrery::universe {

namespace {

double as_number(const model::Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : 0;
}

bool is_place_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '[' ||
         c == ']';
}

}  // namespace

// A recursive-descent reader, with a function for each level of binding. After a failure all results are without use.
class ConditionTree::Reader {
 public:
  Reader(std::string_view text, const model::Layout& layout) : rest_(text), layout_(layout) {}

  std::optional<Expression> read() {
    Expression whole = any_of();
    skip_blanks();
    if (failed_ || !rest_.empty()) return std::nullopt;
    return whole;
  }

 private:
  void skip_blanks() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  bool take(std::string_view sign) {
    skip_blanks();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }
  bool take_word(std::string_view word) {
    skip_blanks();
    const bool ends = rest_.size() == word.size() ||
                      (rest_.size() > word.size() && !is_place_part(rest_[word.size()]));
    return ends && take(word);
  }

  Expression any_of() {
    Expression left = all_of();
    while (take_word("OR")) {
      left = [one = std::move(left), other = all_of()](const std::byte* state) {
        return one(state) == 1 || other(state) == 1 ? 1.0 : 0.0;
      };
    }
    return left;
  }
  Expression all_of() {
    Expression left = not_of();
    while (take_word("AND")) {
      left = [one = std::move(left), other = not_of()](const std::byte* state) {
        return one(state) == 1 && other(state) == 1 ? 1.0 : 0.0;
      };
    }
    return left;
  }
  Expression not_of() {
    if (!take_word("NOT")) return compared();
    return [one = not_of()](const std::byte* state) { return 1 - one(state); };
  }
  Expression compared() {
    Expression left = summed();
    // The longer signs first.
    if (take("<>")) return compare(std::move(left), [](double a, double b) { return a != b; });
    if (take("<=")) return compare(std::move(left), [](double a, double b) { return a <= b; });
    if (take(">=")) return compare(std::move(left), [](double a, double b) { return a >= b; });
    if (take("<")) return compare(std::move(left), [](double a, double b) { return a < b; });
    if (take(">")) return compare(std::move(left), [](double a, double b) { return a > b; });
    if (take("=")) return compare(std::move(left), [](double a, double b) { return a == b; });
    return left;
  }
  template <class Compare>
  Expression compare(Expression left, Compare compares) {
    return [one = std::move(left), other = summed(), compares](const std::byte* state) {
      return compares(one(state), other(state)) ? 1.0 : 0.0;
    };
  }
  Expression summed() {
    Expression left = multiplied();
    for (;;) {
      if (take("+")) {
        left = [one = std::move(left), other = multiplied()](const std::byte* state) {
          return one(state) + other(state);
        };
      } else if (take("-")) {
        left = [one = std::move(left), other = multiplied()](const std::byte* state) {
          return one(state) - other(state);
        };
      } else {
        return left;
      }
    }
  }
  Expression multiplied() {
    Expression left = single();
    for (;;) {
      if (take("*")) {
        left = [one = std::move(left), other = single()](const std::byte* state) {
          return one(state) * other(state);
        };
      } else if (take("/")) {
        left = [one = std::move(left), other = single()](const std::byte* state) {
          return one(state) / other(state);
        };
      } else {
        return left;
      }
    }
  }
  Expression single() {
    if (take("-")) {
      return [one = single()](const std::byte* state) { return -one(state); };
    }
    if (take("(")) {
      Expression inside = any_of();
      if (!take(")")) failed_ = true;
      return inside;
    }
    if (take_word("TRUE")) return constant(1);
    if (take_word("FALSE")) return constant(0);
    skip_blanks();
    if (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0) {
      double number = 0;
      const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
      if (read.ec != std::errc{}) failed_ = true;
      rest_.remove_prefix(static_cast<std::size_t>(read.ptr - rest_.data()));
      return constant(number);
    }
    return placed();
  }
  Expression placed() {
    std::size_t length = 0;
    while (length < rest_.size() && is_place_part(rest_[length])) ++length;
    const auto place = layout_.place(rest_.substr(0, length));
    rest_.remove_prefix(length);
    if (!place || place->count != 1) {
      failed_ = true;
      return constant(0);
    }
    return [at = *place](const std::byte* state) { return as_number(model::get(state, at)); };
  }
  static Expression constant(double number) {
    return [number](const std::byte*) { return number; };
  }

  std::string_view rest_;
  const model::Layout& layout_;
  bool failed_ = false;
};

base::Result<ConditionTree> ConditionTree::read(std::string_view text,
                                                const model::Layout& layout) {
  auto value = Reader(text, layout).read();
  if (!value) {
    return base::Error{base::ErrorCode::internal,
                       "the oracle cannot read the constraint " + std::string(text)};
  }
  return ConditionTree(std::move(*value));
}

}  // namespace orrery::universe
