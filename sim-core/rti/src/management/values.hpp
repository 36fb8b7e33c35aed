// The values of the attributes of the RTI's objects; docs/formats/rti-management.md.
#pragma once

#include <span>
#include <vector>

#include "federation/federation.hpp"

namespace orrery::rti {

using Value = std::vector<std::byte>;

// A joined federate of this node, for which its node speaks.
struct Joined {
  const Member& member;
  const Local& local;
  [[nodiscard]] const Federation& federation() const { return *local.federation; }
};

// An attribute by its name, and what it holds now.
struct FederationValue {
  const char* attribute;
  Value (*now)(const Federation& federation);
};
struct FederateValue {
  const char* attribute;
  Value (*now)(const Joined& federate);
};

std::span<const FederationValue> federation_values();
std::span<const FederateValue> federate_values();

}  // namespace orrery::rti
