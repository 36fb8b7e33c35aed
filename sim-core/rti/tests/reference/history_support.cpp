// Arguments of support services, and of sets of names.
#include <algorithm>

#include "history.hpp"

namespace orrery::rti::testing {

void History::fill_support(Call& call) {
  switch (call.service) {
    case Service::reserve_multiple_object_instance_names:
    case Service::release_multiple_object_instance_names:
      call.attributes.clear();
      for (int name = 1; name < 4; ++name)
        if (chance(50)) call.attributes.push_back(name);
      if (chance(5)) call.attributes.insert(call.attributes.begin(), 0);
      return;
    case Service::set_automatic_resign_directive:
    case Service::normalize_service_group:
      call.choice = static_cast<int>(below(9));
      return;
    case Service::get_federate_handle:
    case Service::get_federate_name:
    case Service::normalize_federate_handle:
      call.name = static_cast<int>(below(places_ + 2));
      return;
    case Service::get_object_instance_handle:
      call.name = static_cast<int>(1 + below(3));
      return;
    case Service::get_object_class_handle:
    case Service::get_object_class_name:
    case Service::get_interaction_class_handle:
    case Service::get_interaction_class_name:
      if (is_odd()) call.subject = unknown;
      return;
    case Service::get_attribute_handle:
    case Service::get_attribute_name:
    case Service::get_parameter_handle:
    case Service::get_parameter_name:
    case Service::get_update_rate_value_for_attribute:
      if (call.attributes.empty() || is_odd()) call.attributes = {unknown};
      call.attributes.resize(1);
      if (is_odd()) call.subject = unknown;
      return;
    case Service::get_update_rate_value:
      call.choice = static_cast<int>(below(fom::update_rates().size() + 2));
      return;
    case Service::get_order_type:
    case Service::get_order_name:
    case Service::get_transportation_type:
    case Service::get_transportation_name:
      call.choice = static_cast<int>(below(3));
      // 10.22 is given a type, the others a name's row.
      if (call.service == Service::get_transportation_name && call.choice == 2)
        call.choice = no_transportation;
      return;
    case Service::get_dimension_handle:
    case Service::get_dimension_name:
    case Service::get_dimension_upper_bound:
      call.choice = static_cast<int>(below(4));
      return;
    default:
      return;
  }
}

}  // namespace orrery::rti::testing
