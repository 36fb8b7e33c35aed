// What a federate owns, as it has been told, and whether it may resign with that.
#pragma once

#include <map>

#include "face/error.hpp"
#include "federation/federation.hpp"

namespace orrery::rti {

// Is the attribute of the object in the sets, which are by object?
[[nodiscard]] bool contains(const std::map<std::uint64_t, AttributeSet>& sets, const Object& object,
                            std::uint16_t attribute);
[[nodiscard]] bool is_owner(const Local& local, const Object& object, std::uint16_t attribute);
// Does the owner negotiate the divestiture of the attribute? What it has said counts before other nodes have heard of it.
[[nodiscard]] bool negotiates(const Local& owner, const Object& object, std::uint16_t attribute);
[[nodiscard]] bool owns_any(const Local& local, const Object& object);
// May the joined federate resign by this action (4.10)? Errors: InvalidResignAction, OwnershipAcquisitionPending,
// FederateOwnsAttributes.
[[nodiscard]] Status may_resign(const Local& local, ResignAction action);

}  // namespace orrery::rti
