// The bytes of an instance of each container. They are stored in the containers, and computed again after a change that
// affects them.
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
    ComponentId at = no_component;  // a property, or the container that is too large
    std::string message;
  };

  // Marks the sizes of a container and of all containers whose instances hold it as unknown. Appends those without the flag
  // `affected` to `affected`, and the properties that lead to them to `users`.
  void invalidate(ComponentId container, std::vector<ComponentId>& affected,
                  std::vector<ComponentId>& users);
  // Computes a container's size. Returns false, with `problem`, if the container holds itself or is too large.
  bool work_out(ComponentId container, Problem& problem);
  // Adds a new property to a container's known size. No other component may use the container.
  bool extend(ComponentId container, ComponentId property, Problem& problem);
  // Subtracts a property from a container's known size. Returns false, and changes nothing, if the depth of elements may
  // become less by it.
  bool shrink(ComponentId container, ComponentId property);
  // Bytes of a property's value. The size of its element must be known.
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
  std::uint32_t work_ = 0;  // containers whose sizes are being computed
};

}  // namespace orrery::model
