// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing past U+10FFFF.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace orrery::model {

constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// Bytes of the character that the text begins with; 0 if it is none.
std::size_t character_length(std::string_view text);

// Where the first byte stands that is no part of a character.
std::optional<std::size_t> first_invalid(std::string_view text);

}  // namespace orrery::model
