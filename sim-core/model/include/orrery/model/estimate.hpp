// The memory that a model would need in the study's prototype, by the study's formulae, beside the memory that it needs
// here.
//
// Source: uss-prototype-evaluation, Figure 6.1 and Tables 6.4 to 6.6. Neither estimate counts names.
#pragma once

#include <cstdint>

#include "orrery/model/interpreter.hpp"

namespace orrery::model {

enum class Platform : std::uint8_t { qnx, irix };

// Bytes of a component alone (Table 6.5).
std::uint32_t published_bytes(Kind kind, Platform platform);

struct Bytes {
  std::uint64_t definition = 0;
  std::uint64_t instance = 0;
};

struct Estimate {
  Bytes qnx;
  Bytes irix;
  Bytes measured;  // records, index, values and dependencies; an instance with its administration
};

// Estimates a component with its contents, and one instance of it with strings at their initial length. For the root: the
// whole model, and one instance of each entity, or of each universe if the model has no entities.
Estimate estimate(Interpreter& interpreter, ComponentId id = root);

}  // namespace orrery::model
