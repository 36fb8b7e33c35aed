// UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace orrery::model {

constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// Bytes of the character at the beginning of the text; 0 if it is invalid.
std::size_t character_length(std::string_view text);

// Offset of the first byte that is not part of a valid character.
std::optional<std::size_t> first_invalid(std::string_view text);

}  // namespace orrery::model
