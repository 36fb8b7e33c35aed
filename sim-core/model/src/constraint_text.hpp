// Constraints as text, and as programs.
#pragma once

#include <string>

#include "orrery/model/condition.hpp"
#include "orrery/model/layout.hpp"

#include "definition.hpp"

namespace orrery::model {

// The expression of a constraint in the language. Reading it in the constraint's entity gives the same terms again.
std::string constraint_text(const Definition& definition, ComponentId constraint);

// `layout`: of the constraint's entity.
Condition compile(const Definition& definition, ComponentId constraint, const Layout& layout);

}  // namespace orrery::model
