#include "utf8.hpp"

#include <cstdint>
#include <cstring>

namespace orrery::model {

std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (at(i) & 0xc0U) == 0x80U; };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (!continues(1) || !continues(2)) return 0;
    if (first == 0xe0 && at(1) < 0xa0) return 0;
    if (first == 0xed && at(1) > 0x9f) return 0;
    return 3;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    if (first == 0xf0 && at(1) < 0x90) return 0;
    if (first == 0xf4 && at(1) > 0x8f) return 0;
    return 4;
  }
  return 0;
}

std::optional<std::size_t> first_invalid(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    // Models are mostly ASCII: checks eight bytes at a time.
    while (at + sizeof(std::uint64_t) <= text.size()) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, text.data() + at, sizeof(eight));
      if ((eight & 0x8080808080808080U) != 0) break;
      at += sizeof(eight);
    }
    if (at == text.size()) break;
    if (at + sizeof(std::uint64_t) > text.size() && text.size() >= sizeof(std::uint64_t)) {
      // Checks the last few bytes together with some before them.
      std::uint64_t eight = 0;
      std::memcpy(&eight, text.data() + text.size() - sizeof(eight), sizeof(eight));
      if ((eight & 0x8080808080808080U) == 0) break;
    }
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

}  // namespace orrery::model
