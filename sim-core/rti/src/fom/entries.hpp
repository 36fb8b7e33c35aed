// Entries of OMT tables compared with each other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "orrery/rti/fom_module.hpp"

namespace orrery::rti {

struct EntryDifference {
  std::string column;  // "size", "enumerator 'Red' value"
  std::string first;
  std::string second;
};

// The first column in which the entries differ, of those that both state. Descriptive text and sharing are not compared.
std::optional<EntryDifference> difference(const FomEntry& first, const FomEntry& second);
// Adds the columns that only `other` states.
void complete(FomEntry& entry, const FomEntry& other);

// The same text, or the same number, or not stated (empty, NA) by one of the two.
bool agree(std::string_view first, std::string_view second);

}  // namespace orrery::rti
