// Texts in the lengths that contracts allow, whatever bytes they were made of: a process name, a
// line of output.
//
// Lengths count characters (Unicode code points), as the contracts do; a byte that is no part of
// valid UTF-8 counts as one and becomes U+FFFD where text is made. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery::contracts {

// What the contracts allow for texts (`Text`) and short names (`Label`).
inline constexpr std::size_t text_length = 2000;
inline constexpr std::size_t label_length = 120;

// Bytes of the valid UTF-8 sequence at the beginning of a text that is not empty; 0 if there is
// none.
inline std::size_t sequence_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80U) return 1;
  const std::size_t bytes = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC2U || first > 0xF4U || text.size() < bytes) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  const bool overlong = (first == 0xE0U && byte(1) < 0xA0U) || (first == 0xF0U && byte(1) < 0x90U);
  const bool surrogate = first == 0xEDU && byte(1) > 0x9FU;
  const bool too_large = first == 0xF4U && byte(1) > 0x8FU;
  return overlong || surrogate || too_large ? 0 : bytes;
}

inline std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t bytes = sequence_bytes(text);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
    ++count;
  }
  return count;
}

// The text as valid UTF-8, or its beginning with an ellipsis, in at most so many characters (at
// least one).
inline std::string clip(std::string_view text, std::size_t most = text_length) {
  const bool cut = characters(text) > most;
  std::string kept;
  for (std::size_t count = 0; !text.empty() && count < most - (cut ? 1 : 0); ++count) {
    const std::size_t bytes = sequence_bytes(text);
    kept += bytes == 0 ? std::string_view("\uFFFD") : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  if (cut) kept += "\u2026";
  return kept;
}

}  // namespace orrery::contracts
