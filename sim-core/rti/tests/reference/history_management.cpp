// Arguments of the calls of clause 11.
#include <algorithm>

#include "history.hpp"
#include "management.hpp"

namespace orrery::rti::testing {

void History::fill_management(Call& call, const Model& model) {
  const auto any_of = [&](const auto& rows) { return static_cast<int>(below(rows.size())); };
  call.attributes.clear();
  call.federates = {static_cast<int>(below(places_))};
  call.choice = chance(70) ? 1 : 0;
  switch (call.service) {
    case Service::subscribe_management_objects:
    case Service::unsubscribe_management_objects:
    case Service::request_management_values: {
      call.subject = chance(75) ? management::federate : management::federation;
      const auto& row = management::object_classes()[static_cast<std::size_t>(call.subject)];
      for (int each = 0; each < static_cast<int>(row.members.size()); ++each)
        if (chance(40)) call.attributes.push_back(each);
      return;
    }
    case Service::subscribe_reports:
    case Service::unsubscribe_reports:
      call.subject = any_of(management::reports());
      return;
    default: {
      call.subject = any_of(management::requests());
      const Joined* const me = model.joined_at(call.federate);
      if (call.service != Service::send_request || me == nullptr || chance(10)) return;
      std::vector<int> published;
      for (std::size_t row = 0; row < management::requests().size(); ++row) {
        if (me->managed.published.contains(management::requests()[row].name))
          published.push_back(static_cast<int>(row));
      }
      if (!published.empty()) call.subject = pick(published);
    }
  }
}

// Observers of the federation: what they subscribe to and publish at first.
void History::open_management(int place) {
  const auto open = [&](Service service, int subject) {
    Call& made = opening_.emplace_back();
    made.federate = place;
    made.service = service;
    made.subject = subject;
    made.federates = {0};
  };
  if (!chance(60)) return;
  for (const int object_class : {management::federation, management::federate}) {
    if (!chance(70)) continue;
    open(Service::subscribe_management_objects, object_class);
    const auto& row = management::object_classes()[static_cast<std::size_t>(object_class)];
    for (int each = 0; each < static_cast<int>(row.members.size()); ++each)
      if (chance(60)) opening_.back().attributes.push_back(each);
  }
  for (std::size_t each = 0; each < management::reports().size(); ++each)
    if (chance(40)) open(Service::subscribe_reports, static_cast<int>(each));
  for (std::size_t each = 0; each < management::requests().size(); ++each)
    if (chance(60)) open(Service::publish_requests, static_cast<int>(each));
}

}  // namespace orrery::rti::testing
