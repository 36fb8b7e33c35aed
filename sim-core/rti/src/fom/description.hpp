// What the modules of a federation state together, and where.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "orrery/rti/fom_module.hpp"

namespace orrery::rti {

// "vehicles.xml line 12"
std::string place_of(const std::string& designator, unsigned line);
Error inconsistent(const std::string& what);

template <class Item>
struct Stated {
  Item item;
  std::string designator;  // of the module
  bool standard = false;   // by the standard's MIM
};

enum class ModuleRole : std::uint8_t { standard_mim, own_mim, module };

struct FederationDescription {
  std::map<std::string, Stated<FomObjectClass>> object_classes;
  std::map<std::string, Stated<FomInteractionClass>> interaction_classes;
  std::map<std::string, Stated<FomDimension>> dimensions;
  std::map<std::pair<FomTable, std::string>, Stated<FomEntry>> rows;

  // Errors: InconsistentFDD, naming the item and both places; the description is then of no use.
  Status add(const FomModule& module, ModuleRole role);
  // All of it as one module.
  [[nodiscard]] FomModule as_module(std::string designator) const;

 private:
  Status add(const FomObjectClass& stated, const std::string& designator, ModuleRole role);
  Status add(const FomInteractionClass& stated, const std::string& designator, ModuleRole role);
  Status add(const FomDimension& stated, const std::string& designator, ModuleRole role);
  Status add(const FomRow& stated, const std::string& designator, ModuleRole role);
};

}  // namespace orrery::rti
