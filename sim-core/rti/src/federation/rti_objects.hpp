// What the management object model counts of a federate, and the objects that the RTI itself owns.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

inline constexpr std::uint32_t rti_as_owner = UINT32_MAX;
inline constexpr std::int64_t longest_report_period_s = 86'400;  // HLAsetTiming
inline constexpr std::uint64_t federation_object = 1;
constexpr std::uint64_t federate_object(std::uint32_t federate) {
  return std::uint64_t{federate} + federation_object;
}
constexpr bool is_owned_by_rti(std::uint64_t object) { return object >> 32 == 0; }
// The region of a federate's object and reports: of the RTI, with the federate's handle as its number.
constexpr std::uint64_t federate_region(std::uint32_t federate) {
  return (std::uint64_t{rti_as_owner} << 32) | federate;
}
// The region in which the RTI updates an attribute of its own; none: everywhere. Attribute 0 is the privilege to delete.
constexpr std::optional<std::uint64_t> managed_region(std::uint64_t object,
                                                      std::uint16_t attribute) {
  if (!is_owned_by_rti(object) || object == federation_object || attribute == 0) return {};
  return federate_region(static_cast<std::uint32_t>(object - federation_object));
}

// What a federate has done, by class and transportation.
struct Tally {
  std::array<std::vector<std::uint32_t>, static_cast<std::size_t>(last_transportation) + 1>
      by_class;
  std::uint64_t all = 0;  // an update in several parts is one
  void count(std::uint16_t class_handle, TransportationType type) {
    count_part(class_handle, type);
    ++all;
  }
  void count_part(std::uint16_t class_handle, TransportationType type) {
    auto& each = by_class[static_cast<std::size_t>(type)];
    if (class_handle >= each.size()) each.resize(class_handle + std::size_t{1});
    ++each[class_handle];
  }
};

}  // namespace orrery::rti
