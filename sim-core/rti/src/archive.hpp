// One description of what is saved serves writing and reading: visit(archive, thing) names its parts.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "wire.hpp"

namespace orrery::rti {

template <class T>
concept Plain = std::is_trivially_copyable_v<T>;

class Saver {
 public:
  static constexpr bool loading = false;
  explicit Saver(std::vector<std::byte>& to) : out_(to) {}
  template <class... T>
  void operator()(T&... each) {
    (put(each), ...);
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (Plain<T>) {
      out_.put(value);
    } else if constexpr (requires { visit(*this, const_cast<T&>(value)); }) {
      visit(*this, const_cast<T&>(value));
    } else {
      out_.put(static_cast<std::uint32_t>(value.size()));
      for (const auto& each : value) put(each);
    }
  }
  void put(const std::string& value) { out_.put(value); }
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
  explicit Loader(Bytes from) : in_(from) {}
  template <class... T>
  void operator()(T&... each) {
    (get(each), ...);
  }
  [[nodiscard]] bool complete() const { return in_.complete(); }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (Plain<T>) {
      value = in_.template get<T>();
    } else if constexpr (requires { visit(*this, value); }) {
      visit(*this, value);
    } else {
      value = {};
      const auto count = in_.template get<std::uint32_t>();
      for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
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
    }
  }
  void get(std::string& value) { value = in_.text(); }
  template <class A, class B>
    requires(!Plain<std::pair<A, B>>)
  void get(std::pair<A, B>& value) {
    (*this)(value.first, value.second);
  }

  Reader in_;
};

}  // namespace orrery::rti
