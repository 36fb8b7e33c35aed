#include "core/applied_at_once.hpp"

namespace orrery::rti {

bool applied_at_once(OperationKind kind) {
  switch (kind) {
    case OperationKind::publish:
    case OperationKind::unpublish:
    case OperationKind::subscribe:
    case OperationKind::unsubscribe:
    case OperationKind::publish_interaction:
    case OperationKind::subscribe_interaction:
    case OperationKind::register_object:
    case OperationKind::delete_object:
    case OperationKind::commit_regions:
    case OperationKind::delete_region:
    case OperationKind::associate:
    case OperationKind::subscribe_regions:
    case OperationKind::subscribe_interaction_regions:
    case OperationKind::change_attribute_transportation:
    case OperationKind::change_interaction_transportation:
    case OperationKind::announce_classes:
      return true;
    default:
      return false;
  }
}

}  // namespace orrery::rti
