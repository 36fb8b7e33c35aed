// The calls of 4.16 to 4.32.
#include "calls.hpp"

namespace orrery::rti::testing {

std::optional<Answer> make_save(const Call& call, RtiAmbassador& rti, const Times& times) {
  const std::string label = save_text(call.name);
  switch (call.service) {
    case Service::request_federation_save:
      return answer(rti.request_federation_save(label));
    case Service::request_federation_save_timed:
      return answer(rti.request_federation_save(label, times.time(call.time)));
    case Service::federate_save_begun:
      return answer(rti.federate_save_begun());
    case Service::federate_save_complete:
      return answer(rti.federate_save_complete());
    case Service::federate_save_not_complete:
      return answer(rti.federate_save_not_complete());
    case Service::abort_federation_save:
      return answer(rti.abort_federation_save());
    case Service::query_federation_save_status:
      return answer(rti.query_federation_save_status());
    case Service::request_federation_restore:
      return answer(rti.request_federation_restore(label));
    case Service::federate_restore_complete:
      return answer(rti.federate_restore_complete());
    case Service::federate_restore_not_complete:
      return answer(rti.federate_restore_not_complete());
    case Service::abort_federation_restore:
      return answer(rti.abort_federation_restore());
    case Service::query_federation_restore_status:
      return answer(rti.query_federation_restore_status());
    default:
      return {};
  }
}

}  // namespace orrery::rti::testing
