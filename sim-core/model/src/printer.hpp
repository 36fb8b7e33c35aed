// Prints a definition in the language.
#pragma once

#include <string>

#include "definition.hpp"

namespace orrery::model {

// For the root: all universes and entities. Elements and constants are named by the shortest end of their path that
// resolves to them from the place of use.
std::string print(const Definition& definition, ComponentId id);

}  // namespace orrery::model
