// Names of object instances, reserved in the one order of operations (IEEE 1516.1-2010, 6.2 to 6.7).
#pragma once

#include "federation/inboxes.hpp"

namespace orrery::rti {

// `asker`: the federate, if it is one of this node; otherwise null.
void apply_names(Federation& federation, const Operation& operation, Local* asker,
                 Inboxes& inboxes);

}  // namespace orrery::rti
