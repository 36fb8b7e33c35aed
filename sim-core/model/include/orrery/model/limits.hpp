// The limits of a model. A model beyond a limit is refused with an error that names the limit, before memory is allocated
// for it: models come from people and other machines, and are not trusted.
#pragma once

#include <cstddef>
#include <cstdint>

namespace orrery::model {

struct Limits {
  std::size_t text_bytes = std::size_t{1} << 20;
  std::uint32_t components = 100'000;
  std::uint32_t nesting = 32;     // containers inside containers
  std::uint32_t type_depth = 32;  // elements as properties of elements
  std::uint32_t array_length = 16'777'216;
  std::uint32_t instance_bytes = std::uint32_t{256} << 20;
  std::uint32_t name_bytes = 255;
  std::uint32_t string_bytes = 65'535;
  std::uint32_t constraint_terms = 256;  // values and operators in one constraint
  std::uint32_t errors = 20;  // greatest number reported for a text; the rest are dropped
};

}  // namespace orrery::model
