// Reading and writing of values by rules. json.cpp says which rule each field of each record has, in functions
//
//   template <typename Visit> void fields(Visit& visit, As<Visit, Record>& record);
//
// that call `visit` with name, value and rule of each field, in order. Reading throws ContractError with the place of what is
// wrong: documents are read while a worker is prepared, never in a hot loop.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "orrery/contracts/json.hpp"
#include "orrery/contracts/text.hpp"

namespace orrery::contracts {

// Where a value is in its document. Points to its parent, which must outlive it: readers keep
// places on the stack.
class Place {
 public:
  Place() = default;
  Place(const Place& parent, std::string_view key) : parent_(&parent), key_(key) {}
  Place(const Place& parent, std::size_t index) : parent_(&parent), index_(index) {}

  std::string path() const {
    if (parent_ == nullptr) return {};
    const std::string before = parent_->path();
    if (index_ != no_index) return before + "[" + std::to_string(index_) + "]";
    return before.empty() ? std::string(key_) : before + "." + std::string(key_);
  }

 private:
  const Place* parent_ = nullptr;
  std::string_view key_;
  static constexpr std::size_t no_index = std::numeric_limits<std::size_t>::max();
  std::size_t index_ = no_index;
};

inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
inline constexpr double lowest = std::numeric_limits<double>::lowest();
inline constexpr double highest = std::numeric_limits<double>::max();

inline std::string shown(const Json& json) {
  return clip(json.dump(-1, ' ', false, Json::error_handler_t::replace), 80);
}

[[noreturn]] inline void refuse(const char* code, const Place& place, const Json& json,
                                std::string expected) {
  throw ContractError(code, place.path(), shown(json), std::move(expected));
}

inline bool read_boolean(const Place& place, const Json& json) {
  if (!json.is_boolean()) refuse("type", place, json, "true or false");
  return json.get<bool>();
}

template <typename Integer>
Integer read_integer(const Place& place, const Json& json, std::int64_t least, std::int64_t most) {
  const auto range = [&] {
    return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  };
  if (!json.is_number_integer()) refuse("type", place, json, range());
  const bool too_large =
      json.is_number_unsigned() &&
      json.get<std::uint64_t>() > static_cast<std::uint64_t>(most < 0 ? 0 : most);
  if (too_large || json.get<std::int64_t>() < least || json.get<std::int64_t>() > most) {
    refuse("range", place, json, range());
  }
  return static_cast<Integer>(json.get<std::int64_t>());
}

inline double read_number(const Place& place, const Json& json, double least, double most) {
  const auto range = [&] {
    if (least == lowest && most == highest) return std::string("a finite number");
    if (most == highest) return "a number of at least " + Json(least).dump();
    return "a number from " + Json(least).dump() + " to " + Json(most).dump();
  };
  if (!json.is_number()) refuse("type", place, json, range());
  const auto value = json.get<double>();
  if (!(value >= least && value <= most)) refuse("range", place, json, range());
  return value;
}

inline const std::string& read_any_string(const Place& place, const Json& json,
                                          const std::string& expected) {
  if (!json.is_string()) refuse("type", place, json, expected);
  return json.get_ref<const std::string&>();
}

inline std::string read_string(const Place& place, const Json& json, std::size_t least,
                               std::size_t most) {
  const std::string& text = read_any_string(place, json, "text");
  const std::size_t length = characters(text);
  if (length < least)
    refuse("length", place, json, "text of at least " + std::to_string(least) + " characters");
  if (length > most)
    refuse("length", place, json, "text of at most " + std::to_string(most) + " characters");
  return text;
}

inline std::string read_slug(const Place& place, const Json& json) {
  static constexpr const char* expected =
      "1 to 63 of a-z, 0-9, dot, underscore and hyphen, first a letter or digit";
  const std::string& text = read_any_string(place, json, expected);
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  bool good = !text.empty() && text.size() <= 63 && plain(text.front());
  for (const char c : text) good = good && (plain(c) || c == '.' || c == '_' || c == '-');
  if (!good) refuse("pattern", place, json, expected);
  return text;
}

inline std::string read_run_id(const Place& place, const Json& json) {
  static constexpr const char* expected = "a run's id: 26 lower-case Crockford base-32 digits";
  const std::string& text = read_any_string(place, json, expected);
  static constexpr std::string_view digits = "0123456789abcdefghjkmnpqrstvwxyz";
  if (text.size() != 26 || text.find_first_not_of(digits) != std::string::npos)
    refuse("pattern", place, json, expected);
  return text;
}

inline std::uint64_t read_big_int(const Place& place, const Json& json) {
  static constexpr const char* expected =
      "a whole number from 0 to 18446744073709551615, as a string of digits";
  const std::string& text = read_any_string(place, json, expected);
  bool good = !text.empty() && (text.size() == 1 || text.front() != '0');
  std::uint64_t value = 0;
  for (const char c : text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    good = good && c >= '0' && c <= '9' &&
           value <= (std::numeric_limits<std::uint64_t>::max() - digit) / 10;
    if (!good) refuse("pattern", place, json, expected);
    value = value * 10 + digit;
  }
  if (!good) refuse("pattern", place, json, expected);
  return value;
}

template <typename Constant>
void read_constant(const Place& place, const Json& json, const Constant& constant) {
  if (json != Json(constant)) refuse("choice", place, json, Json(constant).dump());
}

// "one of a, b, c"
template <typename Names>
std::string one_of(const Names& names) {
  std::string all = "one of ";
  for (const std::string_view name : names) {
    if (all.size() > 7) all += ", ";
    all += name;
  }
  return all;
}

template <Choice Enum>
Enum read_choice(const Place& place, const Json& json) {
  const std::string allowed = one_of(names_of(Enum{}));
  const std::optional<Enum> value = parse_choice<Enum>(read_any_string(place, json, allowed));
  if (!value) refuse("choice", place, json, allowed);
  return *value;
}

// An object's fields, once it is sure that it is an object without unknown keys. Refers to what it was made from.
class Fields {
 public:
  Fields(const Place& place, const Json& json, const std::vector<std::string_view>& known)
      : place_(place), json_(json) {
    if (!json.is_object()) refuse("type", place, json, "an object");
    for (const auto& [key, value] : json.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        refuse("unknown_key", Place(place, key), value, "no such key");
    }
  }

