// Checks that the terms of a constraint fit what they refer to: types, paths and indices.
#pragma once

#include <optional>
#include <string>

#include "definition.hpp"

namespace orrery::model {

struct TermProblem {
  std::uint32_t term = 0;           // from 0
  std::uint32_t step_from_end = 0;  // of a reference; 1: its last step, 0: the whole term
  bool at_index = false;            // of the step
  std::string message;
};

// Nothing if the constraint is a condition on instances of its entity.
std::optional<TermProblem> check_terms(const Definition& definition, ComponentId constraint);

}  // namespace orrery::model
