// The layouts of a definition's components. Each is compiled when it is first needed, and kept until a change affects it.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "orrery/model/layout.hpp"

#include "definition.hpp"

namespace orrery::model {

class Layouts {
 public:
  explicit Layouts(Definition& definition) : definition_(definition) {}

  // The layout of an element, universe, entity or property whose sizes are known.
  std::shared_ptr<const Layout> of(ComponentId id);
  void forget(ComponentId container);

 private:
  Layout::Field field_of(ComponentId property);
  void add_fields(ComponentId container, std::vector<Layout::Field>& fields);

  Definition& definition_;
  std::unordered_map<ComponentId, std::shared_ptr<const Layout>> kept_;
};

}  // namespace orrery::model
