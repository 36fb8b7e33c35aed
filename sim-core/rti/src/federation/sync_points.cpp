#include "federation/sync_points.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace orrery::rti {

void SyncPoints::apply(Federation& federation, const Operation& operation, Local* registrant) {
  const std::string& label = operation.text;
  const auto known = federation.points.find(label);
  if (operation.kind == OperationKind::achieve_point) {
    if (known == federation.points.end()) return;
    known->second.waiting.erase(operation.federate);
    if (operation.flag == 0) known->second.failed.insert(operation.federate);
    settle(federation, label);
    return;
  }
  std::optional<SynchronizationPointFailure> failure;
  if (known != federation.points.end()) {
    failure = SynchronizationPointFailure::label_not_unique;
  } else if (!std::ranges::all_of(operation.items, [&](std::uint32_t handle) {
               return federation.members.contains(handle);
             })) {
    failure = SynchronizationPointFailure::set_member_not_joined;
  }
  if (failure) {
    if (registrant != nullptr) {
      inboxes_.post(
          *registrant,
          [label, why = *failure](FederateAmbassador& ambassador) {
            ambassador.synchronization_point_registration_failed(label, why);
          },
          label.size());
    }
    return;
  }
  SyncPoint& point = federation.points[label];
  point.tag = operation.tag;
  point.open = operation.items.empty();
  if (point.open) {
    for (const auto& [handle, member] : federation.members) point.all.insert(handle);
  } else {
    point.all.insert(operation.items.begin(), operation.items.end());
  }
  point.waiting = point.all;
  if (registrant != nullptr) {
    inboxes_.post(
        *registrant,
        [label](FederateAmbassador& ambassador) {
          ambassador.synchronization_point_registration_succeeded(label);
        },
        label.size());
  }
  for (const std::uint32_t handle : point.all) announce(federation, label, point, handle);
}

void SyncPoints::announce(const Federation& federation, const std::string& label,
                          const SyncPoint& point, std::uint32_t target) {
  Local* const local = federation.find_local(target);
  if (local == nullptr) return;
  inboxes_.post(
      *local,
      [local, label, tag = point.tag](FederateAmbassador& ambassador) {
        local->points.insert(label);  // 4.14: announced, from the callback on
        ambassador.announce_synchronization_point(label, tag);
      },
      label.size() + point.tag.size());
}

void SyncPoints::settle(Federation& federation, const std::string& label) {
  const auto found = federation.points.find(label);
  if (found == federation.points.end() || !found->second.waiting.empty()) return;
  std::vector<FederateHandle> failed;
  for (const std::uint32_t handle : found->second.failed) failed.push_back({handle});
  for (const std::uint32_t handle : found->second.all) {
    Local* const local = federation.find_local(handle);
    if (local == nullptr) continue;
    local->points.erase(label);
    inboxes_.post(
        *local,
        [label, failed](FederateAmbassador& ambassador) {
          ambassador.federation_synchronized(label, failed);
        },
        label.size() + failed.size() * sizeof failed[0]);
  }
  federation.points.erase(found);
}

void SyncPoints::joined(Federation& federation, std::uint32_t federate) {
  for (auto& [label, point] : federation.points) {
    if (!point.open) continue;
    point.waiting.insert(federate);
    point.all.insert(federate);
    announce(federation, label, point, federate);
  }
}

void SyncPoints::left(Federation& federation, std::uint32_t federate) {
  std::vector<std::string> labels;
  for (auto& [label, point] : federation.points) {
    point.waiting.erase(federate);
    point.all.erase(federate);
    labels.push_back(label);
  }
  for (const std::string& label : labels) settle(federation, label);
}

}  // namespace orrery::rti
