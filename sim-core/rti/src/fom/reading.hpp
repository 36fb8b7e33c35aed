// Readers of the two formats. Errors: ErrorReadingFDD, with line.
#pragma once

#include <string>
#include <string_view>

#include "orrery/rti/fom_module.hpp"

namespace orrery::rti {

inline constexpr std::string_view object_root = "HLAobjectRoot";
inline constexpr std::string_view interaction_root = "HLAinteractionRoot";
inline constexpr unsigned most_class_depth = 64;

Result<FomModule> read_omt(std::string_view text, std::string designator);
Result<FomModule> read_fed(std::string_view text, std::string designator);

// A part of a class name, an attribute's, a parameter's: letters, digits, '_', '-', not empty.
bool valid_name(std::string_view name);

}  // namespace orrery::rti
