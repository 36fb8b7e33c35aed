// Arguments of services as texts, for service reports (service_reports.hpp): handles as numbers, names unchanged, values by
// their size.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "orrery/rti/federate_ambassador.hpp"
#include "orrery/rti/types.hpp"

namespace orrery::rti {

class ServiceText {
 public:
  explicit ServiceText(TimeRepresentation as) : as_(as) {}

  // At most most_bytes, with "..." at the end of what was longer.
  template <class T>
  [[nodiscard]] std::string operator()(const T& value) const {
    return bounded(text(value));
  }
  static constexpr std::size_t most_bytes = 256;

 private:
  [[nodiscard]] static std::string bounded(std::string text);
  template <class Tag, class Number>
  [[nodiscard]] std::string text(Handle<Tag, Number> handle) const {
    return std::to_string(handle.value);
  }
  template <class T>
  [[nodiscard]] std::string text(std::span<const T> list) const {
    std::string made = "{";
    for (const T& each : list) {
      if (made.size() > most_bytes) break;
      made += (made.size() > 1 ? ", " : "") + text(each);
    }
    return made + "}";
  }
  template <class T>
  [[nodiscard]] std::string text(const std::vector<T>& list) const {
    return text(std::span<const T>(list));
  }
  template <class T>
  [[nodiscard]] std::string text(const std::optional<T>& value) const {
    return value ? text(*value) : "";
  }
  [[nodiscard]] std::string text(const std::string& value) const { return value; }
  [[nodiscard]] std::string text(std::string_view value) const { return std::string(value); }
  [[nodiscard]] std::string text(bool value) const { return value ? "true" : "false"; }
  [[nodiscard]] std::string text(std::uint64_t value) const { return std::to_string(value); }
  [[nodiscard]] std::string text(double value) const { return std::to_string(value); }
  [[nodiscard]] std::string text(Bytes bytes) const;
  [[nodiscard]] std::string text(LogicalTime time) const;
  [[nodiscard]] std::string text(LogicalTimeInterval interval) const;
  [[nodiscard]] std::string text(const AttributeValue& value) const;
  [[nodiscard]] std::string text(const ParameterValue& value) const;
  [[nodiscard]] std::string text(const AttributeRegions& regions) const;
  [[nodiscard]] std::string text(const RangeBounds& bounds) const;
  [[nodiscard]] std::string text(const Delivery& delivery) const;
  [[nodiscard]] std::string text(const FederateSnapshotStatus& status) const;
  [[nodiscard]] std::string text(TransportationType type) const;
  [[nodiscard]] std::string text(OrderType order) const;
  [[nodiscard]] std::string text(ResignAction action) const;
  [[nodiscard]] std::string text(SaveFailure why) const;
  [[nodiscard]] std::string text(RestoreFailure why) const;
  [[nodiscard]] std::string text(SynchronizationPointFailure why) const;
  [[nodiscard]] std::string text(ServiceGroup group) const;
  [[nodiscard]] std::string text(TimeRepresentation time) const;

  TimeRepresentation as_;
};

}  // namespace orrery::rti
