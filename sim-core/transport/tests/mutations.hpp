// Packets that were true once: a field has another value, the end is missing, two are spliced.
#pragma once

#include <algorithm>
#include <vector>

#include "orrery/base/random.hpp"

#include "chain/framing.hpp"

namespace orrery::transport::testing {

// What a field may be instead: nothing, the least and greatest, close by, anything.
inline std::uint64_t other_value(std::uint64_t value, base::Random& random) {
  switch (random.below(7)) {
    case 0:
      return 0;
    case 1:
      return ~std::uint64_t{0};
    case 2:
      return value + 1;
    case 3:
      return value - 1;
    case 4:
      return random.below(64);
    case 5:
      return std::uint64_t{1} << random.below(64);
    default:
      return random.bits();
  }
}

template <class Field>
void change_field(std::vector<std::byte>& packet, base::Random& random) {
  if (packet.size() < sizeof(Field)) return;
  const std::size_t at = random.below(packet.size() / sizeof(Field)) * sizeof(Field);
  put(packet.data() + at, static_cast<Field>(other_value(get<Field>(packet.data() + at), random)));
}

// `another` is not in the packet.
inline void mutate(std::vector<std::byte>& packet, std::span<const std::byte> another,
                   base::Random& random) {
  switch (random.below(8)) {
    case 0:
      packet.resize(random.below(packet.size() + 1));
      break;
    case 1: {
      const std::size_t at = random.below(std::min(packet.size(), another.size()) + 1);
      packet.resize(at);
      packet.insert(packet.end(), another.begin() + static_cast<std::ptrdiff_t>(at), another.end());
      break;
    }
    case 2:
      packet.insert(packet.end(), another.begin(), another.end());
      packet.resize(std::min<std::size_t>(packet.size(), 1200));
      break;
    case 3:
      change_field<std::uint8_t>(packet, random);
      break;
    case 4:
    case 5:
      change_field<std::uint32_t>(packet, random);
      break;
    default:
      change_field<std::uint64_t>(packet, random);
  }
}

}  // namespace orrery::transport::testing
