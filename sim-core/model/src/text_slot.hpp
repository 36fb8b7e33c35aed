// A STRING in an instance: eight bytes, a pointer to its length and characters, null for the empty text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace orrery::model {

inline constexpr std::uint32_t greatest_text = 65'535;

inline char* text_block(const std::byte* slot) {
  char* block = nullptr;
  std::memcpy(&block, slot, sizeof(block));
  return block;
}

inline std::string_view text_of(const std::byte* slot) {
  const char* block = text_block(slot);
  if (block == nullptr) return {};
  std::uint32_t length = 0;
  std::memcpy(&length, block, sizeof(length));
  return {block + sizeof(length), length};
}

inline void drop_text(std::byte* slot) {
  delete[] text_block(slot);
  char* const none = nullptr;
  std::memcpy(slot, &none, sizeof(none));
}

inline void set_text(std::byte* slot, std::string_view text) {
  char* block = nullptr;
  if (!text.empty()) {
    const auto length = static_cast<std::uint32_t>(text.size());
    block = new char[sizeof(length) + length];
    std::memcpy(block, &length, sizeof(length));
    std::memcpy(block + sizeof(length), text.data(), length);
  }
  delete[] text_block(slot);
  std::memcpy(slot, &block, sizeof(block));
}

}  // namespace orrery::model
