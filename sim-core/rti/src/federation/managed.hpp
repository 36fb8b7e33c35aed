// What the management object model counts of a federate, and the objects that the RTI itself owns.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

inline constexpr std::uint32_t rti_as_owner = UINT32_MAX;
inline constexpr std::uint64_t federation_object = 1;
constexpr std::uint64_t federate_object(std::uint32_t federate) {
  return std::uint64_t{federate} + federation_object;
}
constexpr bool is_owned_by_rti(std::uint64_t object) { return object >> 32 == 0; }

// What a federate has done, by class and transportation.
struct Tally {
  std::array<std::vector<std::uint32_t>, static_cast<std::size_t>(last_transportation) + 1>
      by_class;
  std::uint64_t all = 0;
  void count(std::uint16_t of, TransportationType type) {
    auto& each = by_class[static_cast<std::size_t>(type)];
    if (of >= each.size()) each.resize(of + std::size_t{1});
    ++each[of];
    ++all;
  }
};

}  // namespace orrery::rti
