// An error in a model: what is wrong, where, and what to do about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::model {

struct Diagnostic {
  // Counted from 1; columns count characters, not bytes. 0: the error has no place in the text.
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;
  // The line of the text, and below it a caret under the column. A long line is cut to the part around the column.
  std::string caret;
};

using Diagnostics = std::vector<Diagnostic>;

// Returns each diagnostic as "3:14: message" and the two lines of its caret, one after the other.
std::string to_string(const Diagnostics& diagnostics);

// Makes a diagnostic for the byte at `offset` of the text.
Diagnostic diagnose(std::string_view text, std::size_t offset, std::string message);

}  // namespace orrery::model
