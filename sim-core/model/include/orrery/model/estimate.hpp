// What a model would have taken in the study's prototype, by its formulae, beside what it takes here.
//
// Source: uss-prototype-evaluation, Figure 6.1 and Tables 6.4 to 6.6. Names are left out, there and here.
#pragma once

#include <cstdint>

#include "orrery/model/interpreter.hpp"

namespace orrery::model {

enum class Platform : std::uint8_t { qnx, irix };

// Table 6.5: bytes of a component alone.
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

// Of a component with all in it, and of one instance of it (with texts at their initial length). Of the root: of the whole
// model, and of one instance of each entity; a model without entities, of each universe.
Estimate estimate(Interpreter& interpreter, ComponentId id = root);

}  // namespace orrery::model
