#include "federation/names.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace orrery::rti {

void apply_names(Federation& federation, const Operation& operation, Local* asker,
                 Inboxes& inboxes) {
  auto& reserved = federation.reserved_names;
  const std::vector<std::string>& names = operation.texts;
  if (operation.kind == OperationKind::release_names) {
    for (const std::string& name : names) {
      const auto found = reserved.find(name);
      if (found != reserved.end() && found->second == operation.federate) reserved.erase(found);
    }
    return;
  }
  const bool free = std::ranges::none_of(names, [&](const std::string& name) {
    return federation.object_names.contains(name) || reserved.contains(name);
  });
  std::size_t bytes = 0;
  for (const std::string& name : names) {
    bytes += name.size();
    if (free) reserved.emplace(name, operation.federate);
  }
  if (asker == nullptr || names.empty()) return;
  // 6.3, 6.6: the names are the federate's from the callback on.
  inboxes.post(
      *asker,
      [asker, names, free, as_set = operation.flag != 0](FederateAmbassador& ambassador) {
        if (free) asker->reserved.insert(names.begin(), names.end());
        if (as_set) {
          free ? ambassador.multiple_object_instance_name_reservation_succeeded(names)
               : ambassador.multiple_object_instance_name_reservation_failed(names);
        } else {
          free ? ambassador.object_instance_name_reservation_succeeded(names.front())
               : ambassador.object_instance_name_reservation_failed(names.front());
        }
      },
      bytes);
}

}  // namespace orrery::rti
