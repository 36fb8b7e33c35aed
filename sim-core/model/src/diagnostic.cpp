#include "orrery/model/diagnostic.hpp"

#include <algorithm>

#include "utf8.hpp"

namespace orrery::model {

namespace {

constexpr std::size_t shown_before = 60;
constexpr std::size_t shown_after = 40;

// A place at most `bytes` before `offset`, not inside a character.
std::size_t back(std::string_view line, std::size_t offset, std::size_t bytes) {
  std::size_t at = offset > bytes ? offset - bytes : 0;
  while (at < offset && is_continuation(line[at])) ++at;
  return at;
}

// Shows characters as a dot if a terminal or a page would not show them in one column.
std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) {
      shown += '.';
      ++at;
      continue;
    }
    const auto first = static_cast<unsigned char>(text[at]);
    if (length == 1 && (first < 0x20 || first == 0x7f) && first != '\t') {
      shown += '.';
    } else {
      shown.append(text.substr(at, length));
    }
    at += length;
  }
  return shown;
}

// One blank for each character before the caret. Tabs stay, so that the caret is right for any width of tabs.
std::string indent_of(std::string_view before) {
  std::string blanks;
  for (const char c : before) {
    if (!is_continuation(c)) blanks += c == '\t' ? '\t' : ' ';
  }
  return blanks;
}

}  // namespace

Diagnostic diagnose(std::string_view text, std::size_t offset, std::string message) {
  offset = std::min(offset, text.size());
  Diagnostic found;
  found.message = std::move(message);
  const std::string_view before = text.substr(0, offset);
  found.line = 1 + static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  std::string_view line = text.substr(start, end - start);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  const std::size_t in_line = std::min(offset - start, line.size());
  found.column =
      1 + static_cast<std::uint32_t>(std::ranges::count_if(
              text.substr(start, offset - start), [](char c) { return !is_continuation(c); }));
  const std::size_t from = back(line, in_line, shown_before);
  std::size_t to = std::min(line.size(), in_line + shown_after);
  while (to < line.size() && is_continuation(line[to])) ++to;
  const std::string shown = printable(line.substr(from, in_line - from));
  found.caret =
      shown + printable(line.substr(in_line, to - in_line)) + "\n" + indent_of(shown) + "^";
  return found;
}

std::string to_string(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& one : diagnostics) {
    if (one.line > 0) text += std::to_string(one.line) + ":" + std::to_string(one.column) + ": ";
    text += one.message + "\n";
    if (!one.caret.empty()) text += one.caret + "\n";
  }
  return text;
}

}  // namespace orrery::model
