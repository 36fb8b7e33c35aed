// Which operations a node need not apply when they come in order, since its state has them already.
#pragma once

#include "log/operation.hpp"

namespace orrery::rti {

// True for operations that the node of their federate applies within the service call (Core::submit) and skips when they come
// back in the order of operations. Only their order among the same federate's operations matters.
bool applied_at_once(OperationKind kind);

}  // namespace orrery::rti
