// Random conditions on an entity with random state, from a seed. The value of each is computed while its text is written.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "orrery/base/random.hpp"
#include "orrery/model/layout.hpp"

#include "models.hpp"

namespace orrery::model {

class RandomConditions {
 public:
  struct Written {
    std::string text;
    double value = 0;  // 0 or 1 for a boolean
  };

  explicit RandomConditions(std::uint64_t seed) : random_(seed) {}

  // A new state, and a condition with the value that it has there.
  Written condition() {
    for (double& value : values_) value = static_cast<double>(random_.below(9)) / 2 - 2;
    for (const std::size_t whole : {0U, 1U, 4U, 5U}) {
      // An integer has no -0.
      values_[whole] = std::trunc(values_[whole]) + 0.0;
    }

    flag_ = random_.chance(0.5);
    return boolean(4);
  }
  // The model of an entity Thing with the condition as its constraint `c`.
  [[nodiscard]] std::string model(const std::string& condition) const {
    return "UNIVERSE U { CONSTANT k : REAL = 1.5; CONSTANT n : INTEGER = 1; CONSTANT yes : BOOLEAN "
           "= "
           "TRUE; ELEMENT E { PROPERTY i : INTEGER[2]; } PROPERTY a : INTEGER; }\nENTITY Thing IN "
           "U "
           "{ PROPERTY b : LONG; PROPERTY c0 : REAL; PROPERTY d : DOUBLE; PROPERTY e : E[2]; "
           "PROPERTY flag : BOOLEAN; CONSTRAINT c = " +
           condition + "; }";
  }
  // Gives an instance of Thing the state that the last condition was computed for.
  void fill(const State& state) const {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto place = state.layout().place(places[i]);
      const bool whole = place->type == Type::integer || place->type == Type::long_integer;
      ASSERT_TRUE(set(state.get(), *place, 0,
                      whole ? Value{static_cast<std::int64_t>(values_[i])} : Value{values_[i]}));
    }
    ASSERT_TRUE(set(state.get(), *state.layout().place("flag"), 0, flag_));
  }

 private:
  // As conditions name them, and in an instance.
  static constexpr std::array<const char*, 6> names = {"a", "b",         "c0",
                                                       "d", "e[1].i[0]", "e[n].i[1]"};
  static constexpr std::array<const char*, 6> places = {"a", "b",         "c0",
                                                        "d", "e[1].i[0]", "e[1].i[1]"};

  Written boolean(int depth) {
    if (depth == 0) {
      switch (random_.below(3)) {
        case 0:
          return {"flag", flag_ ? 1.0 : 0.0};
        case 1:
          return {"yes", 1};
        default:
          return {"FALSE", 0};
      }
    }
    switch (random_.below(5)) {
      case 0: {
        const Written one = boolean(depth - 1);
        return {"NOT (" + one.text + ")", one.value != 0 ? 0.0 : 1.0};
      }
      case 1: {
        const Written one = boolean(depth - 1);
        const Written other = boolean(depth - 1);
        return {"(" + one.text + ") AND (" + other.text + ")", one.value * other.value};
      }
      case 2: {
        const Written one = boolean(depth - 1);
        const Written other = boolean(depth - 1);
        return {"(" + one.text + ") OR (" + other.text + ")", std::fmax(one.value, other.value)};
      }
      default:
        return compared(depth);
    }
  }
  Written compared(int depth) {
    const Written one = number(depth - 1);
    const Written other = number(depth - 1);
    const auto join = [&](const char* sign, bool value) {
      return Written{one.text + sign + other.text, value ? 1.0 : 0.0};
    };
    switch (random_.below(6)) {
      case 0:
        return join(" = ", one.value == other.value);
      case 1:
        return join(" <> ", one.value != other.value);
      case 2:
        return join(" < ", one.value < other.value);
      case 3:
        return join("<=", one.value <= other.value);
      case 4:
        return join(">", one.value > other.value);
      default:
        return join(" >= ", one.value >= other.value);
    }
  }
  Written number(int depth) {
    if (depth == 0 || random_.chance(0.3)) return leaf();
    const Written one = number(depth - 1);
    const Written other = number(depth - 1);
    const auto join = [&](const char* sign, double value) {
      return Written{"(" + one.text + sign + other.text + ")", value};
    };
    switch (random_.below(5)) {
      case 0:
        return join(" + ", one.value + other.value);
      case 1:
        return join(" - ", one.value - other.value);
      case 2:
        return join("*", one.value * other.value);
      case 3:
        return join("/", one.value / other.value);
      default:
        return {"-" + one.text, -one.value};
    }
  }
  Written leaf() {
    if (random_.chance(0.6)) {
      const std::size_t at = random_.below(names.size());
      return {names[at], values_[at]};
    }
    if (random_.chance(0.3)) return {"k", 1.5};
    const double value = static_cast<double>(random_.below(12)) / 4;
    return {std::to_string(value), value};
  }

  base::Random random_;
  std::array<double, 6> values_{};
  bool flag_ = false;
};

}  // namespace orrery::model
