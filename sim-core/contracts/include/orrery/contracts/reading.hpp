// What the generated readers (json.hpp) are made of: strict reading of single values.
//
// Each function takes the place of a value in its document and the value, and returns it or throws
// ContractError. Exceptions are right here and nowhere else: documents are read while a worker is
// prepared, never in a hot loop. No state; safe from any thread.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orrery/contracts/text.hpp"

namespace orrery::contracts {

using Json = nlohmann::json;

// A document that is not as its contract says. `code` is one of: malformed, type, missing,
// unknown_key, range, length, pattern, choice, tag; the same codes as the shared fixtures use.
class ContractError : public std::runtime_error {
 public:
  ContractError(std::string code, std::string path, std::string value, std::string expected)
      : std::runtime_error((path.empty() ? std::string("the document") : path) + ": expected " +
                           expected + (value.empty() ? std::string() : ", got " + value)),
        code_(std::move(code)),
        path_(std::move(path)),
        value_(std::move(value)),
        expected_(std::move(expected)) {}

  const std::string& code() const { return code_; }
  // As in `workload.entities_by_node[1]`; empty for the document itself.
  const std::string& path() const { return path_; }
  // As JSON, shortened; empty if it is missing.
  const std::string& value() const { return value_; }
  const std::string& expected() const { return expected_; }

 private:
  std::string code_;
  std::string path_;
  std::string value_;
  std::string expected_;
};

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

// Text to JSON; what is not JSON throws ContractError with code `malformed`.
inline Json parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    throw ContractError("malformed", "", clip(text, 80),
                        std::string("JSON (") + error.what() + ")");
  }
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
                                          const char* expected) {
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

template <typename Enum, typename Parse>
Enum read_choice(const Place& place, const Json& json, Parse parse, const char* allowed) {
  const std::optional<Enum> value = parse(read_any_string(place, json, allowed));
  if (!value) refuse("choice", place, json, allowed);
  return *value;
}

// An object's fields, once it is sure that it is an object without unknown keys. Refers to what it
// was made from.
class Fields {
 public:
  Fields(const Place& place, const Json& json, std::initializer_list<std::string_view> known)
      : place_(place), json_(json) {
    if (!json.is_object()) refuse("type", place, json, "an object");
    for (const auto& [key, value] : json.items()) {
      bool found = false;
      for (const std::string_view name : known) found = found || name == key;
      if (!found) refuse("unknown_key", Place(place, key), value, "no such key");
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

// The `kind` of a tagged union's member.
inline const std::string& read_tag(const Place& place, const Json& json, const char* allowed) {
  if (!json.is_object()) refuse("type", place, json, "an object");
  const Place tag(place, "kind");
  const auto found = json.find("kind");
  if (found == json.end()) throw ContractError("missing", tag.path(), "", allowed);
  return read_any_string(tag, *found, allowed);
}

[[noreturn]] inline void refuse_tag(const Place& place, const Json& json, const char* allowed) {
  refuse("tag", Place(place, "kind"), json.at("kind"), allowed);
}

template <typename Element, typename ReadElement>
void read_array(const Place& place, const Json& json, std::size_t least, std::size_t most,
                std::vector<Element>& out, ReadElement read_element) {
  if (!json.is_array()) refuse("type", place, json, "a list");
  if (json.size() < least)
    refuse("length", place, json, "a list of at least " + std::to_string(least));
  if (json.size() > most)
    refuse("length", place, json, "a list of at most " + std::to_string(most));
  out.clear();
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i)
    read_element(Place(place, i), json[i], out.emplace_back());
}

template <typename Element, typename ReadElement>
void read_nullable(const Place& place, const Json& json, std::optional<Element>& out,
                   ReadElement read_element) {
  out.reset();
  if (!json.is_null()) read_element(place, json, out.emplace());
}

template <typename Elements, typename WriteElement>
Json write_array(const Elements& elements, WriteElement write_element) {
  Json json = Json::array();
  for (const auto& element : elements) json.push_back(write_element(element));
  return json;
}

}  // namespace orrery::contracts
