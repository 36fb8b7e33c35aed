// Calls of saves and restores.
#include "history.hpp"

namespace orrery::rti::testing {

void History::fill_saves(Call& call, const Model& model) {
  if (!is_snapshot_service(call.service)) return;
  call.name = static_cast<int>(1 + below(3));
  if (call.service == Service::request_federation_restore && !model.saves().empty() && chance(90))
    call.name = pick(model.saves()).first;
  if (is_odd()) call.name = 0;
}

// While a save or restore is in progress most calls bring it to its end.
std::optional<Call> History::propose_of_save(const Model& model) {
  const bool saving = model.saving().running;
  if ((!saving && !model.restoring().running) || chance(25)) return {};
  Call call;
  call.federate = static_cast<int>(below(places_));
  const Joined* const me = model.joined_at(call.federate);
  if (me == nullptr || chance(45)) {
    call.service = Service::evoke_multiple_callbacks;
    return call;
  }
  const auto& statuses = (saving ? model.saving() : model.restoring()).statuses;
  const auto found = statuses.find(me->id);
  const bool fails = chance(5);
  if (found == statuses.end() || found->second == SnapshotStatus::waiting_for_federation) {
    call.service = Service::evoke_multiple_callbacks;
  } else if (saving && found->second == SnapshotStatus::instructed) {
    call.service = Service::federate_save_begun;
  } else if (saving) {
    call.service = fails ? Service::federate_save_not_complete : Service::federate_save_complete;
  } else {
    call.service =
        fails ? Service::federate_restore_not_complete : Service::federate_restore_complete;
  }
  return call;
}

}  // namespace orrery::rti::testing
