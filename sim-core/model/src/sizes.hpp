// Bytes of an instance of each container, kept in the containers themselves and worked out again where a change reaches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orrery/model/limits.hpp"

#include "definition.hpp"

namespace orrery::model {

class Sizes {
 public:
  Sizes(Definition& definition, const Limits& limits) : definition_(definition), limits_(limits) {}

  struct Problem {
    ComponentId at = no_component;  // a property, or what is too large as a whole
    std::string message;
  };

  // Marks a container's size, and that of all whose instances hold it, as unknown, and adds all to `affected` that do
  // not yet have the flag. Properties on the way go to `users`.
  void invalidate(ComponentId container, std::vector<ComponentId>& affected,
                  std::vector<ComponentId>& users);
  // Works a container's size out; false if it holds itself or is too large, with `problem` filled.
  bool work_out(ComponentId container, Problem& problem);
  // Adds a new property to a container's known size; the container may not be used by any other.
  bool extend(ComponentId container, ComponentId property, Problem& problem);
  // Takes a property off a container's known size, unless the depth of elements may become less by it; then false.
  bool shrink(ComponentId container, ComponentId property);
  // Bytes of a property's value; everything that it consists of must be worked out.
  [[nodiscard]] std::uint64_t of_property(ComponentId property) const;

 private:
  struct Sum {
    std::uint64_t bytes = 0;
    std::uint32_t depth = 0;
  };
  bool add_properties(ComponentId container, Sum& sum, Problem& problem);
  bool add_property(ComponentId container, ComponentId property, Sum& sum, Problem& problem);

  Definition& definition_;
  const Limits& limits_;
  std::uint32_t work_ = 0;  // containers being worked out
};

}  // namespace orrery::model
