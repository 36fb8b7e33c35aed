#include "orrery/universe/checksum.hpp"

#include <algorithm>
#include <cstring>

namespace orrery::universe {

std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
    hash = base::mix64(hash ^ word);
  }
  return hash;
}

}  // namespace orrery::universe
