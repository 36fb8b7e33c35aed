#include "fom/entries.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace orrery::rti {
namespace {

// White space is one blank, as line breaks in a file mean nothing. Empty: the column says nothing.
std::string plain(std::string_view text) {
  std::string result;
  bool gap = false;
  for (const char each : text) {
    if (each == ' ' || each == '\t' || each == '\r' || each == '\n') {
      gap = !result.empty();
      continue;
    }
    if (gap) result.push_back(' ');
    gap = false;
    result.push_back(each);
  }
  if (result == "NA" || result == "N/A" || result == "-") result.clear();
  return result;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || rest != text.data() + text.size()) return {};
  return value;
}

bool is_compared(const FomEntry& entry, const std::string& column) {
  if (column == "sharing" || column == "interpretation" || column == "normalization") return false;
  return column != "encoding" || entry.name != "basicData";
}

// A row within the entry, such as a field of a record, has columns of its own.
bool is_row(const FomEntry& part) { return !part.parts.empty(); }

// What a row is compared with: a field by its position, an enumerator by its name, an alternative by its enumerator.
std::string row_key(const FomEntry& row, std::size_t position) {
  if (row.name == "field") return row.name + " " + std::to_string(position + 1);
  const std::string enumerator = plain(row.field("enumerator"));
  return row.name + " '" + (enumerator.empty() ? plain(row.field("name")) : enumerator) + "'";
}

struct Row {
  std::string key;
  const FomEntry* entry = nullptr;
};
std::vector<Row> rows_of(const FomEntry& entry) {
  std::vector<Row> rows;
  for (const FomEntry& part : entry.parts) {
    if (is_row(part)) rows.push_back({row_key(part, rows.size()), &part});
  }
  std::ranges::sort(rows, {}, &Row::key);
  return rows;
}

// All values of the column, since an enumerator may have several.
std::string values(const FomEntry& entry, const std::string& column) {
  std::vector<std::string> found;
  for (const FomEntry& part : entry.parts) {
    if (part.name == column && !is_row(part)) found.push_back(plain(part.text));
  }
  std::ranges::sort(found);
  std::string all;
  for (const std::string& each : found) all += (all.empty() ? "" : ", ") + each;
  return all;
}

}  // namespace

bool agree(std::string_view first, std::string_view second) {
  const std::string a = plain(first);
  const std::string b = plain(second);
  if (a.empty() || b.empty() || a == b) return true;
  const auto x = number(a);
  return x && x == number(b);
}

std::optional<EntryDifference> difference(const FomEntry& first, const FomEntry& second) {
  if (first.name != second.name) return EntryDifference{"table", first.name, second.name};
  for (const FomEntry& part : first.parts) {
    if (is_row(part) || !is_compared(first, part.name)) continue;
    const std::string a = values(first, part.name);
    const std::string b = values(second, part.name);
    if (!agree(a, b)) return EntryDifference{part.name, a, b};
  }
  const std::vector<Row> rows = rows_of(first);
  const std::vector<Row> others = rows_of(second);
  for (std::size_t i = 0; i < std::max(rows.size(), others.size()); ++i) {
    if (i >= others.size() || (i < rows.size() && rows[i].key < others[i].key)) {
      return EntryDifference{rows[i].key, "stated", "missing"};
    }
    if (i >= rows.size() || others[i].key < rows[i].key) {
      return EntryDifference{others[i].key, "missing", "stated"};
    }
    if (auto found = difference(*rows[i].entry, *others[i].entry)) {
      found->column = rows[i].key + " " + found->column;
      return found;
    }
  }
  return {};
}

void complete(FomEntry& entry, const FomEntry& other) {
  for (const FomEntry& part : other.parts) {
    if (entry.part(part.name) == nullptr) entry.parts.push_back(part);
  }
}

const FomEntry* FomEntry::part(std::string_view wanted) const {
  const auto found = std::ranges::find(parts, wanted, &FomEntry::name);
  return found == parts.end() ? nullptr : &*found;
}

std::string FomEntry::field(std::string_view wanted) const {
  const FomEntry* const found = part(wanted);
  return found == nullptr ? std::string() : found->text;
}

}  // namespace orrery::rti
