// What all nodes must know alike of a federation, as text.
#pragma once

#include <map>
#include <sstream>
#include <string>

#include "federation/federation.hpp"

namespace orrery::rti::testing {

inline std::string shared_state(const Federation* federation) {
  std::ostringstream out;
  if (federation == nullptr) return "no federation\n";
  for (const auto& [handle, member] : federation->members) {
    out << "federate " << handle << " " << member.name << " at " << member.node
        << (member.regulating ? " regulating" : "") << (member.constrained ? " constrained" : "")
        << " publishes " << member.published.size() << " subscribes " << member.subscribed.size()
        << "\n";
  }
  std::map<std::uint64_t, const Object*> objects;
  for (const auto& [handle, object] : federation->objects) {
    if (!object.deleted) objects.emplace(handle, &object);
  }
  for (const auto& [handle, object] : objects) {
    out << "object " << handle << " " << object->name << " owned by";
    for (const std::uint32_t owner : object->owners) out << " " << owner;
    out << "\n";
  }
  for (const auto& [name, owner] : federation->reserved_names)
    out << "name " << name << " of " << owner << "\n";
  for (const auto& [label, point] : federation->points) {
    out << "point " << label << " waits for";
    for (const std::uint32_t each : point.waiting) out << " " << each;
    out << "\n";
  }
  return out.str();
}

}  // namespace orrery::rti::testing
