// A definition as the language says it.
#pragma once

#include <string>

#include "definition.hpp"

namespace orrery::model {

// Of the root: all universes and entities. Names of elements and constants are written so that they are found from where
// they stand, by their whole path.
std::string print(const Definition& definition, ComponentId id);

}  // namespace orrery::model
