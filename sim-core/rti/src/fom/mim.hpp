// The standard's own module, in the words of an OMT document.
#pragma once

#include <string_view>

namespace orrery::rti {

// Dimensions, transportations and datatypes.
extern const std::string_view mim_tables;

}  // namespace orrery::rti
