// One description of what is saved serves writing and reading: visit(archive, thing) names its parts.
//
// What is read may be anything: a truth value that is none, an enumeration's that has no name, what a map or set holds
// twice and more than there are bytes make it incomplete(). What the values mean together is the reader's to check.
#pragma once

#include <bitset>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "wire/wire.hpp"

namespace orrery::rti {

// Numbers and sets of bits: any bytes are one.
template <class T>
inline constexpr bool is_bits = false;
template <std::size_t n>
inline constexpr bool is_bits<std::bitset<n>> = n % 64 == 0;
template <class T>
concept Plain = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || is_bits<T>;
// The greatest value of an enumeration that counts from 0.
template <class E>
E last_of();

class Saver {
 public:
  static constexpr bool loading = false;
  explicit Saver(std::vector<std::byte>& out) : out_(out) {}
  template <class... T>
  void operator()(T&... each) {
    (put(each), ...);
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (Plain<T> || std::is_enum_v<T> || std::is_same_v<T, bool>) {
      out_.put(value);
    } else if constexpr (requires { visit(*this, const_cast<T&>(value)); }) {
      visit(*this, const_cast<T&>(value));
    } else {
      out_.put(static_cast<std::uint32_t>(value.size()));
      for (const auto& each : value) put(each);
    }
  }
  void put(const std::string& value) { out_.put(value); }
  void put(const std::vector<std::byte>& value) { out_.put(Bytes(value)); }
  template <class A, class B>
  void put(const std::pair<A, B>& value) {
    put(value.first);
    put(value.second);
  }

  Writer out_;
};

class Loader {
 public:
  static constexpr bool loading = true;
  explicit Loader(Bytes bytes) : in_(bytes) {}
  template <class... T>
  void operator()(T&... each) {
    (get(each), ...);
  }
  [[nodiscard]] bool complete() const { return sound_ && in_.complete(); }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (Plain<T>) {
      value = in_.template get<T>();
    } else if constexpr (std::is_same_v<T, bool>) {
      const auto said = in_.template get<std::uint8_t>();
      sound_ &= said <= 1;
      value = said == 1;
    } else if constexpr (std::is_enum_v<T>) {
      const auto said = in_.template get<std::underlying_type_t<T>>();
      const bool named = said <= static_cast<std::underlying_type_t<T>>(last_of<T>());
      sound_ &= named;
      value = named ? static_cast<T>(said) : T{};
    } else if constexpr (requires { visit(*this, value); }) {
      visit(*this, value);
    } else {
      get_all(value);
    }
  }
  void get(std::string& value) { value = in_.text(); }
  void get(std::vector<std::byte>& value) {
    const Bytes bytes = in_.bytes();
    value.assign(bytes.begin(), bytes.end());
  }
  template <class A, class B>
  void get(std::pair<A, B>& value) {
    (*this)(value.first, value.second);
  }
  template <class T>
  void get_all(T& value) {
    value = {};
    const auto count = in_.template get<std::uint32_t>();
    for (std::uint32_t i = 0; i < count && in_.ok() && sound_; ++i) {
      if constexpr (requires { typename T::mapped_type; }) {
        typename T::key_type key{};
        typename T::mapped_type mapped{};
        (*this)(key, mapped);
        value.emplace(std::move(key), std::move(mapped));
      } else {
        typename T::value_type each{};
        get(each);
        value.insert(value.end(), std::move(each));
      }
    }
    // Of a map or set: one of them was there twice.
    sound_ &= value.size() == count;
  }

  Reader in_;
  bool sound_ = true;
};

}  // namespace orrery::rti
