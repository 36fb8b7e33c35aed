// The words of the modelling language: kinds of components and primitive types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace orrery::model {

enum class Kind : std::uint8_t {
  none,
  model,  // the root, which holds universes and entities
  universe,
  entity,
  element,
  property,
  constant,
  function,
  converter,
  constraint,
};

enum class Type : std::uint8_t {
  none,
  integer,       // INTEGER: 32 bits
  long_integer,  // LONG: 64 bits
  real,          // REAL: IEEE 754, 32 bits
  double_real,   // DOUBLE: IEEE 754, 64 bits
  boolean,       // BOOLEAN: one byte, 0 or 1
  string,        // STRING: UTF-8 of any length
  element,       // an ELEMENT of the model
};

std::string_view to_string(Kind kind);   // "element"
std::string_view keyword_of(Kind kind);  // "ELEMENT"
std::string_view keyword_of(Type type);  // "INTEGER"; of an element: "ELEMENT"
std::size_t width_of(Type type);         // bytes of one value in an instance; of an element: 0
std::size_t packed_width_of(Type type);  // bytes of one value packed; of a string: without its text
constexpr bool is_container(Kind kind) { return kind >= Kind::model && kind <= Kind::element; }
bool may_hold(Kind container, Kind child);

// A component of an Interpreter. Valid until the component is removed or replaced; the id is then used again.
using ComponentId = std::uint32_t;
inline constexpr ComponentId root = 0;
inline constexpr ComponentId no_component = 0xffffffffU;

}  // namespace orrery::model
