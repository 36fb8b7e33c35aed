// What is wrong with a model, where, and what to do about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::model {

struct Diagnostic {
  // From 1; columns count characters, not bytes. 0: not at a place in the text.
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;
  // The line of the text, and below it a caret under the column. Of a long line, the part around the column.
  std::string caret;
};

using Diagnostics = std::vector<Diagnostic>;

// "3:14: message" and the caret's two lines, one after the other.
std::string to_string(const Diagnostics& diagnostics);

// A diagnostic for the byte at `offset` of the text.
Diagnostic diagnose(std::string_view text, std::size_t offset, std::string message);

}  // namespace orrery::model