  Place place(std::string_view key) const { return {place_, key}; }
  const Json& at(std::string_view key) const {
    const auto found = json_.find(std::string(key));
    if (found == json_.end()) throw ContractError("missing", place(key).path(), "", "a value");
    return *found;
  }

 private:
  const Place& place_;
  const Json& json_;
};

// Rules: which values a field may have. Of those without a rule of their own the type says it: enums, records, variants of
// records with a `kind` each.
struct Typed {};
struct Booleans {};
struct BigInts {};  // as a string of digits
struct Slugs {};
struct RunIds {};
struct Integers {
  std::int64_t least;
  std::int64_t most;
};
struct Numbers {
  double least = lowest;
  double most = highest;
};
struct Texts {
  std::size_t least = 0;
  std::size_t most = unlimited;
};
template <typename Rule>
struct Lists {
  std::size_t least;
  std::size_t most;
  Rule of;
};
template <typename Rule>
struct Nullables {
  Rule of;
};

// A record that is read, or one that is written.
template <typename Visit, typename Record>
using As = std::conditional_t<Visit::reads, Record, const Record>;

inline void read_value(const Place& place, const Json& json, bool& out, Booleans /*rule*/) {
  out = read_boolean(place, json);
}
inline void read_value(const Place& place, const Json& json, std::uint64_t& out, BigInts /*rule*/) {
  out = read_big_int(place, json);
}
inline void read_value(const Place& place, const Json& json, std::string& out, Slugs /*rule*/) {
  out = read_slug(place, json);
}
inline void read_value(const Place& place, const Json& json, std::string& out, RunIds /*rule*/) {
  out = read_run_id(place, json);
}
inline void read_value(const Place& place, const Json& json, std::string& out, Texts rule) {
  out = read_string(place, json, rule.least, rule.most);
}
inline void read_value(const Place& place, const Json& json, double& out, Numbers rule) {
  out = read_number(place, json, rule.least, rule.most);
}
template <typename Integer>
void read_value(const Place& place, const Json& json, Integer& out, Integers rule) {
  out = read_integer<Integer>(place, json, rule.least, rule.most);
}
template <typename Value>
void read_value(const Place& place, const Json& json, Value& out, Typed rule);

template <typename Element, typename Rule>
void read_value(const Place& place, const Json& json, std::vector<Element>& out,
                const Lists<Rule>& rule) {
  if (!json.is_array()) refuse("type", place, json, "a list");
  if (json.size() < rule.least)
    refuse("length", place, json, "a list of at least " + std::to_string(rule.least));
  if (json.size() > rule.most)
    refuse("length", place, json, "a list of at most " + std::to_string(rule.most));
  out.clear();
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    Element element{};
    read_value(Place(place, i), json[i], element, rule.of);
    out.push_back(std::move(element));
  }
}

