// Single values of an instance, and the copy of an instance to another layout.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>

#include "orrery/model/layout.hpp"

#include "load.hpp"
#include "text_slot.hpp"
#include "utf8.hpp"

namespace orrery::model {

namespace {

template <class T>
bool store(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof(value));
  return true;
}

bool holds(Type now, Type old) {
  if (now == old) return true;
  if (old == Type::integer) return now == Type::long_integer || now == Type::double_real;
  return old == Type::real && now == Type::double_real;
}

}  // namespace

Value get(const std::byte* state, const Layout::Place& place, std::uint32_t index) {
  const std::byte* at = state + place.offset + index * width_of(place.type);
  switch (place.type) {
    case Type::integer:
      return std::int64_t{load<std::int32_t>(at)};
    case Type::long_integer:
      return load<std::int64_t>(at);
    case Type::real:
      return double{load<float>(at)};
    case Type::double_real:
      return load<double>(at);
    case Type::boolean:
      return load<std::uint8_t>(at) != 0;
    case Type::string:
      return text_of(at);
    case Type::none:
    case Type::element:
      break;
  }
  return std::int64_t{0};
}

bool set(std::byte* state, const Layout::Place& place, std::uint32_t index, const Value& value) {
  if (index >= place.count) return false;
  std::byte* at = state + place.offset + index * width_of(place.type);
  const auto* integer = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  const auto* flag = std::get_if<bool>(&value);
  const auto* text = std::get_if<std::string_view>(&value);
  switch (place.type) {
    case Type::integer:
      return integer != nullptr && *integer >= std::numeric_limits<std::int32_t>::min() &&
             *integer <= std::numeric_limits<std::int32_t>::max() &&
             store(at, static_cast<std::int32_t>(*integer));
    case Type::long_integer:
      return integer != nullptr && store(at, *integer);
    case Type::real:
      // A REAL may be an infinity or NaN.
      return real != nullptr &&
             !(std::isfinite(*real) &&
               std::abs(*real) > static_cast<double>(std::numeric_limits<float>::max())) &&
             store(at, static_cast<float>(*real));
    case Type::double_real:
      return real != nullptr && store(at, *real);
    case Type::boolean:
      return flag != nullptr && store(at, static_cast<std::uint8_t>(*flag ? 1 : 0));
    case Type::string:
      if (text == nullptr || text->size() > greatest_text || first_invalid(*text)) return false;
      set_text(at, *text);
      return true;
    case Type::none:
    case Type::element:
      break;
  }
  return false;
}

void Layout::carry_over(const Layout& old, std::byte* old_state, std::byte* state) const {
  std::unordered_map<std::string_view, const Field*> by_name;
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const Field& field = fields_[f];
    // Most fields keep their place in the list. The map of names is made once, when a field does not.
    const Field* was = f < old.fields_.size() ? &old.fields_[f] : nullptr;
    if (was == nullptr || was->name != field.name) {
      if (by_name.empty()) {
        for (const Field& each : old.fields_) by_name.emplace(each.name, &each);
      }
      const auto found = by_name.find(field.name);
      if (found == by_name.end()) continue;
      was = found->second;
    }
    if (!holds(field.type, was->type)) continue;
    const std::uint32_t count = std::min(field.count(), was->count());
    std::byte* to = state + field.offset;
    std::byte* from = old_state + was->offset;
    if (field.element) {
      // Skips elements without state: there is nothing to copy, however many they contain.
      if (field.element->size_ == 0 || was->element->size_ == 0) continue;
      for (std::uint32_t i = 0; i < count; ++i) {
        field.element->carry_over(*was->element, from + i * was->width(), to + i * field.width());
      }
    } else if (field.type == Type::string) {
      for (std::uint32_t i = 0; i < count; ++i) {
        std::swap_ranges(from + i * sizeof(char*), from + (i + 1) * sizeof(char*),
                         to + i * sizeof(char*));
      }
    } else if (field.type == was->type) {
      std::memcpy(to, from, count * field.width());
    } else {
      const Place source{was->type, 0, count, nullptr};
      const Place target{field.type, 0, count, nullptr};
      for (std::uint32_t i = 0; i < count; ++i) {
        Value value = get(from, source, i);
        if (field.type == Type::double_real) {
          if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            value = static_cast<double>(*integer);
          }
        }
        set(to, target, i, value);
      }
    }
  }
}

}  // namespace orrery::model
