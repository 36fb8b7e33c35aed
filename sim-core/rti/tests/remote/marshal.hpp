// Arguments and results of services as bytes, between processes that run the same executable.
//
// What is read refers to the bytes that it was read from: spans of values are valid as long as those are.
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "orrery/rti/rti_ambassador.hpp"

namespace orrery::rti::testing {

namespace marshal {

template <class T, template <class...> class Of>
inline constexpr bool is_a = false;
template <template <class...> class Of, class... T>
inline constexpr bool is_a<Of<T...>, Of> = true;

// What an argument is kept as while a service is called with it.
template <class Argument>
struct Kept {
  using Type = std::remove_cvref_t<Argument>;
};
template <class T>
struct Kept<std::span<const T>> {
  using Type = std::vector<T>;
};
template <>
struct Kept<Bytes> {
  using Type = Bytes;
};
template <class Argument>
using kept = Kept<std::remove_cvref_t<Argument>>::Type;

}  // namespace marshal

class Writer {
 public:
  template <class T>
  Writer& put(const T& value) {
    if constexpr (std::is_same_v<T, Bytes>) {
      put(value.size());
      bytes_.insert(bytes_.end(), value.begin(), value.end());
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      put(Bytes(std::as_bytes(std::span(std::string_view(value)))));
    } else if constexpr (requires { value.begin(); }) {
      put(std::size_t{value.size()});
      for (const auto& each : value) put(each);
    } else if constexpr (marshal::is_a<T, base::Expected>) {
      put(value.ok());
      if (!value.ok()) {
        put(value.error().code).put(value.error().message);
      } else if constexpr (!std::is_void_v<typename T::Value>) {
        put(*value);
      }
    } else {
      put_fields(value);
    }
    return *this;
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void put_fields(const AttributeValue& value) { put(value.attribute).put(value.value); }
  void put_fields(const ParameterValue& value) { put(value.parameter).put(value.value); }
  void put_fields(const AttributeRegions& value) { put(value.attributes).put(value.regions); }
  void put_fields(const FomModule& value) { put(value.designator).put(value.source); }
  void put_fields(const FederationInformation& value) { put(value.name).put(value.time); }
  void put_fields(const FederationMember& value) { put(value.name).put(value.type); }
  void put_fields(const Delivery& value) {
    put(value.producer).put(value.transportation).put(value.sent).put(value.received);
    put(value.time).put(value.retraction).put(value.sent_regions.has_value());
    put(value.sent_regions.value_or(std::vector<RegionHandle>()));
  }
  void put_fields(const PathCongestion& value) {
    put(value.node).put(value.transport).put(value.waiting).put(value.unread).put(value.refused);
    put(value.messages_sent).put(value.bytes_sent).put(value.system_calls).put(value.round_trip_ns);
  }
  void put_fields(const Congestion& value) {
    put(value.refused).put(value.rate_limited).put(value.avoided).put(value.waiting);
    put(value.inbox_messages).put(value.inbox_bytes);
    put(value.inbox_limit_bytes).put(value.held_bytes).put(value.paths);
    put(value.channels).put(value.best_effort).put(value.reliable);
  }
  template <class T>
  void put_fields(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const Bytes raw = std::as_bytes(std::span(&value, 1));
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
  }

  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}

  template <class T>
  T take() {
    if constexpr (std::is_same_v<T, Bytes>) {
      return next(take<std::size_t>());
    } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
      const Bytes raw = take<Bytes>();
      return T(reinterpret_cast<const char*>(raw.data()), raw.size());
    } else if constexpr (marshal::is_a<T, std::vector>) {
      T all;
      for (auto left = take<std::size_t>(); left > 0; --left)
        all.push_back(take<typename T::value_type>());
      return all;
    } else if constexpr (marshal::is_a<T, base::Expected>) {
      if (!take<bool>()) {
        const auto code = take<ErrorCode>();
        return Error{code, take<std::string>()};
      }
      if constexpr (std::is_void_v<typename T::Value>) {
        return {};
      } else {
        return take<typename T::Value>();
      }
    } else if constexpr (std::is_same_v<T, FomModule>) {
      const auto designator = take<std::string>();
      return *parse_fom(take<std::string_view>(), designator);
    } else {
      T value;
      take_fields(value);
      return value;
    }
  }

 private:
  // In their order.
  template <class... T>
  void take_all(T&... fields) {
    ((fields = take<T>()), ...);
  }
  void take_fields(AttributeValue& to) { take_all(to.attribute, to.value); }
  void take_fields(ParameterValue& to) { take_all(to.parameter, to.value); }
  void take_fields(AttributeRegions& to) { take_all(to.attributes, to.regions); }
  void take_fields(FederationInformation& to) { take_all(to.name, to.time); }
  void take_fields(FederationMember& to) { take_all(to.name, to.type); }
  void take_fields(Delivery& to) {
    take_all(to.producer, to.transportation, to.sent, to.received, to.time, to.retraction);
    const bool conveyed = take<bool>();
    auto regions = take<std::vector<RegionHandle>>();
    if (conveyed) to.sent_regions = std::move(regions);
  }
  void take_fields(PathCongestion& to) {
    take_all(to.node, to.transport, to.waiting, to.unread, to.refused, to.messages_sent,
             to.bytes_sent, to.system_calls, to.round_trip_ns);
  }
  void take_fields(Congestion& to) {
    take_all(to.refused, to.rate_limited, to.avoided, to.waiting, to.inbox_messages, to.inbox_bytes,
             to.inbox_limit_bytes, to.held_bytes, to.paths, to.channels, to.best_effort,
             to.reliable);
  }
  template <class T>
  void take_fields(T& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&to, next(sizeof to).data(), sizeof to);
  }
  Bytes next(std::size_t size) {
    if (size > bytes_.size()) throw std::out_of_range("a message of a test ends too early");
    const Bytes front = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return front;
  }

  Bytes bytes_;
};

}  // namespace orrery::rti::testing