template <typename Value, typename Rule>
void read_value(const Place& place, const Json& json, std::optional<Value>& out,
                const Nullables<Rule>& rule) {
  out.reset();
  if (!json.is_null()) read_value(place, json, out.emplace(), rule.of);
}

// Collects the names of a record's fields.
struct NamesOfFields {
  static constexpr bool reads = false;
  std::vector<std::string_view> all;
  template <typename... Rest>
  void operator()(std::string_view name, const Rest&... /*value and rule*/) {
    all.push_back(name);
  }
};

struct FieldReader {
  static constexpr bool reads = true;
  const Fields& of;
  template <typename Value, typename Rule>
  void operator()(std::string_view name, Value& out, const Rule& rule) {
    read_value(of.place(name), of.at(name), out, rule);
  }
  // A field that is always the same.
  template <typename Constant>
  void operator()(std::string_view name, const Constant& constant) {
    read_constant(of.place(name), of.at(name), constant);
  }
};

// By its `kind` a member of a variant of records.
template <typename... Members>
void read_member(const Place& place, const Json& json, std::variant<Members...>& out) {
  const std::string allowed = one_of(std::initializer_list<std::string_view>{Members::kind...});
  if (!json.is_object()) refuse("type", place, json, "an object");
  const Place tag(place, "kind");
  const auto found = json.find("kind");
  if (found == json.end()) throw ContractError("missing", tag.path(), "", allowed);
  const std::string& kind = read_any_string(tag, *found, allowed);
  const bool is_known =
      ((kind == Members::kind &&
        (read_value(place, json, out.template emplace<Members>(), Typed{}), true)) ||
       ...);
  if (!is_known) refuse("tag", tag, *found, allowed);
}
template <typename Value>
constexpr bool is_variant = false;
template <typename... Members>
constexpr bool is_variant<std::variant<Members...>> = true;

template <typename Value>
void read_value(const Place& place, const Json& json, Value& out, Typed /*rule*/) {
  if constexpr (Choice<Value>) {
    out = read_choice<Value>(place, json);
  } else if constexpr (is_variant<Value>) {
    read_member(place, json, out);
  } else {
    NamesOfFields names;
    fields(names, std::as_const(out));
    const Fields of(place, json, names.all);
    FieldReader reader{of};
    fields(reader, out);
  }
}

template <typename Value, typename Rule>
Json written(const Value& value, const Rule& /*rule*/) {
  return value;
}
inline Json written(std::uint64_t value, BigInts /*rule*/) { return std::to_string(value); }
template <typename Value>
Json written(const Value& value, Typed rule);

template <typename Element, typename Rule>
Json written(const std::vector<Element>& list, const Lists<Rule>& rule) {
  Json json = Json::array();
  for (const auto& element : list) json.push_back(written(element, rule.of));
  return json;
}
template <typename Value, typename Rule>
Json written(const std::optional<Value>& value, const Nullables<Rule>& rule) {
  return value ? written(*value, rule.of) : Json(nullptr);
}

struct FieldWriter {
  static constexpr bool reads = false;
  Json json = Json::object();
  template <typename Value, typename Rule>
  void operator()(std::string_view name, const Value& value, const Rule& rule) {
    json[std::string(name)] = written(value, rule);
  }
  template <typename Constant>
  void operator()(std::string_view name, const Constant& constant) {
    json[std::string(name)] = constant;
  }
};

template <typename Value>
Json written(const Value& value, Typed /*rule*/) {
  if constexpr (Choice<Value>) {
    return std::string(to_string(value));
  } else if constexpr (is_variant<Value>) {
    return std::visit([](const auto& member) { return written(member, Typed{}); }, value);
  } else {
    FieldWriter writer;
    fields(writer, value);
    return std::move(writer.json);
  }
}

}  // namespace orrery::contracts
