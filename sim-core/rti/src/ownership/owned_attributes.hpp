// What a federate owns, as it has been told, and whether it may resign with that.
#pragma once

#include "face/error.hpp"
#include "federation/known_objects.hpp"

namespace orrery::rti {

// Does the owner negotiate the divestiture of the attribute? What it has said counts before other nodes have heard of it.
[[nodiscard]] bool negotiates(const Local& owner, const Object& object, std::uint16_t attribute);
[[nodiscard]] bool owns_any(const Local& local, const Object& object);
// May the joined federate resign by this action (4.10)? Errors: InvalidResignAction, OwnershipAcquisitionPending,
// FederateOwnsAttributes.
[[nodiscard]] Status may_resign(const Local& local, ResignAction action);

}  // namespace orrery::rti
